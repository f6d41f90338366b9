"""The gate before every new call: closed by a spent budget, an interrupt, or a failed sibling.

Closing it lets what is in flight finish and be written down; nothing new is issued.
"""

import asyncio
import warnings
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress

from pydantic import Field

from doxa.errors import StoppedError
from doxa.log.journal import CallRecord, Journal
from doxa.records.base import Settings


class Budget(Settings):
    """What a run may spend, over all its sittings. A run condition: a resumed run may have a larger one."""

    usd: float | None = Field(default=None, ge=0)
    """US dollars."""
    tokens: int | None = Field(default=None, ge=0)
    """Input and output tokens together."""


class BudgetWarning(UserWarning):
    """A budget does not count what a model used, since its answers do not say; the run goes on."""


class Gate:
    """Lets calls through until somebody closes it."""

    def __init__(self, budget: Budget, journal: Journal) -> None:
        self._budget = budget
        self._journal = journal
        self._closed: str | None = None
        self._flags = ""
        self._closing = asyncio.Event()

    def close(self, why: str, flags: str = "") -> None:
        """Issue nothing new from now on; the first reason stands.

        Args:
            flags: what a later sitting must be given to get further.
        """
        if self._closed is None:
            self._closed, self._flags = why, flags
            self._closing.set()

    def pass_through(self) -> None:
        """Let one call through.

        Raises:
            StoppedError: the gate is closed, or the budget is spent.
        """
        self._check_budget()
        if self._closed:
            raise StoppedError(self._closed, flags=self._flags)

    def count(self, call: CallRecord) -> None:
        """Warn where the budget cannot count an answer: what nobody measured spends nothing, however much it was."""
        for model in uncounted(self._budget, [call]):
            warnings.warn(
                f"{model} does not say what an answer used, so that it spends nothing of the budget: nothing holds "
                "this run back. To stop it, press Ctrl-C; it can be resumed.",
                BudgetWarning,
                stacklevel=2,
            )

    async def rest(self, seconds: float) -> None:
        """Wait so many seconds before something new is asked, and not a moment longer than that can still be.

        Raises:
            StoppedError: as ``pass_through``.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closing.wait()
        self.pass_through()

    def _check_budget(self) -> None:
        budget, spent = self._budget, self._journal
        if budget.usd is not None and spent.cost >= budget.usd:
            self.close(f"the budget of ${budget.usd:g} is spent (${spent.cost:.4f})", "--max-usd MORE")
        if budget.tokens is not None and spent.tokens >= budget.tokens:
            self.close(f"the budget of {budget.tokens} tokens is spent ({spent.tokens})", "--max-tokens MORE")


def uncounted(budget: Budget, calls: Iterable[CallRecord]) -> Counter[str]:
    """Return the models whose answers a budget does not count, since they do not say what they used, and how many.

    Tokens that are not told are not counted by a budget in tokens, a cost that is not known by one in dollars.
    """
    return Counter(
        call.model
        for call in calls
        if call.status == "ok"
        and (
            (budget.tokens is not None and call.input_tokens is None) or (budget.usd is not None and call.cost is None)
        )
    )
