"""What a power cut leaves: a run's spec, the directories it lies in, and what a killed sitting wrote down."""

import os
from pathlib import Path

import pytest

from doxa.log.lines import LineFile
from doxa.log.rundir import writing
from doxa.records.spec import Participant, Proposition, RunSpec
from scenes.stage import believer, debate, play, reporter

SPEC = RunSpec(
    name="small",
    proposition=Proposition(text="We should adopt atheism"),
    participants=(Participant(id="ada", name="Ada", kernel=None),),
    protocol="judging",
    script={},
    roles={},
)


@pytest.fixture
def done(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, int]]:
    """What the disk was told, in order: files and directories made durable, files renamed, each by its inode."""
    told: list[tuple[str, int]] = []
    fsync, replace = os.fsync, os.replace

    def synced(file: int) -> None:
        fsync(file)
        told.append(("durable", os.fstat(file).st_ino))

    def replaced(old: Path, new: Path) -> None:
        replace(old, new)
        told.append(("in place", new.stat().st_ino))

    monkeypatch.setattr(os, "fsync", synced)
    monkeypatch.setattr(os, "replace", replaced)
    return told


def test_a_spec_is_durable_before_it_stands_in_its_place_and_so_is_the_place(
    done: list[tuple[str, int]], tmp_path: Path
) -> None:
    path = tmp_path / "runs" / "one"
    with writing(path, SPEC):
        spec, place = (path / "spec.json").stat().st_ino, path.stat().st_ino
        first = done.index(("durable", spec))
        assert done[first : first + 3] == [("durable", spec), ("in place", spec), ("durable", place)]
        above = [("durable", one.stat().st_ino) for one in (tmp_path, tmp_path / "runs")]
        assert set(above) <= set(done[:first]), "the directories that were made for it are there, too"
        assert done[-1] == ("durable", place), "and so are the files that were opened in it last"


def test_lines_that_a_killed_sitting_left_are_made_durable_by_the_next(
    done: list[tuple[str, int]], tmp_path: Path
) -> None:
    (tmp_path / "blobs.jsonl").write_bytes(b'{"id":"left by a process that was killed before it synced"}\n')
    file = LineFile(tmp_path / "blobs.jsonl")
    file.sync()
    file.sync()
    file.close()
    assert done == [("durable", (tmp_path / "blobs.jsonl").stat().st_ino)], "once: nothing was written since"


def test_an_outcome_is_written_when_the_calls_and_blobs_it_rests_on_are_durable(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """Seeds, turns and what was heard in them, and reflections."""
    not_durable: set[str] = set()
    beneath: list[set[str]] = []
    append, sync = LineFile.append, LineFile.sync

    def appended(file: LineFile, line: bytes) -> None:
        append(file, line)
        not_durable.add(file.path.name)
        if b'"kind":"outcome"' in line:
            beneath.append(not_durable - {"events.jsonl"})

    def synced(file: LineFile) -> None:
        sync(file)
        not_durable.discard(file.path.name)

    monkeypatch.setattr(LineFile, "append", appended)
    monkeypatch.setattr(LineFile, "sync", synced)
    played = play(debate(believer("violet", "pro"), reporter("amber")), tmp_path)
    assert "b001/self_update/amber#1" in played.asked
    assert beneath == [set()] * len([one for one in played.events if one.kind == "outcome"])
