"""The Belief Engine's experiments, planned: which scenario, which settings, which motions, how many trials.

Settings are those of its Table A5. Each experiment is a list of conditions; one condition, motion, model and
replicate is one run. Motions that the shipped corpus lacks are replaced by named others.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field

from doxa.records.base import JsonValue

LEVELS = (0.2, 0.4, 0.6, 0.8, 1.0)
VOTING = "We should introduce compulsory voting"
ATHEISM = "We should adopt atheism"
JOURNALISM = "We should subsidize journalism"

UNTRAINED = "The USA is a good country to live in"
"""The motion of the human arguments that the judge reads as a check: of ArgKP's test part, and in no
train part of another set in whatever words, so that its labels trained no judge."""

REPLACED = {
    "Social media brings more harm than good": "Social media platforms should be regulated by the government",
    "Homeopathy brings more harm than good": "Routine child vaccinations should be mandatory",
    "Entrapment should be legalized": "We should abolish capital punishment",
    "We should adopt a zero-tolerance policy in schools": "Homeschooling should be banned",
}
"""Motion of the paper that ArgKP lacks → the motion of ArgKP that replaces it."""

FIVE = ("Social media brings more harm than good", JOURNALISM, VOTING, ATHEISM, "We should adopt libertarianism")
"""The motions of Table A2."""

TEN = (
    "Social media brings more harm than good",
    "Homeopathy brings more harm than good",
    "Entrapment should be legalized",
    "We should adopt a zero-tolerance policy in schools",
    VOTING,
    "We should adopt an austerity regime",
    "We should legalize sex selection",
    ATHEISM,
    JOURNALISM,
    "We should adopt libertarianism",
)
"""The motions of Table A8, in its order."""

PROFILES = {"open": (0.40, 0.20), "stubborn": (0.10, 0.80)}
"""(u, a) of the open-minded and the stubborn profile."""

# Pairings solve their prior at each agent's own a, as the text's targets do: a then acts through archived seeds only.
OWN_PRIOR: dict[str, JsonValue] = {"agents.*.prior.reference_a": None}


@dataclass(frozen=True, kw_only=True)
class DialogueCondition:
    """One condition of an experiment: a scenario with changes."""

    name: str
    scenario: str
    motion: str
    changes: dict[str, JsonValue]
    varied: dict[str, JsonValue] = field(default_factory=dict)
    """The settings that the experiment varies, as its tables show them."""
    judged: bool = False
    """Whether an outside judge reads what was said."""


@dataclass(frozen=True, kw_only=True)
class DialogueExperiment:
    """One experiment: its conditions and how often each is repeated."""

    name: str
    about: str
    trials: int
    conditions: tuple[DialogueCondition, ...]
    exhibits: tuple[str, ...]
    """The tables and figures made from its trials."""


def experiments() -> tuple[DialogueExperiment, ...]:
    """Return every experiment of the text, in its order."""
    return (
        DialogueExperiment(
            name="sweep",
            about="one agent against fixed counter-arguments, over five levels of u and of a",
            trials=5,
            conditions=tuple(_sweep()),
            exhibits=("fig2-left",),
        ),
        DialogueExperiment(
            name="baselines",
            about="Belief Engine agents against two prompt baselines, on five motions",
            trials=3,
            conditions=tuple(_baselines()),
            exhibits=("fig3", "tableA2", "figA1"),
        ),
        DialogueExperiment(
            name="pairings",
            about="open and stubborn agents in four pairings, on ten motions",
            trials=3,
            conditions=tuple(_pairings()),
            exhibits=("fig2-right", "tableA8", "figA2-A5"),
        ),
        DialogueExperiment(
            name="expression",
            about="assigned stances from -1 to 1 against what an outside judge reads",
            trials=3,
            conditions=tuple(_expression()),
            exhibits=("expression",),
        ),
    )


def motion_in_corpus(motion: str) -> str:
    """Return the shipped corpus's wording of a motion of the paper, or the motion that replaces it."""
    return REPLACED.get(motion, motion)


def _sweep() -> Iterator[DialogueCondition]:
    for name, levels, fixed in (("u", LEVELS, {"belief.a": 0.70}), ("a", LEVELS, {"belief.u": 0.40})):
        for level in levels:
            varied: dict[str, JsonValue] = {**fixed, f"belief.{name}": level, "swept": name}
            changes: dict[str, JsonValue] = {**fixed, f"belief.{name}": level}
            yield DialogueCondition(
                name=f"{name}={level:g}", scenario="counter-arguments", motion=VOTING, changes=changes, varied=varied
            )


def _baselines() -> Iterator[DialogueCondition]:
    rules: dict[str, dict[str, JsonValue]] = {
        "BE": {"belief.u": 0.20, "belief.a": 0.40, **OWN_PRIOR},
        "prompt self-update": {"kernel": "self_report"},
        "RAG plus self-update": {"kernel": "self_report_with_memory"},
    }
    for motion in FIVE:
        for name, changes in rules.items():
            yield DialogueCondition(
                name=name, scenario="compulsory-voting", motion=motion, changes=changes, varied={}, judged=True
            )


def _pairings() -> Iterator[DialogueCondition]:
    for motion in TEN:
        for pro, (pro_u, pro_a) in PROFILES.items():
            for con, (con_u, con_a) in PROFILES.items():
                changes: dict[str, JsonValue] = {
                    **OWN_PRIOR,
                    "agents.violet.belief.u": pro_u,
                    "agents.violet.belief.a": pro_a,
                    "agents.cobalt.belief.u": con_u,
                    "agents.cobalt.belief.a": con_a,
                }
                yield DialogueCondition(
                    name=f"{pro}/{con}", scenario="compulsory-voting", motion=motion, changes=changes, varied={}
                )


def _expression() -> Iterator[DialogueCondition]:
    yield DialogueCondition(name="expression", scenario="expression", motion=VOTING, changes={}, judged=True)
