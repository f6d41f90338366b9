"""Pages that leave while the studio works for them, and pages that wait beside long work."""

import asyncio
import signal
import tempfile
import threading
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

from doxa.engine.turn import Desk
from doxa.experiments import dry_runs
from doxa.models.port import Request, Response
from doxa.studio import server
from doxa.studio.shelf import handle_of
from studio.asking import Application
from studio.conftest import copy_run
from studio.served import Served, Visitor, served_studio

LONG = """
proposition = "We should introduce compulsory voting"
protocol = "dialogue"
[agents.ana]
side = "pro"
[agents.ben]
side = "con"
[models]
speaker = "openai:gpt-4o"
[script]
rounds = 10_000
"""
"""A dry run of it takes an hour."""

PATIENCE = 60.0
"""Seconds after which a test gives up."""

HEARD, BUSY = 2.0, 18.0
"""Seconds after a signal within which the studio has ended, and those that a busy machine takes to end any process."""


async def leave_midway(application: Application, path: str, body: object, is_at_work: threading.Event) -> None:
    """Let a page ask, close it once the work is under way, and wait until the studio has ended the work."""
    gone = asyncio.Event()
    asked = asyncio.ensure_future(application.send(path, "POST", body, gone=gone))
    await asyncio.to_thread(is_at_work.wait, PATIENCE)
    gone.set()
    await asyncio.wait_for(asked, PATIENCE)


def test_an_estimate_ends_when_its_page_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    is_at_work = threading.Event()
    perform = dry_runs.Imitator.perform

    async def announced(self: dry_runs.Imitator, request: Request) -> Response:
        is_at_work.set()
        return await perform(self, request)

    monkeypatch.setattr(dry_runs.Imitator, "perform", announced)
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    (tmp_path / "runs").mkdir()
    asyncio.run(leave_midway(Application(tmp_path / "runs"), "/api/estimate", {"text": LONG}, is_at_work))
    assert [path.name for path in tmp_path.iterdir()] == ["runs"], "the dry run left a directory behind"


def test_an_argument_is_dropped_when_its_page_is_closed(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_at_work, asked = threading.Event(), []

    async def slow(self: Desk, request: Request) -> dict[str, Any]:
        asked.append(request.step.key)
        is_at_work.set()
        while True:
            self.gate.raise_if_closed()
            await asyncio.sleep(0.01)

    monkeypatch.setattr(Desk, "_ask", slow)
    copy_run(finished, tmp_path / "run")
    argument = {"text": "A forced vote is a careless vote.", "speaker": "violet"}
    asyncio.run(leave_midway(Application(tmp_path), f"/api/runs/{handle_of('run')}/argue", argument, is_at_work))
    assert len(asked) == 1, "no further step of hearing is begun"


def test_a_what_if_does_not_wait_for_an_argument(
    finished: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    is_at_work, is_answered = threading.Event(), threading.Event()

    def hear(*_: object) -> dict[str, Any]:
        is_at_work.set()
        assert is_answered.wait(PATIENCE)
        return {}

    monkeypatch.setattr(server, "answer_argument", hear)
    copy_run(finished, tmp_path / "run")
    application = Application(tmp_path)
    run = f"/api/runs/{handle_of('run')}"

    async def both() -> tuple[int, int]:
        argument = {"text": "A forced vote is a careless vote.", "speaker": "violet"}
        argued = asyncio.ensure_future(application.send(f"{run}/argue", "POST", argument))
        await asyncio.to_thread(is_at_work.wait, PATIENCE)
        answer = await asyncio.wait_for(
            application.send(f"{run}/what-if", "POST", {"set": {"belief.u": 0.3}}), PATIENCE / 2
        )
        is_answered.set()
        return answer.status, (await argued).status

    assert asyncio.run(both()) == (200, 200)


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_a_studio_that_estimates_hears_signals(number: signal.Signals, tmp_path: Path) -> None:
    with served_studio(tmp_path, {"TMPDIR": str(tmp_path), "OPENAI_API_KEY": "sk-key-of-the-test"}) as studio:
        asking = threading.Thread(target=visit(studio).post, args=["/api/estimate", {"text": LONG}])
        asking.start()
        while not list(tmp_path.glob("*/0/calls.jsonl")):
            assert studio.process.poll() is None
            time.sleep(0.05)
        studio.process.send_signal(number)
        studio.process.wait(HEARD + BUSY)
        asking.join(PATIENCE)


def visit(studio: Served) -> Visitor:
    """Return a visitor of a studio, which gives its link before it listens."""
    for _ in range(100):
        with suppress(ConnectionError):
            return Visitor(studio)
        time.sleep(0.05)
    raise AssertionError("the studio does not listen")
