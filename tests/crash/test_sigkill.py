"""SIGKILLs at random moments of a run against a real HTTP server that counts requests; fifty in the long test.

Every resumed log must be the uninterrupted one, byte for byte, and no reply that had been written down may be
asked for again: a resumed run asks exactly for what its journal lacked.
"""

import contextlib
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from doxa.analysis.verify import verify
from doxa.log.journal import read_calls
from servers.openai_server import OpenAIServer

KILLS = (4, pytest.param(50, marks=pytest.mark.long))


class Zygote:
    """The warm process of zygote.py."""

    def __init__(self, base_url: str) -> None:
        env = {
            **os.environ,
            "DOXA_BASE_URL": base_url,
            "DOXA_API_KEY": "test",
            "OPENBLAS_NUM_THREADS": "1",  # BLAS threads do not survive a fork
        }
        self._process = subprocess.Popen(
            [sys.executable, str(Path(__file__).with_name("zygote.py"))],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=env,
        )
        assert self._line() == "ready"

    def begin(self, path: Path) -> int:
        assert self._process.stdin
        self._process.stdin.write(f"run {path}\n")
        self._process.stdin.flush()
        return int(self._line().split()[1])

    def ended(self) -> int:
        return int(self._line().split()[2])

    def close(self) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        self._process.wait(10)
        self._process.stdout.close()

    def _line(self) -> str:
        assert self._process.stdout
        return self._process.stdout.readline().strip()


@pytest.fixture
def server() -> Iterator[OpenAIServer]:
    with OpenAIServer(latency=0.002) as running:
        running.keep_bodies = False
        yield running


@pytest.fixture
def zygote(server: OpenAIServer) -> Iterator[Zygote]:
    warm = Zygote(server.base_url)
    yield warm
    warm.close()


def journalled(path: Path) -> int:
    """How many calls to the server stand written down, whole lines only."""
    file = path / "calls.jsonl"
    return sum(call.model == "compatible:test" for call in read_calls(file))


def wait_until(path: Path, lines: int) -> None:
    """Wait until so many lines of a journal are written: moments are spread over the run, not over its start."""
    file, deadline = path / "calls.jsonl", time.monotonic() + 10
    while time.monotonic() < deadline:
        if lines == 0 or (file.exists() and file.read_bytes().count(b"\n") >= lines):
            return
        time.sleep(0.0005)


@pytest.mark.xdist_group("crash")
@pytest.mark.parametrize("kills", KILLS)
def test_a_killed_run_resumes_to_the_same_bytes_and_asks_nothing_twice(
    server: OpenAIServer, zygote: Zygote, tmp_path: Path, kills: int
) -> None:
    zygote.begin(tmp_path / "first")  # caches fill
    assert zygote.ended() == 0
    server.count = 0
    zygote.begin(tmp_path / "whole")
    assert zygote.ended() == 0
    reference = (tmp_path / "whole" / "events.jsonl").read_bytes()
    total = server.count
    assert total == journalled(tmp_path / "whole") > 10
    moments = random.Random(20)
    resumed_midway = 0
    for number in range(kills):
        path = tmp_path / f"killed{number}"
        child = zygote.begin(path)
        wait_until(path, moments.randrange(total))
        time.sleep(moments.uniform(0, 0.004))
        with contextlib.suppress(ProcessLookupError):  # it may have come to its end
            os.kill(child, signal.SIGKILL)
        zygote.ended()
        time.sleep(0.01)  # a request that is on its way arrives
        asked, written = server.count, journalled(path)
        resumed_midway += 0 < written < total
        zygote.begin(path)
        assert zygote.ended() == 0, f"kill {number} could not be resumed"
        assert (path / "events.jsonl").read_bytes() == reference, f"kill {number} resumed to another log"
        assert server.count - asked == total - written, f"kill {number}: a written-down reply was asked for again"
    assert resumed_midway > kills / 2, "most kills must fall inside a run for this test to mean something"
    assert verify(path).status == "verified"
