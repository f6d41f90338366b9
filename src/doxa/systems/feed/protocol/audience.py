"""An audience of a feed: after each round, silent listeners over arrays meet the posts on it.

A listener is shown the posts that would reach an agent who follows the same voices and never wrote a word: posts and
reposts of the voices, and news, ranked by recency and engagement, with their likes so far. Bots reach the whole
audience or nobody. Posts on further topics, and posts whose stance could not be read, are left out.
"""

from collections import Counter
from collections.abc import Generator, Iterator
from dataclasses import dataclass, field
from typing import Any

from doxa.errors import ScenarioError
from doxa.records.base import JsonValue
from doxa.records.spec import RunSpec
from doxa.records.steps import ENGINE, Batch, Floor, Step
from doxa.systems.feed.protocol.events import HANDLE, is_meant
from doxa.systems.feed.protocol.interventions import cut_listeners, describe_groups, find_interventions
from doxa.systems.feed.protocol.population import audience_of, choose_engine, start_of
from doxa.systems.feed.protocol.ranking import Board, Positions, ShownPost, is_news
from doxa.systems.feed.protocol.settings import FeedSettings
from doxa.systems.feed.protocol.wall import Post, Wall, content_key
from doxa.systems.feed.tasks.population_round import POPULATION_ROUND, Inputs, Reply as Round


@dataclass(kw_only=True)
class AudienceState:
    """An audience, the posts that it has met, and where it stood after each round."""

    settings: FeedSettings
    seed: int
    authors: tuple[str, ...]
    """Everybody who can post, the agents first."""
    voices: int
    """How many agents there are."""
    audience: dict[str, JsonValue]
    contents: dict[str, int] = field(default_factory=dict)
    met: list[Inputs] = field(default_factory=list)
    """Each round's inputs."""
    replies: list[Round | None] = field(default_factory=list)
    """The state of the audience after each round; None where its step failed."""


def roles(script: dict[str, Any]) -> tuple[str, ...]:
    """Return the model roles that an audience needs."""
    return ("listeners",) if script.get("audience") is not None else ()


def complete_settings(spec: RunSpec) -> dict[str, Any]:
    """Return the settings with the audience's engine written out, where there is an audience.

    Raises:
        ScenarioError: agents have different belief rules, or one has the audience's handle.
        BeliefError: the rule has no form over arrays, or numba is asked for and not installed.
    """
    audience = FeedSettings.model_validate(spec.script).audience
    if audience is None:
        return spec.script
    if any(participant.id == HANDLE for participant in spec.participants):
        raise ScenarioError(
            f"agents.{HANDLE}: the audience has this handle", hint="Rename the agent.", key=f"agents.{HANDLE}"
        )
    engine = choose_engine(spec, audience)
    return {**spec.script, "audience": {**audience.model_dump(mode="json"), "engine": engine}}


def seat_audience(spec: RunSpec, settings: FeedSettings) -> AudienceState | None:
    """Return a feed's audience before the first round; None without an audience."""
    if settings.audience is None:
        return None
    voices = [participant.id for participant in spec.participants]
    authors = tuple(dict.fromkeys([*voices, *settings.bots, *(event.author for event in settings.injected)]))
    stances = [start_of(participant) for participant in spec.participants]
    written = len(voices) * settings.actions * settings.rounds
    contents = written + sum(len(bot.posts) for bot in settings.bots.values()) + len(settings.injected)
    audience = {
        **audience_of(spec, settings.audience, stances, contents),
        "authors": list[JsonValue](authors),
        "most": settings.audience.posts,
        # the most contents that one listener can meet
        "meets": min(
            contents,
            (settings.audience.posts * settings.rounds + len(settings.injected)) * (1 + settings.replies),
        ),
    }
    return AudienceState(
        settings=settings, seed=spec.stream_seed, authors=authors, voices=len(voices), audience=audience
    )


def meet_wall(
    listening: AudienceState | None, wall: Wall, round: int, positions: Positions
) -> Generator[Batch, Floor, None]:
    """Let an audience meet the posts on the wall after a round, in which agents have these positions."""
    if listening is None:
        return
    step = Step(
        key=f"r{round:02d}/{HANDLE}",
        actor=ENGINE,
        task="population_round",
        inputs={
            "audience": listening.audience,
            "round": round,
            "posts": _posts(listening, wall, round, positions),
            "before": listening.met[-1].lineage if listening.met else "",
        },
    )
    listening.met.append(Inputs.model_validate(step.inputs))
    floor = yield Batch(steps=(step,), note=f"round {round}")
    listening.replies.append(POPULATION_ROUND.reply_of(floor.outcomes[0]))


def _posts(listening: AudienceState, wall: Wall, round: int, positions: Positions) -> dict[str, JsonValue]:
    """Return the posts that can be met after a round, its news first, each followed by its replies."""
    interventions = find_interventions(listening.settings.events, round, listening.seed)
    board = Board(wall, listening.settings, round + 1, listening.seed, positions, interventions)
    cuts = cut_listeners(listening.settings.events, round)
    threads = [
        (group, thread)
        for group, drawn in enumerate([0.0, *cuts])
        for thread in _shown_to_somebody(listening, wall, _rank_reached(listening, wall, board, round, drawn), round)
    ]
    threads.sort(key=lambda pair: not is_news(pair[1].post, round))
    posts: list[Post] = []
    groups: list[int] = []
    roots: list[JsonValue] = []
    reach: dict[str, JsonValue] = {}
    for group, thread in threads:
        place = len(posts)
        below = [reply for reply in thread.replies if _is_met(reply)]
        posts += [thread.post, *below]
        groups += [group] * (1 + len(below))
        roots += [place] * (1 + len(below))
        spreading = _reach(listening, wall, thread.post)
        reach[str(place)] = None if spreading is None else [*spreading]
    return {
        "stances": [post.stance for post in posts],
        "contents": [
            listening.contents.setdefault(content_key(post, original=False), len(listening.contents)) for post in posts
        ],
        "ids": [post.id for post in posts],
        "authors": [listening.authors.index(post.author) for post in posts],
        "likes": [wall.engagement.likes.get(post.id, 0) for post in posts],
        "roots": roots,
        "reach": reach,
        "news": sum(is_news(thread.post, round) for _, thread in threads),
        **describe_groups(interventions, posts, groups, cuts),
    }


def _rank_reached(listening: AudienceState, wall: Wall, board: Board, round: int, drawn: float) -> list[ShownPost]:
    """Return the threads that can reach listeners who drew this number, the round's news first."""
    ranked = [
        thread
        for thread in board.standing(drawn)
        if _is_met(thread.post) and _reach(listening, wall, thread.post) != []
    ]
    return sorted(ranked, key=lambda thread: not is_news(thread.post, round))


def _shown_to_somebody(
    listening: AudienceState, wall: Wall, ranked: list[ShownPost], round: int
) -> Iterator[ShownPost]:
    """Yield the threads that some listener may be shown, in order.

    A thread is left out where as many as a listener is shown stand before it from each voice that spreads it: whoever
    could meet it has no room for it.
    """
    most = listening.settings.audience.posts if listening.settings.audience else 0
    voices = range(listening.voices)
    before: Counter[int] = Counter()
    for thread in ranked:
        if is_news(thread.post, round):
            yield thread
            continue
        reach = _reach(listening, wall, thread.post)
        spreading = voices if reach is None else reach
        if any(before[voice] < most for voice in spreading):
            before.update(spreading)
            yield thread


def _reach(listening: AudienceState, wall: Wall, post: Post) -> list[int] | None:
    """Return the voices whose followers are shown a post; None where all listeners are, [] where none can be."""
    bot = listening.settings.bots.get(post.author)
    if post.by == "event" or (bot and is_meant(HANDLE, bot.followers)):
        return None
    voices = listening.voices
    places = [
        listening.authors.index(name) for name in (post.author, *sorted(set(wall.engagement.reposted.get(post.id, ()))))
    ]
    return [place for place in places if place < voices]


def _is_met(post: Post) -> bool:
    return not post.topic and post.stance is not None
