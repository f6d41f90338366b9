"""Answers kept for other runs: nothing is asked twice, replicates stay independent, and logs stay what they are."""

import json
import re
import signal
import subprocess
import sys
from collections import Counter
from contextlib import closing
from pathlib import Path

import pytest

from doxa.analysis.verify import verify
from doxa.app.cli import KEEP, main
from doxa.engine.keeping import VARIABLE
from doxa.errors import LogError, StoppedError
from doxa.experiments.forking import fork
from doxa.experiments.sitting import plan_runs, resume, run
from doxa.log.journal import CallRecord, read_calls
from doxa.log.kept import KeptAnswer, KeptAnswers
from doxa.terminal.outcome import show_progress
from servers.openai_server import OpenAIServer

ASKED = {
    "models.speaker": "compatible:some",
    "models.embedder": "compatible:vectors",
    "script.rounds": 2,
    "conditions.tries": 1,
}


@pytest.fixture
def file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(VARIABLE, str(tmp_path / "answers.sqlite"))
    return tmp_path / "answers.sqlite"


def asked_calls(path: Path) -> list[CallRecord]:
    return [call for call in read_calls(path / "calls.jsonl") if call.model.startswith("compatible:")]


def test_a_second_run_asks_nothing_and_has_the_same_bytes(server: OpenAIServer, file: Path, tmp_path: Path) -> None:
    first = run("compulsory-voting", out=tmp_path / "first", changes=ASKED)
    asked = server.count
    again = run("compulsory-voting", out=tmp_path / "again", changes=ASKED)
    assert server.count == asked == len(asked_calls(first.path)) > 4
    assert [*again.lines] == [*first.lines]
    assert [call.kept for call in asked_calls(again.path)] == [f"first {call.id}" for call in asked_calls(first.path)]
    assert {(call.cost, call.input_tokens, call.output_tokens) for call in asked_calls(again.path)} == {(0.0, 0, 0)}
    assert {call.revision for call in asked_calls(again.path)} == {call.revision for call in asked_calls(first.path)}
    assert verify(again.path).status == "verified"


def test_a_new_replicate_asks(server: OpenAIServer, file: Path, tmp_path: Path) -> None:
    run("compulsory-voting", out=tmp_path / "first", changes=ASKED)
    asked = server.count
    other = run("compulsory-voting", out=tmp_path / "other", changes=ASKED, replicate=1)
    assert server.count - asked == len(asked_calls(other.path))
    assert not any(call.kept for call in asked_calls(other.path))


def test_a_fork_pays_for_what_is_new_alone(server: OpenAIServer, file: Path, tmp_path: Path) -> None:
    first = run("compulsory-voting", out=tmp_path / "first", changes=ASKED)
    asked = server.count
    again = fork(first.path, at="r02/violet", changes={"belief.u": 0.2}, out=tmp_path / "fork")
    assert again.finished
    assert server.count == asked, "a change of belief alone asks nobody anew: the prompts are the same"


def test_without_a_file_nothing_is_kept(server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    run("compulsory-voting", out=tmp_path / "first", changes=ASKED)
    asked = server.count
    run("compulsory-voting", out=tmp_path / "again", changes=ASKED)
    assert server.count == 2 * asked


@pytest.mark.parametrize("trouble", ["refusal", "half_json", "other_json", "prose"])
def test_what_was_no_use_is_asked_again(trouble: str, server: OpenAIServer, file: Path, tmp_path: Path) -> None:
    changes = {**ASKED, "models.extractor": "compatible:some", "hearing.claims": "said"}
    server.plan(*["ok"] * 3, trouble)
    first = run("compulsory-voting", out=tmp_path / "first", changes=changes)
    outcomes = [one for one in first.outcomes if one.calls and (not one.ok or one.reason or one.cut)]
    useless = {outcome.request for outcome in outcomes}
    with closing(KeptAnswers(file)) as kept:
        assert useless.isdisjoint(answer.request for answer in kept.answers())
    asked = server.count
    run("compulsory-voting", out=tmp_path / "again", changes=changes)
    assert server.count - asked >= bool(useless)


def answer(number: int, **fields: object) -> KeptAnswer:
    return KeptAnswer.model_validate(
        {"request": f"{number}", "service": "a:b at here", "draw": "1/0", "text": "Yes.", "source": "run x#1", **fields}
    )


def test_one_request_has_an_answer_for_every_draw_and_model(tmp_path: Path) -> None:
    with closing(KeptAnswers(tmp_path / "kept.sqlite")) as kept:
        for draw in ("1/0", "1/1", "2/0"):
            kept.keep(answer(1, draw=draw, text=draw))
        kept.keep(answer(1, draw="1/0", served="m2", text="later"))
        assert kept.find("1", "a:b at here", "1/1").text == "1/1"
        assert kept.find("1", "a:b at here", "1/0", "m2").text == "later"
        assert kept.find("1", "a:b at there", "1/0") is None
        kept.keep(answer(1, text="another"))  # the first stays
        assert sorted(one.text for one in kept.answers()) == ["1/0", "1/1", "2/0", "later"]
        assert kept.prune(before=1e12, service="a:c") == 0
        assert (kept.prune(before=1e12), kept.count()) == (4, 0)


KILLED = """
import os, signal, sys
from pathlib import Path
from doxa.experiments.sitting import run
from doxa.log.kept import KeptAnswers
keep, ids = KeptAnswers.keep, []

def keep_or_die(answers, answer):
    ids.append(answer.source)
    if len(ids) == 3:
        os.kill(os.getpid(), signal.SIGKILL)
    keep(answers, answer)

KeptAnswers.keep = keep_or_die
run("compulsory-voting", out=Path(sys.argv[1]), changes=eval(sys.argv[2]))
"""


def test_what_was_journalled_before_a_kill_is_kept_by_the_resumed_run(
    server: OpenAIServer, file: Path, tmp_path: Path
) -> None:
    child = subprocess.run([sys.executable, "-c", KILLED, str(tmp_path / "first"), repr(ASKED)], timeout=120)
    assert child.returncode == -signal.SIGKILL
    with closing(KeptAnswers(file)) as kept:
        assert (kept.count(), len(asked_calls(tmp_path / "first"))) == (2, 3)
    resume(tmp_path / "first")
    asked = server.count
    again = run("compulsory-voting", out=tmp_path / "again", changes=ASKED)
    assert server.count == asked == len(asked_calls(again.path))


def test_a_call_has_the_draw_of_before_and_no_other_call_has_it(tmp_path: Path) -> None:
    with closing(KeptAnswers(tmp_path / "kept.sqlite")) as kept:
        calls = [kept.number_draw("run", call, "1", "a:b at here", 0) for call in ("x", "y", "x", "z")]
        assert calls == [0, 1, 0, 2]
        assert kept.number_draw("fork", "z", "1", "a:b at here", least=2) == 2  # its parent's journal has two
        assert kept.number_draw("run", "x", "1", "a:b at there", 0) == 0
        assert kept.find_draw("run", "x", "1") == ("a:b at there", 0)
        assert kept.find_draw("run", "x", "2") is None


WRITER = """
import sys
from pathlib import Path
sys.path.insert(0, sys.argv[3])
from engine.test_kept_answers import answer
from doxa.log.kept import KeptAnswers
kept = KeptAnswers(Path(sys.argv[1]))
for number in range(100):
    kept.keep(answer(number, text=sys.argv[2]))
"""


def test_several_processes_write_at_once(tmp_path: Path) -> None:
    file, tests = tmp_path / "kept.sqlite", Path(__file__).parents[1]
    children = [subprocess.Popen([sys.executable, "-c", WRITER, file, name, tests]) for name in "abc"]
    assert [child.wait(60) for child in children] == [0, 0, 0]
    with closing(KeptAnswers(file)) as kept:
        assert kept.count() == 100
        assert set(Counter(one.text for one in kept.answers())) <= set("abc")


@pytest.mark.parametrize("content", [b"not a data base" * 100, b""])
def test_another_file_is_left_as_it_is(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_bytes(content)
    if content:
        with pytest.raises(LogError, match=r"notes\.txt cannot be used for kept answers"):
            KeptAnswers(tmp_path / "notes.txt")
        assert (tmp_path / "notes.txt").read_bytes() == content


def told(words: list[str], capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> tuple[int, str]:
    monkeypatch.setattr(sys, "argv", ["doxa", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    printed = capsys.readouterr()
    return int(stop.value.code or 0), printed.out + printed.err


def test_the_announcement_counts_the_kept_answers_that_fit_this_run(
    server: OpenAIServer,
    file: Path,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def announced(name: str, replicate: int = 0, **conditions: object) -> tuple[int, int]:
        changes = {**ASKED, **{f"conditions.{name}": value for name, value in conditions.items()}}
        (planned,) = plan_runs("compulsory-voting", changes, [replicate])
        with show_progress(planned.spec, tmp_path / name, planned.terms, is_shown=True):
            shown = " ".join(capsys.readouterr().out.split())
        kept, fitting = re.search(r"Of (\d+) answers kept in \S+, (\d+) are known to fit calls of this", shown).groups()
        return int(kept), int(fitting)

    assert announced("first") == (0, 0)
    calls = len(asked_calls(run("compulsory-voting", out=tmp_path / "first", changes=ASKED).path))
    assert announced("again") == (calls, calls)
    assert announced("repetition", replicate=1) == (calls, 0)
    assert announced("elsewhere", base_urls={"compatible": "http://127.0.0.1:9/v1"}) == (calls, 0)
    monkeypatch.delenv(VARIABLE)
    with pytest.raises(StoppedError):
        run("compulsory-voting", out=tmp_path / "stopped", changes={**ASKED, "budget.tokens": 1})
    monkeypatch.setenv(VARIABLE, str(file))
    answered = len(asked_calls(tmp_path / "stopped"))
    assert 0 < answered < calls
    assert announced("stopped") == (calls, calls - answered)


def test_the_command_line_keeps_shows_and_removes(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(VARIABLE, "")
    file = str(tmp_path / "kept.sqlite")
    sets = [word for name, value in ASKED.items() for word in ("--set", f"{name}={value}")]
    for name in ("first", "again"):
        words = ["run", "compulsory-voting", *sets, KEEP, file, "--out", str(tmp_path / name)]
        code, shown = told(words, capsys, monkeypatch)
        assert code == 0
    assert "taken from kept answers" in shown
    code, shown = told(["answers", file, "--json", "--out", str(tmp_path / "out.jsonl")], capsys, monkeypatch)
    services = json.loads(shown)["services"]
    assert sum(row["answers"] for row in services) == len((tmp_path / "out.jsonl").read_text().splitlines()) > 4
    assert all(row["service"].startswith("compatible:") for row in services)
    assert told(["answers", file, "--older", "1", "--prune"], capsys, monkeypatch)[1].endswith("0 removed\n")
    assert told(["answers", file, "--prune"], capsys, monkeypatch)[0] == 0
    assert json.loads(told(["answers", file, "--json"], capsys, monkeypatch)[1])["services"] == []
    assert told(["answers", str(tmp_path / "none")], capsys, monkeypatch)[0] == 2
    assert "names no file" in told(["run", "compulsory-voting", KEEP], capsys, monkeypatch)[1]
