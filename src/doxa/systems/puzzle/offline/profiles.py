"""Declared profiles of reasoners: how far each searches, how often it errs, when it yields, how sure it says it is.

Every number is our own choice. None was fitted to results of debates, and none depends on a puzzle's size, on the
other agents of the team, or on the solution. Three strengths, each with three levels of stated confidence, represent
the grid of Figure 2 of *Can LLM Agents Really Debate?*: high, medium and low performance by high, medium and low
confidence. They were chosen so that alone, on puzzles of six players, they are in these levels.
"""

from dataclasses import dataclass, replace

from doxa.errors import ModelSetupError, did_you_mean

PREFIX = "offline:reasoner-"


@dataclass(frozen=True, kw_only=True)
class Profile:
    """One kind of reasoner."""

    name: str
    checks: int
    """How many assignments it can check against the statements in one answer."""
    slip: float
    """Chance that it sees one statement of one assignment wrongly, anew each time."""
    misreads: float
    """Chance that it takes a statement for its opposite throughout a puzzle, as do all agents of its profile."""
    verifies: float
    """Chance that it checks its own or another's solution against the statements instead of comparing roles."""
    heeds: float
    """Chance that it follows up an argument that names a statement; it then reads that statement correctly."""
    yields_sure: float
    """Chance that it follows a majority against its own answer when it has just found that this answer fits."""
    yields_unsure: float
    """Chance that it follows a majority against any other answer of its own."""
    sure: int
    """Confidence, 1 to 10, in an answer that it checked without seeing a broken statement."""
    unsure: int
    """Confidence in any other answer."""


STRONG = Profile(
    name="strong",
    checks=200,
    slip=0.002,
    misreads=0.03,
    verifies=0.9,
    heeds=0.9,
    yields_sure=0.02,
    yields_unsure=0.3,
    sure=7,
    unsure=6,
)
MIDDLING = Profile(
    name="middling",
    checks=120,
    slip=0.005,
    misreads=0.06,
    verifies=0.6,
    heeds=0.6,
    yields_sure=0.1,
    yields_unsure=0.5,
    sure=7,
    unsure=6,
)
WEAK = Profile(
    name="weak",
    checks=15,
    slip=0.02,
    misreads=0.15,
    verifies=0.25,
    heeds=0.3,
    yields_sure=0.3,
    yields_unsure=0.8,
    sure=7,
    unsure=6,
)

WAYS: dict[str, tuple[int, int]] = {"": (7, 6), "-certain": (10, 9), "-doubtful": (4, 3)}
"""Ending of a name → confidence when sure and when unsure: medium, high, low."""

PROFILES: dict[str, Profile] = {
    f"{profile.name}{way}": replace(profile, name=f"{profile.name}{way}", sure=sure, unsure=unsure)
    for profile in (STRONG, MIDDLING, WEAK)
    for way, (sure, unsure) in WAYS.items()
}


MODELS = {f"{PREFIX}{name}": "reasons about puzzles" for name in PROFILES}
"""Model → the only thing that it does."""


def profile_of(model: str) -> Profile:
    """Return the profile of a model's name; plain ``offline`` is the middling reasoner.

    Raises:
        ModelSetupError: there is no such profile.
    """
    if model == "offline":
        return PROFILES[MIDDLING.name]
    name = model.removeprefix(PREFIX)
    if model.startswith(PREFIX) and name in PROFILES:
        return PROFILES[name]
    models = [f"{PREFIX}{profile_name}" for profile_name in PROFILES]
    guess = did_you_mean(model, models)
    raise ModelSetupError(
        f"there is no offline model {model!r}",
        hint=f"{guess}Offline: 'offline', and for puzzles {', '.join(models)}.",
    )
