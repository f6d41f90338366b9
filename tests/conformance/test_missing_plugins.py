"""A log whose plug-in was uninstalled is not damaged: commands say what to install, with their own exit code."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import doxa
from conformance.packages import (
    DELPHI,
    DELPHI_GROUPS,
    ECHO,
    STUBBORN,
    STUBBORN_GROUPS,
    Packages,
)
from doxa.analysis.verify import verify
from doxa.errors import MissingPluginError
from doxa.experiments.sitting import resume
from doxa.judging.debates import debate_of_run
from doxa.records.base import canonical_line
from library import Library
from log.forging import make_hashes_anew, relink_journal

SHORT = {"script": {"rounds": 2}}
RUNS = {
    "kernel": {**SHORT, "agents.violet.kernel": "stubborn"},
    "protocol": {**SHORT, "protocol": "delphi"},
}
INSTALL = {
    "kernel": "Install doxa-stubborn 0.1.0, which the run used.",
    "protocol": "Install doxa-delphi 0.1.0, which the run used.",
}

COMMANDS = (
    "explain --agent violet",
    "report",
    "resume",
    "resume --as-recorded",
    "whatif --set memory.theta=0.5",
    "judge",
)


def make_runs(folder: Path) -> None:
    """Make a run with a plug-in's kernel and one with a plug-in's protocol and task, and uninstall both."""
    with pytest.MonkeyPatch.context() as monkeypatch:
        packages = Packages(folder.with_name("site"), monkeypatch)
        packages.install("doxa-stubborn", STUBBORN, STUBBORN_GROUPS)
        packages.install("doxa-delphi", DELPHI, DELPHI_GROUPS)
        for name, changes in RUNS.items():
            doxa.run("compulsory-voting", out=folder / name, changes=changes)
            assert verify(folder / name).status == "verified"
        packages.uninstall("doxa-stubborn")
        packages.uninstall("doxa-delphi")


@pytest.fixture(scope="module")
def runs(library: Library) -> Path:
    """Return two runs whose plug-ins are not installed any more."""
    return library.keep("uninstalled", make_runs)


def calls(run: Path) -> list[dict[str, Any]]:
    """Return the lines of a run's journal."""
    return [json.loads(line) for line in (run / "calls.jsonl").read_text(encoding="utf-8").splitlines()]


def write_calls(run: Path, lines: list[dict[str, Any]]) -> None:
    """Replace the journal of a run."""
    (run / "calls.jsonl").write_bytes(b"".join(canonical_line(line) for line in lines))


def test_a_missing_kernel_leaves_the_moves_of_its_believers_unchecked(runs: Path) -> None:
    found = verify(runs / "kernel")
    log = doxa.open_run(runs / "kernel")
    moves = sum(event.kind in ("seeded", "moved") and event.body.listener != "violet" for event in log.events)
    assert (found.status, found.problems, found.moves) == ("unchecked", (), moves)
    assert moves > 0
    (missing,) = found.missing
    assert (missing.kind, missing.name, missing.package) == ("kernel", "stubborn", "doxa-stubborn 0.1.0")


def test_a_missing_protocol_and_its_task_are_both_named(runs: Path) -> None:
    found = verify(runs / "protocol")
    assert (found.status, found.problems, found.finished) == ("unchecked", (), True)
    assert [(missing.kind, missing.name) for missing in found.missing] == [("protocol", "delphi"), ("task", "estimate")]


INTACT = "unchecked: intact as far as it can be read"


@pytest.mark.parametrize(
    ("verb", "names", "phrases"),
    [
        ("verify", ["kernel"], [INTACT, INSTALL["kernel"]]),
        ("verify", ["protocol"], [INTACT, INSTALL["protocol"]]),
        ("verify", ["."], ["2 runs: 2 unchecked", INSTALL["kernel"]]),
        ("compare", ["kernel", "protocol"], [INSTALL["kernel"]]),
    ],
)
def test_runs_are_unchecked_and_what_to_install_is_said(
    runs: Path, verb: str, names: list[str], phrases: list[str], call_doxa
) -> None:
    code, said = call_doxa(verb, *(str(runs / name) for name in names))
    assert code == 4
    assert [phrase for phrase in phrases if phrase not in said] == []
    assert "damaged" not in said


@pytest.mark.parametrize(
    ("name", "command"),
    [
        *((name, command) for name in RUNS for command in COMMANDS),
        ("kernel", "fork --at r01/violet"),
        ("protocol", "fork --at r01/violet/estimate"),
    ],
)
def test_other_commands_say_what_to_install(runs: Path, name: str, command: str, call_doxa) -> None:
    verb, *options = command.split()
    code, said = call_doxa(verb, str(runs / name), *options)
    assert code == 4, said
    assert f"no installed package brings the {name} {'stubborn' if name == 'kernel' else 'delphi'!r}" in said
    assert INSTALL[name] in said
    assert not any(word in said for word in ("damaged", "Traceback"))


def test_the_functions_raise_an_error_of_their_own(runs: Path) -> None:
    log = doxa.open_run(runs / "kernel")
    for call in (
        lambda: doxa.explain(log, "violet"),
        lambda: doxa.what_if(log, {"memory.theta": 0.5}),
        lambda: resume(runs / "kernel"),
        lambda: debate_of_run(log),
    ):
        with pytest.raises(MissingPluginError, match="no installed package brings the kernel 'stubborn'"):
            call()


def test_a_program_reads_what_is_missing(runs: Path, call_doxa) -> None:
    _, said = call_doxa("verify", str(runs / "kernel"), "--json")
    told = json.loads(said)
    assert told["status"] == "unchecked"
    assert told["missing"][0]["package"] == "doxa-stubborn 0.1.0"


def test_what_is_damaged_as_well_is_damaged(runs: Path, tmp_path: Path, call_doxa) -> None:
    for name in RUNS:
        copy = Path(shutil.copytree(runs / name, tmp_path / name))
        events = copy / "events.jsonl"
        events.write_bytes(events.read_bytes().replace(b'"round 1"', b'"round 7"', 1))
        code, said = call_doxa("verify", str(copy))
        assert (code, said.partition(":")[0]) == (1, "damaged")


def test_an_answer_that_was_changed_is_damage_also_where_a_kernel_is_missing(runs: Path, tmp_path: Path) -> None:
    copy = Path(shutil.copytree(runs / "kernel", tmp_path / "run"))
    lines = calls(copy)
    next(line for line in lines if line.get("id") == "r01/violet#1")["text"] += " And more."
    write_calls(copy, lines)
    found = verify(copy)
    assert found.status == "damaged"
    assert [problem.key for problem in found.problems] == ["outcome r01/violet"]


@pytest.mark.parametrize("name", RUNS)
def test_a_forged_call_is_damage_also_where_a_plug_in_is_missing(runs: Path, tmp_path: Path, name: str) -> None:
    copy = Path(shutil.copytree(runs / name, tmp_path / "run"))
    *others, last = calls(copy)
    forgeries = [
        ("no step asks for it", [*others, last, last | {"id": "r09/violet#1"}]),
        ("is not that of its prompt", [*others, last | {"request": "other"}]),
        ("is not that of its prompt", [*others, last | {"model": "other"}]),
    ]
    for what, lines in forgeries:
        write_calls(copy, lines)
        make_hashes_anew(copy)
        assert what in str(verify(copy).problems)


def test_an_older_log_names_no_package(runs: Path, tmp_path: Path, call_doxa) -> None:
    copy = Path(shutil.copytree(runs / "kernel", tmp_path / "run"))
    write_calls(copy, [{key: value for key, value in line.items() if key != "plugins"} for line in calls(copy)])
    relink_journal(copy)
    code, said = call_doxa("verify", str(copy))
    assert code == 4
    assert "no installed package brings the kernel 'stubborn'. Install the package that does." in said


def test_an_unfinished_run_can_go_on_once_the_plug_in_is_back(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call_doxa
) -> None:
    copy = Path(shutil.copytree(runs / "kernel", tmp_path / "run"))
    lines = (copy / "events.jsonl").read_bytes().splitlines(keepends=True)
    (copy / "events.jsonl").write_bytes(b"".join(lines[:-4]))
    code, said = call_doxa("verify", str(copy))
    assert code == 4
    assert "without an end yet" in said
    assert call_doxa("resume", str(copy))[0] == 4
    Packages(tmp_path / "site", monkeypatch).install("doxa-stubborn", STUBBORN, STUBBORN_GROUPS)
    assert resume(copy).finished
    assert (copy / "events.jsonl").read_bytes() == (runs / "kernel" / "events.jsonl").read_bytes()


def test_resuming_says_which_model_provider_to_install(tmp_path: Path, runs: Path, monkeypatch, call_doxa) -> None:
    packages = Packages(tmp_path / "site", monkeypatch)
    packages.install("doxa-echo", ECHO, {"doxa.models": {"echo": "doxa_echo:make"}})
    changes = {"script.rounds": 1, "models.judge.model": "echo:1"}
    log = doxa.run("compulsory-voting", out=tmp_path / "run", changes=changes)
    events = log.path / "events.jsonl"
    events.write_bytes(b"".join(log.lines[:-1]))
    packages.uninstall("doxa-echo")
    assert verify(log.path).status == "unfinished", "a model is not asked again"
    code, said = call_doxa("resume", str(log.path))
    assert code == 4
    assert "no installed package brings the model provider 'echo'" in said
    assert "Install doxa-echo 0.1.0" in said


def test_a_plug_in_that_no_longer_loads_is_missing_with_its_error(
    runs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, call_doxa
) -> None:
    packages = Packages(tmp_path / "site", monkeypatch)
    packages.install("doxa-stubborn", "import nowhere_to_be_found\n", STUBBORN_GROUPS, version="0.2.0")
    packages.install("doxa-delphi", "import nowhere_to_be_found\n", DELPHI_GROUPS, version="0.2.0")
    failure = "of doxa-{0} 0.2.0 cannot be loaded: ModuleNotFoundError: No module named 'nowhere_to_be_found'"
    for name, package in (("kernel", "stubborn"), ("protocol", "delphi")):
        code, said = call_doxa("verify", str(runs / name))
        assert code == 4
        assert failure.format(package) in said


def test_the_command_itself_ends_with_code_four(runs: Path) -> None:
    command = [sys.executable, "-m", "doxa.app.cli", "explain", str(runs / "kernel"), "--agent", "violet"]
    ended = subprocess.run(command, capture_output=True, text=True, env={**os.environ, "COLUMNS": "400"}, check=False)
    assert (ended.returncode, ended.stdout) == (4, "")
    assert INSTALL["kernel"] in ended.stderr
