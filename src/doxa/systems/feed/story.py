"""The story of a feed or a population in one sentence: who moved where, in which round most, and by which post."""

import statistics
from collections import defaultdict

from doxa.analysis.causes import quote
from doxa.analysis.headline import MOVED
from doxa.analysis.story import describe_move
from doxa.log.rundir import RunLog
from doxa.systems.feed.exhibits.audience import replies_of
from doxa.systems.feed.exhibits.influence import Mover, movers
from doxa.systems.feed.exhibits.story import Story, story_of
from doxa.terminal.console import signed

SAME = 0.02
"""A change of a spread that counts as none."""


def tell_feed(log: RunLog) -> str:
    """Return the story of a feed, so far where it has not ended."""
    story = story_of(log)
    everybody = movers(story, 0)
    lead = "" if log.finished else f"So far, up to round {story.rounds} of a run that has not ended: "
    if not everybody:
        return f"{lead}{len(log.spec.participants)} agents read and posted; nobody's stance was followed."
    first, last = story.stances[0], story.stances[-1]
    means = f"their mean went from {signed(statistics.fmean(first))} to {signed(statistics.fmean(last))}"
    moved = [mover for mover in everybody if abs(mover.end - mover.start) > MOVED]
    spread = _spread(statistics.pstdev(first), statistics.pstdev(last))
    if not moved:
        return f"{lead}None of {len(everybody)} agents moved by more than {MOVED:g}; {means}, and {spread}."
    return f"{lead}{_count(everybody, moved)}; {means}, and {spread}; {_furthest(moved[0])}; {_turning(story)}."


def tell_population(log: RunLog) -> str:
    """Return the story of a population, so far where it has not ended; '' before its first round."""
    rounds = replies_of(log)
    if not rounds:
        return ""
    first, last = rounds[0], rounds[-1]
    lead = "" if log.finished else "So far, in a run that has not ended: "
    most = max(range(len(rounds)), key=lambda place: rounds[place]["moved"])
    count = sum(last["counts"])
    means = f"from {signed(first['mean'])} after round 1 to {signed(last['mean'])} after round {len(rounds)}"
    spread = _spread(first["variance"] ** 0.5, last["variance"] ** 0.5)
    return (
        f"{lead}The mean opinion of {count:,} listeners went {means}, and {spread}; opinions moved most in round "
        f"{most + 1}, by {rounds[most]['moved']:.3f} on average, because of the posts that each listener met there."
    )


def _count(everybody: tuple[Mover, ...], moved: list[Mover]) -> str:
    """Return how many agents moved to each side, changed sides, and did not move."""
    up = sum(mover.end > mover.start for mover in moved)
    crossed = sum(mover.start * mover.end < 0 for mover in moved)
    sides = f"{up} towards “for”" if up else ""
    if down := len(moved) - up:
        sides += f"{' and ' * bool(up)}{down} towards “against”"
    changed = f", {crossed} of them to the other side" if crossed else ""
    return f"{len(moved)} of {len(everybody)} agents moved by more than {MOVED:g}: {sides}{changed}"


def _spread(before: float, after: float) -> str:
    if abs(after - before) <= SAME:
        return f"they are as far apart as before (spread {before:.2f} to {after:.2f})"
    return f"they moved {'apart' if after > before else 'closer together'} (spread {before:.2f} to {after:.2f})"


def _furthest(mover: Mover) -> str:
    return f"{mover.name} moved furthest, {describe_move(mover.start, mover.end)}"


def _turning(story: Story) -> str:
    """Return a clause on the round in which stances moved most, and the post that moved most there."""
    sizes: dict[int, float] = defaultdict(float)
    posts: dict[int, dict[str, float]] = defaultdict(lambda: defaultdict(float))
    for meeting in story.meetings:
        sizes[meeting.round] += abs((meeting.trace.after.stance or 0.0) - (meeting.trace.before.stance or 0.0))
        for item, part in meeting.parts:
            posts[meeting.round][item.source] += abs(part)
    round = max(sizes, key=lambda number: sizes[number])
    known = {source: size for source, size in posts[round].items() if source in story.posts}
    if not known:
        return f"the turning point was round {round}"
    post = story.posts[max(known, key=lambda source: known[source])]
    return (
        f"the turning point was round {round}, when {story.name_of(post.author)}'s post {quote(post.text)} moved most"
    )
