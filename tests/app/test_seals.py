"""The line to publish: every command that makes runs prints the call that holds them to their seal."""

import json
import re
import shlex
import sys
from pathlib import Path

import pytest

from doxa.app.cli import app, main
from log.forging import make_hashes_anew, read_objects, write_objects

SHORT = ["--set", "script.rounds=1"]


def printed_call(words: list[str], capsys: pytest.CaptureFixture[str]) -> list[str]:
    """Call doxa and return the words of the call that it proposes for publishing."""
    app(words, result_action="return_value")
    (call,) = re.findall(r"^to publish: (doxa verify .*)$", capsys.readouterr().out, re.MULTILINE)
    return shlex.split(call)[1:]


def verified(words: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str]:
    """Return the exit code and the output of a call of doxa."""
    with pytest.raises(SystemExit) as stop:
        app(words)
    return int(str(stop.value.code)), capsys.readouterr().out


def forge(run: Path) -> None:
    """Let a run have another name, with every hash made anew."""
    for name in ("spec.json", "events.jsonl"):
        lines = read_objects(run / name)
        spec = lines[0]["body"]["spec"] if name == "events.jsonl" else lines[0]
        spec["name"] = "another"
        write_objects(run / name, lines)
    make_hashes_anew(run)


def test_a_run_prints_the_call_that_holds_it_to_its_seal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    call = printed_call(["run", "puzzles/votes", "--out", str(tmp_path / "run")], capsys)
    assert call[:3] == ["verify", str(tmp_path / "run"), "--seal"]
    code, shown = verified(call, capsys)
    assert (code, f"seal {call[3]}" in shown) == (0, True)
    forge(tmp_path / "run")
    assert verified(call[:2], capsys)[0] == 0, "whoever makes the whole directory anew is not found without the seal"
    code, shown = verified(call, capsys)
    assert (code, "this is not the run that was published" in shown) == (1, True)


def test_a_sweep_prints_one_call_for_all_its_runs(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["sweep", "counter-arguments", "--grid", "belief.u=0.2,1.0", "--out", str(tmp_path / "sweep"), *SHORT]
    call = printed_call(words, capsys)
    code, shown = verified(call[:2], capsys)
    assert (code, f"seal {call[3]}" in shown) == (0, True)
    assert verified(call, capsys)[0] == 0
    forge(tmp_path / "sweep" / "u=1.0_k0")
    code, shown = verified(call, capsys)
    assert (code, "these are not the runs that were published" in shown) == (1, True)


def test_a_program_reads_the_seal(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    app(["run", "puzzles/votes", "--out", str(tmp_path), "--json"], result_action="return_value")
    seal = json.loads(capsys.readouterr().out)["seal"]
    told = json.loads(verified(["verify", str(tmp_path), "--json"], capsys)[1])
    assert (told["status"], told["bound"], told["seal"]) == ("verified", True, seal)


def test_a_newer_log_has_an_exit_code_of_its_own(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    app(["run", "puzzles/votes", "--out", str(tmp_path), "--quiet"], result_action="return_value")
    lines = read_objects(tmp_path / "events.jsonl")
    lines[0]["body"]["format"] = 5
    write_objects(tmp_path / "events.jsonl", lines)
    make_hashes_anew(tmp_path)
    code, shown = verified(["verify", str(tmp_path)], capsys)
    assert (code, shown.partition(":")[0].split()[-1]) == (4, "newer")
    monkeypatch.setattr(sys, "argv", ["doxa", "report", str(tmp_path)])
    with pytest.raises(SystemExit) as stop:
        main()
    assert stop.value.code == 4
    assert "was written by a newer doxa" in capsys.readouterr().err
