"""One limiter per endpoint: concurrency that adapts to 429s, requests and tokens a minute, and shared pauses.

Concurrency follows additive increase, multiplicative decrease: a 429 or a timeout halves it (once for all requests in
flight at that time); as many successes as it allows raise it by one, up to its bound. A server that answers late queues
what it cannot take at once: a timeout halves the number of calls that were in flight, and each one makes the rise
slower. A server's Retry-After pauses all calls, not only the one that received it.
"""

import asyncio
import time
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from doxa.models.conditions import Conditions

Clock = Callable[[], float]
Sleep = Callable[[float], Awaitable[None]]

BURST = 0.1
"""The share of a minute's allowance that may be spent at once: providers meter windows shorter than a minute."""


class TokenBucket:
    """A token bucket that may go into debt: ``take`` returns how long to wait until the debt is paid."""

    def __init__(self, per_minute: float, clock: Clock) -> None:
        self._rate = per_minute / 60.0
        self._capacity = max(1.0, per_minute * BURST)
        self._level = self._capacity
        self._clock = clock
        self._at = clock()

    def take(self, amount: float) -> float:
        """Take an amount (give back a negative one) and return the seconds to wait before using it."""
        now = self._clock()
        self._level = min(self._capacity, self._level + (now - self._at) * self._rate) - amount
        self._at = now
        return max(0.0, -self._level / self._rate)


class Limiter:
    """A limiter of calls to one endpoint: calls wait until they may be made, first come, first served."""

    def __init__(self, conditions: Conditions, *, clock: Clock = time.monotonic, sleep: Sleep = asyncio.sleep) -> None:
        self.bound = float(conditions.concurrency)
        self.active = 0
        self.epoch = 0
        """How often the bound was lowered."""
        self._highest = conditions.concurrency
        self._successes = 0
        self._timeouts = 0
        """How often a timeout lowered the bound."""
        self._paused_until = 0.0
        self._clock = clock
        self._sleep = sleep
        self._queue: deque[asyncio.Future[None]] = deque()
        self._requests = TokenBucket(conditions.requests_per_minute, clock) if conditions.requests_per_minute else None
        self._tokens = TokenBucket(conditions.tokens_per_minute, clock) if conditions.tokens_per_minute else None

    @asynccontextmanager
    async def slot(self, tokens: int = 0, sleep: Sleep | None = None) -> AsyncIterator[int]:
        """Wait for a place and keep it while the block runs, which reports how the call ended; yield the epoch.

        Args:
            tokens: the estimated tokens of this call.
            sleep: how this call waits; its exceptions pass through, and the place is released.
        """
        await self._enter()
        try:
            await self._wait_for_rates(tokens, sleep or self._sleep)
            yield self.epoch
        finally:
            self._leave()

    def report_answer(self, more_tokens: int = 0) -> None:
        """Raise the bound after enough answers; ``more_tokens``: what the call used beyond its estimate."""
        if self._tokens:
            self._tokens.take(more_tokens)
        if self.bound >= self._highest:
            return
        self._successes += 1
        if self._successes >= self.bound * (1 + self._timeouts):
            self._successes = 0
            self.bound = min(self._highest, self.bound + 1)
            self._admit()

    def report_throttling(self, epoch: int, pause: float) -> None:
        """Let all calls wait ``pause`` seconds, and halve the bound, unless a call of the same burst already did."""
        self._paused_until = max(self._paused_until, self._clock() + pause)
        if epoch == self.epoch:
            self._lower(self.bound)

    def report_timeout(self, epoch: int) -> None:
        """Halve the number of calls in flight, as ``report_throttling`` does; a call that was alone says nothing."""
        if epoch == self.epoch and self.active > 1:
            self._timeouts += 1
            self._lower(min(self.bound, self.active))

    def _lower(self, calls: float) -> None:
        """Allow half as many calls at once."""
        self.epoch += 1
        self._successes = 0
        self.bound = max(1.0, float(int(calls / 2)))

    async def _wait_for_rates(self, tokens: int, sleep: Sleep) -> None:
        wait = self._requests.take(1) if self._requests else 0.0
        if self._tokens:
            wait = max(wait, self._tokens.take(tokens))
        if wait:
            await sleep(wait)
        while (left := self._paused_until - self._clock()) > 0:
            await sleep(left)

    async def _enter(self) -> None:
        if self.active < self.bound and not self._queue:
            self.active += 1
            return
        place = asyncio.get_running_loop().create_future()
        self._queue.append(place)
        try:
            await place
        except asyncio.CancelledError:
            if not place.cancelled():
                self._leave()
            raise

    def _leave(self) -> None:
        self.active -= 1
        self._admit()

    def _admit(self) -> None:
        while self._queue and self.active < self.bound:
            place = self._queue.popleft()
            if not place.done():
                self.active += 1
                place.set_result(None)


_LIMITERS: WeakKeyDictionary[asyncio.AbstractEventLoop, dict[str, Limiter]] = WeakKeyDictionary()


def limiter_for(endpoint: str, conditions: Conditions) -> Limiter:
    """Return the limiter that all calls in this event loop share for an endpoint under these conditions."""
    limiters = _LIMITERS.setdefault(asyncio.get_running_loop(), {})
    key = f"{endpoint} {conditions.concurrency} {conditions.requests_per_minute} {conditions.tokens_per_minute}"
    if key not in limiters:
        limiters[key] = Limiter(conditions)
    return limiters[key]
