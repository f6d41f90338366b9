"""Verification accuses nobody falsely: other code, other processors, later formats and older ones have their words."""

import json
import shutil
from pathlib import Path
from typing import Any

import pytest

import doxa
from doxa.analysis.verify import verify
from doxa.engine import compose, turn
from doxa.errors import DivergedError, LogError, NewerLogError
from doxa.experiments import sitting
from doxa.experiments.forking import fork
from doxa.log import formats
from doxa.log.blobs import Schema
from doxa.log.rundir import open_run, writing
from doxa.records.base import canonical_line, digest
from doxa.records.steps import Block
from log.forging import make_hashes_anew, read_objects, write_objects
from scenes.stage import cast, debate, listened_to, play


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run with a sitting."""
    path = tmp_path_factory.mktemp("accuses") / "run"
    sitting.sit(debate(), path, sitting.Terms(), make=lambda settings, conditions: listened_to(cast)[0])
    return path


@pytest.fixture
def copy(made: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(made, tmp_path / "run"))


def rewrite(run: Path, file: str, change: Any) -> None:
    """Change the lines of a file and make every hash anew."""
    lines = read_objects(run / file)
    change(lines)
    write_objects(run / file, lines)
    make_hashes_anew(run)


def by_other_code(run: Path) -> None:
    """Make a log one that an earlier doxa wrote."""

    def change(lines: list[dict[str, Any]]) -> None:
        for line in lines:
            if line["kind"] == "sitting":
                line |= {"doxa": "0.0.9", "code": "c0de" * 16}

    rewrite(run, "calls.jsonl", change)


def first_move(lines: list[dict[str, Any]]) -> dict[str, Any]:
    trace: dict[str, Any] = next(line for line in lines if line["kind"] == "moved")["body"]["trace"]
    return trace


def test_what_other_code_computed_otherwise_differs_and_names_it(copy: Path) -> None:
    rewrite(copy, "events.jsonl", lambda lines: first_move(lines)["after"].update(stance=0.123))
    assert verify(copy).status == "damaged"
    by_other_code(copy)
    found = verify(copy)
    assert (found.status, found.problems) == ("differs", ())
    assert "recomputing the belief gives trace.after.stance" in found.differences[0].what
    assert "it was computed by doxa 0.0.9 (code c0dec0de); this is doxa 0.1.0 (code " in found.notes[0]


def test_a_damaged_log_of_other_code_is_damaged(copy: Path) -> None:
    by_other_code(copy)
    file = copy / "events.jsonl"
    file.write_bytes(file.read_bytes().replace(b"round 1", b"round 7", 1))
    assert verify(copy).status == "damaged"


def test_prompts_in_other_words_leave_the_numbers_verified(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def reworded(*words: Any) -> Any:
        prompt = compose.compose(*words)
        return (Block(tag="task", text=f"Please. {prompt[0].text}", part="system"), *prompt[1:])

    monkeypatch.setattr(turn, "composer_for", lambda settings: reworded)
    assert verify(copy).status == "damaged"
    by_other_code(copy)
    found = verify(copy)
    assert (found.status, found.bound) == ("verified", True)
    assert "steps were asked in other words than this doxa would ask them in: it was computed by doxa 0.0.9" in str(
        found.notes
    )


def change_schema(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let extractors be asked for a reply of another schema."""
    now = turn._schema_of_task
    later = Schema({"later": True})
    monkeypatch.setattr(turn, "_schema_of_task", lambda task: later if task.name == "extract" else now(task))


def test_a_later_schema_unbinds_no_request(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    change_schema(monkeypatch)
    found = verify(copy)
    assert (found.status, found.bound) == ("verified", True)


def test_a_later_schema_does_not_keep_a_run_from_going_on(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    whole = (copy / "events.jsonl").read_bytes()
    (copy / "events.jsonl").write_bytes(b"".join(whole.splitlines(keepends=True)[:-9]))
    change_schema(monkeypatch)
    performer, prompts = listened_to(cast)
    sitting.resume(copy, make=lambda settings, conditions: performer)
    assert (copy / "events.jsonl").read_bytes() == whole
    assert not prompts


def test_the_last_digits_of_another_processor_are_mentioned_and_no_damage(copy: Path) -> None:
    def shift(lines: list[dict[str, Any]]) -> None:
        after = first_move(lines)["after"]
        after["log_odds"] += 1e-12

    rewrite(copy, "events.jsonl", shift)
    found = verify(copy)
    assert (found.status, found.problems) == ("verified", ())
    assert found.notes == ("1 events differ in the last digits of numbers, as another processor computes them",)


def test_another_judge_changes_nothing_in_a_log(made: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(*words: Any) -> Any:
        raise AssertionError("verification asks no model")

    for name in ("models.offline.performer.OfflinePerformer.perform", "models.scripted.ScriptedPerformer.perform"):
        monkeypatch.setattr(f"doxa.{name}", refuse)
    assert verify(made).status == "verified"


@pytest.mark.parametrize("where", ["opened", "spec"])
def test_a_later_format_is_newer_and_no_damage(copy: Path, where: str) -> None:
    if where == "opened":
        rewrite(copy, "events.jsonl", lambda lines: lines[0]["body"].update(format=5))
    else:
        rewrite(copy, "spec.json", lambda lines: lines[0].update(format=2))
    found = verify(copy)
    assert (found.status, found.problems) == ("newer", ())
    assert f"and doxa {doxa.__version__} reads formats up to" in found.newer
    assert f"Read it with doxa {doxa.__version__} (code {formats.code_hash()[:8]})." in found.newer
    for use in (open_run, sitting.resume, lambda path: fork(path, at="r02/violet", changes={})):
        with pytest.raises(NewerLogError, match="was written by a newer doxa"):
            use(copy)


def event_with_another_field(copy: Path) -> None:
    rewrite(copy, "events.jsonl", lambda lines: lines[3]["body"].update(mood="calm"))


def event_of_another_kind(copy: Path) -> None:
    rewrite(copy, "events.jsonl", lambda lines: lines[3].update(kind="applauded"))


def spec_with_another_field(copy: Path) -> None:
    rewrite(copy, "spec.json", lambda lines: lines[0].update(mood="calm"))


def call_with_another_field(copy: Path) -> None:
    lines = read_objects(copy / "calls.jsonl")
    lines[3]["mood"], link = "calm", ""
    for line in lines:
        line.pop("link")
        link = line["link"] = digest(link.encode() + canonical_line(line))
    write_objects(copy / "calls.jsonl", lines)


ANOTHERS = [event_with_another_field, event_of_another_kind, spec_with_another_field, call_with_another_field]


@pytest.mark.parametrize("write", ANOTHERS)
def test_what_another_doxa_wrote_with_right_hashes_is_newer_and_no_damage(copy: Path, write: Any) -> None:
    by_other_code(copy)
    write(copy)
    found = verify(copy)
    assert (found.status, found.problems) == ("newer", ())
    assert "which doxa 0.1.0 does not know. Every hash is right: nothing was changed." in found.newer
    assert found.newer.endswith("Read it with doxa 0.0.9 (code c0dec0de).")
    for use in (lambda path: open_run(path).calls(), sitting.resume):
        with pytest.raises(NewerLogError, match="does not know"):
            use(copy)


@pytest.mark.parametrize("write", ANOTHERS)
def test_the_same_of_this_code_is_damaged(copy: Path, write: Any) -> None:
    write(copy)
    assert verify(copy).status == "damaged"


def test_what_another_doxa_wrote_with_a_broken_chain_is_damaged(copy: Path) -> None:
    by_other_code(copy)
    file = copy / "events.jsonl"
    file.write_bytes(file.read_bytes().replace(b'"kind":"moved"', b'"kind":"moved","mood":1', 1))
    assert verify(copy).status == "damaged"


def test_a_later_format_with_a_broken_chain_is_damaged(copy: Path) -> None:
    rewrite(copy, "events.jsonl", lambda lines: lines[0]["body"].update(format=5))
    file = copy / "events.jsonl"
    file.write_bytes(file.read_bytes().replace(b"round 1", b"round 7", 1))
    assert verify(copy).status == "damaged"


def test_a_log_of_an_earlier_format_is_refused_in_one_sentence(copy: Path) -> None:
    rewrite(copy, "events.jsonl", lambda lines: lines[0]["body"].pop("format"))
    for read in (open_run, verify, sitting.resume):
        with pytest.raises(LogError, match=r"an older doxa: it has format 1, and doxa .* reads format 4 alone") as old:
            read(copy)
        assert "Read it with doxa " in old.value.hint


def test_resuming_a_log_that_other_code_wrote_names_that_code(copy: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    lines = (copy / "events.jsonl").read_bytes().splitlines(keepends=True)
    (copy / "events.jsonl").write_bytes(b"".join(lines[:-3]))
    monkeypatch.setattr(formats, "code_hash", lambda: "f00d" * 16)
    monkeypatch.setattr(turn, "hash_request", lambda *words: "0" * 64)
    with pytest.raises(DivergedError) as stopped:
        sitting.resume(copy, make=lambda settings, conditions: listened_to(cast)[0])
    assert "The log may be right: it was computed by doxa 0.1.0 (code " in stopped.value.hint
    assert "this is doxa 0.1.0 (code f00df00d)" in stopped.value.hint


def test_a_run_killed_before_its_first_event_begins_in_the_present_format(tmp_path: Path) -> None:
    with writing(tmp_path, debate()):
        pass
    assert json.loads(play(debate(), tmp_path).log.lines[0])["body"]["format"] == 4


def test_a_call_made_again_since_its_vectors_were_lost_is_no_ghost(tmp_path: Path) -> None:
    played = play(debate(), tmp_path / "run")
    path = played.log.path
    (path / "events.jsonl").write_bytes(b"")
    blobs = (path / "blobs.jsonl").read_bytes().splitlines(keepends=True)
    (path / "blobs.jsonl").write_bytes(b"".join(line for line in blobs if b'"int8"' not in line))
    again = play(debate(), path)
    assert again.bytes == played.bytes
    assert {name.rpartition("/")[2] for name in again.asked} >= {"embed#1"}
    assert verify(path).status == "verified"
