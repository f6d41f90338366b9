"""The limiter: bounds, back-off, rates and pauses, on a clock that does not wait."""

import asyncio

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


def test_no_more_than_its_bound_at_once():
    async def scene() -> int:
        limits, most = limiter(Clock(), concurrency=3), 0

        async def one() -> None:
            nonlocal most
            async with limits.slot():
                most = max(most, limits.active)
                await asyncio.sleep(0)

        await asyncio.gather(*(one() for _ in range(20)))
        assert limits.active == 0
        return most

    assert asyncio.run(scene()) == 3


def test_first_come_first_served():
    async def scene() -> list[int]:
        limits, order = limiter(Clock(), concurrency=1), []

        async def one(number: int) -> None:
            async with limits.slot():
                order.append(number)
                await asyncio.sleep(0)

        await asyncio.gather(*(one(number) for number in range(6)))
        return order

    assert asyncio.run(scene()) == list(range(6))


def test_a_burst_of_429s_halves_the_bound_once():
    async def scene() -> float:
        limits = limiter(Clock(), concurrency=16)

        async def refused() -> None:
            async with limits.slot() as epoch:
                await asyncio.sleep(0)
                limits.report_throttling(epoch, 0)

        await asyncio.gather(*(refused() for _ in range(16)))
        return limits.bound

    assert asyncio.run(scene()) == 8


def test_the_bound_never_falls_below_one_and_recovers_to_its_highest():
    async def scene() -> tuple[float, float]:
        limits = limiter(Clock(), concurrency=4)
        for _ in range(5):
            async with limits.slot() as epoch:
                limits.report_throttling(epoch, 0)
        lowest = limits.bound
        for _ in range(50):
            async with limits.slot():
                limits.report_answer()
        return lowest, limits.bound

    assert asyncio.run(scene()) == (1, 4)


def test_retry_after_pauses_everybody():
    async def scene() -> float:
        clock = Clock()
        limits = limiter(clock)
        async with limits.slot() as epoch:
            limits.report_throttling(epoch, 7.0)
        async with limits.slot():
            return clock.now

    assert asyncio.run(scene()) == pytest.approx(107.0)


def test_requests_a_minute():
    async def scene() -> float:
        clock = Clock()
        limits = limiter(clock, requests_per_minute=60)
        for _ in range(66):
            async with limits.slot():
                pass
        return clock.now - 100

    assert asyncio.run(scene()) == pytest.approx(60, abs=0.5)


def test_tokens_a_minute_are_corrected_by_what_was_used():
    async def scene(used: int) -> float:
        clock = Clock()
        limits = limiter(clock, tokens_per_minute=6000)
        for _ in range(20):
            async with limits.slot(tokens=100):
                limits.report_answer(used - 100)
        return clock.now - 100

    assert asyncio.run(scene(100)) < asyncio.run(scene(300))


def test_a_cancelled_wait_gives_its_place_on():
    async def scene() -> int:
        limits = limiter(Clock(), concurrency=1)
        async with limits.slot():
            waiting = asyncio.ensure_future(limits.slot().__aenter__())
            await asyncio.sleep(0)
            waiting.cancel()
            await asyncio.gather(waiting, return_exceptions=True)
        async with limits.slot():
            return limits.active

    assert asyncio.run(scene()) == 1


def test_a_wait_cancelled_as_its_place_is_granted_gives_it_back():
    async def scene() -> int:
        limits = limiter(Clock(), concurrency=1)
        async with limits.slot():
            waiting = asyncio.ensure_future(limits.slot().__aenter__())
            await asyncio.sleep(0)
        waiting.cancel()
        await asyncio.gather(waiting, return_exceptions=True)
        return limits.active

    assert asyncio.run(scene()) == 0


def test_one_limiter_an_endpoint():
    async def scene() -> None:
        given = Conditions()
        assert limiter_for("here", given) is limiter_for("here", Conditions(tries=2))
        assert limiter_for("here", given) is not limiter_for("there", given)

    asyncio.run(scene())


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
