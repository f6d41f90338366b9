"""A disk that fails at any place loses nothing: doxa says what happened, and the same call goes on to the same bytes.

Here a seeded sample of places; ``make test-long`` enumerates them all, as ``bench/faults.py --whole`` does.
"""

import errno
import os
from collections.abc import Callable
from pathlib import Path
from random import Random

import pytest

from doxa.log import disk, journal
from log.disk_faults import call_doxa, faults_of, make_reference, try_faults
from log.disk_kinds import KINDS

SAMPLE = 4


@pytest.mark.parametrize("kind", [kind for kind in KINDS if kind != "ensemble"])
def test_a_sample_of_disk_faults_loses_nothing(kind: str) -> None:
    reference = make_reference(kind)
    assert try_faults(kind, reference, Random(kind).sample(faults_of(kind, reference), SAMPLE)).violations == []


@pytest.mark.long
@pytest.mark.parametrize("kind", KINDS)
def test_no_disk_fault_loses_anything(kind: str, record_property: Callable[[str, object], None]) -> None:
    reference = make_reference(kind)
    tried = try_faults(kind, reference, faults_of(kind, reference))
    record_property("score", f"{tried.states - tried.failed}/{tried.states} disk faults without harm")
    assert tried.violations == []


class FullForTheFirst(disk.FileSystem):
    """A disk that has no room for the first line of a file with these words in it."""

    def __init__(self, name: str, words: bytes) -> None:
        self._name, self._words = name, words

    def open_file(self, path: Path, flags: int) -> int:
        file = super().open_file(path, flags)
        if path.name == self._name:
            self._file = file
        return file

    def write(self, file: int, content: bytes) -> int:
        if file == getattr(self, "_file", None) and self._words in content:
            self._file = -1
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return super().write(file, content)


def test_an_answer_that_could_not_be_written_down_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    ended = call_doxa(("run", "puzzles/votes", "--out", "out", "--quiet"), FullForTheFirst(journal.NAME, b"role"))
    (step,) = [id.partition(":")[2].partition("#")[0] for id in ended.asked[:1]]
    assert ended.code == 3
    assert ended.errors == (
        "stopped: out/calls.jsonl could not be written: No space left on device\n"
        f"→ What had just been answered for {step} is not recorded and is asked again. Nothing that was recorded is "
        "lost. Make room, then give the same call again.\n"
    )


def test_a_disk_that_fails_in_one_run_of_a_sweep_stops_the_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else they would go on to ask for answers that cannot be written down."""
    monkeypatch.chdir(tmp_path)
    words = ("sweep", "puzzles/votes", "--replicates", "6", "--at-once", "2", "--out", "out", "--quiet")
    ended = call_doxa(words, FullForTheFirst("spec.json.part", b""))
    assert ended.code == 3
    assert ended.errors.startswith("stopped: out/k0/spec.json could not be written: No space left on device\n")
    assert not Path("out/sweep.json").exists(), "no run has failed"
    assert len(list(Path("out").glob("*/spec.json"))) <= 1, "runs that had not begun do not begin"
    assert call_doxa(words, disk.FileSystem()).code == 0
