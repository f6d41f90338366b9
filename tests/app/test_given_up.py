"""What a user reads of calls that failed: the reason in words, on the terminal, in the journal and in the report."""

import json
import sys
from pathlib import Path

import pytest

from doxa.analysis.building import view_of
from doxa.app.cli import app, main
from doxa.log.rundir import open_run
from servers.openai_server import KEY, OpenAIServer

FAST = ["conditions.tries=2", "conditions.first_wait_s=0.01", "conditions.give_up_after=50", "script.rounds=2"]


def words(out: Path, *more: str) -> list[str]:
    sets = [word for setting in ("models.speaker=compatible:test", *FAST) for word in ("--set", setting)]
    return ["run", "compulsory-voting", "--out", str(out), *sets, *more]


def test_a_call_that_was_given_up_has_its_reason_everywhere(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.plan("ok", "server_error", "unavailable")
    app(words(tmp_path / "run"), result_action="return_value")
    assert "1 given up (server_error): compatible:test failed on its side: 503 later" in capsys.readouterr().out
    log = open_run(tmp_path / "run")
    (call,) = [call for call in log.calls() if call.status != "ok"]
    assert [str(attempt["message"]).rpartition(": ")[2] for attempt in call.tries] == ["500 oops", "503 later"]
    assert {reason.message for reason in view_of(log).reasons} == {attempt["message"] for attempt in call.tries}


def test_a_program_reads_the_reasons_too(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.plan("ok", "server_error", "server_error")
    app(words(tmp_path / "run", "--json"), result_action="return_value")
    (reason,) = json.loads(capsys.readouterr().out)["given_up"]
    assert (reason["status"], reason["given_up"], reason["tries"]) == ("server_error", 1, 2)


def test_answers_that_were_cut_are_counted_by_role(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.plan("ok", "length", "length")
    app(words(tmp_path / "run"), result_action="return_value")
    assert "Answers cut at their longest: 2 of speaker." in capsys.readouterr().out
    app(words(tmp_path / "run", "--json"), result_action="return_value")
    assert json.loads(capsys.readouterr().out)["truncated"] == {"speaker": 2}


def test_a_key_that_a_server_echoes_in_its_reason_is_not_kept(server: OpenAIServer, tmp_path: Path) -> None:
    server.plan("ok", "key_in_error", "key_in_error")
    app(words(tmp_path / "run", "--quiet"), result_action="return_value")
    for file in (tmp_path / "run").iterdir():
        assert KEY.encode() not in file.read_bytes(), file.name


def test_a_fork_of_the_failed_step_asks_it_again(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.plan("ok", "server_error", "server_error")
    app(words(tmp_path / "run", "--quiet"), result_action="return_value")
    app(["fork", str(tmp_path / "run"), "--failed", "--out", str(tmp_path / "fork")], result_action="return_value")
    child = open_run(tmp_path / "fork")
    assert child.ended.outcomes == {"ok": child.ended.outcomes["ok"]}
    assert server.count == 5 + 3, "the first turn is not asked again"


@pytest.mark.parametrize("more", [[], ["--failed", "--at", "r01/violet"]])
def test_a_fork_begins_at_one_step(
    more: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["doxa", "fork", str(tmp_path), *more])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 2
    assert "--at KEY or --failed" in capsys.readouterr().err


def test_a_sweep_lists_the_reasons_of_all_its_runs(
    server: OpenAIServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.plan("ok", "server_error", "server_error", "ok", "ok", "server_error", "server_error")
    app(["sweep", *words(tmp_path / "runs", "--replicates", "2", "--at-once", "1")[1:]], result_action="return_value")
    shown = capsys.readouterr().out
    assert "2 given up (server_error): compatible:test failed on its side: 500 oops" in shown
    assert shown.count("1 given up") == 2, "in the line of each run"
    cells = json.loads((tmp_path / "runs" / "sweep.json").read_text())
    assert [reason["given_up"] for cell in cells for reason in cell["given_up"]] == [1, 1]
