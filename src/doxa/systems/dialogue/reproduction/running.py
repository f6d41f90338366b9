"""Running the Belief Engine's experiments: every run, the outside judge's readings, and the trials.

Runs of one experiment go to ``OUT/EXPERIMENT/MODEL/MOTION/CONDITION/kN``.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from doxa.analysis.collecting import failed_trial, trial_of
from doxa.analysis.trial import Trial
from doxa.corpora import load_corpus
from doxa.experiments.readings import reading_directory
from doxa.experiments.reproductions.ordering import Order, Watch, jobs_for, slug, speaking, watching
from doxa.experiments.runner import Cell, Job
from doxa.experiments.sitting import Terms, last_terms
from doxa.judging.stances import judging, judging_humans, stances_of
from doxa.log.rundir import is_finished, open_run
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings
from doxa.systems.dialogue.reproduction.conditions import (
    UNTRAINED,
    DialogueCondition,
    DialogueExperiment,
    motion_in_corpus,
)


@dataclass(frozen=True, kw_only=True)
class PlannedDialogue:
    """One planned run of an experiment, with its condition."""

    job: Job
    condition: DialogueCondition
    model: str


def run_experiment(experiment: DialogueExperiment, order: Order, watch: Watch | None = None) -> list[Trial]:
    """Run one experiment and return its trials, failed ones included.

    Raises:
        StoppedError: the runs were interrupted; the same call continues them.
        ScenarioError, CorpusError, ModelSetupError: a setting, corpus or model cannot be used; nothing has run.
    """
    planned = [run for model in order.models for run in _plan_runs(experiment, order, model)]
    cells = order.run_jobs([run.job for run in planned], watching(watch, "runs"))
    readings = [_plan_reading(run, order) for run, cell in zip(planned, cells, strict=True) if _is_judged(run, cell)]
    order.run_jobs(readings, watching(watch, "judged"))
    return [_read_trial(run, cell, order) for run, cell in zip(planned, cells, strict=True)]


def human_points(trials: Sequence[Trial], order: Order, most: int = 100) -> list[tuple[float, float | None]]:
    """Return the judge's readings of human arguments on a motion whose labels trained no judge.

    Returns:
        (side of the argument, −1 or 1; judged stance) of each; None where the judge read no stance. Empty where no
        trial finished, since there is nothing to compare human arguments with.
    """
    logs = [open_run(trial.path) for trial in trials if trial.status == "finished"]
    if not logs:
        return []
    corpus = load_corpus("argkp").motion(UNTRAINED)
    sides = [[argument for argument in corpus if argument.polarity == side][: most // 2] for side in (1, -1)]
    arguments = [argument for side in sides for argument in side]
    path = order.out / "expression" / slug(order.judge) / "human-arguments"
    terms = Terms(conditions=last_terms(logs[0].path).conditions)
    (cell,) = order.run_jobs([judging_humans(UNTRAINED, arguments, _judge(order), terms, path)])
    stances = stances_of(open_run(path)) if cell.status == "finished" else {}
    return [(float(argument.polarity), stances.get(argument.id)) for argument in arguments]


def _judge(order: Order) -> ModelSettings:
    return ModelSettings(model=order.judge, temperature=0.0, corpus="argkp" if order.judge == "offline" else None)


def _plan_runs(experiment: DialogueExperiment, order: Order, model: str) -> Sequence[PlannedDialogue]:
    planned: list[PlannedDialogue] = []
    for condition in experiment.conditions:
        changes: dict[str, JsonValue] = {
            "proposition": motion_in_corpus(condition.motion),
            **speaking(order, model, {**condition.changes, **order.changes}),
        }
        folder = order.out / experiment.name / slug(model) / slug(condition.motion) / slug(condition.name)
        trials = order.trials or experiment.trials
        jobs = jobs_for(condition.scenario, changes, folder=folder, trials=trials, varied=condition.varied)
        planned += [PlannedDialogue(job=job, condition=condition, model=model) for job in jobs]
    return planned


def _is_judged(run: PlannedDialogue, cell: Cell) -> bool:
    return run.condition.judged and cell.status == "finished"


def _plan_reading(run: PlannedDialogue, order: Order) -> Job:
    return judging(open_run(run.job.path), _judge(order), Terms(conditions=run.job.terms.conditions))


def _read_trial(run: PlannedDialogue, cell: Cell, order: Order) -> Trial:
    if cell.status != "finished":
        return failed_trial(
            cell.path,
            cell.reason,
            condition=run.condition.name,
            model=run.model,
            motion=run.condition.motion,
            replicate=run.job.spec.replicate,
            settings=run.condition.varied,
        )
    log = open_run(run.job.path)
    judged = None
    if run.condition.judged:
        reading = reading_directory(run.job.path, _plan_reading(run, order).spec)
        judged = stances_of(open_run(reading)) if is_finished(reading) else None
    trial = trial_of(log, condition=run.condition.name, settings=run.condition.varied, judged=judged)
    return trial.model_copy(update={"motion": run.condition.motion})
