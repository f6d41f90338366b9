"""An ensemble: a scenario, epochs of debates with their judgements, coaching between epochs, and a directory for all.

    OUT/styles            the speakers' styles, drawn up once
    OUT/epoch-1/run-1     a debate, its judgement in run-1/readings; run-1.md and run-1.json beside it
    OUT/epoch-1/coaching  the coach's run; coaching.md beside it
    OUT/control/epoch-2   the same draws without coaching
    OUT/summary.json, OUT/synthesis.md

Run k of epoch e is replicate (e − 1)·runs + k − 1, with and without coaching: a pair differs in the coaching alone. The
same call again keeps finished runs and continues the others where they stopped. A run that fails is counted and
reported with its reason; the other runs continue. After an epoch a coach is given a learner's arguments and their fate,
its scores, and what nobody answered.
"""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import fmean

from doxa.corpora import normalised
from doxa.engine.gate import Budget
from doxa.errors import DoxaError, OneSidedError, ScenarioError
from doxa.experiments.overrides import check_runs
from doxa.experiments.planning import plan, with_corpus
from doxa.experiments.reproductions import Watch, watching
from doxa.experiments.runner import Cell, Job, Place, run_within
from doxa.experiments.scenario import Scenario, load_scenario
from doxa.experiments.sitting import MakePerformer, Terms
from doxa.experiments.starting import check_models
from doxa.judging.ballots.scores import DIMENSIONS
from doxa.judging.bias.leaning import narrow_enough
from doxa.judging.cases import Judges, case_of_run, read_judgement
from doxa.log.rundir import is_finished, open_run
from doxa.models.defaults import with_defaults
from doxa.models.setup import check_names, performer_for
from doxa.records.base import JsonValue, group_by
from doxa.records.spec import Participant, RunSpec
from doxa.records.transcripts import SIDE_NAMES
from doxa.systems.union.exhibits.held import read_debate
from doxa.systems.union.exhibits.ran import EnsembleRun, Fate, coached_runs, fates_of, win_share
from doxa.systems.union.protocol.coaching import COACH, CoachingResult, CoachingSettings
from doxa.systems.union.protocol.state import UnionResult
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.reading import ArgumentTally, CoachInputs

COACHED, CONTROL = "coached", "control"


@dataclass(frozen=True, kw_only=True)
class Ensemble:
    """The plan of an ensemble of union debates."""

    scenario: str
    out: Path
    epochs: int = 4
    runs: int = 5
    learners: tuple[str, ...] = ()
    """Speakers who are coached after each epoch."""
    control: bool = True
    """Whether each coached run has a twin without coaching, for comparison."""
    until_width: float | None = None
    """Stop after an epoch once the interval of Proposition's share of wins is this narrow."""
    max_cost: float | None = None
    """Limit in US dollars for the whole ensemble."""
    max_tokens: int | None = None
    """Limit in tokens for the whole ensemble; required where a price is unknown."""
    judges: Judges = field(default_factory=Judges)
    changes: dict[str, JsonValue] = field(default_factory=dict)
    on: Place = "here"
    at_once: int = 8

    @property
    def debates(self) -> int:
        """How many debates are held up to the last epoch, twins included."""
        twins = (self.epochs - 1) * self.runs if self.control and self.learners else 0
        return self.epochs * self.runs + twins

    def folder(self, arm: str, epoch: int) -> Path:
        """Return the directory of an epoch's runs."""
        return (self.out if arm == COACHED else self.out / CONTROL) / f"epoch-{epoch}"


def load_ensemble_scenario(ensemble: Ensemble) -> Scenario:
    """Return the scenario of an ensemble; speaking orders are drawn unless the scenario sets ``shuffled``.

    Raises:
        ScenarioError: the scenario is no union debate, a learner does not speak in it, or a number is out of range.
    """
    scenario = load_scenario(ensemble.scenario, ensemble.changes)
    if "shuffled" not in scenario.script:  # an ensemble measures the effect of the speaking order by default
        scenario = load_scenario(ensemble.scenario, {**ensemble.changes, "script.shuffled": True})
    if scenario.protocol != "union":
        raise ScenarioError(
            f"{ensemble.scenario} has the protocol {scenario.protocol}; an ensemble needs a union debate",
            hint="Set protocol = 'union'; for other protocols: doxa sweep SCENARIO --replicates N",
        )
    speaking = [id for id, agent in scenario.agents.items() if agent.side != "neutral"]
    if strangers := [learner for learner in ensemble.learners if learner not in speaking]:
        raise ScenarioError(
            f"--learners: {strangers[0]!r} does not speak in {ensemble.scenario}",
            hint=f"Speakers: {', '.join(speaking)}.",
        )
    if ensemble.epochs < 1 or ensemble.runs < 1:
        raise ScenarioError("an ensemble needs at least one epoch and one run", hint="Such as --epochs 4 --runs 5.")
    check_runs(ensemble.runs, ensemble.debates // ensemble.runs)
    if ensemble.until_width is not None and not 0 < ensemble.until_width <= 1:
        raise ScenarioError(f"--until-width {ensemble.until_width:g} lies outside (0, 1]", hint="Such as 0.2.")
    return scenario


def styles_job(ensemble: Ensemble, scenario: Scenario) -> Job:
    """Return the job that draws up the speakers' styles."""
    spec = plan(scenario)
    spec = spec.model_copy(update={"script": {**spec.script, "part": "styles"}, "name": f"{spec.name}-styles"})
    return _job(scenario, spec, ensemble.out / "styles", {})


def epoch_jobs(
    ensemble: Ensemble,
    scenario: Scenario,
    epoch: int,
    profiles: JsonValue,
    notes: Mapping[str, CoachingNote],
) -> list[tuple[str, Job]]:
    """Return (arm, job) for each run of an epoch, the coached ones first."""
    arms = [(COACHED, notes), *([(CONTROL, {})] if ensemble.control and notes else [])]
    jobs: list[tuple[str, Job]] = []
    for arm, notes_of_arm in arms:
        for number in range(1, ensemble.runs + 1):
            spec = plan(scenario, (epoch - 1) * ensemble.runs + number - 1)
            coaching: JsonValue = {id: note.model_dump(mode="json") for id, note in notes_of_arm.items()}
            spec = spec.model_copy(update={"script": {**spec.script, "profiles": profiles, "coaching": coaching}})
            path = ensemble.folder(arm, epoch) / f"run-{number}"
            jobs.append((arm, _job(scenario, spec, path, {"epoch": epoch, "arm": arm})))
    return jobs


def coaching_job(
    ensemble: Ensemble, scenario: Scenario, epoch: int, inputs_by_learner: Mapping[str, CoachInputs]
) -> Job:
    """Return the job in which the coach writes notes after an epoch."""
    debate = plan(scenario)
    settings = with_corpus(with_defaults("coach", scenario.role("coach")), scenario)
    spec = RunSpec(
        name=f"{debate.name}-coaching",
        seed=debate.seed,
        replicate=epoch,
        proposition=debate.proposition,
        participants=(Participant(id=COACH, name="The coach", kernel=None, role="coach"),),
        protocol="union_coaching",
        script=CoachingSettings(learners=dict(inputs_by_learner)).model_dump(mode="json"),
        roles={"coach": settings},
        corpora=debate.corpora if settings.model == "offline" else {},
    )
    return _job(scenario, spec, ensemble.folder(COACHED, epoch) / "coaching", {"epoch": epoch})


def _job(scenario: Scenario, spec: RunSpec, path: Path, set: dict[str, JsonValue]) -> Job:
    # no source is given, since a run's styles and coaching are not part of the scenario
    return Job(
        spec=spec,
        path=path,
        terms=Terms(conditions=scenario.conditions, budget=Budget(), replicate=spec.replicate),
        set=set,
    )


MOST = 12
"""The most arguments that a coach is shown; those that survived or fell most clearly come first."""


Notes = dict[str, CoachingNote]

After = Callable[[int, Sequence[EnsembleRun], Notes], None]
"""Called when an epoch is over, with the epoch, its runs and the notes that its coach wrote."""


def run_ensemble(
    ensemble: Ensemble, *, watch: Watch | None = None, after: After | None = None, make: MakePerformer = performer_for
) -> list[EnsembleRun]:
    """Return the runs of an ensemble, failed ones included, after holding every debate.

    Raises:
        ScenarioError, CorpusError, ModelSetupError: before any model is called.
        StoppedError: interrupted, or the budget is spent; the same call continues.
    """
    scenario = load_ensemble_scenario(ensemble)
    _check_models(ensemble, scenario, make)
    work = _Work(ensemble=ensemble, watch=watch, make=make)
    profiles = _profiles(work, scenario)
    runs: list[EnsembleRun] = []
    notes: Notes = {}
    for epoch in range(1, ensemble.epochs + 1):
        epoch_runs = _epoch(work, epoch, epoch_jobs(ensemble, scenario, epoch, profiles, notes))
        runs += epoch_runs
        is_last = epoch == ensemble.epochs or _is_precise_enough(ensemble, runs)
        notes = notes if is_last else _coach_learners(work, scenario, epoch, epoch_runs, notes)
        if after:
            after(epoch, epoch_runs, {} if is_last else notes)
        if is_last:
            break
    return runs


def _check_models(ensemble: Ensemble, scenario: Scenario, make: MakePerformer) -> None:
    """Check that judges and coach can be called, before any debate is paid for."""
    styles = styles_job(ensemble, scenario)
    if is_finished(styles.path):
        return  # the ensemble began earlier: each later stage checks its own models
    coaches = ensemble.learners and ensemble.epochs > 1
    role_settings = [*ensemble.judges.models, *([scenario.role("coach")] if coaches else [])]
    if ensemble.on == "here":
        check_models([(settings, scenario.conditions) for settings in role_settings], make)
    else:
        check_names(settings.model for settings in role_settings)


@dataclass(frozen=True, kw_only=True)
class _Work:
    """A runner of jobs within the ensemble's budget."""

    ensemble: Ensemble
    watch: Watch | None
    make: MakePerformer

    def run_jobs(self, what: str, jobs: Sequence[Job]) -> list[Cell]:
        """Return the cell of each job, after running all of them."""
        return run_within(
            jobs,
            Budget(usd=self.ensemble.max_cost, tokens=self.ensemble.max_tokens),
            self.ensemble.out,
            larger="--max-tokens" if self.ensemble.max_cost is None else "--max-usd",
            on=self.ensemble.on,
            at_once=self.ensemble.at_once,
            watch=watching(self.watch, what),
            make=self.make,
        )


def _profiles(work: _Work, scenario: Scenario) -> JsonValue:
    """Return the speakers' styles, which are drawn up once for all runs."""
    job = styles_job(work.ensemble, scenario)
    (cell,) = work.run_jobs("styles", [job])
    if cell.status != "finished":
        raise DoxaError(f"the speakers' styles could not be drawn up: {cell.reason}", hint=f"See {job.path}.")
    styles = open_run(job.path).result(UnionResult)
    profiles = styles.profiles if styles else {}
    return {speaker: profile.model_dump(mode="json") for speaker, profile in profiles.items()}


def _epoch(work: _Work, epoch: int, jobs: Sequence[tuple[str, Job]]) -> list[EnsembleRun]:
    """Return the runs of an epoch, after holding and judging their debates."""
    cells = work.run_jobs(f"epoch {epoch}, debates", [job for _, job in jobs])
    judges = replace(work.ensemble.judges, conditions=jobs[0][1].terms.conditions)
    reasons = {job.path: cell.reason for (_, job), cell in zip(jobs, cells, strict=True)}
    readings: dict[Path, Job] = {}
    for (_, job), cell in zip(jobs, cells, strict=True):
        if cell.status == "finished":
            try:
                case = case_of_run(open_run(job.path), judges)
            except OneSidedError as error:
                reasons[job.path] = error.message
            else:
                readings[job.path] = Job(
                    spec=case.spec, path=case.path, terms=Terms(conditions=judges.conditions), set={}
                )
    judged = dict(zip(readings, work.run_jobs(f"epoch {epoch}, judged", list(readings.values())), strict=True))
    finished = {path for path, cell in judged.items() if cell.status == "finished"}
    return [
        EnsembleRun(
            path=str(job.path),
            epoch=epoch,
            number=place % work.ensemble.runs + 1,
            arm=arm,
            held=read_debate(open_run(job.path)) if cell.status == "finished" else None,
            judgement=read_judgement(open_run(readings[job.path].path)) if job.path in finished else None,
            reason=reasons[job.path] or (judged[job.path].reason if job.path in judged else ""),
        )
        for place, ((arm, job), cell) in enumerate(zip(jobs, cells, strict=True))
    ]


def _coach_learners(
    work: _Work, scenario: Scenario, epoch: int, epoch_runs: Sequence[EnsembleRun], before: Notes
) -> Notes:
    """Return the coach's notes after an epoch; a learner without a new note keeps the note before."""
    runs = coached_runs(epoch_runs)
    inputs_by_learner = {
        learner: inputs
        for learner in work.ensemble.learners
        if (inputs := coach_inputs(learner, runs, epoch, before.get(learner))) is not None
    }
    if not inputs_by_learner:
        return before
    job = coaching_job(work.ensemble, scenario, epoch, inputs_by_learner)
    (cell,) = work.run_jobs(f"epoch {epoch}, coaching", [job])
    coached = open_run(job.path).result(CoachingResult) if cell.status == "finished" else None
    return {**before, **coached.notes} if coached else before


def _is_precise_enough(ensemble: Ensemble, runs: Sequence[EnsembleRun]) -> bool:
    share = win_share(coached_runs(runs))
    if ensemble.until_width is None or share is None:
        return False
    return narrow_enough(share.k, share.n, ensemble.until_width)


def coach_inputs(
    learner: str, runs: Sequence[EnsembleRun], epoch: int, before: CoachingNote | None
) -> CoachInputs | None:
    """Return the coach's inputs for one learner; None where no run of the epoch was judged."""
    judged = [run for run in runs if run.judgement is not None and run.held is not None and run.side(learner)]
    if not judged:
        return None
    side = judged[0].side(learner)
    assert judged[0].held is not None
    assert side is not None
    fates = [fate for run in judged for fate in fates_of(run)]
    own_fates = [fate for fate in fates if fate.claim.speaker == learner]
    unanswered = [fate for fate in fates if fate.claim.side != side and not fate.rebutted]
    return CoachInputs(
        name=judged[0].held.names[learner],
        side=SIDE_NAMES[side],
        motion=judged[0].held.debate.motion,
        epoch=epoch,
        debates=len(judged),
        won=sum(run.winner == side for run in judged),
        scores=_mean_scores(learner, judged),
        own=tuple(_group_arguments(own_fates)),
        unanswered=tuple(text for text, _ in Counter(fate.claim.text for fate in unanswered).most_common(MOST)),
        before=before,
    )


def _group_arguments(fates: Sequence[Fate]) -> list[ArgumentTally]:
    """Return a learner's arguments over all runs; arguments in the same words are counted as one."""
    grouped = group_by(fates, lambda fate: normalised(fate.claim.text))
    arguments = [
        ArgumentTally(
            text=same_words[0].claim.text,
            made=len(same_words),
            survived=sum(not fate.demolished for fate in same_words),
            demolished=sum(fate.demolished for fate in same_words),
            answer=next((fate.by for fate in same_words if fate.by), ""),
        )
        for same_words in grouped.values()
    ]
    return sorted(arguments, key=lambda argument: (-abs(argument.survived - argument.demolished), -argument.made))[
        :MOST
    ]


def _mean_scores(learner: str, judged: Sequence[EnsembleRun]) -> dict[str, float]:
    speeches = [speech for run in judged if run.judgement for speech in run.judgement.brought.rubric]
    scores = [speech.scores for speech in speeches if speech.speaker == learner]
    names = dict.fromkeys(name for speech_scores in scores for name in speech_scores)
    return {DIMENSIONS[name]: round(fmean(each[name] for each in scores if name in each), 3) for name in names}
