"""Other ways to stop: interrupts, a spent budget, a model out of reach, a full disk, a directory not to be written."""

import os
import resource
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from doxa.analysis.verify import verify
from doxa.engine.gate import Budget
from doxa.errors import LockedError, LogError, ModelSetupError, ScenarioError, StoppedError
from doxa.experiments.interrupts import STOPPING
from doxa.experiments.sitting import resume, run
from doxa.log.journal import CallRecord, Journal
from doxa.log.rundir import locked, open_run
from servers.openai_server import OpenAIServer

FAST = {"conditions.first_wait_s": 0.01, "conditions.tries": 2, "script.rounds": 3}
HOSTED = {**FAST, "models.speaker": "compatible:test"}
DOXA = [sys.executable, "-m", "doxa.app.cli"]


def events(path: Path) -> bytes:
    return (path / "events.jsonl").read_bytes()


def test_ctrl_c_leaves_a_run_that_can_be_resumed_and_says_how(tmp_path: Path) -> None:
    path = tmp_path / "run"
    command = [*DOXA, "run", "compulsory-voting", "--out", str(path), "--set", "script.rounds=5"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout
    for line in process.stdout:
        if "round 2" in line:
            process.send_signal(signal.SIGINT)
            break
    _, told = process.communicate(timeout=30)
    assert process.returncode == 3
    assert "interrupted" in told
    assert f"doxa resume {path}" in told
    assert verify(path).status == "unfinished"
    assert resume(path).finished
    assert verify(path).status == "verified"


def test_ctrl_c_during_a_long_call_says_what_is_waited_for(server: OpenAIServer, tmp_path: Path) -> None:
    """A model in a file may take a minute; without a word, it seems that nobody heard."""
    (tmp_path / "crowd.toml").write_text(CROWD)
    server.latency = 20.0
    command = [*DOXA, "run", "crowd.toml", "--out", "run"]
    with subprocess.Popen(command, cwd=tmp_path, stderr=subprocess.PIPE, text=True) as process:
        while server.count < 2:
            assert process.poll() is None
            time.sleep(0.01)
        process.send_signal(signal.SIGINT)
        assert process.stderr
        first = process.stderr.readline()
        process.send_signal(signal.SIGINT)
        rest = process.stderr.read()
    assert first == f"warning: doxa: {STOPPING}\n"
    assert "interrupted twice; calls in flight were cancelled" in rest
    server.latency = 0.0
    assert resume(tmp_path / "run").finished


@pytest.mark.parametrize("pressed_in", ["importlib.import_module", "doxa.app.commands.new.find_scenario"])
def test_ctrl_c_while_a_command_loads_or_works_out_an_answer_is_told_without_a_trace(pressed_in: str) -> None:
    """Loading takes a second, and there is nothing yet that could be resumed."""
    program = f"""
import importlib
import doxa.app.commands.new
from doxa.app import cli
def pressed(*words, **named):
    raise KeyboardInterrupt
{pressed_in} = pressed
cli.main()"""
    ended = subprocess.run([sys.executable, "-c", program, "new", "scenario", "x"], capture_output=True, text=True)
    assert ended.returncode == 3
    assert ended.stderr == "stopped: interrupted\n→ Give the same call again.\n"


def test_a_reader_that_goes_away_ends_many_runs_quietly_and_the_same_call_goes_on(tmp_path: Path) -> None:
    out = tmp_path / "runs"
    command = [*DOXA, "sweep", "puzzles/anchor", "--set", "script.size=4", "--replicates", "2", "--out", str(out)]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait(timeout=30) == 1
    again = subprocess.run(command, capture_output=True, text=True, timeout=30)
    assert again.returncode == 0
    assert all(verify(one.parent).status == "verified" for one in out.rglob("spec.json"))
    assert len(list(out.rglob("spec.json"))) == 2


def test_a_spent_budget_stops_cleanly_and_a_larger_one_goes_on(server: OpenAIServer, tmp_path: Path) -> None:
    whole = run("compulsory-voting", out=tmp_path / "whole", changes=HOSTED)
    path = tmp_path / "poor"
    with pytest.raises(StoppedError, match="budget of 3000 tokens is spent") as told:
        run("compulsory-voting", out=path, changes={**HOSTED, "budget.tokens": 3000})
    assert told.value.hint.endswith("--max-tokens MORE")
    assert verify(path).status == "unfinished"
    asked = server.count
    assert resume(path, budget=Budget(tokens=1_000_000)).finished
    assert events(path) == events(whole.path)
    assert server.count - asked < 6


CROWD = """
proposition = "We should adopt atheism"
kernel = "fixed"
models.speaker = "compatible:test"
conditions.concurrency = 2
conditions.first_wait_s = 0.01
script = {rounds = 1, turns = "simultaneous"}
agents.ada.count = 12
"""
"""Twelve who are asked together, two calls at once: ten wait for a place at the endpoint."""


def test_a_budget_that_is_spent_in_the_middle_of_a_batch_asks_nothing_that_still_waits_for_its_place(
    server: OpenAIServer, tmp_path: Path
) -> None:
    (tmp_path / "crowd.toml").write_text(CROWD)
    with pytest.raises(StoppedError, match="budget of 1 tokens is spent"):
        run(tmp_path / "crowd.toml", out=tmp_path / "run", changes={"budget.tokens": 1})
    assert server.count <= 2, "only what was in flight"
    assert resume(tmp_path / "run", budget=Budget(tokens=1_000_000)).finished
    assert server.count == 12, "nothing was asked twice"
    whole = run(tmp_path / "crowd.toml", out=tmp_path / "whole")
    assert events(tmp_path / "run") == events(whole.path)


def test_a_stop_asks_nothing_again_that_is_to_be_tried_again(server: OpenAIServer, tmp_path: Path) -> None:
    (tmp_path / "crowd.toml").write_text(CROWD)
    server.plan("ok", *["server_error"] * 11)
    changes = {"budget.tokens": 1, "conditions.concurrency": 12, "conditions.first_wait_s": 0.2}
    with pytest.raises(StoppedError, match="budget of 1 tokens is spent"):
        run(tmp_path / "crowd.toml", out=tmp_path / "run", changes=changes)
    assert server.count == 12, "a call that did not answer is not tried again once the run stops"
    log = resume(tmp_path / "run", budget=Budget(tokens=1_000_000))
    assert log.events[-1].body.outcomes == {"ok": 12}


@pytest.mark.parametrize("wrong", ["server_error", "rate_limited_long"])
def test_ctrl_c_ends_the_wait_before_another_try_at_once(wrong: str, server: OpenAIServer, tmp_path: Path) -> None:
    """Everybody waits an hour for the next try, or for the pause that the server asked for."""
    (tmp_path / "crowd.toml").write_text(CROWD)
    server.always(wrong)
    over = threading.Event()

    def press() -> None:
        while server.count < 2:
            time.sleep(0.01)
        os.kill(os.getpid(), signal.SIGINT)
        if not over.wait(20):
            os.kill(os.getpid(), signal.SIGINT)  # a second one gives up what is in flight, and says so

    pressing = threading.Thread(target=press)
    pressing.start()
    changes = {"conditions.first_wait_s": 3600, "conditions.longest_wait_s": 3600}
    with pytest.raises(StoppedError) as told:
        run(tmp_path / "crowd.toml", out=tmp_path / "run", changes=changes)
    over.set()
    pressing.join()
    assert told.value.message == "interrupted", "it did not take a second one"
    assert "doxa resume" in told.value.hint
    assert not open_run(tmp_path / "run").calls(), "a call that may yet be answered is not given up"
    server.always(None)
    assert resume(tmp_path / "run").events[-1].body.outcomes == {"ok": 12}


def test_a_full_disk_asks_nothing_whose_answer_could_not_be_written_down(
    server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "crowd.toml").write_text(CROWD)

    def refused(self: Journal, call: CallRecord) -> None:
        raise LogError("no space left on device")

    with monkeypatch.context() as full:
        full.setattr(Journal, "add", refused)
        with pytest.raises(LogError, match="no space left"):
            run(tmp_path / "crowd.toml", out=tmp_path / "run")
    assert server.count <= 2, "only what was in flight"
    assert resume(tmp_path / "run").finished


def test_a_budget_in_dollars_needs_a_known_price(server: OpenAIServer, tmp_path: Path) -> None:
    with pytest.raises(ModelSetupError, match="price of compatible:test is unknown"):
        run("compulsory-voting", out=tmp_path / "run", changes={**HOSTED, "budget.usd": 1.0})
    assert server.count == 0


def test_a_model_that_fails_and_fails_stops_the_run_after_a_few_calls(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan("ok", "ok")
    server.always("server_error")
    with pytest.raises(StoppedError, match="5 calls in a row were given up"):
        run("compulsory-voting", out=tmp_path / "run", changes={**HOSTED, "script.rounds": 15})
    server.always(None)
    log = resume(tmp_path / "run")
    failed = [one for one in log.calls() if one.status == "server_error"]
    assert len(failed) == 5, "a call that was given up stays given up"
    assert log.events[-1].body.outcomes["failed"] == 5
    assert verify(tmp_path / "run").status == "verified"


def test_a_model_that_never_answered_stops_the_run_and_nothing_is_lost(server: OpenAIServer, tmp_path: Path) -> None:
    whole = run("compulsory-voting", out=tmp_path / "whole", changes=HOSTED)
    server.always("reset")
    with pytest.raises(StoppedError, match="could not be reached"):
        run("compulsory-voting", out=tmp_path / "run", changes=HOSTED)
    server.always(None)
    resume(tmp_path / "run")
    assert events(tmp_path / "run") == events(whole.path), "no turn was given up: the server was only not there yet"


def test_two_processes_cannot_run_one_directory(tmp_path: Path) -> None:
    run("compulsory-voting", out=tmp_path / "run", changes=FAST)
    (tmp_path / "run" / "events.jsonl").write_bytes(b"")
    with locked(tmp_path / "run"), pytest.raises(LockedError, match="another process"):
        run("compulsory-voting", out=tmp_path / "run", changes=FAST)


@pytest.mark.parametrize(
    "limit", [45_000, pytest.param(50_000, marks=pytest.mark.long), pytest.param(55_000, marks=pytest.mark.long)]
)
def test_a_full_disk_is_told_and_loses_nothing(limit: int, tmp_path: Path) -> None:
    """The limit on file size makes the last write fall short, as a full disk does."""
    path = tmp_path / "run"
    command = [*DOXA, "run", "compulsory-voting", "--out", str(path), "--quiet", "--set", "script.rounds=8"]
    process = subprocess.run(
        command,
        capture_output=True,
        text=True,
        timeout=60,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (limit, limit)),
    )
    assert process.returncode == 3
    assert "could not be written: File too large" in process.stderr
    assert "Nothing that was recorded is lost. Allow larger files" in process.stderr
    before = {name: (path / name).read_bytes() for name in ("events.jsonl", "calls.jsonl", "blobs.jsonl")}
    assert all(content.endswith(b"\n") for content in before.values() if content), "a short write was left behind"
    assert resume(path).finished
    assert verify(path).status == "verified"
    assert all((path / name).read_bytes().startswith(content) for name, content in before.items())


@pytest.mark.skipif(os.geteuid() != 0, reason="mounting a small file system needs root")
def test_a_full_file_system_is_told_and_loses_nothing(tmp_path: Path) -> None:
    small = tmp_path / "small"
    small.mkdir()
    mounted = subprocess.run(["mount", "-t", "tmpfs", "-o", "size=64k", "tmpfs", str(small)], capture_output=True)
    if mounted.returncode:
        pytest.skip("this machine does not allow mounting")
    try:
        with pytest.raises(LogError, match=r"(?i)no space left"):
            run("compulsory-voting", out=small / "run", changes=FAST)
        assert verify(small / "run").status == "unfinished"
        subprocess.run(["mount", "-o", "remount,size=8m", str(small)], check=True)
        assert resume(small / "run").finished
        assert verify(small / "run").status == "verified"
    finally:
        subprocess.run(["umount", str(small)], check=True)


def as_anybody(*words: str) -> subprocess.CompletedProcess[str]:
    """Call doxa without root's right to write everywhere."""
    command = [*DOXA, *words]
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if not setpriv:
            pytest.skip("root may write anywhere, and setpriv is not here to give that up")
        command = [setpriv, "--bounding-set=-all", "--inh-caps=-all", *command]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_a_directory_that_cannot_be_written_is_told_before_anything_is_asked(tmp_path: Path) -> None:
    tmp_path.chmod(0o555)
    told = as_anybody("run", "compulsory-voting", "--out", str(tmp_path / "run"), "--quiet")
    tmp_path.chmod(0o755)
    assert told.returncode == 1
    assert "cannot be written: Permission denied" in told.stderr
    assert "--out" in told.stderr


def test_a_read_only_run_directory_is_told_and_stays_as_it_was(tmp_path: Path) -> None:
    path = tmp_path / "run"
    run("compulsory-voting", out=path, changes=FAST)
    whole = events(path)
    lines = whole.splitlines(keepends=True)
    (path / "events.jsonl").write_bytes(b"".join(lines[: len(lines) // 2]))
    half = events(path)
    for one in (*path.iterdir(), path):
        one.chmod(0o555 if one.is_dir() else 0o444)
    told = as_anybody("resume", str(path), "--quiet")
    for one in (path, *path.iterdir()):
        one.chmod(0o755 if one.is_dir() else 0o644)
    assert told.returncode == 1
    assert "cannot be written: Permission denied" in told.stderr
    assert events(path) == half
    assert resume(path).finished
    assert events(path) == whole


def test_a_changed_scenario_refuses_to_resume_and_names_the_field(tmp_path: Path) -> None:
    scenario = tmp_path / "mine.toml"
    text = "\n".join(
        [
            'proposition = "We should adopt atheism"',
            "script.rounds = 2",
            "belief.u = 0.2",
            'agents.ada.side = "pro"',
            'agents.ben.side = "con"',
        ]
    )
    scenario.write_text(text)
    path = tmp_path / "run"
    run(scenario, out=path)
    whole = events(path)
    (path / "events.jsonl").write_bytes(whole[: len(whole) // 2])
    scenario.write_text(text.replace("belief.u = 0.2", "belief.u = 0.3"))
    with pytest.raises(ScenarioError, match=r"agents\.ada\.belief\.u was 0\.2, is 0\.3"):
        resume(path)
    with pytest.raises(ScenarioError, match=r"agents\.ada\.belief\.u was 0\.2, is 0\.3"):
        run(scenario, out=path)
    resume(path, as_recorded=True)
    assert events(path) == whole
    assert open_run(path).finished
