"""Running the experiments of policy-parameterised prompts: every run, and the discussions that it holds.

Runs go to ``OUT/SCENARIO/MODELS/SETTING/RULE/QUERY/kN``, so that exhibits share the runs that they have in common.
"""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass

from doxa.errors import ScenarioError, UsageError
from doxa.experiments.named_models import name_models
from doxa.experiments.reproductions.ordering import Order, Watch, jobs_for, slug, watching
from doxa.experiments.runner import Cell, Job
from doxa.log.rundir import open_run
from doxa.models.conditions import Conditions
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings
from doxa.systems.round_table.exhibits.discussion import spoken_in
from doxa.systems.round_table.exhibits.discussions import RULES, Discussion
from doxa.systems.round_table.exhibits.origins import Origin, origin_of
from doxa.systems.round_table.reproduction.conditions import (
    QUERIES,
    SETTINGS,
    RoundTableExperiment,
    StudyPart,
    speakers,
)

OFFLINE = ("offline",)

SEED = 11
APART = 1_000
"""Distance between the seeds of queries, so that five queries are five draws; rules and settings share seeds."""

VARIED = {"script.query", "policy.prompt.rule", *(path for changes in SETTINGS.values() for path in changes)}
"""The settings in which conditions differ."""


@dataclass(frozen=True, kw_only=True)
class PlannedDiscussion:
    """One planned run, with its part, rule and query."""

    job: Job
    part: StudyPart
    rule: str
    query: str


def run_discussions(experiment: RoundTableExperiment, order: Order, watch: Watch | None = None) -> list[Discussion]:
    """Run one experiment and return its discussions, failed ones included; none where it needs models.

    Raises:
        StoppedError: the runs were interrupted; the same call continues them.
        ScenarioError, ModelSetupError: a setting or a model cannot be used; nothing has run.
    """
    if needs_models(experiment, order):
        return []
    planned = [run for part in experiment.parts for run in _plan_runs(part, order, _count_trials(experiment, order))]
    cells = order.run_jobs([run.job for run in planned], watching(watch, "runs"))
    return [_read_discussion(run, cell) for run, cell in zip(planned, cells, strict=True)]


def planned_jobs(experiment: RoundTableExperiment, order: Order) -> list[Job]:
    """Return the runs of one experiment without starting them."""
    trials = _count_trials(experiment, order)
    return [run.job for part in experiment.parts for run in _plan_runs(part, order, trials)]


def check_order(order: Order) -> None:
    """Raise where the experiments cannot be run as ordered.

    Raises:
        UsageError: neither one model nor three are given, or a change is to a setting that the experiments vary.
        UnknownNameError, ModelSetupError: a model cannot be used yet.
    """
    if len(order.models) not in (1, 3):
        raise UsageError(
            f"policy-prompts takes one model for all agents, or three, one for each; {len(order.models)} are given",
            hint="For example: --models ollama:qwen3:8b,ollama:llama3:8b,ollama:mistral:7b",
        )
    if taken := sorted(VARIED & order.changes.keys()):
        raise UsageError(
            f"--set {taken[0]}: the experiments of policy-prompts vary this setting themselves",
            hint=f"For one discussion of your own: doxa run land --set {taken[0]}=…",
        )
    for model in sorted({*order.models, order.judge, *order.judges} - set(OFFLINE)):
        asyncio.run(order.make(ModelSettings(model=model), Conditions()).close())


def needs_models(experiment: RoundTableExperiment, order: Order) -> bool:
    """Return whether an experiment compares base models and fewer than three are given."""
    return experiment.backbones and len(order.models) != 3


def _count_trials(experiment: RoundTableExperiment, order: Order) -> int:
    return order.trials or (experiment.offline if order.models == OFFLINE else experiment.trials)


def _plan_runs(part: StudyPart, order: Order, trials: int) -> Sequence[PlannedDiscussion]:
    planned: list[PlannedDiscussion] = []
    for rule in RULES:
        for place, query in enumerate(QUERIES):
            changes: dict[str, JsonValue] = {
                "script.query": query,
                "policy.prompt.rule": rule,
                "models.judge": order.judge,
                **name_models(None, order.hear, speakers(part, order.models), sure=order.sure),
                **SETTINGS[part.setting],
                **order.changes,
                "seed": _seed(order) + APART * place,
            }
            folder = order.out / part.scenario / slug("+".join(order.models)) / slug(part.setting) / rule / query
            varied: dict[str, JsonValue] = {"setting": part.setting, "rule": rule, "query": query}
            jobs = jobs_for(part.scenario, changes, folder=folder, trials=trials, varied=varied)
            planned += [PlannedDiscussion(job=job, part=part, rule=rule, query=query) for job in jobs]
    return planned


def _seed(order: Order) -> int:
    seed = order.changes.get("seed", SEED)
    if not isinstance(seed, int):
        raise ScenarioError(f"seed must be a whole number, not {seed!r}", key="seed")
    return seed


def _read_discussion(run: PlannedDiscussion, cell: Cell) -> Discussion:
    log = open_run(run.job.path) if cell.status == "finished" else None
    return Discussion(
        scenario=run.part.scenario,
        setting=run.part.setting,
        rule=run.rule,
        query=run.query,
        replicate=run.job.spec.replicate,
        path=str(run.job.path),
        status=cell.status,
        reason=cell.reason,
        origin=origin_of(log) if log else Origin(),
        spoken=tuple(spoken_in(log)) if log else (),
    )
