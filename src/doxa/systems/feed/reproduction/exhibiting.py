"""Makes the exhibits of SimSwarm's belief formulation, by the names that a user asks for, from feeds."""

from collections.abc import Callable, Sequence

from doxa.analysis.exhibit import Exhibit
from doxa.errors import UsageError
from doxa.experiments.reproductions.ordering import Begin, Order, jobs_for, slug, speaking, watching
from doxa.experiments.reproductions.registry import Reproduction
from doxa.experiments.runner import Cell, Job
from doxa.log.rundir import open_run
from doxa.records.base import JsonValue
from doxa.systems.feed.exhibits.formula import worked_example
from doxa.systems.feed.exhibits.simswarm import FeedRun, feed_run, figure, table
from doxa.systems.feed.exhibits.story import story_of
from doxa.systems.feed.reproduction.conditions import CONDITIONS, SCENARIO, TRIALS, FeedCondition

EXHIBITS = ("formula", "camps", "opinions")


def make_exhibits(names: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Run what the named exhibits need and return the exhibits; without names, all of them.

    Raises:
        UsageError: more than one model is given.
        StoppedError: the runs were interrupted; the same call continues them.
    """
    if len(order.models) > 1:
        raise UsageError("simswarm is reproduced with one model at a time", hint="Give one model with --models.")
    wanted = [name for name in EXHIBITS if not names or name in names]
    runs = _runs(order, begin) if {"camps", "opinions"} & set(wanted) else []
    conditions = [condition.name for condition in CONDITIONS]
    makes: dict[str, Callable[[], Exhibit]] = {
        "formula": worked_example,
        "camps": lambda: table(runs, conditions),
        "opinions": lambda: figure(runs, conditions),
    }
    return [makes[name]() for name in wanted]


def _runs(order: Order, begin: Begin) -> list[FeedRun]:
    watch = begin("camps", f"{len(CONDITIONS)} conditions of the scenario {SCENARIO}")
    planned = [(condition, job) for condition in CONDITIONS for job in _jobs(condition, order)]
    cells = order.run_jobs([job for _, job in planned], watching(watch, "runs"))
    return [_run(condition, cell) for (condition, _), cell in zip(planned, cells, strict=True)]


def _jobs(condition: FeedCondition, order: Order) -> list[Job]:
    changes: dict[str, JsonValue] = {
        "models.judge": order.judge,
        **speaking(order, order.models[0], {**condition.changes, **order.changes}),
    }
    folder = order.out / "camps" / slug(condition.name)
    trials = order.trials or TRIALS
    return jobs_for(SCENARIO, changes, folder=folder, trials=trials, varied={"condition": condition.name})


def _run(condition: FeedCondition, cell: Cell) -> FeedRun:
    if cell.status == "finished":
        return feed_run(story_of(open_run(cell.path)), condition.name)
    return FeedRun(
        condition=condition.name,
        replicate=cell.replicate,
        path=cell.path,
        simulated=False,
        status="failed",
        reason=cell.reason,
    )


SIMSWARM = Reproduction(exhibits=EXHIBITS, make=make_exhibits)
