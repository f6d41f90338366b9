"""Bounded retries: exponential back-off with jitter, Retry-After respected, every failed try recorded.

Only this module retries; the providers' own clients never do. The wait after try n is drawn from
[½, 1] · min(longest, first · 2ⁿ⁻¹), or is the server's Retry-After where that is longer, up to ``longest``.
"""

import asyncio
import random
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace

from doxa.errors import ModelCallError, ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.limits import Limiter, Sleep
from doxa.models.port import LONGEST_MESSAGE, Response, Try

Jitter = Callable[[], float]
"""Returns a random number from [0, 1)."""

_JITTER = random.Random()


@dataclass(frozen=True, kw_only=True)
class Fault:
    """The reason why a try was not answered. ``message`` and ``hint`` contain no keys."""

    status: str
    message: str
    hint: str = ""
    setup: bool = False
    """Whether no try can work with the present setup; where ``again`` is set too, it may heal in the meantime."""
    again: bool = False
    """Whether another try may work."""
    retry_after: float | None = None
    """Seconds that the server asked to wait."""


class GivenUpError(ModelCallError):
    """A call that was given up, with its tries."""

    def __init__(self, message: str, *, status: str, hint: str = "", tries: tuple[Try, ...] = ()) -> None:
        super().__init__(message, status=status, hint=hint)
        self.tries = tries


Attempt = Callable[[], Awaitable[Response | Fault]]


async def answer_of(
    attempt: Attempt,
    limiter: Limiter,
    conditions: Conditions,
    *,
    tokens: int = 0,
    may_begin: Callable[[], None] = lambda: None,
    sleep: Sleep = asyncio.sleep,
    jitter: Jitter = _JITTER.random,
) -> Response:
    """Return the answer of the first try that has one, with the failed tries before it.

    Args:
        tokens: the estimated tokens of one try, for the limiter.
        may_begin: called before each try, once it has its place; its exceptions pass through.
        sleep: waits before a try; its exceptions pass through.

    Raises:
        ModelSetupError: no try can work with the present setup.
        GivenUpError: another try is useless, or all tries failed.
    """
    tries: list[Try] = []
    while True:
        async with limiter.slot(tokens, sleep) as epoch:
            may_begin()
            outcome = await attempt()
            if isinstance(outcome, Response):
                spent = (outcome.usage.input_tokens or 0) + (outcome.usage.output_tokens or 0)
                limiter.report_answer(spent - tokens if spent else 0)
                return replace(outcome, tries=tuple(tries))
            if outcome.status == "rate_limited":
                limiter.report_throttling(epoch, min(outcome.retry_after or 0.0, conditions.longest_wait_s))
            if outcome.status == "timeout":
                limiter.report_timeout(epoch)
        last = not outcome.again or len(tries) + 1 >= conditions.tries
        if outcome.setup and last:
            raise ModelSetupError(outcome.message, hint=outcome.hint)
        waited = 0.0 if last else wait_after(len(tries) + 1, outcome.retry_after, conditions, jitter)
        tries.append(Try(status=outcome.status, waited=round(waited, 3), message=outcome.message[:LONGEST_MESSAGE]))
        if last:
            after = f" (after {len(tries)} tries)" if len(tries) > 1 else ""
            raise GivenUpError(outcome.message + after, status=outcome.status, hint=outcome.hint, tries=tuple(tries))
        await sleep(waited)


def wait_after(tried: int, retry_after: float | None, conditions: Conditions, jitter: Jitter) -> float:
    """Return the seconds to wait after a number of tries."""
    longest = conditions.longest_wait_s
    drawn = min(longest, conditions.first_wait_s * 2.0 ** (tried - 1)) * (0.5 + 0.5 * jitter())
    return max(drawn, min(retry_after or 0.0, longest))
