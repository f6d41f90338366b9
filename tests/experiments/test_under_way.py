"""Runs and sweeps under way on a caller's loop: awaited, followed, cancelled, resumed, and many at once."""

import asyncio
import signal
import threading
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import doxa
from doxa.errors import LockedError, ScenarioError, StoppedError
from doxa.models.port import Request, Response, Usage
from doxa.models.setup import performer_for
from library import Library

SHORT = {"script.rounds": 1}
MOTION = "compulsory-voting"


def events_of(path: Path) -> bytes:
    return (path / "spec.json").read_bytes() + (path / "events.jsonl").read_bytes()


@pytest.fixture(scope="module")
def alone(library: Library) -> bytes:
    """What a run of one round records that nobody disturbs."""
    return events_of(library.keep("one-round", lambda path: doxa.run(MOTION, out=path, changes=SHORT)))


class Between:
    """A performer of doxa's own, before each of whose answers something happens."""

    def __init__(self, happens: Callable[[Request], Awaitable[None]], settings: Any, conditions: Any) -> None:
        self._within, self._happens = performer_for(settings, conditions), happens

    async def perform(self, request: Request) -> Response:
        await self._happens(request)
        return await self._within.perform(request)

    async def close(self) -> None:
        await self._within.close()


def after(calls: int, event: Callable[[], Awaitable[None]]) -> Callable[[Any, Any], Between]:
    """Return a factory of performers: with the call of this number, from 1, something happens."""
    count = 0

    async def happen(request: Request) -> None:
        nonlocal count
        count += 1
        if count == calls:
            await event()

    return lambda settings, conditions: Between(happen, settings, conditions)


def test_a_run_is_awaited_or_made_a_task_and_is_the_same(tmp_path: Path, alone: bytes) -> None:
    async def main() -> None:
        log = await doxa.arun(MOTION, out=tmp_path / "awaited", changes=SHORT)
        assert log.finished
        async with asyncio.TaskGroup() as tasks:
            tasks.create_task(doxa.arun(MOTION, out=tmp_path / "task", changes=SHORT))

    asyncio.run(main())
    assert events_of(tmp_path / "awaited") == events_of(tmp_path / "task") == alone


def test_progress_is_an_iterator_and_a_callback(tmp_path: Path, alone: bytes) -> None:
    called: list[doxa.Progress] = []

    async def main() -> list[doxa.Progress]:
        running = doxa.arun(MOTION, out=tmp_path / "run", changes=SHORT, watch=called.append)
        progress = [step async for step in running]
        assert (await running).finished
        return progress

    assert asyncio.run(main()) == called
    assert [step.batch.note for step in called]
    assert events_of(tmp_path / "run") == alone


@pytest.mark.parametrize("error", [RuntimeError("enough"), ScenarioError("of another run")])
@pytest.mark.parametrize("is_synchronous", [True, False])
def test_what_a_callback_raises_reaches_the_caller_and_leaves_a_run_to_resume(
    tmp_path: Path, alone: bytes, error: Exception, is_synchronous: bool
) -> None:
    def refuse(progress: doxa.Progress) -> None:
        raise error

    async def main() -> None:
        await doxa.arun(MOTION, out=tmp_path / "run", changes=SHORT, watch=refuse)

    with pytest.raises(type(error)) as raised:
        doxa.run(MOTION, out=tmp_path / "run", changes=SHORT, watch=refuse) if is_synchronous else asyncio.run(main())
    assert raised.value is error
    assert not doxa.open_run(tmp_path / "run").finished
    assert asyncio.run(resumed(tmp_path / "run")).finished
    assert events_of(tmp_path / "run") == alone


async def resumed(path: Path) -> doxa.RunLog:
    return await doxa.aresume(path)


def test_a_follower_of_calls_may_raise(tmp_path: Path, alone: bytes) -> None:
    class Follower:
        def __call__(self, progress: doxa.Progress) -> None: ...

        def follow_call(self, request: Request, call: object) -> None:
            if call and request.step.task == "extract":
                raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        doxa.run(MOTION, out=tmp_path / "run", changes=SHORT, watch=Follower())
    assert doxa.resume(tmp_path / "run").finished
    assert events_of(tmp_path / "run") == alone


def test_a_loop_over_the_progress_that_is_left_stops_the_run(tmp_path: Path, alone: bytes) -> None:
    async def main() -> None:
        running = doxa.arun(MOTION, out=tmp_path / "run", changes={"script.rounds": 3})
        async for _ in running:
            break
        with pytest.raises(StoppedError, match="was left before its end"):
            await running
        assert not doxa.open_run(tmp_path / "run").finished
        await doxa.arun(MOTION, out=tmp_path / "run", changes={"script.rounds": 3})
        assert len(asyncio.all_tasks()) == 1, "nothing goes on behind"

    asyncio.run(main())
    assert not doxa.verify(tmp_path / "run").problems


def test_what_ends_a_run_is_raised_after_its_progress(tmp_path: Path) -> None:
    async def fail() -> None:
        raise RuntimeError("broken")

    seen = []

    async def main() -> None:
        async for progress in doxa.arun(MOTION, out=tmp_path / "run", changes=SHORT, make=after(12, fail)):
            seen.append(progress)

    with pytest.raises(RuntimeError, match="broken"):
        asyncio.run(main())
    assert len(seen) == 1


@pytest.mark.parametrize("number", range(1, 13))
def test_a_run_that_is_cancelled_at_any_call_is_resumed_to_the_same_bytes(
    tmp_path: Path, alone: bytes, number: int
) -> None:
    async def main() -> None:
        async def cancel() -> None:
            task.cancel()
            await asyncio.sleep(0)

        task = asyncio.create_task(doxa.arun(MOTION, out=tmp_path, changes=SHORT, make=after(number, cancel)))
        with pytest.raises(asyncio.CancelledError):
            await task
        assert not doxa.open_run(tmp_path).finished
        await doxa.aresume(tmp_path)

    asyncio.run(main())
    assert events_of(tmp_path) == alone


def test_twenty_tasks_and_twenty_threads_each_record_what_one_run_alone_does(tmp_path: Path) -> None:
    def settings(number: int) -> dict[str, Any]:
        return {**SHORT, "seed": number % 2}

    expected = []
    for seed in range(2):
        doxa.run(MOTION, out=tmp_path / f"alone-{seed}", changes=settings(seed))
        expected.append(events_of(tmp_path / f"alone-{seed}"))

    async def run_tasks() -> None:
        async def run_one(number: int) -> None:
            path = tmp_path / f"task-{number}"
            task = asyncio.create_task(
                doxa.arun(MOTION, out=path, changes=settings(number), make=after(1 + number % 9, cancel_third(number)))
            )
            tasks[number] = task
            await asyncio.wait([task])
            assert task.cancelled() is (number % 3 == 0)
            if task.cancelled():
                await doxa.aresume(path)

        def cancel_third(number: int) -> Callable[[], Awaitable[None]]:
            async def cancel() -> None:
                if number % 3 == 0:
                    tasks[number].cancel()
                await asyncio.sleep(0)

            return cancel

        tasks: dict[int, asyncio.Task[doxa.RunLog]] = {}
        await asyncio.gather(*map(run_one, range(20)))

    def run_in_thread(number: int) -> None:
        def stop(progress: doxa.Progress) -> None:
            raise RuntimeError("enough")

        path = tmp_path / f"thread-{number}"
        if number % 3 == 0:
            with pytest.raises(RuntimeError, match="enough"):
                doxa.run(MOTION, out=path, changes=settings(number), watch=stop)
        doxa.run(MOTION, out=path, changes=settings(number))

    with ThreadPoolExecutor(20) as threads:
        ran = [threads.submit(run_in_thread, number) for number in range(20)]
        asyncio.run(run_tasks())
        for thread in ran:
            thread.result()
    for number in range(20):
        for kind in ("task", "thread"):
            assert events_of(tmp_path / f"{kind}-{number}") == expected[number % 2], (kind, number)


class Priced:
    """A speaker that says one thing and uses a hundred tokens for it, a cent's worth."""

    def __init__(self, settings: Any, conditions: Any) -> None:
        self._within = performer_for(settings, conditions)

    async def perform(self, request: Request) -> Response:
        await asyncio.sleep(0)
        if request.task.name != "respond":
            return await self._within.perform(request)
        usage = Usage(input_tokens=60, output_tokens=40)
        return Response(text="Voting is a duty that all citizens share.", usage=usage, cost=0.01)

    async def close(self) -> None:
        await self._within.close()


def spent_in(folder: Path) -> int:
    calls = [call for path in folder.iterdir() for call in doxa.open_run(path).calls()]
    return sum((call.input_tokens or 0) + (call.output_tokens or 0) for call in calls)


@pytest.mark.parametrize(("limit", "larger"), [({"tokens": 1000}, {"tokens": 100_000}), ({"usd": 0.1}, {"usd": 50.0})])
def test_runs_share_a_budget(tmp_path: Path, limit: dict[str, Any], larger: dict[str, Any]) -> None:
    async def main(budget: doxa.SharedBudget) -> list[Any]:
        runs = (
            doxa.arun(MOTION, out=tmp_path / str(number), changes={"script.rounds": 4}, budget=budget, make=Priced)
            for number in range(3)
        )
        return await asyncio.gather(*runs, return_exceptions=True)

    for _ in range(2):  # a second time nothing is left to spend
        ends = asyncio.run(main(doxa.SharedBudget(**limit)))
        assert all(isinstance(end, StoppedError) and "the shared budget of" in str(end) for end in ends), ends
        assert 1000 <= spent_in(tmp_path) <= 1000 + 3 * 200, "only calls in flight exceed it"
    assert all(log.finished for log in asyncio.run(main(doxa.SharedBudget(**larger))))


def test_runs_on_one_loop_share_the_limits_of_a_service(tmp_path: Path, server: Any) -> None:
    async def main() -> None:
        changes = {**SHORT, "models.speaker": "compatible:m", "conditions.concurrency": 2}
        await asyncio.gather(*(doxa.arun(MOTION, out=tmp_path / str(number), changes=changes) for number in range(4)))

    asyncio.run(main())
    assert server.count >= 8
    assert server.most_at_once <= 2


def test_a_kernel_that_is_interrupted_stops_the_run_of_its_cell(tmp_path: Path, alone: bytes) -> None:
    reached = []

    def interrupt(progress: doxa.Progress) -> None:
        reached.append(progress)
        signal.pthread_kill(threading.main_thread().ident or 0, signal.SIGINT)

    async def cell() -> None:
        doxa.run(MOTION, out=tmp_path / "run", changes={"script.rounds": 6}, watch=interrupt)

    loop = asyncio.new_event_loop()  # as a notebook has it: Python's own handler of Ctrl-C
    try:
        with pytest.raises(KeyboardInterrupt):
            loop.run_until_complete(cell())
    finally:
        loop.close()
    assert 1 <= len(reached) < 6
    assert not doxa.open_run(tmp_path / "run").finished
    assert doxa.resume(tmp_path / "run").finished


GRID = {"belief.u": [0.2, 0.8]}


def test_a_sweep_is_followed_and_is_the_one_that_sweep_makes(tmp_path: Path) -> None:
    async def main() -> tuple[list[doxa.Cell], doxa.SweepResult]:
        running = doxa.asweep(MOTION, GRID, replicates=2, changes=SHORT, out=tmp_path / "a")
        cells = [cell async for cell in running]
        return cells, await running

    cells, swept = asyncio.run(main())
    assert [cell.status for cell in cells] == ["finished"] * 4
    synchronous = doxa.sweep(MOTION, GRID, replicates=2, changes=SHORT, out=tmp_path / "s")
    assert swept.means.rows == synchronous.means.rows
    for run in swept.runs.runs:
        assert events_of(tmp_path / "a" / run.run) == events_of(tmp_path / "s" / run.run)


def test_a_sweep_that_is_cancelled_says_what_is_missing_and_continues(tmp_path: Path) -> None:
    async def main() -> doxa.SweepResult:
        async def cancel() -> None:
            task.cancel()
            await asyncio.sleep(0)

        make = after(30, cancel)
        task = asyncio.create_task(doxa.asweep(MOTION, GRID, replicates=2, changes=SHORT, out=tmp_path, make=make))
        with pytest.raises(asyncio.CancelledError):
            await task
        assert {run.status for run in doxa.read_sweep(tmp_path).runs.runs} & {"unfinished", "not begun"}
        return await doxa.asweep(MOTION, GRID, replicates=2, changes=SHORT, out=tmp_path)

    assert {run.status for run in asyncio.run(main()).runs.runs} == {"finished"}


def test_a_directory_takes_one_run_at_a_time_also_on_one_loop(tmp_path: Path, alone: bytes) -> None:
    async def main() -> list[Any]:
        runs = (doxa.arun(MOTION, out=tmp_path / "run", changes=SHORT) for _ in range(3))
        return await asyncio.gather(*runs, return_exceptions=True)

    ends = asyncio.run(main())
    assert sorted(type(end).__name__ for end in ends) == ["LockedError", "LockedError", "RunLog"]
    assert "or in this one" in str(next(end for end in ends if isinstance(end, LockedError)))
    assert events_of(tmp_path / "run") == alone


def test_what_was_never_awaited_did_not_begin(tmp_path: Path) -> None:
    running = doxa.arun(MOTION, out=tmp_path / "run", changes=SHORT)
    running.close()
    assert not (tmp_path / "run").exists()
