"""Influence: which posts moved whom, by how much, who trusts whom at the end, and what moved an audience.

A post's contribution to a mind is exact: the social rule adds contributions up, and a mind's move is their sum unless
the end of the scale cuts it short. Contributions of one post add up over minds and rounds. Those of an audience are in
the log of each round, summed over all listeners by the array kernel.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.systems.feed.exhibits.audience import replies_of
from doxa.systems.feed.exhibits.story import Story


class Influence(Record):
    """The effect of one post on all minds, or on all listeners of an audience, that met it."""

    post: str
    author: str
    text: str
    stance: float | None
    likes: int
    dislikes: int
    reposts: int
    replies: int
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


@dataclass
class _Sum:
    """What one post added to some minds or listeners."""

    met: int = 0
    moved: float = 0.0
    net: float = 0.0
    listeners: set[str] = field(default_factory=set)


def influences(story: Story) -> tuple[Influence, ...]:
    """Return the influence of every post that any mind met, the strongest first."""
    sums: dict[str, _Sum] = defaultdict(_Sum)
    for meeting in story.meetings:
        for item, part in meeting.parts:
            post = sums[item.source]
            post.met += 1
            post.moved += abs(part)
            post.net += part
            post.listeners.add(meeting.agent)
    return _rank_influences(story, sums)


def receptions(log: RunLog, story: Story) -> tuple[Influence, ...]:
    """Return the influence on an audience of every post that it met under the social rule, the strongest first.

    Nobody counts how many listeners met a post once or more. Under other rules a post has no contribution of its own,
    and the result is empty.
    """
    sums: dict[str, _Sum] = defaultdict(_Sum)
    met = {inputs.lineage: inputs.posts for inputs in (story.feed.listening.met if story.feed.listening else ())}
    for reply in replies_of(log):
        ids = met[reply["history"]].ids
        if len(reply["contributed"]) < len(ids):
            return ()
        for place, id in enumerate(ids):
            sums[id].met += reply["reached"][place]
            sums[id].moved += reply["pulls"][place]
            sums[id].net += reply["contributed"][place]
    return _rank_influences(story, {id: post for id, post in sums.items() if post.met})


def _rank_influences(story: Story, sums: Mapping[str, _Sum]) -> tuple[Influence, ...]:
    gathered = story.feed.wall.engagement
    ranked = [
        Influence(
            post=id,
            author=story.posts[id].author,
            text=story.posts[id].text,
            stance=story.posts[id].stance,
            **gathered.counts(id),
            replies=len(story.feed.wall.beneath.get(id, ())),
            listeners=len(post.listeners),
            met=post.met,
            moved=round(post.moved, 12),
            net=round(post.net, 12),
            viral=gathered.likes.get(id, 0) >= story.feed.settings.viral,
            by=story.posts[id].by,
        )
        for id, post in sums.items()
        if id in story.posts
    ]
    return tuple(sorted(ranked, key=lambda influence: (-influence.moved, influence.post)))


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
            posts=tuple(
                (post, round(part, 12))
                for post, part in sorted(parts[agent].items(), key=lambda pair: (-abs(pair[1]), pair[0]))[:posts]
            ),
        )
        for agent, begun in first.items()
        if begun.stance is not None and last[agent].stance is not None
    ]
    return tuple(sorted(agent_moves, key=lambda mover: (-abs(mover.end - mover.start), mover.agent)))


def trusts(story: Story) -> dict[tuple[str, str], float]:
    """Return (agent, author whom it met) → the trust after the agent's last move."""
    changes = [(meeting.agent, meeting.trace.notes.get("trust")) for meeting in story.meetings]
    return {
        (agent, author): float(str(pair[1]))
        for agent, trust_by_author in changes
        if isinstance(trust_by_author, dict)
        for author, pair in trust_by_author.items()
        if isinstance(pair, list)
    }


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
