"""The plan of an ensemble: a scenario, epochs of runs, the learners to coach, and the directory of all files.

    OUT/styles            the speakers' styles, drawn up once
    OUT/epoch-1/run-1     a debate, its judgement in run-1/readings; run-1.md and run-1.json beside it
    OUT/epoch-1/coaching  the coach's run; coaching.md beside it
    OUT/control/epoch-2   the same draws without coaching
    OUT/summary.json, OUT/synthesis.md

Run k of epoch e is replicate (e − 1)·runs + k − 1, with and without coaching: a pair differs in the coaching alone.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from doxa.engine.gate import Budget
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.runner import Job, Place
from doxa.experiments.scenario import Scenario, load_scenario
from doxa.experiments.sitting import Terms
from doxa.judging.cases import Judges
from doxa.records.base import JsonValue
from doxa.records.spec import Participant, RunSpec
from doxa.systems.union.protocol.coaching import COACH, CoachingSettings
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.reading import CoachInputs

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
    settings = scenario.role("coach")
    if settings.model == "offline" and not settings.corpus:
        settings = settings.model_copy(update={"corpus": scenario.seeds.corpus})
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
