"""The gate before every new call: closed by a spent budget, an interrupt, or a failed sibling.

When the gate closes, calls in flight finish and are journalled, but for long work of a model in this process, which is
dropped; no new call begins.
"""

import asyncio
import warnings
from collections import Counter
from collections.abc import Iterable
from contextlib import suppress
from contextvars import ContextVar
from pathlib import Path

from pydantic import Field

from doxa.errors import StoppedError
from doxa.log.journal import CallRecord, Journal
from doxa.records.base import Settings


class Budget(Settings):
    """What a run may spend, over all its sittings. It is a run condition: a resumed run may have a larger budget."""

    usd: float | None = Field(default=None, ge=0)
    """US dollars."""
    tokens: int | None = Field(default=None, ge=0)
    """Input and output tokens together."""


class SharedBudget:
    """What several runs may spend together: each that is given it counts what all of them spent, earlier sittings too.

    Calls that are in flight when it is spent are answered, so that as many calls as are made at once can exceed it.
    """

    def __init__(self, *, usd: float | None = None, tokens: int | None = None) -> None:
        """Set the limits, in US dollars and in input and output tokens together; None for no limit."""
        self.limit = Budget(usd=usd, tokens=tokens)
        self._journals: dict[Path, Journal] = {}

    def join(self, run: Path, journal: Journal) -> None:
        """Count the calls of a run; those of a later sitting replace the earlier ones, which they contain."""
        self._journals[run.resolve()] = journal

    @property
    def cost(self) -> float:
        """The US dollars that all runs spent so far."""
        return sum(journal.cost for journal in self._journals.values())

    @property
    def tokens(self) -> int:
        """The input and output tokens of all runs so far."""
        return sum(journal.tokens for journal in self._journals.values())


class BudgetWarning(UserWarning):
    """A model's answers do not say what they used, so that the budget does not count them; the run goes on."""


class UsageWarning(BudgetWarning):
    """A model reports a use of tokens that cannot be, so that its cost is unknown; the run goes on."""


UNWANTED: ContextVar[list[str]] = ContextVar("unwanted")
"""Why nobody waits for the work of this context any more, as where a page was closed; empty while somebody does."""


class CutPromptWarning(BudgetWarning):
    """A model counts far fewer tokens than its prompt has, so that it may have read only a part; the run goes on."""


BYTES_A_TOKEN = 10
"""More bytes than a token has on the average of any prose: English has 4 to 5, other languages fewer letters."""

SHORT_PROMPT = 2_000
"""The bytes up to which a prompt fits into any context."""


class Gate:
    """The check before every new call; it passes until it is closed."""

    def __init__(self, budget: Budget, journal: Journal, shared: SharedBudget | None = None) -> None:
        shares = [("shared budget", shared.limit, shared)] if shared else []
        self._limits: list[tuple[str, Budget, Journal | SharedBudget]] = [("budget", budget, journal), *shares]
        self._closed: str | None = None
        self._flags = ""
        self._closing = asyncio.Event()
        self._cut: set[str] = set()

    def close(self, why: str, flags: str = "") -> None:
        """Refuse all new calls from now on, for this reason unless an earlier one was given.

        Args:
            flags: command-line options that a later sitting needs to get further.
        """
        if self._closed is None:
            self._closed, self._flags = why, flags
            self._closing.set()

    def pass_through(self) -> None:
        """Return when one more call may begin.

        Raises:
            StoppedError: the gate is closed, or the budget is spent.
        """
        for words, budget, spent in self._limits:
            if budget.usd is not None and spent.cost >= budget.usd:
                self.close(f"the {words} of ${budget.usd:g} is spent (${spent.cost:.4f})", "--max-usd MORE")
            if budget.tokens is not None and spent.tokens >= budget.tokens:
                self.close(f"the {words} of {budget.tokens} tokens is spent ({spent.tokens})", "--max-tokens MORE")
        self.raise_if_closed()

    def raise_if_closed(self) -> None:
        """Raise where the gate was closed; what needs no call goes on where the budget alone is spent.

        Raises:
            StoppedError: it was.
        """
        for why in UNWANTED.get([]):
            self.close(why)
        if self._closed:
            raise StoppedError(self._closed, flags=self._flags)

    def count(self, call: CallRecord) -> None:
        """Warn of an answer whose report of tokens is not believed, and of one that the budget cannot count."""
        if call.reported_usage:
            warnings.warn(
                f"{call.model} reports numbers of tokens that cannot be; they are recorded as they came "
                "(reported_usage in calls.jsonl), and only what can be is counted.",
                UsageWarning,
                stacklevel=2,
            )
        if any(uncounted(budget, [call]) for _, budget, _ in self._limits):
            warnings.warn(
                f"{call.model} does not say what an answer used, so that the budget counts nothing for it and cannot "
                "stop this run. To stop it, press Ctrl-C; it can be resumed.",
                BudgetWarning,
                stacklevel=2,
            )

    def tell_cut(self, call: CallRecord, sent: int) -> None:
        """Warn once of a model that counted far fewer tokens than its prompt has: its server may have cut the prompt.

        Args:
            sent: the bytes of the prompt's text.
        """
        counted = call.input_tokens or sent  # what works on this machine counts none
        if sent > SHORT_PROMPT and counted * BYTES_A_TOKEN < sent and call.model not in self._cut:
            self._cut.add(call.model)
            warnings.warn(
                f"{call.model} counted {counted:,} tokens where {sent:,} bytes were sent ({call.id}): its "
                "server cut the prompt, or leaves out what it had in its cache. Give the model a larger context "
                "(Ollama: OLLAMA_CONTEXT_LENGTH; llama.cpp: --ctx-size).",
                CutPromptWarning,
                stacklevel=2,
            )

    async def rest(self, seconds: float) -> None:
        """Wait so many seconds before a new call, or until the gate closes.

        Raises:
            StoppedError: as ``pass_through``.
        """
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):
                await self._closing.wait()
        self.pass_through()


def uncounted(budget: Budget, calls: Iterable[CallRecord]) -> Counter[str]:
    """Return model → the number of its answers that a budget does not count.

    A budget in tokens does not count answers without a token count, a budget in dollars those without a cost.
    """
    return Counter(
        call.model
        for call in calls
        if call.status == "ok"
        and (
            (budget.tokens is not None and call.input_tokens is None) or (budget.usd is not None and call.cost is None)
        )
    )
