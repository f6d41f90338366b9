"""The view of a feed that the report shows (see ``analysis/view.py`` for what it holds).

A report stays readable and small: feeds and trust are shown for the agents that moved most, up to a number that the
view tells; opinions are shown of everybody.
"""

import statistics

from doxa.analysis.view import FeedView, MetView, OpinionView, PostView, ShownView
from doxa.scoring.polarisation import bimodality, counted, esteban_ray
from doxa.systems.feed.exhibits.influence import Influence, authors, influences, movers, trusts
from doxa.systems.feed.exhibits.story import Meeting, Story
from doxa.systems.feed.protocol import Post

READERS = 40
"""Agents whose feeds are shown: those that moved most."""

AUTHORS = 30
"""Authors in the picture of trust: those whose posts moved most."""

POSTS = 100
"""Posts that are listed though they are on no shown feed."""

LOOKED_AT = 20
"""An agent's posts among which the one is sought that moved it most the way it went."""

BINS = 20
"""Cells over [−1, 1] for Esteban–Ray."""


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
