"""What the Belief Engine paper's reproduction adds to its file: trials read from runs, and what an outside judge reads.

Conditions, experiments and exhibits are in ``belief-engine.toml``.
"""

from collections.abc import Sequence

from doxa.analysis.exhibit import Exhibit
from doxa.analysis.trial import Trial, failed_trial, trial_of
from doxa.corpora import load_corpus
from doxa.experiments.papers import ExperimentRun, read_reproduction
from doxa.experiments.reproductions import Order, Watch, slug, watching
from doxa.experiments.sitting import Terms, last_terms
from doxa.judging.stances import judging, judging_humans, stances_of
from doxa.log.rundir import open_run
from doxa.models.defaults import with_defaults
from doxa.records.spec import ModelSettings
from doxa.systems.dialogue.exhibits.expressed import Point, expression

REPRODUCTIONS = {"belief-engine": read_reproduction("doxa.systems.dialogue", "belief-engine.toml")}

UNTRAINED = "The USA is a good country to live in"
"""The motion of the human arguments that the judge reads as a check: of ArgKP's test part, and in no
train part of another set in whatever words, so that its labels trained no judge."""


def read_trials(runs: Sequence[ExperimentRun], order: Order, watch: Watch | None) -> list[Trial]:
    """Return the runs as trials, failed ones included."""
    return [_read_trial(run) for run in runs]


def read_judged_trials(runs: Sequence[ExperimentRun], order: Order, watch: Watch | None) -> list[Trial]:
    """Let the outside judge read every finished run, and return the runs as trials with the judged stances."""
    finished = [run for run in runs if run.cell.status == "finished"]
    terms = [Terms(conditions=run.job.terms.conditions) for run in finished]
    jobs = [judging(open_run(run.job.path), _judge(order), own) for run, own in zip(finished, terms, strict=True)]
    judged = {
        run.job.path: stances_of(open_run(job.path))
        for run, job, cell in zip(finished, jobs, order.run_jobs(jobs, watching(watch, "judged")), strict=True)
        if cell.status == "finished"
    }
    return [_read_trial(run, judged.get(run.job.path)) for run in runs]


def exhibit_expression(trials: Sequence[Trial], order: Order) -> Sequence[Exhibit]:
    """Return the judged against the assigned stance of generated texts, and of human arguments beside them."""
    points = [point for trial in trials for point in assigned_and_judged(trial)]
    return expression(
        points,
        offline=any(trial.simulated for trial in trials),
        human=judge_human_arguments(trials, order) if order.judge else [],
        sources=[trial.path for trial in trials],
    )


def assigned_and_judged(trial: Trial) -> list[Point]:
    """Return (assigned stance, judged stance) of every speaker."""
    judged = {curve.agent: curve.stances[-1] for curve in trial.curves if curve.kind == "judged"}
    maintained = [(curve.agent, curve.stances[-1]) for curve in trial.curves if curve.kind == "maintained"]
    return [(stance, judged.get(agent)) for agent, stance in maintained if stance is not None]


def judge_human_arguments(trials: Sequence[Trial], order: Order, most: int = 100) -> list[Point]:
    """Return the judge's readings of human arguments on a motion whose labels trained no judge.

    Returns:
        (side of the argument, −1 or 1; judged stance) of each; None where the judge read no stance. Empty where no
        trial finished, since there is nothing to compare human arguments with.
    """
    finished = [open_run(trial.path) for trial in trials if trial.status == "finished"]
    if not finished:
        return []
    corpus = load_corpus("argkp").motion(UNTRAINED)
    sides = [[argument for argument in corpus if argument.polarity == side][: most // 2] for side in (1, -1)]
    arguments = [argument for side in sides for argument in side]
    path = order.out / "expression" / slug(order.judge) / "human-arguments"
    terms = Terms(conditions=last_terms(finished[0].path).conditions)
    (cell,) = order.run_jobs([judging_humans(UNTRAINED, arguments, _judge(order), terms, path)])
    stances = stances_of(open_run(path)) if cell.status == "finished" else {}
    return [(float(argument.polarity), stances.get(argument.id)) for argument in arguments]


def _judge(order: Order) -> ModelSettings:
    corpus = "argkp" if order.judge == "offline" else None
    return with_defaults("judge", ModelSettings(model=order.judge, temperature=0.0, corpus=corpus))


def _read_trial(run: ExperimentRun, judged: dict[str, float | None] | None = None) -> Trial:
    """Return a run as a trial; its condition is the level of the factor that comes after the motion."""
    motion, condition = run.levels.values()
    settings = {"motion": motion, **run.changes}
    if run.cell.status == "finished":
        return trial_of(open_run(run.job.path), condition=condition, settings=settings, judged=judged)
    return failed_trial(
        run.cell.path,
        run.cell.reason,
        condition=condition,
        model=run.models,
        motion=str(run.changes["proposition"]),
        replicate=run.job.spec.replicate,
        settings=settings,
    )
