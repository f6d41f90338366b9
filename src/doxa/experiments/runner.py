"""Many runs: several at once in one process, or one a task on Ray, under one budget. The logs are the same either way.

A run that fails is reported with its reason, and the others continue. Finished runs are not driven again when the same
jobs are started again. An interrupt stops all runs cleanly. Of a common budget each unfinished run gets an equal
part of what is left: only calls that were in flight can exceed it, and the same call, repeated, distributes what
finished runs did not use.
"""

import asyncio
import math
from collections.abc import Callable, Iterable, Sequence
from contextlib import chdir, nullcontext
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeVar

from pydantic import Field

from doxa.analysis.calls import reasons_of_giving_up
from doxa.analysis.exhaustion import exhausted_from
from doxa.analysis.measuring import scores_of
from doxa.analysis.view import ReasonView
from doxa.analysis.who_does import list_offline_roles
from doxa.engine.drive import together
from doxa.engine.gate import Budget
from doxa.engine.turn import AS_CHANGED
from doxa.errors import ClusterError, DiskError, DoxaError, ScenarioError, StoppedError
from doxa.experiments.interrupts import Interrupts, in_turn, shared_interrupts
from doxa.experiments.sitting import MakePerformer, Terms, check_prices, seated, sit
from doxa.experiments.starting import check_models
from doxa.log.journal import NAME, CallRecord, read_calls, total_cost
from doxa.log.rundir import RunLog, is_finished
from doxa.models.cluster.joining import join_cluster
from doxa.models.cluster.nodes import is_shared, sharing_disk, unshared
from doxa.models.setup import check_names, performer_for
from doxa.records.amend import models_of
from doxa.records.base import JsonValue, Record
from doxa.records.spec import RunSpec

Place = Literal["here", "ray"]

AGAIN = "Nothing is lost. The same call continues where it stopped."
LARGER = "Nothing is lost. The same call continues with a larger budget."


@dataclass(frozen=True, kw_only=True)
class Job:
    """A planned run, with its directory and the terms that it runs on."""

    spec: RunSpec
    path: Path
    terms: Terms
    set: dict[str, JsonValue]
    """The settings that distinguish the run from the other jobs, by dotted path."""


class Cell(Record):
    """How one run ended."""

    path: str
    replicate: int
    set: dict[str, JsonValue]
    status: str
    """finished or failed; of a sweep that stopped also unfinished, or not begun."""
    reason: str = ""
    stances: dict[str, float | None] = Field(default_factory=dict)
    names: dict[str, str] = Field(default_factory=dict, exclude_if=lambda value: not value)
    """Agent → its name, to show with its stance."""
    scores: dict[str, float] = Field(default_factory=dict, exclude_if=lambda value: not value)
    """Measures of the run's system and of other packages, by name."""
    missing: dict[str, str] = Field(default_factory=dict, exclude_if=lambda value: not value)
    """Measure → why it is missing."""
    exhausted: int | None = Field(default=None, exclude_if=lambda first: first is None)
    """The round from which on no argument counted anew for anybody; None where one did."""
    cost: float | None = 0.0
    """The cost of the run's calls so far, in US dollars; None when the price of a model is unknown."""
    given_up: tuple[ReasonView, ...] = Field(default=(), exclude_if=lambda value: not value)
    """Why calls of the run were given up, each reason once."""
    simulated: tuple[str, ...] = Field(default=(), exclude_if=lambda value: not value)
    """The roles that plain code performed instead of a model, in at least one call."""


Watch = Callable[[int, int, Cell], None]
"""Called with (number of runs that ended, number of all, the run that ended) as runs end."""


def run_jobs(
    jobs: Sequence[Job],
    *,
    on: Place = "here",
    at_once: int = 8,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> list[Cell]:
    """Make runs and return how each ended, in the order given.

    Args:
        on: ``here``, in this process; ``ray``, one run a task, on the cluster that RAY_ADDRESS names or on one of this
            machine that doxa starts.
        at_once: the most runs that this process drives at once, 1 or more; those that wait for batches wait together,
            however many they are.

    Raises:
        StoppedError: interrupted; the same call continues.
        ClusterError: ``on`` is ``ray``, and there is no Ray, no such cluster, or no disk that its nodes share.
        DiskError: the disk did not take a file; the same call continues.
        ScenarioError: ``at_once`` is below 1.
        UnknownNameError, ModelSetupError: a model of an unfinished run is not usable; raised before anything runs.
    """
    return in_turn(lambda: arun_jobs(jobs, on=on, at_once=at_once, watch=watch, make=make))


async def arun_jobs(
    jobs: Sequence[Job],
    *,
    on: Place = "here",
    at_once: int = 8,
    watch: Watch | None = None,
    make: MakePerformer = performer_for,
) -> list[Cell]:
    """Make runs on a running loop and return how each ended; arguments and errors as ``run_jobs``."""
    if at_once < 1:
        raise ScenarioError(f"--at-once {at_once}: no run would ever begin", hint="Give 1 or more.")
    _check_models(jobs, on, make)
    with shared_interrupts() as interrupts:
        if on == "ray" and jobs:
            return await _on_ray(jobs, watch, interrupts)
        return await _here(jobs, at_once, watch, make, interrupts)


def _check_models(jobs: Sequence[Job], on: Place, make: MakePerformer) -> None:
    """Refuse models that are not usable; on Ray by their names alone, as keys may be set only where its tasks run."""
    unfinished = [job for job in jobs if not is_finished(job.path)]
    needed = [(settings, job.terms.conditions) for job in unfinished for settings in models_of(job.spec)]
    if on == "ray":
        check_names(settings.model for settings, _ in needed)
    else:
        check_models(needed, make)


async def _here(
    jobs: Sequence[Job], at_once: int, watch: Watch | None, make: MakePerformer, interrupts: Interrupts
) -> list[Cell]:
    places = asyncio.Semaphore(len(jobs) if any(job.terms.conditions.batch for job in jobs) else at_once)
    ended: list[Cell] = []

    async def one(job: Job) -> Cell:
        async with places:
            if interrupts.why:
                raise StoppedError(interrupts.why, hint=AGAIN)
            try:
                log = await seated(job.spec, job.path, job.terms, make=make)
                cell = describe_finished(str(job.path), job.set, log)
            except StoppedError as stop:
                raise _among_others(stop) from None
            except DiskError as error:
                interrupts.stop(error.message)  # another run could not write down what it pays for
                raise
            except DoxaError as error:
                cell = failed(job, error)
        ended.append(cell)
        if watch:
            watch(len(ended), len(jobs), cell)
        return cell

    return await together(one(job) for job in jobs)


def _among_others(stop: StoppedError) -> StoppedError:
    """Return why one run stopped, with a hint that concerns all runs."""
    return StoppedError(
        stop.message,
        hint=stop.hint if stop.flags == AS_CHANGED else LARGER if stop.flags else AGAIN,
        flags=stop.flags,
    )


def describe_finished(path: str, settings: dict[str, JsonValue], log: RunLog) -> Cell:
    """Return how a run ended that has finished."""
    calls, (scores, missing) = log.calls(), scores_of(log)
    return Cell(
        path=path,
        replicate=log.spec.replicate,
        set=settings,
        status="finished",
        stances=dict(log.ended.stances) if log.ended else {},
        names={participant.id: participant.name for participant in log.spec.participants},
        scores=scores,
        missing=missing,
        exhausted=exhausted_from(log),
        cost=total_cost(calls),
        given_up=reasons_of_giving_up(calls),
        simulated=list_offline_roles(calls),
    )


def failed(job: Job, error: DoxaError) -> Cell:
    calls = _read_failed_calls(job.path)
    return Cell(
        path=str(job.path),
        replicate=job.spec.replicate,
        set=job.set,
        status="failed",
        reason=error.message,
        cost=total_cost(calls),
        given_up=reasons_of_giving_up(calls),
        simulated=list_offline_roles(calls),
    )


def _read_failed_calls(path: Path) -> list[CallRecord]:
    """Return the calls that a run recorded before it failed; none where they cannot be read."""
    try:
        return list(read_calls(path / NAME))
    except (DoxaError, OSError):
        return []


REPEATS = 3
"""How often Ray continues a run whose worker died."""

LOOK_SECONDS = 0.2
"""How long the loop waits for runs on Ray before it hears signals."""

STOP_SECONDS = 30.0
"""Within this time runs on Ray that are interrupted may finish their step."""


def make_there(job: Job, token: Path, folder: Path) -> Cell | DoxaError:
    """Make one run in a Ray task and return how it ended; a run that stopped has not failed, and returns its error.

    Args:
        token: the file by which a task knows that its node shares the runs' disk; where it does not, no run is made.
        folder: the driver's directory, to which the task goes where its node has that.
    """
    if not is_shared(token, token.name):
        return unshared(token.parent)
    with chdir(folder) if folder.is_dir() else nullcontext():
        try:
            return describe_finished(str(job.path), job.set, sit(job.spec, job.path, job.terms))
        except StoppedError as stop:
            return _among_others(stop)
        except DiskError as error:
            return error
        except DoxaError as error:
            return failed(job, error)


async def _on_ray(jobs: Sequence[Job], watch: Watch | None, interrupts: Interrupts) -> list[Cell]:
    """Make runs on a cluster, one a task: the same bytes as in one process, also where workers die.

    A worker starts in a directory of its own, so that paths go there absolute. Ray repeats the task of a worker that
    died, and the run continues from its log. An interrupt stops all runs at the end of their step.
    """
    ray = join_cluster(needs="--on ray", without="leave out --on ray")
    results: dict[int, Cell | Exception] = {}
    absolute = [replace(job, path=job.path.absolute()) for job in jobs]
    with sharing_disk(ray, [job.path for job in absolute]) as token:
        task = ray.remote(make_there).options(max_retries=REPEATS)
        places = {task.remote(job, token, Path.cwd()): place for place, job in enumerate(absolute)}
        waiting = list(places)
        try:
            while waiting and not interrupts.why:
                ended, waiting = ray.wait(waiting, num_returns=1, timeout=LOOK_SECONDS)
                for reference in ended:
                    results[places[reference]] = cell = _end_of(ray, reference, jobs[places[reference]])
                    if watch and isinstance(cell, Cell):
                        watch(sum(isinstance(result, Cell) for result in results.values()), len(jobs), cell)
                await asyncio.sleep(0)  # signals are heard by the loop
        finally:
            for reference in waiting:
                ray.cancel(reference)
            if waiting:
                ray.wait(waiting, num_returns=len(waiting), timeout=STOP_SECONDS)
        if waiting:
            raise StoppedError(interrupts.why, hint=AGAIN)
    in_order = [results[place] for place in range(len(jobs))]
    if errors := [result for result in in_order if isinstance(result, Exception)]:
        raise min(errors, key=lambda error: isinstance(error, StoppedError))  # the error that stopped the others
    return [cell for cell in in_order if isinstance(cell, Cell)]


def _end_of(ray: Any, reference: Any, job: Job) -> Cell | Exception:
    """Return how the run of a task ended, under the path of its job; an error where the run stopped."""
    from ray.exceptions import RayError, RayTaskError

    try:
        result = ray.get(reference)
    except RayTaskError as error:
        result = error.cause if isinstance(error.cause, Exception) else error
    except RayError as error:
        result = DoxaError(
            f"the run's worker died {REPEATS + 1} times ({type(error).__name__})",
            hint="What was answered is kept. ray status and the cluster's logs show why workers die; often their "
            "machine lacks memory.",
        )
    if isinstance(result, DoxaError) and not isinstance(result, StoppedError | DiskError | ClusterError):
        return failed(job, result)
    return result.model_copy(update={"path": str(job.path)}) if isinstance(result, Cell) else result


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
    return in_turn(
        lambda: arun_within(jobs, budget, folder, larger=larger, on=on, at_once=at_once, watch=watch, make=make)
    )


async def arun_within(
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
    """Make runs under one budget on a running loop; arguments and errors as ``run_within``."""
    parts = share_budget(jobs, budget, folder, larger=larger)
    if budget.usd is not None:
        for part in parts:
            check_prices(part.spec, part.terms)
    try:
        return await arun_jobs(parts, on=on, at_once=at_once, watch=watch, make=make)
    except StoppedError as stop:
        if budget == UNLIMITED or stop.flags in ("", AS_CHANGED):
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
    return Budget(
        usd=None if budget.usd is None else max(0.0, budget.usd - (used.usd or 0.0)),
        tokens=None if budget.tokens is None else max(0, budget.tokens - (used.tokens or 0)),
    )


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
    return replace(
        job,
        terms=replace(job.terms, budget=Budget(usd=_smaller(usd, before.usd), tokens=_smaller(tokens, before.tokens))),
    )


def _smaller(part: Limit | None, own: Limit | None) -> Limit | None:
    return min((limit for limit in (part, own) if limit is not None), default=None)


def _sum_usage(journals: Iterable[Path]) -> Budget:
    calls = [call for journal in journals if journal.exists() for call in read_calls(journal)]
    return Budget(
        usd=math.fsum(call.cost or 0.0 for call in calls),
        tokens=sum((call.input_tokens or 0) + (call.output_tokens or 0) for call in calls),
    )
