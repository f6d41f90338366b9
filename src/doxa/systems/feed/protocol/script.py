"""The feed's script: in each round news is posted, every agent is shown its feed and acts, and minds move.

    news, judged ─▶ feeds ─▶ all act at once ─▶ minds meet what they were shown ─▶ new posts, judged ─▶ next round

After SimSwarm. A post is shown from the round after it was written; posts of the last round are shown to nobody.
With ``fidelity = "original"`` minds meet the round's posts at its end instead.
"""

from collections.abc import Generator, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import partial

from pydantic import Field

from doxa.errors import ScenarioError
from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record
from doxa.records.claims import Exposure, Readout
from doxa.records.spec import Participant, RunSpec
from doxa.records.steps import Batch, Floor, Outcome, Script, Step
from doxa.systems.feed.protocol.audience import AudienceState, meet_wall, roles, seat_audience
from doxa.systems.feed.protocol.events import TimedEvent, is_meant
from doxa.systems.feed.protocol.interventions import (
    Interventions,
    RefusedAct,
    check_events,
    find_interventions,
    scripted_posts,
)
from doxa.systems.feed.protocol.meeting import (
    StanceReader,
    exposures_in_round,
    exposures_on_feed,
    exposures_to_gains,
    gains,
    position_on,
)
from doxa.systems.feed.protocol.ranking import Board, FeedReader, ShownPost, check_ranking, content_words
from doxa.systems.feed.protocol.settings import FeedSettings
from doxa.systems.feed.protocol.wall import (
    Act,
    Engagement,
    Post,
    PostBody,
    Wall,
    add_posts,
    apply_acts,
    bot_acts,
)
from doxa.systems.feed.tasks.act_on_feed import ACT_ON_FEED
from doxa.systems.feed.tasks.population_round import Reply as AudienceRound

Steps = Generator[Batch, Floor, None]


class PostResult(PostBody):
    """One post, or a reply, with its engagement at the end."""

    likes: int
    dislikes: int
    reposts: int


class FeedResult(Record):
    """The result of a feed."""

    rounds: int
    """How many rounds were held."""
    silent_turns: int
    """How many turns of agents produced no valid action."""
    refused: tuple[RefusedAct, ...] = Field(default=(), exclude_if=lambda refused: not refused)
    """The acts that a ban or friction refused, in order."""
    posts: dict[str, PostResult]
    """By id."""
    follows: dict[str, tuple[str, ...]]
    """Agent → whom it follows at the end, sorted."""
    mutes: dict[str, tuple[str, ...]]
    """Agent → whom it mutes at the end, sorted."""
    audience: tuple[AudienceRound | None, ...] | None = Field(default=None, exclude_if=lambda rounds: rounds is None)
    """The state of the audience after each round, None where its step failed; None without an audience."""


@dataclass(kw_only=True)
class FeedState:
    """The state of a feed."""

    spec: RunSpec
    settings: FeedSettings
    reader: StanceReader
    wall: Wall
    readouts: dict[str, Readout] = field(default_factory=dict)
    gained: Engagement = Engagement()
    """The likes and dislikes that posts gained in the round before."""
    silent: int = 0
    refused: list[RefusedAct] = field(default_factory=list)
    own: dict[str, list[str]] = field(default_factory=dict)
    """Agent → its own posts, oldest first."""
    listening: AudienceState | None = None
    """The audience; None without one."""

    def interventions(self, round: int) -> Interventions:
        """Return what the platform does in a round."""
        return find_interventions(self.settings.events, round, self.spec.stream_seed)


def script(spec: RunSpec) -> Script:
    """Run the rounds and return a FeedResult."""
    return (yield from run_feed(begin_feed(spec)))


def run_feed(feed: FeedState) -> Script:
    """Run the rounds of a feed; its state is up to date also where the caller stops driving the script."""
    floor = yield Batch(steps=(), note="opening")
    feed.readouts = dict(floor.readouts)
    yield from _put_up(feed, _news(feed, 0), "opening")
    for number in range(1, feed.settings.rounds + 1):
        yield from _round(feed, number)
        positions = {participant.id: _positions(feed, participant.id) for participant in feed.spec.participants}
        yield from meet_wall(feed.listening, feed.wall, number, positions)
    return _result(feed)


def begin_feed(spec: RunSpec) -> FeedState:
    """Return the feed before the first round.

    Raises:
        ScenarioError: two participants have the same handle, or a handle is unknown.
    """
    settings = FeedSettings.model_validate(spec.script)
    agents = {participant.id for participant in spec.participants}
    authors = {*agents, *settings.bots, *(event.author for event in settings.injected)}
    for key, table in (("follows", settings.follows), ("mutes", settings.mutes)):
        if unknown := sorted({name for agent, whom in table.items() for name in (agent, *whom)} - authors):
            raise ScenarioError(f"script.{key}: nobody here is called {unknown[0]!r}", key=f"script.{key}")
    if taken := sorted(agents & settings.bots.keys()):
        raise ScenarioError(f"script.bots.{taken[0]}: an agent has this handle", key=f"script.bots.{taken[0]}")
    return FeedState(
        spec=spec,
        settings=settings,
        reader=StanceReader(spec=spec, settings=settings),
        wall=Wall(
            follows=_follows(settings, agents), mutes={agent: frozenset(whom) for agent, whom in settings.mutes.items()}
        ),
        listening=seat_audience(spec, settings),
    )


def _follows(settings: FeedSettings, agents: set[str]) -> dict[str, frozenset[str]]:
    """Return who follows whom from the start, bots included; empty without a network."""
    if not settings.follows:
        return {}
    bots = {agent: {name for name, bot in settings.bots.items() if is_meant(agent, bot.followers)} for agent in agents}
    return {agent: frozenset({*settings.follows.get(agent, ()), *bots[agent]}) for agent in sorted(agents)}


def _round(feed: FeedState, number: int) -> Steps:
    note = f"round {number}"
    yield from _put_up(feed, _news(feed, number), note)
    threads, steps = _feeds(feed, number)
    floor = yield Batch(
        steps=steps, note=note, exposures=_meetings(feed, threads, number) if feed.settings.fidelity == "doxa" else {}
    )
    feed.silent += sum(ACT_ON_FEED.reply_of(outcome) is None for outcome in floor.outcomes)
    acts = [*acts_of(floor.outcomes, number), *bot_acts(feed.settings, feed.wall, number)]
    refusals = [feed.interventions(number).refuse(act) for act in acts]
    feed.refused += filter(None, refusals)
    acts = [act for act, refused in zip(acts, refusals, strict=True) if not refused]
    before = feed.wall.engagement
    feed.wall = apply_acts(feed.wall, acts, feed.settings.reposts)
    feed.gained = gains(before, feed.wall.engagement)
    written = [post for act in acts if (post := _post_of(feed, act)) is not None]
    yield from _put_up(feed, written, note)
    feed.readouts = dict(floor.readouts)
    if feed.settings.fidelity == "original":
        yield from _read_at_once(feed, [feed.wall.posts[post.id] for post in written], note)


def acts_of(outcomes: Iterable[Outcome], round: int) -> list[Act]:
    """Return the acts that agents took in a round, refused or not."""
    return [
        Act(agent=outcome.actor, round=round, place=place, action=action)
        for outcome in outcomes
        if (reply := ACT_ON_FEED.reply_of(outcome))
        for place, action in enumerate(reply.actions, 1)
    ]


def _put_up(feed: FeedState, posts: list[Post], note: str) -> Steps:
    """Read the stances of posts, and add them to the wall."""
    if posts:
        read = yield from feed.reader.read_stances(posts, feed.readouts, note)
        feed.wall = add_posts(feed.wall, read)
        for post in read:
            feed.own.setdefault(post.author, []).append(post.id)


def _read_at_once(feed: FeedState, written: list[Post], note: str) -> Steps:
    """Let every mind meet the round's posts, as the original does."""
    exposures = {believer.id: exposures_in_round(written, believer.id) for believer in _believers(feed)}
    met_by = {agent: all_met for agent, all_met in exposures.items() if all_met}
    if met_by:
        floor = yield Batch(steps=(), note=note, exposures=met_by)
        feed.readouts = dict(floor.readouts)


def _feeds(feed: FeedState, number: int) -> tuple[dict[str, tuple[ShownPost, ...]], tuple[Step, ...]]:
    """Return the posts that every agent is shown, and the steps in which the agents act on them."""
    readers = [_reader(feed, participant) for participant in feed.spec.participants]
    positions = {reader.id: reader.positions for reader in readers}
    interventions = feed.interventions(number)
    board = Board(feed.wall, feed.settings, number, feed.spec.stream_seed, positions, interventions)
    threads: dict[str, tuple[ShownPost, ...]] = {}
    steps = []
    for participant, reader in zip(feed.spec.participants, readers, strict=True):
        feed_threads, own_threads = board.feed(reader), board.own(reader, feed.own.get(participant.id, ()))
        threads[participant.id] = (*feed_threads, *own_threads)
        steps.append(_step(feed, participant, number, feed_threads, own_threads, interventions))
    return threads, tuple(steps)


def _reader(feed: FeedState, participant: Participant) -> FeedReader:
    own_texts = (feed.wall.posts[id].text for id in feed.own.get(participant.id, ()))
    return FeedReader(
        id=participant.id,
        words=frozenset[str]().union(content_words(participant.persona), *map(content_words, own_texts)),
        positions=_positions(feed, participant.id),
    )


def _positions(feed: FeedState, agent: str) -> dict[str, float]:
    """Return an agent's positions by topic."""
    readout = feed.readouts.get(agent)
    return {
        topic: position
        for topic in ("", *feed.settings.topics)
        if readout and (position := position_on(topic, readout)) is not None
    }


def _step(
    feed: FeedState,
    participant: Participant,
    number: int,
    feed_threads: tuple[ShownPost, ...],
    own_threads: tuple[ShownPost, ...],
    interventions: Interventions,
) -> Step:
    posts = [post.id for thread in (*feed_threads, *own_threads) for post in (thread.post, *thread.replies)]
    topics = (feed.spec.proposition.text, *feed.settings.topics) if feed.settings.topics else ()
    item = partial(_item, feed, interventions, participant.id)
    suspended = [kind for kind in feed.settings.allowed if interventions.bans(participant.id, kind)]
    inputs: dict[str, JsonValue] = {
        "round": number,
        "items": [item(thread.post, thread) for thread in feed_threads],
        "own": [item(thread.post, thread) for thread in own_threads],
        "voted": [id for id in posts if (participant.id, id) in feed.wall.engagement.votes],
        "topics": list(topics),
        "most": feed.settings.actions,
        "allowed": list(feed.settings.allowed),
        **({"suspended": list(suspended)} if suspended else {}),
    }
    return Step(key=f"r{number:02d}/{participant.id}", actor=participant.id, task="act_on_feed", inputs=inputs)


def _item(
    feed: FeedState, interventions: Interventions, reader: str, post: Post, thread: ShownPost | None = None
) -> dict[str, JsonValue]:
    gathered, settings = feed.wall.engagement, feed.settings
    labels = [event.text for event in interventions.events_on("label", post, reader)]
    passed_on = gathered.reposts(post.id) if settings.reposts == "every" else 0
    return {
        "id": post.id,
        "author": post.author,
        "text": post.text,
        **gathered.counts(post.id),
        "viral": gathered.likes.get(post.id, 0) + passed_on >= settings.viral,
        "news": thread.news if thread else False,
        "topic": 1 + ("", *settings.topics).index(post.topic),
        "replies": [_item(feed, interventions, reader, reply) for reply in thread.replies] if thread else [],
        **({"labels": list(labels)} if labels else {}),
    }


def _meetings(
    feed: FeedState, threads: dict[str, tuple[ShownPost, ...]], number: int
) -> dict[str, tuple[Exposure, ...]]:
    """Return what each believer meets: its feed and its own posts' gains; believers who meet nothing are left out."""
    own_gains, interventions = exposures_to_gains(feed.wall, feed.gained), feed.interventions(number)
    meetings = {
        agent: (*exposures_on_feed(feed.wall, agent, threads[agent], interventions), *own_gains.get(agent, ()))
        for agent in (believer.id for believer in _believers(feed))
    }
    return {agent: exposures for agent, exposures in meetings.items() if exposures}


def _believers(feed: FeedState) -> list[Participant]:
    return [participant for participant in feed.spec.participants if participant.kernel is not None]


def _post_of(feed: FeedState, act: Act) -> Post | None:
    """Return the post that an act makes, without a stance unless a bot's script gives one."""
    action, bot = act.action, feed.settings.bots.get(act.agent)
    if action.action not in ("create_post", "reply"):
        return None
    topics = ("", *feed.settings.topics)
    parent = feed.wall.posts[action.post] if action.action == "reply" else None
    return Post(
        id=act.id,
        author=act.agent,
        round=act.round,
        text=action.text.strip(),
        topic=parent.topic if parent else topics[action.topic - 1],
        parent=parent.id if parent else "",
        stance=bot.stance if bot else None,
        by="bot" if bot else "agent",
    )


def _news(feed: FeedState, number: int) -> list[Post]:
    posts, refused = feed.interventions(number).sift_posts(
        scripted_posts(feed.settings.events, number, f"r{number:02d}")
    )
    feed.refused += refused
    return posts


def _result(feed: FeedState) -> FeedResult:
    gathered = feed.wall.engagement
    return FeedResult(
        rounds=feed.settings.rounds,
        silent_turns=feed.silent,
        refused=tuple(feed.refused),
        posts={
            id: PostResult(**post.model_dump(exclude={"id"}), **gathered.counts(id))
            for id, post in feed.wall.posts.items()
        },
        follows=_sort_names(feed.wall.follows),
        mutes=_sort_names(feed.wall.mutes),
        audience=tuple(feed.listening.replies) if feed.listening else None,
    )


def _sort_names(links: Mapping[str, frozenset[str]]) -> dict[str, tuple[str, ...]]:
    return {agent: tuple(sorted(names)) for agent, names in sorted(links.items())}


def _check(spec: RunSpec) -> None:
    """Raise a ScenarioError where the ranking or an event cannot be carried out."""
    settings = FeedSettings.model_validate(spec.script)
    check_ranking(spec)
    check_events(spec, settings.events, settings.bots, partial(_find_faults, settings))


def _find_faults(settings: FeedSettings, event: TimedEvent) -> Iterator[tuple[str, str]]:
    """Yield the keys of an event with which this feed can do nothing, and why."""
    if event.do == "inject" and not event.text:
        yield "text", "a post needs words"
    if event.do in ("label", "downrank") and settings.fidelity == "original":
        yield "do", "with fidelity = 'original' minds meet all posts alike, labelled or downranked or not"


def _name_ranker(spec: RunSpec) -> list[tuple[str, str]]:
    """Return the ranker of a spec, as (kind, name)."""
    ranking = spec.script.get("ranking")
    by = ranking.get("by") if isinstance(ranking, dict) else None
    return [("ranker", str(by))] if by else []


FEED = Protocol(
    may_be_silent=True,
    Settings=FeedSettings,
    Result=FeedResult,
    script=script,
    check=_check,
    further_roles=roles,
    plugins=_name_ranker,
    gives=frozenset({"posts"}),
)
