"""Population: a few hundred voices post where they stand, and up to millions listen under the same belief rule.

In a round every voice posts once; its words change when its position has moved by about a ``grain``. Each voice meets
the posts of the voices that it follows, in the engine and with a trace. Each listener meets the posts of the voices
that it follows, over arrays, all in one step. All move at the same time. Listeners do not post or vote.
"""

import math
from collections.abc import Iterator, Sequence
from functools import partial

from pydantic import Field

from doxa.beliefs.population.advancing import engine_used, population_rule
from doxa.errors import ScenarioError
from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record, digest, stream
from doxa.records.claims import Exposure
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import ENGINE, Batch, Script, Step
from doxa.systems.feed.protocol.events import HANDLE, TimedEvent
from doxa.systems.feed.protocol.interventions import (
    Interventions,
    RefusedAct,
    check_events,
    cut_listeners,
    describe_groups,
    find_interventions,
    scripted_posts,
)
from doxa.systems.feed.protocol.settings import ListenerSettings
from doxa.systems.feed.protocol.wall import Post
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
    events: tuple[TimedEvent, ...] = Field(default=(), exclude_if=lambda events: not events)
    """Posts by others than voices, and interventions: labels, hiding (``downrank`` to 0) and bans."""


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
    refused: tuple[RefusedAct, ...] = Field(default=(), exclude_if=lambda refused: not refused)
    """The posts that a ban refused, in order."""


def script(spec: RunSpec) -> Script:
    """Run the rounds and return a PopulationResult."""
    settings = PopulationSettings.model_validate(spec.script)
    voices = [participant for participant in spec.participants if participant.kernel]
    stances = {voice.id: start_of(voice) for voice in voices}
    followed = {voice.id: _choose_followed(spec, voice, voices, settings) for voice in voices}
    injected = dict.fromkeys(event.author for event in settings.events if event.do == "inject")
    different = len(stances) * (2 * round(1 / settings.grain) + 1) + len(injected and settings.events)
    audience, numbers = audience_of(spec, settings, list(stances.values()), different), dict[str, int]()
    if settings.network is not None:
        contents_heard = different + 2 * round(1 / settings.grain) + 1
        network = settings.network.model_dump(mode="json")
        audience |= {"network": network, "grain": settings.grain, "contents": contents_heard}
    handles = list(dict.fromkeys([*stances, *injected]))
    audience |= {"authors": list[JsonValue](handles)} if injected else {}
    before, refused = "", list[RefusedAct]()
    replies: list[Round | None] = []
    for number in range(1, settings.rounds + 1):
        texts = {voice: f"{voice} at {round(stance / settings.grain)}" for voice, stance in stances.items()}
        key, interventions = f"r{number:03d}", find_interventions(settings.events, number, spec.stream_seed)
        voiced = [
            Post(id=f"{key}/{voice}", author=voice, round=number, text=texts[voice], stance=stance)
            for voice, stance in stances.items()
        ]
        posts, now_refused = interventions.sift_posts([*voiced, *scripted_posts(settings.events, number, key)])
        refused += now_refused
        contents = {post.id: numbers.setdefault(post.text or post.author, len(numbers)) for post in [*voiced, *posts]}
        met: dict[str, JsonValue] = {"stances": [*stances.values()], "contents": [contents[post.id] for post in voiced]}
        if any(event.round <= number for event in settings.events):
            met = _show_posts(settings, interventions, posts, contents, handles, number)
        step = Step(
            key=f"{key}/listeners",
            actor=ENGINE,
            task="population_round",
            inputs={"audience": audience, "round": number, "posts": met, "before": before},
        )
        before = Inputs.model_validate(step.inputs).lineage
        floor = yield Batch(
            steps=(step,),
            exposures={
                voice: exposures
                for voice, authors in followed.items()
                if (exposures := _meet_posts(interventions, posts, voice, authors))
            },
            note=f"round {number}",
        )
        exposed = {voice: readout.stance for voice, readout in floor.readouts.items() if readout.stance is not None}
        stances = {voice: exposed.get(voice, stance) for voice, stance in stances.items()}
        replies.append(POPULATION_ROUND.reply_of(floor.outcomes[0]))
    return PopulationResult(
        rounds=settings.rounds,
        listeners=settings.listeners,
        voices=len(voices),
        audience=tuple(replies),
        refused=tuple(refused),
    )


def _show_posts(
    settings: PopulationSettings,
    interventions: Interventions,
    posts: list[Post],
    contents: dict[str, int],
    handles: list[str],
    number: int,
) -> dict[str, JsonValue]:
    """Return what listeners meet in a round in which events hold, for each group of listeners one after the other."""
    cuts = cut_listeners(settings.events, number)
    pairs = [
        (group, post)
        for group, drawn in enumerate([0.0, *cuts])
        for post in posts
        if interventions.rank(post, HANDLE, drawn) > 0.0
    ]
    groups, met = [group for group, _ in pairs], [post for _, post in pairs]
    return {
        "stances": [post.stance for post in met],
        "contents": [contents[post.id] for post in met],
        "authors": [handles.index(post.author) for post in met],
        "roots": [*range(len(met))],
        "reach": {str(place): None for place, post in enumerate(met) if post.by == "event"},
        **describe_groups(interventions, met, groups, cuts),
    }


def _meet_posts(
    interventions: Interventions, posts: list[Post], voice: str, authors: tuple[str, ...]
) -> tuple[Exposure, ...]:
    """Return what a voice meets: the posts of those whom it follows, and of events."""
    return tuple(
        Exposure(
            message=post.id,
            speaker=post.author,
            origin="peer",
            stance=post.stance,
            content=digest(post.text or post.author),
            weight=interventions.weigh(post, voice),
            shown=True,
        )
        for post in posts
        if (post.author in authors or (post.by == "event" and post.author != voice))
        and interventions.rank(post, voice) > 0.0
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


def _check(spec: RunSpec) -> None:
    """Raise a ScenarioError where an event cannot be carried out."""
    settings = PopulationSettings.model_validate(spec.script)
    check_events(spec, settings.events, (), partial(_find_faults, settings))


def _find_faults(settings: PopulationSettings, event: TimedEvent) -> Iterator[tuple[str, str]]:
    """Yield the keys of an event with which a population can do nothing, and why."""
    if event.do == "friction":
        yield "do", "nobody reposts, votes or replies in a population; friction needs a feed, such as with an audience"
    if event.topic:
        yield "topic", "a population has no topics beside the proposition"
    if event.do == "downrank" and event.factor:
        yield (
            "factor",
            "nothing is ranked in a population: here downrank takes 0, which hides",
        )
    if event.do == "inject" and event.stance is None:
        yield "stance", "a post needs one in a population, where nobody reads words"
    if event.do == "inject" and not event.round:
        yield "round", "the first round of a population is 1"
    if settings.network and settings.network.order == "encounters":
        yield "do", "encounters draw from fixed rows; set script.network.order to together or random"


POPULATION = Protocol(
    Settings=PopulationSettings,
    Result=PopulationResult,
    script=script,
    roles=("listeners",),
    check=_check,
    gives=frozenset({"posts"}),
)
