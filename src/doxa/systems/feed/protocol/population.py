"""Population: a few hundred voices post where they stand, and up to millions listen under the same belief rule.

In a round every voice posts once; its words change when its position has moved by about a ``grain``. Each voice meets
the posts of the voices that it follows, in the engine and with a trace. Each listener meets the posts of the voices
that it follows, over arrays, all in one step. All move at the same time. Listeners do not post or vote.
"""

import math
from collections.abc import Sequence

from pydantic import Field

from doxa.beliefs.population.advancing import engine_used, population_rule
from doxa.errors import ScenarioError
from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record, digest, stream
from doxa.records.claims import Exposure
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import ENGINE, Batch, Script, Step
from doxa.systems.feed.protocol.settings import ListenerSettings
from doxa.systems.feed.tasks.population_round import POPULATION_ROUND, Inputs, ListenerNetwork, Reply as Round


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


class PopulationSettings(ListenerSettings):
    """The voices and listeners of a population, and how many rounds it runs."""

    rounds: int = Field(default=20, ge=1, le=10_000)
    """In a round every voice posts once and everybody meets the posts of those whom they follow."""
    follows: int = Field(default=20, ge=0, le=100_000)
    """How many voices each listener, and each voice, follows; all of them where there are fewer. With 0 listeners hear
    voices no more, and in a network one another alone."""
    alike: float = Field(default=0.0, ge=0, le=100)
    """How much everybody prefers voices near them: a voice at distance d is drawn with weight exp(−alike·d)."""
    grain: float = Field(default=0.1, gt=0, le=2)
    """A voice repeats its words until its position, rounded to steps of this size, changes. In a network
    listeners whose positions are rounded to the same step say the same."""
    network: ListenerNetwork | None = Field(default=None, exclude_if=lambda network: network is None)
    """Whom listeners hear beside voices: one another. Each hears where the others stood before the round. Only voices
    when absent."""


class PopulationResult(Record):
    """The result of a population run."""

    rounds: int
    """How many rounds were held."""
    listeners: int
    """How many agents only listened."""
    voices: int
    """How many agents posted."""
    audience: tuple[Round | None, ...]
    """The state of the listeners after each round; None where the round's step failed."""


def script(spec: RunSpec) -> Script:
    """Run the rounds and return a PopulationResult."""
    settings = PopulationSettings.model_validate(spec.script)
    voices = [participant for participant in spec.participants if participant.kernel]
    stances = {voice.id: start_of(voice) for voice in voices}
    followed = {voice.id: _choose_followed(spec, voice, voices, settings) for voice in voices}
    different = len(stances) * (2 * round(1 / settings.grain) + 1)
    audience, numbers = audience_of(spec, settings, list(stances.values()), different), dict[str, int]()
    if settings.network is not None:
        contents_heard = different + 2 * round(1 / settings.grain) + 1
        network = settings.network.model_dump(mode="json")
        audience |= {"network": network, "grain": settings.grain, "contents": contents_heard}
    before = ""
    replies: list[Round | None] = []
    for number in range(1, settings.rounds + 1):
        texts = {voice: f"{voice} at {round(stance / settings.grain)}" for voice, stance in stances.items()}
        contents: list[JsonValue] = [numbers.setdefault(content, len(numbers)) for content in texts.values()]
        met: JsonValue = {"stances": list[JsonValue](stances.values()), "contents": contents}
        key = f"r{number:03d}"
        step = Step(
            key=f"{key}/listeners",
            actor=ENGINE,
            task="population_round",
            inputs={"audience": audience, "round": number, "posts": met, "before": before},
        )
        before = Inputs.model_validate(step.inputs).lineage
        posts = {voice: _post(key, voice, stances[voice], texts[voice]) for voice in stances}
        floor = yield Batch(
            steps=(step,),
            exposures={
                voice: tuple(posts[author] for author in authors) for voice, authors in followed.items() if authors
            },
            note=f"round {number}",
        )
        exposed = {voice: readout.stance for voice, readout in floor.readouts.items() if readout.stance is not None}
        stances = {voice: exposed.get(voice, stance) for voice, stance in stances.items()}
        replies.append(POPULATION_ROUND.reply_of(floor.outcomes[0]))
    return PopulationResult(
        rounds=settings.rounds, listeners=settings.listeners, voices=len(voices), audience=tuple(replies)
    )


def _choose_followed(
    spec: RunSpec, voice: Participant, voices: list[Participant], settings: PopulationSettings
) -> tuple[str, ...]:
    """Return whom a voice follows, in the order of the voices: the largest ln(u) / weight, each u drawn evenly."""
    others = [other for other in voices if other.id != voice.id]
    draws = stream(spec.stream_seed, voice.id, "follows")
    chances = {
        other.id: math.log(1.0 - draws.random()) * math.exp(settings.alike * abs(start_of(other) - start_of(voice)))
        for other in others
    }
    drawn = set(sorted(chances, key=lambda handle: -chances[handle])[: settings.follows])
    return tuple(other.id for other in others if other.id in drawn)


def _post(key: str, voice: str, stance: float, text: str) -> Exposure:
    return Exposure(
        message=f"{key}/{voice}", speaker=voice, origin="peer", stance=stance, content=digest(text), shown=True
    )


POPULATION = Protocol(
    Settings=PopulationSettings,
    Result=PopulationResult,
    script=script,
    roles=("listeners",),
    gives=frozenset({"posts"}),
)
