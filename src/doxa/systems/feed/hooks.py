"""How feeds and populations are shown."""

import statistics
from collections.abc import Mapping, Sequence

from doxa.analysis.exhibit import Part
from doxa.analysis.history import Chapter
from doxa.analysis.hooks import Hooks, Source
from doxa.analysis.trial import Curve, Trial
from doxa.log.rundir import RunLog
from doxa.systems.feed.exhibits.story import story_of
from doxa.systems.feed.listeners_view import audience_parts
from doxa.systems.feed.measured import list_posts, measure_audience
from doxa.systems.feed.posts_view import feed_parts
from doxa.systems.feed.story import tell_feed, tell_population
from doxa.systems.feed.terminal.audience import conclude_audience
from doxa.systems.feed.terminal.feeds import conclude_feed
from doxa.systems.feed.terminal.lines import AudienceLines, FeedLines
from doxa.systems.feed.views import feed_run

EVERYBODY = "all"
"""The side of a feed's only curve."""


def _sources(log: RunLog) -> dict[str, Source]:
    story = story_of(log)
    return {
        id: Source(text=post.text, whose=f"{story.name_of(post.author)}'s post") for id, post in story.posts.items()
    }


def _merge_curves(trial: Trial) -> Trial:
    """Return a trial with its many curves replaced by one, their mean."""
    rounds = zip(*(curve.stances for curve in trial.curves), strict=True)
    stances_by_round = [[stance for stance in stances if stance is not None] for stances in rounds]
    means = tuple(statistics.fmean(stances) if stances else None for stances in stances_by_round)
    everybody = Curve(agent=EVERYBODY, side=EVERYBODY, kind="maintained", stances=means, agents=len(trial.curves))
    return trial.model_copy(update={"curves": (everybody,)})


def _parts(log: RunLog, chapters: Sequence[Chapter]) -> Mapping[str, Part]:
    return {**feed_parts(story_of(log)), **audience_parts(log)}


def _audience(log: RunLog, chapters: Sequence[Chapter]) -> Mapping[str, Part]:
    return audience_parts(log)


HOOKS = {
    "feed": Hooks(
        teller=FeedLines,
        conclude=conclude_feed,
        view=feed_run,
        parts=_parts,
        story=tell_feed,
        sources=_sources,
        merge_curves=_merge_curves,
        measured=measure_audience,
        posts=list_posts,
    ),
    "population": Hooks(
        teller=AudienceLines,
        conclude=conclude_audience,
        parts=_audience,
        story=tell_population,
        measured=measure_audience,
    ),
}
