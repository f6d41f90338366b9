"""One budget for many runs: each unfinished run gets an equal part of what is left.

The total exceeds the budget only by calls that were in flight. The same call, repeated, distributes what finished runs
did not use.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TypeVar

from doxa.engine.gate import Budget
from doxa.errors import StoppedError
from doxa.experiments.runner import Cell, Job, Place, Watch, run_jobs
from doxa.experiments.sitting import MakePerformer, check_prices
from doxa.log.journal import NAME, read_calls, total_cost
from doxa.log.rundir import is_finished
from doxa.models.setup import performer_for

UNLIMITED = Budget()

Limit = TypeVar("Limit", int, float)


def run_within(
    jobs: Sequence[Job],
    budget: Budget,
    folder: Path,
    *,
    larger: str,
    on: Place = "here",
    at_once: int = 8,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> list[Cell]:
    """Make runs under one budget and return how each ended, in the order given.

    Args:
        folder: the directory of all runs that count against the budget.
        larger: the option that sets the budget, for the hint of an error.
        on, at_once, watch, make: as ``run_jobs``.

    Raises:
        ModelSetupError: the budget is in money and the price of a model is unknown; raised before anything runs.
        StoppedError: interrupted, or the budget is spent; the same call continues.
    """
    parts = share_budget(jobs, budget, folder, larger=larger)
    if budget.usd is not None:
        for part in parts:
            check_prices(part.spec, part.terms)
    try:
        return run_jobs(parts, on=on, at_once=at_once, watch=watch, make=make)
    except StoppedError as stop:
        if budget == UNLIMITED or not stop.flags:
            raise
        raise _used_up(jobs, folder, larger) from None


def _used_up(jobs: Sequence[Job], folder: Path, larger: str) -> StoppedError:
    calls = [call for journal in sorted(folder.rglob(NAME)) for call in read_calls(journal)]
    cost, tokens = total_cost(calls), used_in(folder).tokens or 0
    finished = sum(is_finished(job.path) for job in jobs)
    return StoppedError(
        f"the budget is used up: {finished} of {len(jobs)} runs are finished, with "
        f"{'an unknown cost' if cost is None else f'${cost:.4f}'} and {tokens:,} tokens",
        hint=f"Nothing is lost. Each run had an equal part; the same call distributes what others left over, and "
        f"a larger {larger} allows more.",
    )


def share_budget(jobs: Sequence[Job], budget: Budget, folder: Path, *, larger: str) -> list[Job]:
    """Return the jobs; each unfinished one may spend an equal part of what is left, beyond what it used before.

    Args:
        folder: the directory of all runs that count against the budget.
        larger: the option that sets the budget, for the hint of an error.

    Raises:
        StoppedError: nothing of the budget is left.
    """
    unfinished = {job.path for job in jobs if not is_finished(job.path)}
    if budget == UNLIMITED or not unfinished:
        return list(jobs)
    used = used_in(folder)
    check_left(budget, used, larger)
    return [_within(job, budget, used, len(unfinished)) if job.path in unfinished else job for job in jobs]


def used_in(folder: Path) -> Budget:
    """Return the dollars and tokens of all calls under a folder; a call without a known price adds no dollars."""
    return _sum_usage(sorted(folder.rglob(NAME)) if folder.is_dir() else ())


def remaining_budget(budget: Budget, others: Iterable[Path]) -> Budget:
    """Return a budget less what other runs spent; a run's own gate counts its own spending."""
    used = _sum_usage([path / NAME for path in others]) if budget != UNLIMITED else UNLIMITED
    usd = None if budget.usd is None else max(0.0, budget.usd - (used.usd or 0.0))
    return Budget(usd=usd, tokens=None if budget.tokens is None else max(0, budget.tokens - (used.tokens or 0)))


def check_left(budget: Budget, used: Budget, larger: str) -> None:
    """Raise where a budget is spent.

    Raises:
        StoppedError: nothing of the budget is left.
    """
    limits = [f"the budget of ${budget.usd:g}"] if _is_spent(budget.usd, used.usd) else []
    limits += [f"the budget of {budget.tokens:,} tokens"] if _is_spent(budget.tokens, used.tokens) else []
    if limits:
        raise StoppedError(
            f"{' and '.join(limits)} is spent", hint=f"Nothing is lost. The same call continues with a larger {larger}."
        )


def _is_spent(limit: float | None, used: float | None) -> bool:
    return limit is not None and limit <= (used or 0)


def _within(job: Job, budget: Budget, used: Budget, runs: int) -> Job:
    spent, before = _sum_usage([job.path / NAME]), job.terms.budget
    usd = None if budget.usd is None else (spent.usd or 0.0) + (budget.usd - (used.usd or 0.0)) / runs
    tokens = None if budget.tokens is None else (spent.tokens or 0) + (budget.tokens - (used.tokens or 0)) // runs
    within = Budget(usd=_smaller(usd, before.usd), tokens=_smaller(tokens, before.tokens))
    return replace(job, terms=replace(job.terms, budget=within))


def _smaller(part: Limit | None, own: Limit | None) -> Limit | None:
    return min((limit for limit in (part, own) if limit is not None), default=None)


def _sum_usage(journals: Iterable[Path]) -> Budget:
    calls = [call for journal in journals if journal.exists() for call in read_calls(journal)]
    return Budget(
        usd=math.fsum(call.cost or 0.0 for call in calls),
        tokens=sum((call.input_tokens or 0) + (call.output_tokens or 0) for call in calls),
    )
