"""What a comparison of feeds or populations compares: measures at the end of a run, and what posts added to stances.

Polarisation is that of Esteban and Ray. The reach of a post is the number of agents who met it. A stance at the end is
where it began plus its moves, and a move is the sum of the exact contributions of the posts met. What no post added has
words of its own, so that everything adds up to the stance.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from statistics import fmean

from doxa.analysis.hooks import Contribution
from doxa.analysis.sweep_runs import LISTENERS, MEAN, SPREAD, stance_measure
from doxa.beliefs.classic import INITIAL
from doxa.log.rundir import RunLog
from doxa.records.base import group_by
from doxa.records.events import BeliefsMoved, EvidenceSeeded, MovedBody, SeededBody
from doxa.scoring.polarisation import bimodality, count_positions, esteban_ray
from doxa.systems.feed.exhibits.audience import begin_of, replies_of
from doxa.systems.feed.exhibits.influence import receptions
from doxa.systems.feed.exhibits.story import story_of
from doxa.systems.feed.protocol.script import FeedResult, PostResult

Body = SeededBody | MovedBody

BINS = 20
"""Cells over [−1, 1] for Esteban–Ray, and for agents over the rounds."""

START, CUT = "where they began", "cut off at the ends of the scale"

PULL = "the pull back to where they began"
"""What ``friedkin_johnsen`` adds beside posts."""


def measure_run(log: RunLog) -> dict[str, float]:
    """Return the measures of a finished feed or population by name; one that is not defined is left out."""
    measures: dict[str, float | None] = {}
    if stances := _last_stances(log).values():
        measures["polarisation"] = esteban_ray(count_positions([*stances], BINS))
        measures["bimodality"] = bimodality([*stances])
    if replies := replies_of(log):
        names = {MEAN: "mean", "polarisation": "polarisation", "bimodality": "bimodality"}
        measures |= {name + LISTENERS: replies[-1][field] for name, field in names.items()}
        measures[SPREAD + LISTENERS] = replies[-1]["variance"] ** 0.5
    if posts := _list_posts(log):
        counts = _count_readers(_list_bodies(log))
        measures["reach"] = sum(counts[id] for id in posts) / len(posts)
        if replies:
            measures["reach" + LISTENERS] = sum(sum(reply["reached"]) for reply in replies) / len(posts)
        by_author = group_by(posts, lambda post: posts[post].author)
        measures |= {f"reach.{author}": fmean(counts[id] for id in own) for author, own in by_author.items()}
    return {name: number for name, number in measures.items() if number is not None}


def list_contributions(log: RunLog) -> Iterator[Contribution]:
    """Yield what each post of a finished feed, and what is no post, added to the stances at the end."""
    bodies, posts, lasts = _list_bodies(log), _list_posts(log), _last_stances(log)
    counts, sums = _count_readers(bodies), defaultdict[str, dict[str, float]](lambda: defaultdict(float))
    readers = {id: {MEAN: counts[id]} for id in posts}
    for source, agent, part in _split_moves(bodies, lasts):
        sums[source][stance_measure(agent)] += part
        sums[source][MEAN] += part / len(lasts)
    if heard := receptions(log, story_of(log)) if replies_of(log) else ():
        begun, measure = begin_of(log), MEAN + LISTENERS
        moved = replies_of(log)[-1]["mean"] - float(begun.mean()) - sum(met.net for met in heard) / len(begun)
        sums[START][measure], sums[CUT][measure] = float(begun.mean()), moved
        for met in heard:
            sums[met.post][measure], readers[met.post][measure] = met.net / len(begun), met.met
    for cause in [source for source in sums if source not in posts]:
        yield Contribution(text=PULL if cause == INITIAL else cause, added=sums[cause])
    for id, post in posts.items():
        added = sums.get(id, {})
        yield Contribution(text=post.text, author=post.author, round=post.round, added=added, readers=readers[id])


def _split_moves(bodies: Iterable[Body], lasts: Mapping[str, float]) -> Iterator[tuple[str, str, float]]:
    """Yield each source with an agent and what it added; those of one agent add up to its stance at the end."""
    for agent, last in lasts.items():
        yield CUT, agent, last
    for body in bodies:
        parts = [(item.source, item.after - item.before) for item in body.trace.items]
        if isinstance(body, SeededBody):
            parts = [(START, body.trace.after.stance or 0.0)]
        for source, part in parts if body.listener in lasts else ():
            yield source, body.listener, part
            yield CUT, body.listener, -part


def _count_readers(bodies: Iterable[Body]) -> Counter[str]:
    """Return post → how many agents met it, also where it moved none of them."""
    moved = [body for body in bodies if isinstance(body, MovedBody)]
    meetings = {(met.message, body.listener) for body in moved for met in body.exposures if met.origin != "self"}
    return Counter(post for post, _ in meetings)


def _list_posts(log: RunLog) -> dict[str, PostResult]:
    result = log.result(FeedResult) if log.spec.protocol == "feed" else None
    return result.posts if result else {}


def _list_bodies(log: RunLog) -> list[Body]:
    """Return where agents began and every move of theirs, in order; the script need not be replayed for them."""
    return [event.body for event in log.events if isinstance(event, EvidenceSeeded | BeliefsMoved)]


def _last_stances(log: RunLog) -> dict[str, float]:
    """Return agent → its stance at the end of a finished run, of those who show one."""
    return {id: stance for id, stance in (log.ended.stances if log.ended else {}).items() if stance is not None}
