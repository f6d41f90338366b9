"""What stands in a run directory and is no file of its own is refused before anything is read or written."""

import os
import shutil
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from doxa.analysis.verify import verify
from doxa.errors import DamagedLogError, LogError
from doxa.experiments.sitting import resume, run
from doxa.exports.finding import find_runs
from doxa.log.rundir import is_finished, open_run

FILES = ("spec.json", "events.jsonl", "calls.jsonl", "blobs.jsonl")
APPENDED = ("events.jsonl", "calls.jsonl", "blobs.jsonl", "lock")


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return run("compulsory-voting", out=tmp_path_factory.mktemp("odd") / "run", changes={"script.rounds": 1}).path


@pytest.fixture
def copy(finished: Path, tmp_path: Path) -> Path:
    """Return a copy of a run that stopped early."""
    path = Path(shutil.copytree(finished, tmp_path / "copy"))
    lines = (path / "events.jsonl").read_bytes().splitlines(keepends=True)
    (path / "events.jsonl").write_bytes(b"".join(lines[:12]))
    return path


@pytest.fixture(autouse=True)
def _no_waiting() -> Iterator[None]:
    """Fail where a pipe is waited for."""

    def fail(*_: object) -> None:
        raise AssertionError("it waits for a pipe")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(60)
    yield
    signal.alarm(0)
    signal.signal(signal.SIGALRM, before)


def contents(path: Path) -> dict[str, bytes]:
    return {file.name: file.read_bytes() for file in path.iterdir() if file.is_file()}


def open_all(path: Path) -> object:
    log = open_run(path)
    return log.calls(), list(log.blobs.vectors())


@pytest.mark.parametrize("use", [open_all, verify, resume, is_finished], ids=lambda use: use.__name__)
@pytest.mark.parametrize("name", FILES)
def test_a_pipe_in_place_of_a_file_is_refused_at_once(name: str, use: Callable[[Path], object], copy: Path) -> None:
    if use is is_finished and name != "events.jsonl":
        pytest.skip("it looks at the events alone")
    (copy / name).unlink()
    os.mkfifo(copy / name)
    before = contents(copy)
    with pytest.raises(LogError, match=f"{name} is a folder, a pipe or a device"):
        use(copy)
    assert contents(copy) == before


def test_a_folder_of_runs_with_a_pipe_names_the_run(copy: Path) -> None:
    (copy / "spec.json").unlink()
    os.mkfifo(copy / "spec.json")
    assert [place.name for place in find_runs(copy.parent).runs] == ["copy"]


@pytest.mark.parametrize("link", [os.link, os.symlink])
@pytest.mark.parametrize("name", APPENDED)
def test_a_file_that_two_runs_share_is_never_appended_to(
    name: str, link: Callable[[Path, Path], None], copy: Path, tmp_path: Path
) -> None:
    other = Path(shutil.copytree(copy, tmp_path / "other"))
    (other / name).unlink()
    link(copy / name, other / name)
    before = contents(copy), contents(other)
    with pytest.raises(LogError, match=f"{name} has another name too") as raised:
        resume(other)
    assert "cp -rL" in raised.value.hint
    assert (contents(copy), contents(other)) == before
    assert open_run(other).events


def test_a_copy_of_its_own_can_be_resumed(copy: Path, tmp_path: Path) -> None:
    shutil.copytree(copy, tmp_path / "linked", copy_function=os.link)
    resume(Path(shutil.copytree(tmp_path / "linked", tmp_path / "own")))
    assert is_finished(tmp_path / "own")
    assert not is_finished(copy)


@pytest.mark.parametrize("name", FILES)
def test_a_file_that_is_larger_than_the_memory_is_not_read(name: str, copy: Path) -> None:
    os.truncate(copy / name, 1 << 42)  # a hole: it takes no room on the disk
    for use in (open_all, verify, resume):
        with pytest.raises(LogError, match="GB of memory are available"):
            use(copy)


@pytest.mark.parametrize("name", ["calls.jsonl", "blobs.jsonl"])
def test_a_run_without_a_file_of_its_log_is_not_resumed(name: str, copy: Path) -> None:
    (copy / name).unlink()
    before = contents(copy)
    with pytest.raises(DamagedLogError, match=f"holds events, but no {name}"):
        resume(copy)
    assert contents(copy) == before
    assert f"but no {name}" in verify(copy).problems[0].what


def test_a_run_without_its_blobs_is_not_shown(copy: Path) -> None:
    (copy / "blobs.jsonl").unlink()
    with pytest.raises(DamagedLogError, match="holds events, but no blobs"):
        open_run(copy)
