"""A feed for the tables of an export: its posts as messages, and where its audience stands after each round."""

from collections.abc import Iterator

from doxa.analysis.exhibit import Measured
from doxa.analysis.hooks import PublicPost
from doxa.log.rundir import RunLog
from doxa.records.events import OutcomeReached
from doxa.systems.feed.exhibits.story import story_of
from doxa.systems.feed.protocol.script import FeedResult
from doxa.systems.feed.tasks.population_round import POPULATION_ROUND

AUDIENCE = "audience"
NUMBERS = ("mean", "variance", "bimodality", "polarisation", "moved", "exposures")
"""What a round of an audience reports as numbers."""


def list_posts(log: RunLog) -> Iterator[PublicPost]:
    """Yield the posts of a feed that ended or stopped; how often each was liked is known once the feed has ended."""
    result = log.result(FeedResult)
    counts = result.posts if result else {}
    for id, post in story_of(log).posts.items():
        count = counts.get(id)
        yield PublicPost(
            id=id,
            author=post.author,
            text=post.text,
            step=id.rpartition("/")[0],
            reply_to=post.parent,
            stance=post.stance,
            likes=count.likes if count else None,
            dislikes=count.dislikes if count else None,
            reposts=count.reposts if count else None,
        )


def measure_audience(log: RunLog) -> Iterator[Measured]:
    """Yield the numbers of the audience after each round, and how many listeners stand in each cell of [-1, 1]."""
    rounds = [
        event.body
        for event in log.events
        if isinstance(event, OutcomeReached) and event.body.task == POPULATION_ROUND.name
    ]
    for number, outcome in enumerate(rounds, 1):
        wave, reply = f"after round {number}", POPULATION_ROUND.reply_of(outcome)
        if reply is None:
            why = outcome.reason or outcome.status
            yield _measured("positions", "all", wave, outcome.key, None, missing=why)
            continue
        for name in NUMBERS:
            value = getattr(reply, name)
            missing = "" if value is not None else "not defined for these positions"
            yield _measured("positions", name, wave, outcome.key, value, missing=missing)
        for cell, count in enumerate(reply.counts, 1):
            yield _measured("listeners by cell", f"cell {cell:02d} of {len(reply.counts)}", wave, outcome.key, count)


def _measured(instrument: str, item: str, wave: str, step: str, value: float | None, *, missing: str = "") -> Measured:
    return Measured(
        who=AUDIENCE,
        instrument=instrument,
        item=item,
        wave=wave,
        role="audience",
        step=step,
        value=value,
        missing=missing,
    )
