"""What an ensemble is: a scenario, epochs of runs, whom to coach, and the directory that holds everything.

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
from doxa.records.people import Participant
from doxa.records.spec import RunSpec
from doxa.systems.union.protocol.coaching import COACH, CoachingSettings
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.coaching import Inputs

COACHED, CONTROL = "coached", "control"


@dataclass(frozen=True, kw_only=True)
class Ensemble:
    """A plan."""

    scenario: str
    out: Path
    epochs: int = 4
    runs: int = 5
    learners: tuple[str, ...] = ()
    """Speakers who are coached after each epoch; nobody else is."""
    control: bool = True
    """Whether each coached run has a twin without coaching, to compare with."""
    until_width: float | None = None
    """Stop after an epoch once the interval of Proposition's share of wins is this narrow."""
    max_cost: float | None = None
    """US dollars for everything together."""
    max_tokens: int | None = None
    """Tokens for everything together; what a model of unknown price is held to."""
    judges: Judges = field(default_factory=Judges)
    changes: dict[str, JsonValue] = field(default_factory=dict)
    on: Place = "here"
    at_once: int = 8

    def folder(self, arm: str, epoch: int) -> Path:
        """Return where the runs of an epoch go."""
        return (self.out if arm == COACHED else self.out / CONTROL) / f"epoch-{epoch}"


def load_ensemble_scenario(ensemble: Ensemble) -> Scenario:
    """Read the scenario of an ensemble; speaking orders are drawn where it does not say.

    Raises:
        ScenarioError: it is no union debate, a learner does not speak in it, or a number is out of range.
    """
    scenario = load_scenario(ensemble.scenario, ensemble.changes)
    if "shuffled" not in scenario.script:  # an ensemble is to show what the order does, unless told otherwise
        scenario = load_scenario(ensemble.scenario, {**ensemble.changes, "script.shuffled": True})
    if scenario.protocol != "union":
        raise ScenarioError(
            f"{ensemble.scenario} has the protocol {scenario.protocol}; an ensemble is of union debates",
            hint="Set protocol = 'union'; for other protocols: doxa sweep SCENARIO --replicates N",
        )
    speaking = [id for id, agent in scenario.agents.items() if agent.side != "neutral"]
    if strangers := [learner for learner in ensemble.learners if learner not in speaking]:
        raise ScenarioError(
            f"--learners: {strangers[0]!r} does not speak in {ensemble.scenario}",
            hint=f"Speakers: {', '.join(speaking)}.",
        )
    if ensemble.epochs < 1 or ensemble.runs < 1:
        raise ScenarioError("an ensemble has at least one epoch of one run", hint="Such as --epochs 4 --runs 5.")
    if ensemble.until_width is not None and not 0 < ensemble.until_width <= 1:
        raise ScenarioError(f"--until-width {ensemble.until_width:g} lies outside (0, 1]", hint="Such as 0.2.")
    return scenario


def styles_job(ensemble: Ensemble, scenario: Scenario) -> Job:
    """Plan the run that draws up the speakers' styles."""
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
    """Plan the runs of an epoch: (arm, job), the coached ones first."""
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


def coaching_job(ensemble: Ensemble, scenario: Scenario, epoch: int, told: Mapping[str, Inputs]) -> Job:
    """Plan the run in which the coach writes after an epoch."""
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
        script=CoachingSettings(learners=dict(told)).model_dump(mode="json"),
        roles={"coach": settings},
        corpora=debate.corpora if settings.model == "offline" else {},
    )
    return _job(scenario, spec, ensemble.folder(COACHED, epoch) / "coaching", {"epoch": epoch})


def _job(scenario: Scenario, spec: RunSpec, path: Path, set: dict[str, JsonValue]) -> Job:
    # without a source: what a run has beside its scenario, its styles and coaching, is not in the scenario
    terms = Terms(conditions=scenario.conditions, budget=Budget(), replicate=spec.replicate)
    return Job(spec=spec, path=path, terms=terms, set=set)
