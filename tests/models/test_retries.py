"""Trying again: how often, how long between, and what is recorded."""

import asyncio
import random

import pytest
from hypothesis import given, strategies as st

from doxa.errors import ModelCallError, ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.limits import Limiter
from doxa.models.port import Response
from doxa.models.retries import Fault, answer_of, wait_after

GOOD = Response(text="yes")
BUSY = Fault(status="server_error", message="busy", again=True)


def play(*found: Response | Fault, **conditions) -> tuple[Response, list[float]]:
    """Let attempts end as given, and return the answer and the waits."""
    given_conditions = Conditions(**conditions)
    ends, waits = iter(found), []

    async def attempt() -> Response | Fault:
        return next(ends)

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    async def scene() -> Response:
        limiter = Limiter(given_conditions, clock=lambda: sum(waits), sleep=sleep)
        return await answer_of(attempt, limiter, given_conditions, sleep=sleep, jitter=lambda: 1.0)

    return asyncio.run(scene()), waits


def test_an_answer_at_once_records_no_try():
    assert play(GOOD) == (GOOD, [])


def test_waits_double_up_to_the_longest():
    found, waits = play(BUSY, BUSY, BUSY, BUSY, GOOD, first_wait_s=1, longest_wait_s=3)
    assert waits == [1, 2, 3, 3]
    assert [one.waited for one in found.tries] == waits
    assert [one.status for one in found.tries] == ["server_error"] * 4


def test_a_setup_fault_is_not_tried_again():
    with pytest.raises(ModelSetupError, match="no key"):
        play(Fault(status="setup", message="no key", setup=True), GOOD)


@pytest.mark.parametrize(
    ("faults", "status"),
    [([BUSY, BUSY], "server_error"), ([Fault(status="too_long", message="endless")], "too_long")],
    ids=["the bound counts tries in all", "a final fault is not tried again"],
)
def test_a_call_is_given_up_by_its_last_fault(faults, status):
    with pytest.raises(ModelCallError, match=faults[-1].message) as caught:
        play(*faults, GOOD, tries=2)
    assert caught.value.status == status
    assert [attempt.status for attempt in caught.value.tries] == [status] * len(faults)


def test_retry_after_outlasts_the_back_off():
    _, waits = play(Fault(status="rate_limited", message="slow", again=True, retry_after=9.0), GOOD, first_wait_s=1)
    assert waits[0] == 9.0


@given(st.integers(1, 60), st.none() | st.floats(0, 1e9), st.floats(0, 0.999))
def test_every_wait_is_bounded(tried, retry_after, drawn):
    waited = wait_after(tried, retry_after, Conditions(), lambda: drawn)
    assert 0.25 <= waited <= Conditions().longest_wait_s


class QuickLoop(asyncio.SelectorEventLoop):
    """An event loop whose clock jumps to its next timer."""

    def __init__(self) -> None:
        super().__init__()
        self.now = 0.0
        select = self._selector.select
        self._selector.select = lambda timeout: (self._pass(timeout), select(0))[1]

    def _pass(self, seconds: float | None) -> None:
        self.now += seconds or 0.0

    def time(self) -> float:
        return self.now


@pytest.mark.parametrize("drops", [True, False], ids=["drops what nobody awaits", "answers also what nobody awaits"])
@pytest.mark.parametrize(("calls", "patience"), [(8, 3.05), (24, 3.05), (100, 3.05), (100, 5.05)])
def test_a_server_with_one_slot_loses_no_call_of_many_at_once(calls: int, patience: float, drops: bool) -> None:
    """Calls take a second each, and wait for one another; 16 may be made at once, each with five tries."""
    terms = Conditions(first_wait_s=0.1)
    drawn = random.Random(1)

    async def scene() -> list[Response]:
        slot = asyncio.Lock()
        limiter = Limiter(terms, clock=asyncio.get_running_loop().time)

        async def served() -> Response:
            async with slot:
                await asyncio.sleep(1.0)
                return GOOD

        async def attempt() -> Response | Fault:
            answer = asyncio.ensure_future(served())
            try:
                async with asyncio.timeout(patience):
                    return await (answer if drops else asyncio.shield(answer))
            except TimeoutError:
                return Fault(status="timeout", message="late", again=True)

        return await asyncio.gather(*(answer_of(attempt, limiter, terms, jitter=drawn.random) for _ in range(calls)))

    with asyncio.Runner(loop_factory=QuickLoop) as runner:
        assert len(runner.run(scene())) == calls
