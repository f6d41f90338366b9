"""The experiments of policy-parameterised prompts, planned: which scenario, which settings, how many runs.

A part is a scenario under one setting; each is run for five queries and three rules. Offline, where more runs add
little information, those parts of which no figure with intervals is drawn have one run of each query and rule unless
more are asked for.
"""

from dataclasses import dataclass

from doxa.records.base import JsonValue
from doxa.systems.round_table.exhibits.published import RUNS

QUERIES = ("Q1", "Q2", "Q3", "Q4", "Q5")
MAIN = "main"

ADAPTIVE: dict[str, JsonValue] = {"policy.prompt.schedule": "time_trend", "policy.prompt.correction": "behaviour"}

WEIGHTS: dict[str, dict[str, JsonValue]] = {
    "w_D=1.5": {"policy.prompt.w_d": 1.5},
    "w_M=1.5": {"policy.prompt.w_m": 1.5},
    "w_T=1.5": {"policy.prompt.w_t": 1.5},
    "w_M=0.5": {"policy.prompt.w_m": 0.5},
    "w_D=0.5": {"policy.prompt.w_d": 0.5},
    "w_T=0.5": {"policy.prompt.w_t": 0.5},
}
"""One weight at a time, in the order of Table 3."""

ALPHAS: dict[str, dict[str, JsonValue]] = {
    f"alpha={alpha:g}": {**ADAPTIVE, "policy.prompt.alpha": alpha} for alpha in (0.05, 0.1, 0.2, 0.4)
}

SUBSETS: dict[str, dict[str, JsonValue]] = {
    "shows=none": {"policy.prompt.shows": []},
    "shows=T": {"policy.prompt.shows": ["T"]},
    "shows=D": {"policy.prompt.shows": ["D"]},
    "shows=M": {"policy.prompt.shows": ["M"]},
    "shows=M+D": {"policy.prompt.shows": ["M", "D"]},
    "shows=T+M": {"policy.prompt.shows": ["T", "M"]},
    "shows=T+D": {"policy.prompt.shows": ["T", "D"]},
}
"""Which of T, M and D the prompt shows, in the order of Table 13; all three are the main study."""

SETTINGS: dict[str, dict[str, JsonValue]] = {
    MAIN: {},
    **WEIGHTS,
    **ALPHAS,
    **SUBSETS,
    "S1": {},
    "S2": {},
    "S3": {},
}
"""Setting → what it changes in a scenario; S1 to S3 change who speaks (``speakers``)."""

AGENTS = {
    "land": ("farmer", "conservationist", "community"),
    "education": ("teacher", "parent", "policy_maker"),
    "land-five": ("farmer", "conservationist", "community", "farmer_2", "farmer_3"),
}
"""Scenario → its agents, in the order of Table 2 and appendix F."""

PLACES = {
    MAIN: (0, 1, 2, 1, 2),
    "S1": (0, 0, 0),
    "S2": (1, 2, 0),
    "S3": (2, 0, 1),
}
"""Setting → which of three models speaks for each agent. Farmers 2 and 3 have the second and third."""


@dataclass(frozen=True, kw_only=True)
class StudyPart:
    """A scenario under one setting."""

    scenario: str
    setting: str


@dataclass(frozen=True, kw_only=True)
class RoundTableExperiment:
    """Parts that are run together."""

    name: str
    about: str
    parts: tuple[StudyPart, ...]
    trials: int = RUNS
    """Runs of each query and rule in the text."""
    offline: int = 1
    """Runs of each query and rule offline, unless more are asked for."""
    backbones: bool = False
    """Whether it compares base models, which takes three."""


def _parts(scenario: str, settings: tuple[str, ...]) -> tuple[StudyPart, ...]:
    return tuple(StudyPart(scenario=scenario, setting=setting) for setting in settings)


EXPERIMENTS = {
    experiment.name: experiment
    for experiment in (
        RoundTableExperiment(name="land", about="three rules on land use", parts=_parts("land", (MAIN,)), offline=RUNS),
        RoundTableExperiment(
            name="education", about="three rules on education", parts=_parts("education", (MAIN,)), offline=RUNS
        ),
        RoundTableExperiment(
            name="weights", about="one weight at a time, 0.5 and 1.5", parts=_parts("land", tuple(WEIGHTS))
        ),
        RoundTableExperiment(
            name="adaptive",
            about="adaptive weights, alpha 0.2",
            parts=_parts("land", ("alpha=0.2",)),
            offline=RUNS,
        ),
        RoundTableExperiment(
            name="alpha",
            about="adaptive weights, alpha 0.05, 0.1 and 0.4",
            parts=_parts("land", tuple(setting for setting in ALPHAS if setting != "alpha=0.2")),
        ),
        RoundTableExperiment(
            name="ablation",
            about="subsets of T, M and D, on land use",
            parts=_parts("land", tuple(SUBSETS)),
            offline=3,
        ),
        RoundTableExperiment(
            name="education-ablation",
            about="one of T, M and D left out, on education",
            parts=_parts("education", ("shows=M+D", "shows=T+D", "shows=T+M")),
        ),
        RoundTableExperiment(name="five", about="two more farmers on land use", parts=_parts("land-five", (MAIN,))),
        RoundTableExperiment(
            name="backbones",
            about="who speaks for whom: all one model, and two other orders of three",
            parts=_parts("land", ("S1", "S2", "S3")),
            backbones=True,
        ),
    )
}
"""Every experiment by name, in the order they are run."""


def speakers(part: StudyPart, models: tuple[str, ...]) -> dict[str, JsonValue]:
    """Return the scenario changes that set the agents' models: one for all, or three by the agents' places."""
    if len(models) == 1:
        return {"models.speaker": models[0]}
    places = PLACES.get(part.setting, PLACES[MAIN])
    return {f"agents.{agent}.model": models[place] for agent, place in zip(AGENTS[part.scenario], places, strict=False)}
