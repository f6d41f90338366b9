"""A feed or a population in the terminal: a line a round while it runs, and what happened at the end."""

import shlex
import statistics
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from importlib.util import find_spec
from typing import Any

from doxa.analysis.view import RunView
from doxa.analysis.who_does import is_done_offline, list_offline_roles
from doxa.engine.drive import Progress
from doxa.log.journal import total_cost
from doxa.log.rundir import RunLog
from doxa.records.extras import install_command
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome
from doxa.scoring.polarisation import clusters
from doxa.systems.feed.exhibits.audience import TASK, replies_of
from doxa.systems.feed.exhibits.influence import (
    Influence,
    Reception,
    authors,
    count_overshoots,
    influences,
    movers,
    receptions,
)
from doxa.systems.feed.exhibits.story import Story, story_of
from doxa.systems.feed.protocol.wall import Post
from doxa.terminal.console import plain, signed
from doxa.terminal.money import describe_cost
from doxa.terminal.pieces import Conclusion, Long, Piece
from doxa.terminal.progress import RoundLines
from doxa.terminal.strips import LEVELS, WIDTH, binned, stance_deviation, strip, write_count


def audience_line(outcomes: Iterable[Outcome]) -> str:
    """Return the line on listeners after a round; '' where none moved."""
    replies = [outcome.reply for outcome in outcomes if outcome.task == TASK and isinstance(outcome.reply, dict)]
    return _listeners_of_round(dict(replies[-1])) if replies else ""


def listeners_line(outcomes: Iterable[Outcome]) -> str:
    """Return the end of a feed's line: the distribution of its listeners; '' where none moved."""
    replies = [outcome.reply for outcome in outcomes if outcome.task == TASK and isinstance(outcome.reply, dict)]
    reply: dict[str, Any] = dict(replies[-1]) if replies else {}
    return f"   listeners [green]{draw_distribution(reply['counts'])}[/] mean {signed(reply['mean'])}" if reply else ""


def audience_rounds(log: RunLog) -> Iterator[Piece]:
    """Yield a line for each round, and the clusters after the last round."""
    rounds = replies_of(log)
    for number, reply in enumerate(rounds, 1):
        yield Long(f"{f'round {number}':>9}  {_listeners_of_round(reply)}")
    if rounds:
        yield from _describe_clusters(rounds[-1], len(rounds))


def conclude_audience(log: RunLog, view: Callable[[], RunView]) -> Conclusion:
    """Return what the terminal shows at the end of a population."""
    rounds = replies_of(log)
    directory = plain(shlex.quote(str(log.path)))
    return Conclusion(
        pieces=_audience_pieces(log, rounds),
        facts={"path": str(log.path), "status": "finished" if log.finished else "unfinished", "rounds": rounds},
        commands=(f"doxa audience {directory}", f"doxa audience {directory} --listener 0"),
        is_whole=True,
    )


def _audience_pieces(log: RunLog, rounds: Sequence[dict[str, Any]]) -> Iterator[Piece]:
    if rounds:
        yield from _describe_clusters(rounds[-1], len(rounds))
    yield Long(
        "[dim]Positions of every listener after every round are in "
        f"{plain(str(log.path))}/shards. Whom listeners follow and where they begin is assumed; how opinions move "
        "follows from the rule.[/]"
    )
    if log.spec.script.get("engine") == "numpy" and find_spec("numba") is None:
        yield f"[dim]Computed with numpy; several times as fast after {plain(install_command('fast'))}.[/]"
    yield ""


def _describe_clusters(last: dict[str, Any], round: int) -> Iterator[Piece]:
    groups = ", ".join(f"{share:.0%} about {signed(place)}" for place, share in clusters(last["counts"]))
    yield Long(f"\n[bold]Clusters of listeners[/] after round {round}: {groups}")
    yield Long(
        f"[dim]bimodality {_number(last['bimodality'])} (0.556 when even), Esteban–Ray "
        f"{last['polarisation']:.3f} (1: two equal camps at the ends)[/]"
    )


def _listeners_of_round(reply: dict[str, Any]) -> str:
    return (
        f"−1 [cyan]{draw_distribution(reply['counts'])}[/] +1   mean {signed(reply['mean'])}   "
        f"variance {reply['variance']:.3f}   "
        f"polarisation {reply['polarisation']:.3f}   moved {reply['moved']:.4f}"
    )


def listeners_head(rounds: Sequence[dict[str, Any]]) -> str:
    """Return the head of the column of listeners beside that of agents; '' without listeners."""
    if not rounds:
        return ""
    counts = rounds[0]["counts"]
    return f"   −1{f'{sum(counts):,} listeners':^{len(counts) - 4}}+1     mean  spread"


def listeners_beside(reply: dict[str, Any]) -> str:
    """Return the cell of that column for one round: distribution, mean and spread."""
    strip, spread = draw_distribution(reply["counts"]), reply["variance"] ** 0.5
    return f"   [green]{strip}[/]   {signed(reply['mean'])}   {spread:.2f}"


def draw_distribution(counts: Sequence[int]) -> str:
    """Return a distribution as a strip one line high; every cell that is not empty is visible."""
    largest = max(1, *counts)
    return "".join(
        LEVELS[0] if not count else LEVELS[max(1, round((count / largest) ** 0.5 * (len(LEVELS) - 1)))]
        for count in counts
    )


def _number(value: float | None) -> str:
    return "–" if value is None else f"{value:.3f}"


DONE = {"create_post": "posts", "reply": "replies", "like": "likes", "dislike": "dislikes", "repost": "reposts"}


def activity(outcomes: Iterable[Outcome]) -> Counter[str]:
    """Return how often agents did each action in some steps of a feed, by the words of ``DONE``."""
    counts: Counter[str] = Counter()
    for outcome in outcomes:
        if (
            outcome.task == "act_on_feed"
            and isinstance(outcome.reply, dict)
            and isinstance(outcome.reply["actions"], list)
        ):
            for action in outcome.reply["actions"]:
                if isinstance(action, dict):
                    kind = str(action["vote"] if action["action"] == "vote" else action["action"])
                    counts.update([DONE[kind]] if kind in DONE else [])
    return counts


class FeedLines(RoundLines):
    """The progress line of a feed."""

    def __init__(self, spec: RunSpec) -> None:
        super().__init__(spec)
        self._done: Counter[str] = Counter()
        """Actions of this round, by word."""
        self._beside = ""
        """The listeners' part of the line."""

    def gather(self, now: Progress) -> None:
        self._done += activity(now.outcomes)
        self._beside = listeners_line(now.outcomes)

    def begin_round(self) -> None:
        self._done.clear()

    def describe(self) -> str:
        return self.quote() if all(stance is None for stance in self.stances.values()) else self._crowd()

    def _crowd(self) -> str:
        """Return the mean and spread of the agents' stances, and what they did in this round."""
        stances = [stance for stance in self.stances.values() if stance is not None]
        done = ", ".join(write_count(self._done[word], word) for word in DONE.values() if self._done[word])
        return (
            f"mean {signed(sum(stances) / len(stances))}  spread {stance_deviation(stances):.2f}   {done}"
            + self._beside
        )


class AudienceLines(RoundLines):
    """The progress line of a population."""

    _audience = ""

    def gather(self, now: Progress) -> None:
        self._audience = audience_line(now.outcomes)

    def describe(self) -> str:
        return self._audience or super().describe()


MOVERS, POSTS, AUTHORS = 5, 6, 6
"""How many of each are listed."""

WORDS = 64
"""Characters of a post that a line shows."""


def conclude_feed(log: RunLog, view: Callable[[], RunView]) -> Conclusion:
    """Return what the terminal shows at the end of a feed."""
    story = story_of(log)
    moving = influences(story)
    return Conclusion(
        pieces=_pieces(log, story, moving),
        facts=_facts(story, moving),
        commands=tuple(_commands(log, story)),
        is_whole=True,
    )


def _pieces(log: RunLog, story: Story, moving: tuple[Influence, ...]) -> Iterator[Piece]:
    yield ""
    yield from _opinions(story, replies_of(log))
    yield from _list_movers(story)
    yield from _list_posts(story, moving)
    yield from _list_receptions(story, receptions(log, story))
    yield from _tally(story)
    yield ""


def _commands(log: RunLog, story: Story) -> Iterator[str]:
    directory = plain(shlex.quote(str(log.path)))
    yield f"doxa report {directory}"
    if first := next((mover.agent for mover in movers(story, 0)), None):
        yield f"doxa explain {directory} --agent {first}"
    if replies_of(log):
        yield f"doxa audience {directory} --listener 0"
    if any("step" in agent.belief for agent in log.spec.participants):
        other = "belief.social_proof_per_like=0.005" if count_overshoots(story) else "belief.default_trust=0.8"
        yield f"doxa whatif {directory} --set {other}"


def _opinions(story: Story, heard: list[dict[str, Any]]) -> Iterator[Piece]:
    """Yield one strip of all agents' stances for each round, to one scale, and beside it one of the listeners."""
    rows = story.stances
    if not any(rows):
        return
    tallest = max(max(binned(stances)) for stances in rows if stances)
    yield f"[bold]Opinions[/] [dim]on “{plain(story.log.spec.proposition.text)}”[/]"
    head = f"{'':>8}  −1{'0':^{WIDTH - 4}}+1     mean  spread"
    yield Long(f"[dim]{head}{listeners_head(heard)}[/]")
    for number, stances in enumerate(rows):
        label = "start" if number == 0 else f"round {number}"
        mean = sum(stances) / len(stances) if stances else None
        news = "; ".join(
            f"{plain(story.name_of(post.author))}: “{_short(post.text, 40)}”" for post in _news(story, number)
        )
        yield Long(
            f"{label:>8}  [cyan]{strip(stances, tallest=tallest)}[/]   {signed(mean)}   {stance_deviation(stances):.2f}"
            + (listeners_beside(heard[number - 1]) if 0 < number <= len(heard) else "")
            + (f"   [yellow]◂ {news}[/]" if news else "")
        )
    for topic in story.feed.settings.topics:
        first, last = story.stances_on(topic)[0], story.stances_on(topic)[-1]
        if first and last:
            yield Long(
                f"on “{plain(topic)}”: mean {signed(statistics.fmean(first))} → {signed(statistics.fmean(last))}, "
                f"spread {stance_deviation(first):.2f} → {stance_deviation(last):.2f}"
            )
    yield ""


def _news(story: Story, round: int) -> list[Post]:
    return [post for post in story.posts.values() if post.by == "event" and post.round == round]


def _list_movers(story: Story) -> Iterator[Piece]:
    top_movers = [mover for mover in movers(story) if mover.start != mover.end][:MOVERS]
    if top_movers:
        yield "[bold]Moved most[/]"
    width = max((len(mover.name) for mover in top_movers), default=0)
    for mover in top_movers:
        yield f"  {plain(mover.name.ljust(width))}  {signed(mover.start)} → [bold]{signed(mover.end)}[/]"
        for post, part in mover.posts:
            yield Long(f"      [dim]by {signed(part, 3)}[/]  {_quote_post(story, story.posts[post])}")
    if top_movers:
        yield ""


def _list_posts(story: Story, post_influences: tuple[Influence, ...]) -> Iterator[Piece]:
    if not post_influences:
        return
    yield Long("[bold]Posts that moved most[/] [dim](sizes of their exact contributions, over all who met them)[/]")
    for influence in post_influences[:POSTS]:
        arrow = "[green]▲[/]" if influence.net > 0 else "[red]▼[/]"
        marks = [write_count(influence.likes, "likes"), f"met by {influence.listeners}"]
        marks += ["[yellow]viral[/]"] if influence.viral else []
        author = plain(story.name_of(influence.author))
        kind = {"bot": " [magenta](bot)[/]", "event": " [yellow](event)[/]"}.get(influence.by, "")
        yield Long(
            f"  {influence.moved:6.3f} {arrow}  {author}{kind}: “{_short(influence.text)}”  "
            f"[dim]{', '.join(marks)}  {plain(influence.post)}[/]"
        )
    totals = [
        f"{plain(story.name_of(author))} {moved:.2f}"
        for author, moved in list(authors(post_influences).items())[:AUTHORS]
    ]
    yield Long(f"  [dim]by author: {', '.join(totals)}[/]\n")


def _list_receptions(story: Story, post_receptions: tuple[Reception, ...]) -> Iterator[Piece]:
    if not post_receptions:
        return
    yield Long(
        "[bold]Posts that moved listeners most[/] [dim](sizes of their exact contributions, over all listeners)[/]"
    )
    for reception in post_receptions[:POSTS]:
        arrow = "[green]▲[/]" if reception.net > 0 else "[red]▼[/]"
        yield Long(
            f"  {reception.moved:10,.1f} {arrow}  {_quote_post(story, reception.post)}  "
            f"[dim]met {reception.met:,} times[/]"
        )
    yield ""


def _tally(story: Story) -> Iterator[Piece]:
    wall = story.feed.wall
    kinds = Counter("replies" if post.parent else "posts" for post in wall.posts.values())
    votes = Counter(wall.engagement.votes.values())
    reposts = sum(len(reposters) for reposters in wall.engagement.reposted.values())
    tallies = [write_count(kinds["posts"], "posts"), write_count(kinds["replies"], "replies")]
    tallies += [
        write_count(votes["like"], "likes"),
        write_count(votes["dislike"], "dislikes"),
        write_count(reposts, "reposts"),
    ]
    silent = f"; {story.feed.silent} turns without a valid action" if story.feed.silent else ""
    calls = story.log.calls()
    spent = describe_cost(total_cost(calls))
    unread = sum(post.stance is None for post in wall.posts.values())
    unread_note = f"; {unread} posts whose stance could not be read" if unread else ""
    offline = is_done_offline("speaker", calls)
    late = sum(event.round > story.feed.settings.rounds for event in story.feed.settings.events)
    missed = f"; {write_count(late, 'events')} due after the last round did not happen" if late else ""
    note = " Offline: what they do is simulated (docs/offline.md)." if offline else ""
    if past := count_overshoots(story):
        yield Long(
            f"[yellow]In {past:,} of {len(story.meetings):,} moves posts pulled past their own stances: "
            "such minds overshoot. Likes have no upper bound in this rule (docs/feeds.md)[/]"
        )
    yield Long(f"[dim]{', '.join(tallies)}{silent}{unread_note}{missed}. {len(calls)} calls, {spent}.{note}[/]")


def _quote_post(story: Story, post: Post) -> str:
    return f"{plain(story.name_of(post.author))}: “{_short(post.text)}” [dim]{plain(post.id)}[/]"


def _short(text: str, width: int = WORDS) -> str:
    words = plain(" ".join(text.split()))
    return words if len(words) <= width else words[: width - 1].rstrip() + "…"


def _facts(story: Story, post_influences: tuple[Influence, ...]) -> dict[str, object]:
    first, last = story.readouts[0], story.readouts[-1]
    return {
        "path": str(story.log.path),
        "status": "finished" if story.log.finished else "unfinished",
        "simulated": list(list_offline_roles(story.log.calls())),
        "stances": {agent: readout.stance for agent, readout in last.items()},
        "start": {agent: readout.stance for agent, readout in first.items()},
        "posts": [influence.model_dump(mode="json") for influence in post_influences[:20]],
        "audience": replies_of(story.log),
        "calls": len(story.log.calls()),
    }
