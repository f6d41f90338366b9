"""How feeds and populations are shown and counted: their progress, story, sources, posts and measures."""

import shlex
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator
from functools import partial
from importlib.util import find_spec

from doxa.analysis.causes import quote
from doxa.analysis.exhibit import Measured, Measures
from doxa.analysis.hooks import Hooks, PublicPost, Shown, Source
from doxa.analysis.story import MOVED, describe_move
from doxa.analysis.trial import Curve, Trial
from doxa.engine.drive import Progress
from doxa.log.rundir import RunLog
from doxa.records.cells import signed
from doxa.records.plugins import install_command
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.systems.feed.exhibits.audience import begin_of, replies_of
from doxa.systems.feed.exhibits.effects import list_contributions, measure_run
from doxa.systems.feed.exhibits.influence import Mover, movers
from doxa.systems.feed.exhibits.story import Story, story_of
from doxa.systems.feed.intervention_views import events_of, measure_refused, show_interventions
from doxa.systems.feed.listener_views import show_audience, show_audience_page
from doxa.systems.feed.protocol.interventions import Interventions, find_interventions
from doxa.systems.feed.protocol.script import FeedResult, acts_of
from doxa.systems.feed.report import feed_run
from doxa.systems.feed.tasks.population_round import POPULATION_ROUND, Reply
from doxa.systems.feed.views import LISTED, show_feed, show_feed_page
from doxa.terminal.console import plain
from doxa.terminal.progress import RoundLines
from doxa.terminal.strips import levels, stance_deviation, write_count

DONE = {"create_post": "posts", "reply": "replies", "like": "likes", "dislike": "dislikes", "repost": "reposts"}

REFUSED = "refused acts"


def activity(outcomes: Iterable[Outcome], interventions: Interventions, round: int) -> Counter[str]:
    """Return how often agents did each action in some steps of a round, by the words of ``DONE``, or were refused."""
    kinds = [
        REFUSED if interventions.refuse(act) else DONE.get(act.action.vote or act.action.action, "")
        for act in acts_of(outcomes, round)
    ]
    return Counter(filter(None, kinds))


def interventions_of(spec: RunSpec, note: str) -> tuple[Interventions, int]:
    """Return the interventions of a batch by its note, and its round; nothing and 0 outside rounds."""
    number = int(note.split()[1].rstrip(",")) if note.startswith("round ") else 0
    return find_interventions(events_of(spec), number, spec.stream_seed), number


def _name_kinds(interventions: Interventions) -> str:
    kinds = ", ".join(dict.fromkeys(event.do for event in interventions.events if event.do != "inject"))
    return f"   under {kinds}" if kinds else ""


class FeedLines(RoundLines):
    """The progress line of a feed."""

    def __init__(self, spec: RunSpec) -> None:
        super().__init__(spec)
        self._spec = spec
        self._done: Counter[str] = Counter()
        """Actions of this round, by word."""
        self._beside = ""
        """The listeners' part of the line."""

    def gather(self, now: Progress) -> None:
        interventions, number = interventions_of(self._spec, now.batch.note)
        self._done += activity(now.outcomes, interventions, number)
        listeners = _last_reply(now.outcomes)
        self._beside = f"   listeners [green]{_draw(listeners)}[/] mean {signed(listeners.mean)}" if listeners else ""
        self._beside += _name_kinds(interventions)

    def begin_round(self) -> None:
        self._done.clear()

    def describe(self) -> str:
        stances = [stance for stance in self.stances.values() if stance is not None]
        if not stances:
            return self.quote()
        done = ", ".join(write_count(self._done[word], word) for word in [*DONE.values(), REFUSED] if self._done[word])
        return (
            f"mean {signed(sum(stances) / len(stances))}  spread {stance_deviation(stances):.2f}   {done}"
            + self._beside
        )


class AudienceLines(RoundLines):
    """The progress line of a population."""

    def __init__(self, spec: RunSpec) -> None:
        super().__init__(spec)
        self._spec = spec
        self._audience = ""

    def gather(self, now: Progress) -> None:
        reply = _last_reply(now.outcomes)
        self._audience = (
            f"−1 [cyan]{_draw(reply)}[/] +1   mean {signed(reply.mean)}   variance {reply.variance:.3f}   "
            f"polarisation {reply.polarisation:.3f}   moved {reply.moved:.4f}"
            + _name_kinds(interventions_of(self._spec, now.batch.note)[0])
            if reply
            else ""
        )

    def describe(self) -> str:
        return self._audience or super().describe()


def _last_reply(outcomes: Iterable[Outcome]) -> Reply | None:
    """Return the state of the listeners after some steps; None where none moved."""
    replies = [reply for outcome in outcomes if (reply := POPULATION_ROUND.reply_of(outcome))]
    return replies[-1] if replies else None


def _draw(reply: Reply) -> str:
    """Return the distribution of listeners as a strip, by roots, so that small groups can be seen."""
    roots = [count**0.5 for count in reply.counts]
    return levels(roots, max(roots))


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
    furthest = f"{moved[0].name} moved furthest, {describe_move(moved[0].start, moved[0].end)}"
    return f"{lead}{_count(everybody, moved)}; {means}, and {spread}; {furthest}; {_turning(story)}."


def tell_population(log: RunLog) -> str:
    """Return the story of a population, so far where it has not ended; '' before its first round."""
    rounds = replies_of(log)
    if not rounds:
        return ""
    start, last = begin_of(log), rounds[-1]
    lead = "" if log.finished else "So far, in a run that has not ended: "
    most = max(range(len(rounds)), key=lambda place: rounds[place]["moved"])
    count = sum(last["counts"])
    means = f"from {signed(float(start.mean()))} at the start to {signed(last['mean'])} after round {len(rounds)}"
    spread = _spread(float(start.std()), last["variance"] ** 0.5)
    return (
        f"{lead}The mean opinion of {count:,} listeners went {means}, and {spread}; opinions moved most in round "
        f"{most + 1}, by {rounds[most]['moved']:.3f} on average, because of what each listener heard there."
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


def measure_audience(log: RunLog) -> Iterator[Measures]:
    """Yield the numbers of the audience after each round, and how many listeners stand in each cell of [-1, 1]."""
    if rows := tuple(_measure_rounds(log)):
        yield Measures(name="measures", title="Measures", rows=rows)


def _measure_rounds(log: RunLog) -> Iterator[Measured]:
    rounds = [outcome for outcome in log.outcomes if outcome.task == POPULATION_ROUND.name]
    for number, outcome in enumerate(rounds, 1):
        measure = partial(Measured, who="audience", role="audience", wave=f"after round {number}", step=outcome.key)
        reply = POPULATION_ROUND.reply_of(outcome)
        if reply is None:
            yield measure(instrument="positions", item="all", missing=outcome.reason or outcome.status)
            continue
        for name in NUMBERS:
            value = getattr(reply, name)
            yield measure(
                instrument="positions",
                item=name,
                value=value,
                missing="" if value is not None else "not defined for these positions",
            )
        for cell, count in enumerate(reply.counts, 1):
            yield measure(instrument="listeners by cell", item=f"cell {cell:02d} of {len(reply.counts)}", value=count)


def _sources(log: RunLog) -> dict[str, Source]:
    story = story_of(log)
    return {
        id: Source(text=post.text, whose=f"{story.name_of(post.author)}'s post") for id, post in story.posts.items()
    }


def _merge_curves(trial: Trial) -> Trial:
    """Return a trial with its many curves replaced by one, their mean."""
    rounds = zip(*(curve.stances for curve in trial.curves), strict=True)
    stances_by_round = [[stance for stance in stances if stance is not None] for stances in rounds]
    everybody = Curve(
        agent="all",
        side="all",
        kind="maintained",
        stances=tuple(statistics.fmean(stances) if stances else None for stances in stances_by_round),
        agents=len(trial.curves),
    )
    return trial.model_copy(update={"curves": (everybody,)})


def _introduce(spec: RunSpec) -> Iterator[str]:
    """Yield where a population's positions are written, and how it is computed faster."""
    yield "[dim]Positions of every listener after every round are written to the folder shards.[/]"
    if spec.script.get("engine") == "numpy" and find_spec("numba") is None:
        yield f"[dim]Computed with numpy; several times as fast after {plain(install_command('fast'))}.[/]"
    yield ""


def _commands(log: RunLog) -> Iterator[str]:
    directory = plain(shlex.quote(str(log.path)))
    if replies_of(log):
        yield f"doxa audience {directory}"
        yield f"doxa audience {directory} --listener 0"


HOOKS = {
    "feed": Hooks(
        exhibits=(
            Shown(partial(show_feed, most=LISTED), on=("terminal",)),
            Shown(partial(show_feed, most=None), on=("json",)),
            Shown(show_feed_page, on=("page",)),
            Shown(measure_audience, on=("frames",)),
            Shown(measure_refused, on=("frames",)),
        ),
        shows_stances=True,
        commands=_commands,
        teller=FeedLines,
        view=feed_run,
        story=tell_feed,
        sources=_sources,
        measures=measure_run,
        contributions=list_contributions,
        merge_curves=_merge_curves,
        posts=list_posts,
    ),
    "population": Hooks(
        exhibits=(
            Shown(show_interventions, on=("json", "page")),
            Shown(partial(show_interventions, most=LISTED), on=("terminal",)),
            Shown(show_audience, on=("terminal", "json")),
            Shown(show_audience_page, on=("page",)),
            Shown(measure_audience, on=("frames",)),
            Shown(measure_refused, on=("frames",)),
        ),
        shows_stances=True,
        commands=_commands,
        introduce=_introduce,
        teller=AudienceLines,
        story=tell_population,
        measures=measure_run,
    ),
}
