"""The studio interrupts the process that holds the very lock of a run, and no other."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from doxa.errors import LogError
from doxa.log.rundir import LOCK
from doxa.studio import processes

pytestmark = pytest.mark.skipif(not processes.LOCKS.exists(), reason="the system does not list locks")

HOLD = """
import fcntl, sys, time
file = open(sys.argv[1], "w")
fcntl.flock(file, fcntl.LOCK_EX)
print("locked", flush=True)
time.sleep(60)
"""


@pytest.fixture
def driven(tmp_path: Path) -> Iterator[tuple[Path, subprocess.Popen[bytes]]]:
    """Yield a run's directory, and the process that holds its lock."""
    run = tmp_path / "run"
    run.mkdir()
    with subprocess.Popen([sys.executable, "-c", HOLD, str(run / LOCK)], stdout=subprocess.PIPE) as process:
        assert process.stdout
        assert process.stdout.readline() == b"locked\n"
        yield run, process
        process.kill()


def test_the_process_that_holds_the_lock_is_interrupted(driven: tuple[Path, subprocess.Popen[bytes]]) -> None:
    run, process = driven
    processes.stop(run)
    assert process.wait(10) in (-signal.SIGINT, 1)


@pytest.mark.parametrize("link", [os.symlink, os.link])
def test_a_lock_that_is_a_link_to_that_of_another_run_stops_nobody(
    link, driven: tuple[Path, subprocess.Popen[bytes]], tmp_path: Path
) -> None:
    run, process = driven
    (tmp_path / "other").mkdir()
    link(run / LOCK, tmp_path / "other" / LOCK)
    with pytest.raises(LogError, match="no process of this machine is running it"):
        processes.stop(tmp_path / "other")
    assert process.poll() is None


def test_a_lock_of_the_same_number_on_another_disk_stops_nobody(
    driven: tuple[Path, subprocess.Popen[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    _, process = driven
    other = tmp_path / "other"
    other.mkdir()
    (other / LOCK).touch()
    listed = tmp_path / "locks"
    listed.write_text(f"1: FLOCK  ADVISORY  WRITE {process.pid} 00:2a:{(other / LOCK).stat().st_ino} 0 EOF\n")
    monkeypatch.setattr(processes, "LOCKS", listed)
    with pytest.raises(LogError, match="no process of this machine is running it"):
        processes.stop(other)
    assert process.poll() is None


def test_a_process_that_opened_the_lock_and_does_not_hold_it_is_not_stopped(
    driven: tuple[Path, subprocess.Popen[bytes]], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    run, process = driven
    with (run / LOCK).open("rb"):
        listed = tmp_path / "locks"
        listed.write_text(f"1: FLOCK  ADVISORY  WRITE {os.getpid()} 00:2a:{(run / LOCK).stat().st_ino} 0 EOF\n")
        monkeypatch.setattr(processes, "LOCKS", listed)
        with pytest.raises(LogError, match="no process of this machine is running it"):
            processes.stop(run)
    assert process.poll() is None
