"""SIGKILLs of a sweep by batch at every request that the service gets, and at every write; a part of them by default.

All of them (``-m long``) take five minutes of one core.

Wherever it ends, the same call goes on to the events of a sweep that was asked live, and no request is taken twice.
"""

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from servers.batch_server import BatchServer
from servers.openai_server import KEY

STEPS = (31, pytest.param(1, marks=pytest.mark.long))
"""Every so many points one is tried."""


@dataclass
class Kill:
    """Kills a process at one request that the server gets."""

    server: BatchServer
    number: int
    """How many requests came before."""
    moment: str
    """Whether it is killed before the request is served, or after, so that the reply is lost."""
    process: int = 0

    def __call__(self, path: str, moment: str) -> None:
        if len(self.server.paths) == self.number + 1 and moment == self.moment:
            while not self.process:  # it asks before its number is read
                time.sleep(0.001)
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.process, signal.SIGKILL)


class Zygote:
    """The warm process of batch_zygote.py."""

    def __init__(self, base_url: str) -> None:
        keys = {"OPENAI_BASE_URL": base_url, "OPENAI_API_KEY": KEY, "OPENBLAS_NUM_THREADS": "1"}
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("batch_zygote.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, **keys},
        )
        assert self._line() == "ready"

    def begin(self, folder: Path, *, batch: bool = True, last: int = 0) -> int:
        assert self._process.stdin
        self._process.stdin.write(f"run {folder} {int(batch)} {last}\n")
        self._process.stdin.flush()
        return int(self._line().split()[1])

    def end(self) -> int:
        return int(self._line().split()[1])

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def _line(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()


@pytest.fixture(scope="module")
def server() -> Iterator[BatchServer]:
    with BatchServer() as running:
        running.looks = 1
        yield running


@pytest.fixture(scope="module")
def zygote(server: BatchServer) -> Iterator[Zygote]:
    warm = Zygote(server.base_url)
    yield warm
    warm.close()


def events_in(folder: Path) -> list[bytes]:
    return [path.read_bytes() for path in sorted(folder.glob("*/events.jsonl"))]


@pytest.fixture(scope="module")
def live(server: BatchServer, zygote: Zygote, tmp_path_factory: pytest.TempPathFactory) -> list[bytes]:
    folder = tmp_path_factory.mktemp("live") / "sweep"
    zygote.begin(folder, batch=False)
    assert zygote.end() == 0
    assert not server.batches
    return events_in(folder)


def check_going_on(zygote: Zygote, server: BatchServer, folder: Path, live: list[bytes], point: str) -> None:
    """Give the same call again, and compare what it leaves with a sweep that was asked live."""
    server.watch = lambda path, moment: None
    zygote.begin(folder)
    assert zygote.end() == 0, f"{point}: it does not go on"
    assert events_in(folder) == live, f"{point}: other events"
    assert set(server.submitted.values()) == {1}, f"{point}: a request was taken twice"


@pytest.mark.xdist_group("crash")
@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_request_loses_nothing_and_sends_nothing_twice(
    server: BatchServer, zygote: Zygote, live: list[bytes], tmp_path: Path, step: int
) -> None:
    server.forget()
    server.looks = 1
    zygote.begin(tmp_path / "whole")
    assert zygote.end() == 0
    assert events_in(tmp_path / "whole") == live
    points = [(number, moment) for number in range(len(server.paths)) for moment in ("before", "after")]
    assert len(points) > 40
    killed = 0
    for number, moment in points[::step]:
        server.forget()
        server.looks = 1
        folder = tmp_path / f"{number}-{moment}"
        kill = Kill(server, number, moment)
        server.watch = kill
        kill.process = zygote.begin(folder)
        end = zygote.end()
        assert end in (0, -signal.SIGKILL), f"{number} {moment}: it failed by itself"
        if end == 0:
            continue  # runs that wait together share batches, on a busy machine more of them: fewer requests
        killed += 1
        check_going_on(zygote, server, folder, live, f"request {number}, {moment}")
    assert killed * 3 >= len(points[::step])


@pytest.mark.xdist_group("crash")
@pytest.mark.parametrize("step", STEPS)
def test_a_kill_at_any_write_loses_nothing_and_sends_nothing_twice(
    server: BatchServer, zygote: Zygote, live: list[bytes], tmp_path: Path, step: int
) -> None:
    server.forget()
    server.looks = 1
    zygote.begin(tmp_path / "whole")
    assert zygote.end() == 0
    writes = int((tmp_path / "whole.writes").read_text())
    assert writes > 40
    for last in range(1, writes + 1, step):
        server.forget()
        server.looks = 1
        zygote.begin(tmp_path / str(last), last=last)
        if zygote.end() == 0:
            continue  # runs that go on together write in another order each time
        check_going_on(zygote, server, tmp_path / str(last), live, f"write {last}")
