"""The limiter: bounds, back-off, rates and pauses, on a clock that does not wait."""

import asyncio
from collections.abc import Callable, Coroutine
from functools import wraps

import pytest
from hypothesis import given, strategies as st

from doxa.models.conditions import Conditions
from doxa.models.limits import Limiter, TokenBucket, limiter_for


class Clock:
    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now

    async def sleep(self, seconds: float) -> None:
        self.now += seconds
        await asyncio.sleep(0)


def limiter(clock: Clock, **conditions) -> Limiter:
    return Limiter(Conditions(**conditions), clock=clock, sleep=clock.sleep)


def in_a_loop(test: Callable[[], Coroutine[None, None, None]]) -> Callable[[], None]:
    """Return an asynchronous test as one that pytest runs."""
    return wraps(test)(lambda: asyncio.run(test()))


@in_a_loop
async def test_no_more_than_its_bound_at_once_and_first_come_first_served():
    limits, order, present = limiter(Clock(), concurrency=3), [], []

    async def call(number: int) -> None:
        async with limits.slot():
            order.append(number)
            present.append(limits.active)
            await asyncio.sleep(0)

    await asyncio.gather(*(call(number) for number in range(20)))
    assert (max(present), limits.active) == (3, 0)
    assert order == list(range(20))


@in_a_loop
async def test_a_burst_of_429s_halves_the_bound_once():
    limits = limiter(Clock(), concurrency=16)

    async def refused() -> None:
        async with limits.slot() as epoch:
            await asyncio.sleep(0)
            limits.report_throttling(epoch, 0)

    await asyncio.gather(*(refused() for _ in range(16)))
    assert limits.bound == 8


@in_a_loop
async def test_the_bound_never_falls_below_one_and_recovers_to_its_highest():
    limits = limiter(Clock(), concurrency=4)
    for _ in range(5):
        async with limits.slot() as epoch:
            limits.report_throttling(epoch, 0)
    assert limits.bound == 1
    for _ in range(50):
        limits.report_answer()
    assert limits.bound == 4


@in_a_loop
async def test_a_burst_of_timeouts_halves_the_calls_in_flight_once_and_one_alone_changes_nothing():
    limits = limiter(Clock(), concurrency=16)

    async def late() -> None:
        async with limits.slot() as epoch:
            await asyncio.sleep(0)
            limits.report_timeout(epoch)

    await late()
    assert limits.bound == 16
    await asyncio.gather(*(late() for _ in range(6)))
    assert limits.bound == 3


@in_a_loop
async def test_after_timeouts_the_bound_rises_more_slowly():
    limits = limiter(Clock(), concurrency=4)
    async with limits.slot(), limits.slot() as epoch:
        limits.report_timeout(epoch)
    limits.report_answer()
    assert limits.bound == 1
    limits.report_answer()
    assert limits.bound == 2


@in_a_loop
async def test_retry_after_pauses_everybody():
    clock = Clock()
    limits = limiter(clock)
    limits.report_throttling(limits.epoch, 7.0)
    async with limits.slot():
        assert clock.now == pytest.approx(107.0)


@in_a_loop
async def test_requests_a_minute():
    clock = Clock()
    limits = limiter(clock, requests_per_minute=60)
    for _ in range(66):
        async with limits.slot():
            pass
    assert clock.now - 100 == pytest.approx(60, abs=0.5)


@in_a_loop
async def test_tokens_a_minute_are_corrected_by_what_was_used():
    ends = []
    for used in (100, 300):
        clock = Clock()
        limits = limiter(clock, tokens_per_minute=6000)
        for _ in range(20):
            async with limits.slot(tokens=100):
                limits.report_answer(used - 100)
        ends.append(clock.now)
    assert ends[0] < ends[1]


@pytest.mark.parametrize("is_granted", [False, True], ids=["while it waits", "as its place is granted"])
def test_a_cancelled_wait_gives_its_place_on(is_granted):
    @in_a_loop
    async def scene():
        limits = limiter(Clock(), concurrency=1)
        async with limits.slot():
            waiting = asyncio.ensure_future(limits.slot().__aenter__())
            await asyncio.sleep(0)
            if not is_granted:
                waiting.cancel()
                await asyncio.gather(waiting, return_exceptions=True)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        assert limits.active == 0
        async with limits.slot():
            assert limits.active == 1

    scene()


@in_a_loop
async def test_one_limiter_an_endpoint():
    given_conditions = Conditions()
    assert limiter_for("here", given_conditions) is limiter_for("here", Conditions(tries=2))
    assert limiter_for("here", given_conditions) is not limiter_for("there", given_conditions)


@given(st.lists(st.floats(0, 500), min_size=1, max_size=40), st.floats(1, 10_000))
def test_a_bucket_never_lets_more_through_than_its_rate_and_burst(amounts, per_minute):
    clock = Clock()
    bucket = TokenBucket(per_minute, clock)
    taken = 0.0
    for amount in amounts:
        clock.now += bucket.take(amount)
        taken += amount
    burst = max(1.0, per_minute * 0.1)
    assert taken <= burst + (clock.now - 100) * per_minute / 60 + 1e-6 * (1 + taken)
