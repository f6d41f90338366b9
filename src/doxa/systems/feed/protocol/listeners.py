"""Listeners, who meet what voices post and are silent: how many, whom they follow, where they begin."""

from collections.abc import Sequence
from typing import Literal

from pydantic import Field

from doxa.beliefs.population.advancing import engine_used, population_rule
from doxa.errors import ScenarioError
from doxa.records.base import JsonValue, Settings
from doxa.records.people import Participant
from doxa.records.spec import RunSpec


class ListenerSettings(Settings):
    """The listeners: how many, whom they follow and where they begin."""

    listeners: int = Field(default=100_000, ge=1)
    """How many listeners there are."""
    follows: int = Field(default=20, ge=1)
    """How many voices each listener follows; all of them where there are fewer."""
    alike: float = Field(default=0.0, ge=0, le=100)
    """How much voices near them are preferred: a voice at distance d is drawn with weight exp(−alike·d)."""
    start: Literal["even", "camps"] = "even"
    """Where listeners begin: evenly over [−1, 1], or about a voice drawn at random."""
    spread: float = Field(default=0.25, ge=0, le=2)
    """How far from that voice, to either side, listeners can begin in camps."""
    engine: Literal["auto", "numba", "numpy"] = "auto"
    """Which library computes: numba where the extra ``fast`` is installed, else numpy; chosen when a run is planned."""
    precision: Literal["float64", "float32"] = "float64"
    """Number type of positions and trust."""


def choose_engine(spec: RunSpec, settings: ListenerSettings) -> str:
    """Return the library that computes.

    Raises:
        ScenarioError: voices have different belief rules, or none.
        BeliefError: the rule has no form over arrays, or numba is asked for and not installed.
    """
    rules = {(participant.kernel, str(participant.belief)) for participant in spec.participants if participant.kernel}
    if len(rules) != 1:
        raise ScenarioError(
            "the listeners of a population have the belief rule of its voices, and the voices have "
            + ("several" if rules else "none"),
            hint="Set kernel and belief for all agents alike.",
        )
    population_rule(*_rule(spec))
    return engine_used(settings.engine)


def audience_of(
    spec: RunSpec, settings: ListenerSettings, stands: Sequence[float], contents: int
) -> dict[str, JsonValue]:
    """Return the audience, as inputs of a population round.

    Args:
        stands: the start positions of the voices.
        contents: how many different contents there can be.
    """
    kernel, belief = _rule(spec)
    return {
        "size": settings.listeners,
        "seed": spec.stream_seed,
        "voices": list[JsonValue](stands),
        "follows": min(settings.follows, len(stands)),
        "alike": settings.alike,
        "start": settings.start,
        "spread": settings.spread,
        "contents": contents,
        "kernel": kernel,
        "belief": belief,
        "engine": "numpy" if settings.engine == "auto" else settings.engine,
        "precision": settings.precision,
    }


def start_of(voice: Participant) -> float:
    """Return the start position of a voice."""
    default = voice.belief.get("default_position", 0.0)
    return voice.prior.stance if voice.prior.stance is not None else float(str(default))


def _rule(spec: RunSpec) -> tuple[str, dict[str, JsonValue]]:
    first = next(participant for participant in spec.participants if participant.kernel)
    return first.kernel or "", dict(first.belief)
