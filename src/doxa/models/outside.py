"""Performers of other packages, asked as services are: with doxa's places, rates, tries, deadline and prices.

    raised                        what follows
    ModelCallError(again=True)    asked again, with its status and the wait that it asks for
    TimeoutError, OSError         asked again: ``timeout``, ``connection``
    ValueError, LookupError       asked again: ``malformed``, an answer that could not be read
    ModelCallError                this call is given up
    ModelSetupError               the run stops, and can be resumed
    anything else                 a fault of the package, which ends the command

A cost that a response does not state follows from its tokens. A simulation is called as it is.
"""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import cast

from doxa.errors import ModelCallError, PluginError
from doxa.models.conditions import Conditions
from doxa.models.declared import Declaration
from doxa.models.limits import limiter_for
from doxa.models.port import CHARACTERS_A_TOKEN, Performer, Request, Response, Weigher
from doxa.models.prices import cost, price_list
from doxa.models.providers.capacity import Capacity
from doxa.models.redaction import redact
from doxa.models.retries import Fault, answer_of
from doxa.records.spec import ModelSettings

Perform = Callable[[Request], Awaitable[Response]]

PASSING: dict[type[Exception], tuple[str, str]] = {
    TimeoutError: ("timeout", "did not answer within timeout_s"),
    OSError: ("connection", "could not be reached, or broke off"),
    Exception: ("malformed", "could not be read"),
}
"""Exception of a try → its status and words; the first that fits counts."""


class OutsidePerformer:
    """A performer of another package."""

    def __init__(
        self, within: Performer, settings: ModelSettings, conditions: Conditions, declaration: Declaration
    ) -> None:
        if isinstance(within, Weigher) != declaration.logprobs:
            raise PluginError(
                f"{settings.model} declares logprobs={declaration.logprobs}, and its performer has "
                f"{'a' if isinstance(within, Weigher) else 'no'} method weigh",
                name=settings.model.partition(":")[0],
                hint="Its author makes the two agree (doxa docs extending).",
            )
        self._within = within
        self._settings = settings
        self._conditions = conditions
        self._prices = price_list(conditions.prices)
        self.place: str = getattr(within, "place", "")
        """The service that it asks, as it says itself; '' where answers are not to be kept for other runs."""

    async def perform(self, request: Request) -> Response:
        """Return the answer to a request.

        Raises:
            ModelSetupError: no call can work with the present setup.
            GivenUpError: no try was answered.
            StoppedError: the run stopped while the call waited for its place, or between two tries.
        """
        return await self._answer(self._within.perform, request)

    async def weigh(self, request: Request) -> Response:
        """Return the likeliest first tokens of the answer to a prompt; errors as ``perform``."""
        return await self._answer(cast(Weigher, self._within).weigh, request)

    async def close(self) -> None:
        """Close the performer."""
        await self._within.close()

    async def read_capacity(self) -> Capacity:
        """Return what the performer states of its model."""
        return Capacity(log_probabilities=isinstance(self._within, Weigher))

    async def _answer(self, ask: Perform, request: Request) -> Response:
        if self._settings.simulated:
            return self._priced(await ask(request))
        return await answer_of(
            lambda: self._try_once(ask, request),
            limiter_for(self.place or self._settings.model.partition(":")[0], self._conditions),
            self._conditions,
            tokens=sum(len(block.text) for block in request.prompt) // CHARACTERS_A_TOKEN,
            may_begin=request.may_begin,
            sleep=request.rest,
        )

    async def _try_once(self, ask: Perform, request: Request) -> Response | Fault:
        """Return the response or fault of one try under the deadline."""
        try:
            async with asyncio.timeout(self._conditions.timeout_s):
                response = await ask(request)
        except ModelCallError as error:
            fault = self._fault(error.status, error.message, again=error.again)
            return replace(fault, hint=error.hint, retry_after=error.retry_after)
        except (OSError, ValueError, LookupError) as error:
            status, words = next(meaning for kind, meaning in PASSING.items() if isinstance(error, kind))
            return self._fault(status, f"{words}: {type(error).__name__} {error}".rstrip(), again=True)
        if len(response.text) > self._conditions.longest_reply:
            length = f"answered with {len(response.text):,} characters: set max_tokens for the model's role"
            return self._fault("too_long", length, again=False)
        reason = request.find_fault(response)
        return self._fault("malformed", f"answered with {reason}", again=True) if reason else self._priced(response)

    def _priced(self, response: Response) -> Response:
        """Return a response with what it cost, where it does not say so itself."""
        paid = response.cost
        by_tokens = cost(self._settings.model, response.usage, self._prices)
        return replace(response, cost=by_tokens if paid is None else paid)

    def _fault(self, status: str, problem: str, *, again: bool) -> Fault:
        return Fault(status=status, message=redact(f"{self._settings.model} {problem}"), again=again)
