"""Runs as logs of Inspect: what they say, and that Inspect's own reader and viewer show it (``make test-inspect``)."""

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import doxa
from app.browser import open_page
from app.calling import called
from doxa.exports.frames import Frames
from doxa.exports.inspect_logs import write_inspect
from library import Library

INSPECT = Path(__file__).parents[2] / ".tools/inspect/bin"
"""An environment of its own with the package, which ``make test-inspect`` makes."""

READ = """
import json, sys
from inspect_ai.log import list_eval_logs, read_eval_log
(found,) = list_eval_logs(sys.argv[1])
log = read_eval_log(found)
(sample,) = log.samples
print(json.dumps({
    "status": log.status, "said": [message.text for message in sample.messages],
    "stance": sample.scores["stance"].value,
    "results": {score.name: len(score.metrics) for score in log.results.scores},
    "tokens": {model: usage.total_tokens for model, usage in log.stats.model_usage.items()},
}))
"""


@pytest.fixture(scope="module")
def dialogue(library: Library) -> Path:
    return library("debate")


@pytest.fixture
def folder(dialogue: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """Return a folder with the log of a dialogue."""
    called("frames", str(dialogue), "--to", "inspect", "--out", str(tmp_path / "logs"), capsys=capsys)
    return tmp_path / "logs"


def written(folder: Path) -> dict[str, Any]:
    (file,) = folder.iterdir()
    return dict(json.loads(file.read_text(encoding="utf-8")))


def test_a_log_has_the_words_the_scores_and_the_usage_of_its_run(dialogue: Path, folder: Path) -> None:
    log, frames, run = written(folder), doxa.frames(dialogue), doxa.open_run(dialogue)
    (sample,) = log["samples"]
    names = {agent.id: agent.name for agent in run.spec.participants}
    rows = frames.messages.columns
    expected = [f"**{names[author]}:** {text}" for author, text in zip(rows["author"], rows["text"], strict=True)]
    assert [message["content"] for message in sample["messages"]] == expected
    stances = dict(zip(frames.agents.columns["agent"], frames.agents.columns["stance_last"], strict=True))
    assert sample["scores"]["stance"]["value"] == stances
    calls = run.calls()
    total = sum((call.input_tokens or 0) + (call.output_tokens or 0) for call in calls)
    assert sum(one["total_tokens"] for one in log["stats"]["model_usage"].values()) == total
    assert (log["status"], sample["input"]) == ("success", run.spec.proposition.text)


def test_words_of_a_transcript_are_a_user_s_and_simulated_ones_are_marked(folder: Path, tmp_path: Path) -> None:
    assert written(folder)["eval"]["tags"] == ["simulated"]
    doxa.run("real-person", out=tmp_path / "run")
    assert write_inspect(Frames(tmp_path / "run"), tmp_path / "recorded") == ({"logs": 1, "messages": 8}, [])
    (sample,) = written(tmp_path / "recorded")["samples"]
    assert {message["role"] for message in sample["messages"]} == {"user"}


@pytest.mark.inspect
def test_inspect_s_reader_reads_what_was_written(folder: Path) -> None:
    told = subprocess.run([INSPECT / "python", "-c", READ, folder], capture_output=True, text=True, check=True)
    (sample,), read = written(folder)["samples"], json.loads(told.stdout)
    assert read["status"] == "success"
    assert read["said"] == [message["content"] for message in sample["messages"]]
    assert read["stance"] == sample["scores"]["stance"]["value"]
    assert read["results"]["stance"] == len(read["stance"])
    assert read["tokens"] == {model: usage["total_tokens"] for model, usage in sample["model_usage"].items()}


@pytest.fixture
def viewer(folder: Path) -> Iterator[str]:
    """Serve Inspect's viewer of the folder, and return its address."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    words = [INSPECT / "inspect", "view", "--log-dir", folder, "--port", str(port)]
    with subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
        try:
            _wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()


def _wait_for(port: int) -> None:
    deadline = time.monotonic() + 60
    while True:
        try:
            return socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            assert time.monotonic() < deadline, "the viewer never listened"
            time.sleep(0.2)


@pytest.mark.inspect
def test_inspect_s_viewer_shows_who_said_what(folder: Path, viewer: str) -> None:
    (sample,), (file,) = written(folder)["samples"], folder.iterdir()
    address = f"{viewer}/#/logs/{file.name.replace('+', '%2B')}/samples/sample/motion/1/messages"
    with open_page(address) as page:
        for part in sample["messages"][0]["content"].removeprefix("**").split(":** ", 1):
            page.wait_for(f"document.body.innerText.includes({json.dumps(part[:40])})", 60)
