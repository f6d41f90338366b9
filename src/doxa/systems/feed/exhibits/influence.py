"""Influence: which posts moved whom, by how much, who trusts whom at the end, and what moved an audience.

A post's contribution to a mind is exact: the social rule adds contributions up, and a mind's move is their sum unless
the end of the scale cuts it short. Contributions of one post add up over minds and rounds. Those of an audience are in
the log of each round, summed over all listeners by the array kernel.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.systems.feed.exhibits.audience import replies_of
from doxa.systems.feed.exhibits.story import Story
from doxa.systems.feed.protocol.wall import Post
from doxa.systems.feed.tasks.population_round import Posts


class Influence(Record):
    """The effect of one post on all minds that met it."""

    post: str
    author: str
    text: str
    stance: float | None
    likes: int
    dislikes: int
    reposts: int
    listeners: int
    """How many minds met it, each counted once."""
    met: int
    """How often it was met."""
    moved: float
    """Sum of the sizes of its contributions, in units of stance."""
    net: float
    """Sum of its contributions: toward +1 or −1."""
    viral: bool = False
    by: str = "agent"


class Mover(Record):
    """How far one agent moved, and the posts that moved it most."""

    agent: str
    name: str
    start: float
    end: float
    posts: tuple[tuple[str, float], ...]
    """(post, sum of its contributions to this agent), largest first."""


class AgentTrust(Record):
    """How far one agent trusts one author at the end."""

    agent: str
    author: str
    trust: float


def influences(story: Story) -> tuple[Influence, ...]:
    """Return the influence of every post that anybody met, the strongest first."""
    moved: dict[str, float] = defaultdict(float)
    net: dict[str, float] = defaultdict(float)
    met: dict[str, int] = defaultdict(int)
    listeners: dict[str, set[str]] = defaultdict(set)
    for meeting in story.meetings:
        for item, part in meeting.parts:
            moved[item.source] += abs(part)
            net[item.source] += part
            met[item.source] += 1
            listeners[item.source].add(meeting.agent)
    post_influences = [
        _influence(story, id, len(listeners[id]), met[id], moved[id], net[id]) for id in met if id in story.posts
    ]
    return tuple(sorted(post_influences, key=lambda influence: (-influence.moved, influence.post)))


def _influence(story: Story, id: str, listeners: int, met: int, moved: float, net: float) -> Influence:
    post, gathered = story.posts[id], story.feed.wall.engagement
    likes = gathered.likes.get(id, 0)
    return Influence(
        post=id,
        author=post.author,
        text=post.text,
        stance=post.stance,
        likes=likes,
        dislikes=gathered.dislikes.get(id, 0),
        reposts=gathered.reposts(id),
        listeners=listeners,
        met=met,
        moved=round(moved, 12),
        net=round(net, 12),
        viral=likes >= story.feed.settings.viral,
        by=post.by,
    )


def movers(story: Story, posts: int = 3) -> tuple[Mover, ...]:
    """Return every agent with a stance, the one that moved furthest first.

    Args:
        posts: how many posts are named for each.
    """
    parts: dict[str, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for meeting in story.meetings:
        for item, part in meeting.parts:
            parts[meeting.agent][item.source] += part
    first, last = story.readouts[0], story.readouts[-1]
    agent_moves = [
        Mover(
            agent=agent,
            name=story.name_of(agent),
            start=begun.stance,
            end=last[agent].stance or 0.0,
            posts=_largest(parts[agent], posts),
        )
        for agent, begun in first.items()
        if begun.stance is not None and last[agent].stance is not None
    ]
    return tuple(sorted(agent_moves, key=lambda mover: (-abs(mover.end - mover.start), mover.agent)))


def _largest(parts: dict[str, float], most: int) -> tuple[tuple[str, float], ...]:
    ordered = sorted(parts.items(), key=lambda pair: (-abs(pair[1]), pair[0]))
    return tuple((post, round(part, 12)) for post, part in ordered[:most])


def trusts(story: Story) -> tuple[AgentTrust, ...]:
    """Return the trust of every agent in every author whom it met, after the agent's last move."""
    trust_by_pair: dict[tuple[str, str], float] = {}
    for meeting in story.meetings:
        changes = meeting.trace.notes.get("trust")
        if isinstance(changes, dict):
            for author, pair in changes.items():
                if isinstance(pair, list):
                    trust_by_pair[meeting.agent, author] = float(str(pair[1]))
    return tuple(
        AgentTrust(agent=agent, author=author, trust=trust) for (agent, author), trust in trust_by_pair.items()
    )


def count_overshoots(story: Story) -> int:
    """Return the number of moves in which the pulls of all posts together weigh more than 1.

    Such a mind moves past the posts' stances and may swing from end to end. The source sets no upper bound on social
    proof; in the original likes never count, so that this never happens there.
    """
    return sum(
        sum(item.weight for item in meeting.trace.items if item.after or item.before) > 1.0
        for meeting in story.meetings
    )


def authors(post_influences: Iterable[Influence]) -> dict[str, float]:
    """Return author → how much all its posts moved, the most influential first."""
    total: dict[str, float] = defaultdict(float)
    for influence in post_influences:
        total[influence.author] += influence.moved
    return dict(sorted(total.items(), key=lambda pair: (-pair[1], pair[0])))


@dataclass(frozen=True, kw_only=True)
class Reception:
    """The effect of one post on an audience, over all rounds."""

    post: Post
    met: int
    """How often it was met, including repeats by the same listener."""
    moved: float
    """The sum of the sizes of its contributions."""
    net: float
    """The sum of its contributions."""


def receptions(log: RunLog, story: Story) -> tuple[Reception, ...]:
    """Return the effect of every post that moved listeners under the social rule, the strongest first.

    Under other rules a post has no contribution of its own, and the result is empty.
    """
    met, moved, net = Counter[str](), defaultdict[str, float](float), defaultdict[str, float](float)
    listening = story.feed.listening
    for reply, posts in zip(replies_of(log), listening.rounds if listening else (), strict=False):
        ids = Posts.model_validate(posts).ids
        if len(reply["contributed"]) < len(ids):
            return ()
        for place, id in enumerate(ids):
            met[id] += reply["reached"][place]
            moved[id] += reply["pulls"][place]
            net[id] += reply["contributed"][place]
    post_receptions = [
        Reception(post=story.posts[id], met=met[id], moved=moved[id], net=net[id]) for id in moved if met[id]
    ]
    return tuple(sorted(post_receptions, key=lambda reception: (-reception.moved, reception.post.id)))
