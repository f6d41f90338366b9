"""The view of a feed that the report shows (see ``analysis/view.py`` for what it holds).

A report stays readable and small: feeds and trust are shown for the agents that moved most, up to a number that the
view tells; opinions are shown of everybody.
"""

import statistics

from doxa.analysis.building import agent_of, flat, parts_of, roles_of
from doxa.analysis.view import PointView, RunView, SummaryView
from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.scoring.polarisation import bimodality, counted, esteban_ray
from doxa.systems.feed.exhibits.influence import Influence, authors, influences, movers, trusts
from doxa.systems.feed.exhibits.story import Meeting, Story, story_of
from doxa.systems.feed.protocol import Post

READERS = 40
"""Agents whose feeds are shown: those that moved most."""

AUTHORS = 30
"""Authors in the picture of trust: those whose posts moved most."""

POSTS = 100
"""Posts that are listed though they are on no shown feed."""

LOOKED_AT = 20
"""An agent's posts among which the one is sought that moved it most the way it went."""

POSTED = (
    "What agents do on this feed was decided offline, by plain code, and their words are real arguments of a corpus. "
    "It is a simulation: it says nothing about how a language model or a person would have acted."
)

BINS = 20
"""Cells over [−1, 1] for Esteban–Ray."""


class PostView(Record):
    """One post of a feed."""

    id: str
    author: str
    """Untrusted, as is the text: a handle."""
    by: str
    """agent, bot or event."""
    round: int
    parent: str
    """The post that it answers; empty for a post of its own."""
    topic: str
    text: str
    stance: float | None
    """None where it could not be read."""
    likes: int
    dislikes: int
    reposts: int
    viral: bool
    listeners: int
    """How many minds met it."""
    moved: float
    """Sum of the sizes of its exact contributions to all who met it."""
    net: float
    """Sum of its contributions: toward +1 or −1."""


class MetView(Record):
    """One post as one agent met it in one round."""

    post: str
    likes: int
    """What it had gathered then."""
    dislikes: int
    contribution: float
    """What it added to the stance."""
    factors: dict[str, float]
    why: str


class ShownView(Record):
    """One agent's feed in one round, in the order shown, and what it did."""

    agent: str
    round: int
    before: float | None
    after: float | None
    confidence: float | None
    """After the round."""
    met: tuple[MetView, ...]


class OpinionView(Record):
    """Where everybody stood after one round."""

    round: int
    """0 is the start."""
    stances: dict[str, float]
    mean: float
    spread: float
    """Standard deviation."""
    bimodality: float | None
    """Bimodality coefficient; None where it is not defined."""
    esteban_ray: float
    """Polarisation in [0, 1] after Esteban and Ray."""


class FeedView(Record):
    """A feed: opinions by round, posts and what they did, feeds as agents saw them, and trust."""

    opinions: tuple[OpinionView, ...]
    posts: tuple[PostView, ...]
    """The one that moved most first; those that nobody met and that are on no shown feed are left out."""
    feeds: tuple[ShownView, ...]
    trust: tuple[tuple[str, str, float], ...]
    """(agent, author, trust in the end), of agents whose feeds are shown and the authors that moved most."""
    left_out: int
    """How many agents have no feed here, because there are too many."""
    counts: dict[str, int]
    """posts, replies, likes, dislikes, reposts, silent turns of the run."""


def feed_view(story: Story) -> FeedView:
    """Return what the report shows of a feed."""
    found = influences(story)
    moved = movers(story, 0)
    readers = [one.agent for one in moved[:READERS]]
    shown = tuple(_shown(one) for one in story.meetings if one.agent in set(readers))
    trusted = set(list(authors(found))[:AUTHORS])
    on_feeds = {met.post for one in shown for met in one.met}
    known = {one.post: one for one in found}
    listed = [one.post for one in found[:POSTS]]
    rest = [id for id in story.posts if id in on_feeds and id not in set(listed)]
    return FeedView(
        opinions=tuple(_opinion(number, stances) for number, stances in enumerate(_stances(story)) if stances),
        posts=tuple(_post(story, story.posts[id], known.get(id)) for id in [*listed, *rest]),
        feeds=shown,
        trust=tuple(
            (one.agent, one.author, one.trust)
            for one in trusts(story)
            if one.agent in set(readers) and one.author in trusted
        ),
        left_out=len(moved) - len(readers),
        counts=counts(story),
    )


def feed_summaries(story: Story) -> dict[str, str]:
    """Say of every agent whose feed is shown where it went, and which post moved it most."""
    told = {}
    for one in movers(story, LOOKED_AT)[:READERS]:
        went = f"{one.name} went from {_signed(one.start)} to {_signed(one.end)}"
        toward = [(id, part) for id, part in one.posts if part * (one.end - one.start) > 0 and id in story.posts]
        post = story.posts[toward[0][0]] if toward else None
        why = f"; most by “{post.text}”, {story.named(post.author)}, {_signed(toward[0][1])}" if post else ""
        told[one.agent] = f"{went}{why}."
    return told


def _signed(value: float) -> str:
    return f"{value:+.2f}".replace("-", "−")


def counts(story: Story) -> dict[str, int]:
    """Count what was done on a feed."""
    wall = story.feed.wall
    votes = list(wall.engagement.votes.values())
    return {
        "posts": sum(not one.parent for one in wall.posts.values()),
        "replies": sum(bool(one.parent) for one in wall.posts.values()),
        "likes": votes.count("like"),
        "dislikes": votes.count("dislike"),
        "reposts": sum(len(one) for one in wall.engagement.reposted.values()),
        "silent turns": story.feed.silent,
    }


def _stances(story: Story) -> list[dict[str, float]]:
    return [{who: one.stance for who, one in shown.items() if one.stance is not None} for shown in story.readouts]


def _opinion(number: int, stances: dict[str, float]) -> OpinionView:
    values = list(stances.values())
    return OpinionView(
        round=number,
        stances=stances,
        mean=statistics.fmean(values),
        spread=statistics.pstdev(values),
        bimodality=bimodality(values),
        esteban_ray=esteban_ray(counted(values, BINS)),
    )


def _post(story: Story, post: Post, found: Influence | None) -> PostView:
    gathered = story.feed.wall.engagement
    likes = gathered.likes.get(post.id, 0)
    return PostView(
        id=post.id,
        author=post.author,
        by=post.by,
        round=post.round,
        parent=post.parent,
        topic=post.topic,
        text=post.text,
        stance=post.stance,
        likes=likes,
        dislikes=gathered.dislikes.get(post.id, 0),
        reposts=gathered.reposts(post.id),
        viral=likes >= story.feed.settings.viral,
        listeners=found.listeners if found else 0,
        moved=found.moved if found else 0.0,
        net=found.net if found else 0.0,
    )


def _shown(one: Meeting) -> ShownView:
    parts = {item.source: (item, part) for item, part in one.parts}
    met = []
    for exposure in one.exposures:
        if exposure.origin == "self":
            continue
        item, part = parts.get(exposure.message, (None, 0.0))
        met.append(
            MetView(
                post=exposure.message,
                likes=exposure.likes,
                dislikes=exposure.dislikes,
                contribution=part,
                factors={} if item is None else item.factors,
                why="its stance could not be read" if item is None else item.why,
            )
        )
    return ShownView(
        agent=one.agent,
        round=one.round,
        before=one.trace.before.stance,
        after=one.trace.after.stance,
        confidence=one.trace.after.confidence,
        met=tuple(met),
    )


def feed_run(log: RunLog) -> RunView:
    """Return the view of a feed: its batches are rounds, and of many agents those that moved most are named."""
    story = story_of(log)
    calls = log.calls()
    moved = [one.agent for one in movers(story, 0)]
    named, known = moved[:READERS], {one.id: one for one in log.spec.participants}
    rest = [id for id in known if id not in set(moved)]
    agents = [agent_of(known[id], []) for id in [*named, *rest[: READERS - len(named)]]]
    crowd = {"seeds", "counters"} | ({"participants"} if len(log.spec.participants) > READERS else set())
    return RunView(
        name=log.spec.name,
        spec=log.spec_hash,
        status="finished" if log.finished else "unfinished",
        simulated=POSTED if log.spec.roles["speaker"].model == "offline" else "",
        proposition=log.spec.proposition.text,
        protocol=log.spec.protocol,
        seed=log.spec.seed,
        replicate=log.spec.replicate,
        agents=tuple(agents),
        batches=("start", *(f"round {number}" for number in range(1, story.rounds + 1))),
        curves={one.id: _feed_points(story, one.id) for one in agents if one.id in named},
        turns=(),
        moves=(),
        memory={},
        summaries=tuple(
            SummaryView(agent=one, sentence=told, turning=()) for one, told in feed_summaries(story).items()
        ),
        roles=tuple(roles_of(calls)),
        prefix={},
        settings=tuple(flat(log.spec.model_dump(mode="json", exclude=crowd))),
        parts=parts_of(log, []),
    )


def _feed_points(story: Story, who: str) -> tuple[PointView, ...]:
    shown = [one[who] for one in story.readouts]
    return tuple(
        PointView(batch=number, stance=one.stance, log_odds=None, kind=one.kind) for number, one in enumerate(shown)
    )
