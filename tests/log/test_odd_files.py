"""What stands in a run directory and is no file of its own is refused before anything is read or written."""

import os
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from doxa.analysis.verify import verify
from doxa.errors import LogError
from doxa.experiments.sitting import resume, run
from doxa.exports.finding import find_runs
from doxa.log.rundir import is_finished, open_run
from log.machine_faults import ODD_FILES, OddFile, cut_copy, fault_of_odd_file, without_waiting


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run("compulsory-voting", out=tmp_path_factory.mktemp("odd") / "run", changes={"script.rounds": 1}).path


@pytest.fixture
def copy(finished: Path, tmp_path: Path) -> Path:
    return cut_copy(finished, tmp_path / "copy")


@pytest.fixture(autouse=True)
def _no_waiting() -> Iterator[None]:
    with without_waiting():
        yield


@pytest.mark.parametrize("odd", ODD_FILES, ids=str)
def test_an_odd_file_is_refused_before_anything_is_read_or_written(
    odd: OddFile, finished: Path, tmp_path: Path
) -> None:
    assert fault_of_odd_file(odd, finished, tmp_path) == ""


def test_a_run_that_shares_a_file_says_how_to_copy_it_and_can_be_read(copy: Path) -> None:
    (odd,) = (odd for odd in ODD_FILES if (odd.kind, odd.name) == ("hard link", "events.jsonl"))
    odd.spoil(copy / odd.name)
    with pytest.raises(LogError) as raised:
        resume(copy)
    assert "cp -rL" in raised.value.hint
    assert open_run(copy).events


def test_a_folder_of_runs_with_a_pipe_names_the_run(copy: Path) -> None:
    (copy / "spec.json").unlink()
    os.mkfifo(copy / "spec.json")
    assert [place.name for place in find_runs(copy.parent).runs] == ["copy"]


def test_a_copy_of_its_own_can_be_resumed(copy: Path, tmp_path: Path) -> None:
    shutil.copytree(copy, tmp_path / "linked", copy_function=os.link)
    resume(Path(shutil.copytree(tmp_path / "linked", tmp_path / "own")))
    assert is_finished(tmp_path / "own")
    assert not is_finished(copy)


@pytest.mark.parametrize("name", ["calls.jsonl", "blobs.jsonl"])
def test_a_run_without_a_file_of_its_log_is_not_verified(name: str, copy: Path) -> None:
    (copy / name).unlink()
    assert f"but no {name}" in verify(copy).problems[0].what
