"""What a comparison of feeds or populations compares: measures at the end of a run, and what posts added to stances.

Polarisation is that of Esteban and Ray. The reach of a post is the number of agents who met it. A stance at the end is
where it began plus its moves, and a move is the sum of the exact contributions of the posts met. What no post added has
words of its own, so that everything adds up to the stance.
"""

from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from statistics import fmean

from doxa.analysis.hooks import Contribution
from doxa.analysis.sweep_runs import LISTENERS, MEAN, SPREAD, stance_measure
from doxa.beliefs.classic import INITIAL
from doxa.log.rundir import RunLog
from doxa.records.base import group_by
from doxa.scoring.polarisation import bimodality, count_positions, esteban_ray
from doxa.systems.feed.exhibits.audience import begin_of, replies_of
from doxa.systems.feed.exhibits.influence import receptions
from doxa.systems.feed.exhibits.story import Story, stances_of, story_of

BINS = 20
"""Cells over [−1, 1] for Esteban–Ray, and for agents over the rounds."""

START, CUT = "where they began", "cut off at the ends of the scale"

PULL = "the pull back to where they began"
"""What ``friedkin_johnsen`` adds beside posts."""


def measure_run(log: RunLog) -> dict[str, float]:
    """Return the measures of a finished feed or population by name; one that is not defined is left out."""
    measures: dict[str, float | None] = {}
    if stances := [stance for stance in (log.ended.stances if log.ended else {}).values() if stance is not None]:
        measures["polarisation"] = esteban_ray(count_positions(stances, BINS))
        measures["bimodality"] = bimodality(stances)
    if replies := replies_of(log):
        names = {MEAN: "mean", "polarisation": "polarisation", "bimodality": "bimodality"}
        measures |= {name + LISTENERS: replies[-1][field] for name, field in names.items()}
        measures[SPREAD + LISTENERS] = replies[-1]["variance"] ** 0.5
    if log.spec.protocol == "feed" and (reach := _count_readers(story := story_of(log))):
        measures["reach"] = fmean(reach.values())
        if replies:
            measures["reach" + LISTENERS] = sum(sum(reply["reached"]) for reply in replies) / len(reach)
        by_author = group_by(reach, lambda post: story.posts[post].author)
        measures |= {f"reach.{author}": fmean(reach[post] for post in posts) for author, posts in by_author.items()}
    return {name: number for name, number in measures.items() if number is not None}


def _count_readers(story: Story) -> dict[str, int]:
    """Return post → how many agents met it, also where it moved none of them."""
    meetings = {
        (exposure.message, meeting.agent)
        for meeting in story.meetings
        for exposure in meeting.exposures
        if exposure.origin != "self"
    }
    counts = Counter(post for post, _ in meetings)
    return {post: counts[post] for post in story.posts}


def list_contributions(log: RunLog) -> Iterator[Contribution]:
    """Yield what each post of a finished feed, and what is no post, added to the stances at the end."""
    story, sums = story_of(log), defaultdict[str, dict[str, float]](lambda: defaultdict(float))
    readers = {id: {MEAN: count} for id, count in _count_readers(story).items()}
    lasts = stances_of(story.readouts[-1])
    for source, agent, part in _split_moves(story, lasts):
        sums[source][stance_measure(agent)] += part
        sums[source][MEAN] += part / len(lasts)
    if heard := receptions(log, story):
        begun = begin_of(log)
        moved = replies_of(log)[-1]["mean"] - float(begun.mean()) - sum(met.net for met in heard) / len(begun)
        sums[START][MEAN + LISTENERS], sums[CUT][MEAN + LISTENERS] = float(begun.mean()), moved
        for met in heard:
            sums[met.post][MEAN + LISTENERS], readers[met.post][MEAN + LISTENERS] = met.net / len(begun), met.met
    for source, added in sums.items():
        if source not in story.posts:
            yield Contribution(text=source.replace(INITIAL, PULL), added=added)
    for id, post in story.posts.items():
        added = sums.get(id, {})
        yield Contribution(text=post.text, author=post.author, round=post.round, added=added, readers=readers[id])


def _split_moves(story: Story, lasts: Mapping[str, float]) -> Iterator[tuple[str, str, float]]:
    """Yield each source with an agent and what it added; those of one agent add up to its stance at the end."""
    starts = stances_of(story.readouts[0])
    for agent, last in lasts.items():
        yield START, agent, starts.get(agent, 0.0)
        yield CUT, agent, last - starts.get(agent, 0.0)
    for meeting in story.meetings:
        for item, part in meeting.parts if meeting.agent in lasts else ():
            yield item.source, meeting.agent, part
            yield CUT, meeting.agent, -part
