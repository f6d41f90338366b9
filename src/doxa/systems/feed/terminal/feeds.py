"""A feed's end in the terminal: opinions round by round, who moved most and by which posts, and what moved most."""

import shlex
import statistics
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from doxa.analysis.view import RunView
from doxa.log.rundir import RunLog
from doxa.systems.feed.exhibits.audience import replies_of
from doxa.systems.feed.exhibits.influence import Influence, authors, influences, movers, overshot
from doxa.systems.feed.exhibits.listening import Reception, receptions
from doxa.systems.feed.exhibits.story import Story, story_of
from doxa.systems.feed.protocol import Post
from doxa.systems.feed.terminal.audience import listeners_beside, listeners_head
from doxa.terminal.console import plain, signed
from doxa.terminal.pieces import Conclusion, Long, Piece
from doxa.terminal.strips import WIDTH, binned, counted, spread, strip

MOVERS, POSTS, AUTHORS = 5, 6, 6
"""How many are listed."""

WORDS = 64
"""Characters of a post that a line shows."""


def conclude_feed(log: RunLog, view: Callable[[], RunView]) -> Conclusion:
    """Return what a feed came to."""
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
    yield from _moved(story)
    yield from _posts(story, moving)
    yield from _received(story, receptions(log, story))
    yield from _tally(story)
    yield ""


def _commands(log: RunLog, story: Story) -> Iterator[str]:
    where = plain(shlex.quote(str(log.path)))
    yield f"doxa report {where}"
    if first := next((mover.agent for mover in movers(story, 0)), None):
        yield f"doxa explain {where} --agent {first}"
    if replies_of(log):
        yield f"doxa audience {where} --listener 0"
    if any("step" in agent.belief for agent in log.spec.participants):
        other = "belief.social_proof_per_like=0.005" if overshot(story) else "belief.default_trust=0.8"
        yield f"doxa whatif {where} --set {other}"


def _opinions(story: Story, heard: list[dict[str, Any]]) -> Iterator[Piece]:
    """Draw where everybody stands, one line a round, all lines to one scale; beside it those who only listen."""
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
            f"{plain(story.named(post.author))}: “{_short(post.text, 40)}”" for post in _news(story, number)
        )
        yield Long(
            f"{label:>8}  [cyan]{strip(stances, tallest=tallest)}[/]   {signed(mean)}   {spread(stances):.2f}"
            + (listeners_beside(heard[number - 1]) if 0 < number <= len(heard) else "")
            + (f"   [yellow]◂ {news}[/]" if news else "")
        )
    for topic in story.feed.settings.topics:
        first, last = story.stances_on(topic)[0], story.stances_on(topic)[-1]
        if first and last:
            yield Long(
                f"on “{plain(topic)}”: mean {signed(statistics.fmean(first))} → {signed(statistics.fmean(last))}, "
                f"spread {spread(first):.2f} → {spread(last):.2f}"
            )
    yield ""


def _news(story: Story, round: int) -> list[Post]:
    return [one for one in story.posts.values() if one.by == "event" and one.round == round]


def _moved(story: Story) -> Iterator[Piece]:
    found = [one for one in movers(story) if one.start != one.end][:MOVERS]
    if found:
        yield "[bold]Moved most[/]"
    width = max((len(one.name) for one in found), default=0)
    for one in found:
        yield f"  {plain(one.name.ljust(width))}  {signed(one.start)} → [bold]{signed(one.end)}[/]"
        for post, part in one.posts:
            yield Long(f"      [dim]by {signed(part, 3)}[/]  {_told(story, story.posts[post])}")
    if found:
        yield ""


def _posts(story: Story, found: tuple[Influence, ...]) -> Iterator[Piece]:
    if not found:
        return
    yield Long("[bold]Posts that moved most[/] [dim](sizes of their exact contributions, over all who met them)[/]")
    for one in found[:POSTS]:
        way = "[green]▲[/]" if one.net > 0 else "[red]▼[/]"
        marks = [counted(one.likes, "likes"), f"met by {one.listeners}"] + (["[yellow]viral[/]"] if one.viral else [])
        kind = {"bot": " [magenta](bot)[/]", "event": " [yellow](event)[/]"}.get(one.by, "")
        yield Long(
            f"  {one.moved:6.3f} {way}  {plain(story.named(one.author))}{kind}: “{_short(one.text)}”  "
            f"[dim]{', '.join(marks)}  {plain(one.post)}[/]"
        )
    told = [f"{plain(story.named(who))} {moved:.2f}" for who, moved in list(authors(found).items())[:AUTHORS]]
    yield Long(f"  [dim]by author: {', '.join(told)}[/]\n")


def _received(story: Story, found: tuple[Reception, ...]) -> Iterator[Piece]:
    if not found:
        return
    yield Long(
        "[bold]Posts that moved listeners most[/] [dim](sizes of their exact contributions, over all listeners)[/]"
    )
    for one in found[:POSTS]:
        way = "[green]▲[/]" if one.net > 0 else "[red]▼[/]"
        yield Long(f"  {one.moved:10,.1f} {way}  {_told(story, one.post)}  [dim]met {one.met:,} times[/]")
    yield ""


def _tally(story: Story) -> Iterator[Piece]:
    wall = story.feed.wall
    kinds = Counter("replies" if one.parent else "posts" for one in wall.posts.values())
    votes = Counter(wall.engagement.votes.values())
    reposts = sum(len(one) for one in wall.engagement.reposted.values())
    told = [counted(kinds["posts"], "posts"), counted(kinds["replies"], "replies")]
    told += [counted(votes["like"], "likes"), counted(votes["dislike"], "dislikes"), counted(reposts, "reposts")]
    silent = f"; {story.feed.silent} turns without a valid action" if story.feed.silent else ""
    calls = story.log.calls()
    spent = sum(one.cost or 0.0 for one in calls)
    unread = sum(one.stance is None for one in wall.posts.values())
    lost = f"; {unread} posts whose stance could not be read" if unread else ""
    offline = "speaker" in story.log.spec.roles and story.log.spec.roles["speaker"].model == "offline"
    late = sum(one.round > story.feed.settings.rounds for one in story.feed.settings.events)
    missed = f"; {counted(late, 'events')} set for after the last round did not happen" if late else ""
    note = " Offline: what they do is simulated (docs/offline.md)." if offline else ""
    if past := overshot(story):
        yield Long(
            f"[yellow]In {past:,} of {len(story.meetings):,} moves posts pulled further than where they stand: "
            "such minds overshoot. Likes have no upper bound in this rule (docs/feeds.md)[/]"
        )
    yield Long(f"[dim]{', '.join(told)}{silent}{lost}{missed}. {len(calls)} calls, ${spent:.4f}.{note}[/]")


def _told(story: Story, post: Post) -> str:
    return f"{plain(story.named(post.author))}: “{_short(post.text)}” [dim]{plain(post.id)}[/]"


def _short(text: str, width: int = WORDS) -> str:
    words = plain(" ".join(text.split()))
    return words if len(words) <= width else words[: width - 1].rstrip() + "…"


def _facts(story: Story, found: tuple[Influence, ...]) -> dict[str, object]:
    first, last = story.readouts[0], story.readouts[-1]
    return {
        "path": str(story.log.path),
        "status": "finished" if story.log.finished else "unfinished",
        "simulated": sorted(role for role, one in story.log.spec.roles.items() if one.model == "offline"),
        "stances": {who: one.stance for who, one in last.items()},
        "start": {who: one.stance for who, one in first.items()},
        "posts": [one.model_dump(mode="json") for one in found[:20]],
        "audience": replies_of(story.log),
        "calls": len(story.log.calls()),
    }
