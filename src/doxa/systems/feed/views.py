"""What a feed or a population shows: opinions by round, who moved, posts and what they did, feeds, trust, an audience.

The batches are rounds. Feeds and trust are shown for the agents that moved most, up to a number that the page states.
"""

import statistics
from collections.abc import Iterator, Mapping, Sequence

from doxa.analysis.drawings import Matrix, MatrixPanel, Shade, Square, Strip
from doxa.analysis.exhibit import Cell, Column, Exhibit, Lead, Prose, Quote, Table
from doxa.log.rundir import RunLog
from doxa.records.cells import signed
from doxa.scoring.polarisation import bimodality, count_positions, esteban_ray
from doxa.systems.feed.exhibits.effects import BINS
from doxa.systems.feed.exhibits.influence import (
    Influence,
    authors,
    count_overshoots,
    influences,
    movers,
    receptions,
    trusts,
)
from doxa.systems.feed.exhibits.network import network_of_agents
from doxa.systems.feed.exhibits.story import Meeting, Story, stances_of, story_of
from doxa.systems.feed.intervention_views import marks_of, show_interventions
from doxa.systems.feed.listener_views import POLARISATION, STRIP, show_audience, show_audience_page
from doxa.systems.feed.protocol.wall import Post

READERS = 40
"""Agents whose feeds are shown: those that moved most."""

AUTHORS = 30
"""Authors in the matrix of trust: those whose posts moved most."""

POSTS = 100
"""Posts that are listed although no shown feed has them: those that moved most."""

FIRST = 12
"""How many posts are drawn until a reader asks for all."""

LISTED, ALL_POSTS = 6, 20
"""How many agents and posts a terminal lists, and how many posts ``--json``."""

BY, TOTALS = 3, 6
"""How many posts that moved an agent are listed, and how many authors."""

CELLS = 48
"""Cells over [−1, 1] in which agents are counted for the strip of opinions."""

STRANGER = 0.5
"""The trust in an author who was never met."""

UNKNOWN = 2.0
"""Sort key of authors without a stance, such as bots and news: after all others."""

OPINIONS = "How many agents stand where after each round, from against (left) to for. A row chooses the round below."
MOVED = "What a post added to the stance of all who met it, over all rounds: exact, as the rule adds contributions up."
OWN = "The posts that one agent was shown in a round, as they were then, and what each added to its stance."
MOVEMENT = (
    Column(name="moved", show="number", about="sum of the sizes of what it added"),
    Column(name="net", show="number", signed=True, about="sum of what it added: toward for or against"),
)

TRUST = (
    "How far each agent (rows) trusts each author that it met, at the end: red less, green more than a stranger. "
    "Ordered from against to for, as they began; bots and news last."
)


def show_feed(log: RunLog, *, most: int | None) -> Iterator[Exhibit]:
    """Yield what came of a feed, for a terminal and ``--json``: opinions, who moved, posts that moved, counts.

    Args:
        most: how many agents and posts are listed; None for all agents, and the posts of ALL_POSTS.
    """
    story = story_of(log)
    moving = influences(story)
    yield _opinions(story)
    yield from show_interventions(log, most=most)
    yield from show_audience(log)
    yield _movers(story, most)
    if moving:
        yield _posts(story, moving, most or ALL_POSTS)
    if heard := receptions(log, story):
        yield _receptions(heard[: most or ALL_POSTS])
    yield _counts(story)


def show_feed_page(log: RunLog) -> Iterator[Exhibit]:
    """Yield what the report's page shows of a feed: opinions, influential posts, agents' own feeds, trust."""
    story = story_of(log)
    yield from _strip(story)
    yield from network_of_agents(story)
    yield _opinions(story)
    yield from show_interventions(log)
    yield from show_audience_page(log)
    everybody = [mover.agent for mover in movers(story, 0)]
    readers = everybody[:READERS]
    meetings = [meeting for meeting in story.meetings if meeting.agent in set(readers)]
    if influence := influences(story):
        on_feeds = {exposure.message for meeting in meetings for exposure in meeting.exposures}
        yield _influential(
            story, [post for place, post in enumerate(influence) if place < POSTS or post.post in on_feeds]
        )
    if meetings:
        yield _own_feeds(story, meetings, left_out=len(everybody) - len(readers))
    yield from _trust(story, readers, list(authors(influence))[:AUTHORS])


def _strip(story: Story) -> Iterator[Strip]:
    """Yield where agents stand by round, drawn; nothing where in some round nobody shows a stance."""
    if all(story.stances):
        yield Strip(
            name="stances",
            title="Where agents stand",
            caption=STRIP.format(size=len(story.stances[0]), of="agents"),
            place="before",
            of="agents",
            counts=tuple(tuple(count_positions(stances, BINS)) for stances in story.stances),
        )


def _opinions(story: Story) -> Table:
    news = [post for post in story.posts.values() if post.by == "event" and post.round > 0]
    column = (Column(name="news", show="quotes"),) if news else ()
    rows = [
        _opinion(number, stances, [post.id for post in news if post.round == number] if news else None)
        for number, stances in enumerate(map(stances_of, story.readouts))
        if stances
    ]
    topics = [
        f"On “{topic}”: mean {signed(statistics.fmean(rounds[0]))} → {signed(statistics.fmean(rounds[-1]))}, spread "
        f"{statistics.pstdev(rounds[0]):.2f} → {statistics.pstdev(rounds[-1]):.2f}."
        for topic in story.feed.settings.topics
        for rounds in [story.stances_on(topic)]
        if rounds[0] and rounds[-1]
    ]
    return Table(
        name="opinions",
        title="Opinions",
        caption=" ".join([OPINIONS, *topics]),
        place="before",
        columns=(Column(name="round", show="batch"), Column(name="stances", show="spread"), *POLARISATION, *column),
        rows=tuple(rows),
        quotes={post.id: Quote(agent=post.author, text=post.text) for post in news},
    )


def _opinion(number: int, stances: Mapping[str, float], news: Sequence[str] | None) -> tuple[Cell, ...]:
    values = list(stances.values())
    counts = count_positions(values, CELLS)
    spread = (bimodality(values), esteban_ray(count_positions(values, BINS)))
    reported = () if news is None else (tuple(news) or None,)
    return (number, tuple(counts), statistics.fmean(values), statistics.pstdev(values), *spread, *reported)


def _movers(story: Story, most: int | None) -> Table:
    """Return the agents that moved furthest, each with the posts that moved it most and what each added."""
    return Table(
        name="movers",
        title="Moved most",
        columns=(
            Column(name="agent", show="agent"),
            Column(name="start", show="number", decimals=2, signed=True),
            Column(name="end", show="number", decimals=2, signed=True),
            Column(name="added", show="number", decimals=3, signed=True),
            "post",
            "words",
        ),
        rows=tuple(
            (mover.agent, mover.start, mover.end, part, id or None, story.posts[id].text if id in story.posts else None)
            for mover in movers(story, BY)[:most]
            for id, part in mover.posts or [("", None)]
        ),
    )


def _posts(story: Story, moving: Sequence[Influence], most: int) -> Table:
    """Return the posts that moved agents most, with what they gathered."""
    totals = ", ".join(
        f"{story.name_of(author)} {moved:.2f}" for author, moved in list(authors(moving).items())[:TOTALS]
    )
    marks = {post.post: marks_of(story, story.posts[post.post]) for post in moving[:most]}
    marks = marks if any(marks.values()) else {}
    return Table(
        name="posts",
        title="Posts that moved most",
        caption=f"Sums of exact contributions over all who met a post. Moved, by author: {totals}.",
        columns=(
            "post",
            Column(name="author", show="agent"),
            "by",
            "words",
            Column(name="likes", show="number"),
            Column(name="dislikes", show="number"),
            Column(name="reposts", show="number"),
            Column(name="replies", show="number"),
            "viral",
            *MOVEMENT,
            Column(name="met by", show="number"),
            *(["platform"] if marks else []),
        ),
        rows=tuple(
            (
                *(post.post, post.author, post.by, post.text, post.likes, post.dislikes, post.reposts, post.replies),
                *("viral" if post.viral else None, post.moved, post.net, post.listeners),
                *([", ".join(marks[post.post]) or None] if marks else []),
            )
            for post in moving[:most]
        ),
    )


def _receptions(heard: Sequence[Influence]) -> Table:
    """Return the posts that moved an audience most."""
    return Table(
        name="heard",
        title="Posts that moved listeners most",
        caption="Sums of exact contributions over all listeners.",
        columns=("post", Column(name="author", show="agent"), "words", *MOVEMENT, Column(name="met", show="number")),
        rows=tuple((post.post, post.author, post.text, post.moved, post.net, post.met) for post in heard),
    )


def _counts(story: Story) -> Prose:
    """Return how often agents did what, and what to know of it."""
    unread = sum(post.stance is None for post in story.posts.values())
    late = sum(event.round > story.feed.settings.rounds for event in story.feed.settings.events)
    numbers = {**story.counts, "posts whose stance could not be read": unread, "events due after the last round": late}
    past = count_overshoots(story)
    overshoots = (
        f"In {past:,} of {len(story.meetings):,} moves posts pulled past their own stances: such minds overshoot. "
        "Likes have no upper bound in this rule (docs/feeds.md)."
    )
    return Prose(
        name="counts",
        title="What agents did",
        quotes=tuple(Quote(label=name, text=f"{count:,}") for name, count in numbers.items() if count),
        caption=overshoots if past else "",
    )


def _influential(story: Story, listed: Sequence[Influence]) -> Table:
    return Table(
        name="influential",
        title="Posts that moved most",
        caption=MOVED,
        place="before",
        columns=(
            Column(name="post", show="quotes"),
            Column(name="likes", show="number", decimals=0, small=True),
            Column(name="dislikes", show="number", decimals=0, small=True),
            Column(name="reposts", show="number", decimals=0, small=True),
            Column(name="replies", show="number", decimals=0, small=True),
            Column(
                name="net", show="bar", decimals=2, signed=True, about="sum of what it added: toward for or against"
            ),
            Column(name="moved", show="number", decimals=2, small=True, about="sum of the sizes of what it added"),
            Column(name="met by", show="number", decimals=0, small=True, about="how many agents met it"),
        ),
        rows=tuple(
            (
                *((post.post,), post.likes, post.dislikes, post.reposts, post.replies),
                *(post.net, post.moved, post.listeners),
            )
            for post in listed
        ),
        quotes={
            post.post: _quote(
                story.posts[post.post], tags=(*["viral"] * post.viral, *marks_of(story, story.posts[post.post]))
            )
            for post in listed
        },
        first=FIRST,
    )


def _quote(post: Post, tags: tuple[str, ...] = ()) -> Quote:
    kinds = ("" if post.by == "agent" else post.by, post.topic)
    stance = "stance not read" if post.stance is None else f"stance {signed(post.stance)}"
    return Quote(
        agent=post.author,
        text=post.text,
        tags=(*(kind for kind in kinds if kind), *tags),
        facts=(f"{'reply in ' if post.parent else ''}round {post.round}", stance),
    )


def _own_feeds(story: Story, meetings: Sequence[Meeting], *, left_out: int) -> Table:
    factors = tuple(dict.fromkeys(name for meeting in meetings for item, _ in meeting.parts for name in item.factors))
    named = [name for name in factors if name != "contribution"]
    rows = [row for meeting in meetings for row in _met_rows(meeting, story, named)]
    shown_posts = {exposure.message for meeting in meetings for exposure in meeting.exposures}
    readers = len({meeting.agent for meeting in meetings})
    others = (
        f" The {readers} agents that moved most are here; {left_out:,} others are in the log (doxa explain)."
        if left_out
        else ""
    )
    return Table(
        name="own_feed",
        title="An agent’s own feed",
        caption=OWN + others,
        place="before",
        columns=(
            Column(name="agent", show="agent"),
            Column(name="round", show="batch"),
            Column(name="post", show="quotes"),
            Column(name="likes", show="number", decimals=0, small=True, about="what it had gathered then"),
            Column(name="dislikes", show="number", decimals=0, small=True, about="what it had gathered then"),
            Column(name="replies", show="number", decimals=0, small=True, about="how many had answered it by then"),
            Column(name="added", show="bar", signed=True, decimals=3, about="what it added to the stance"),
            Column(name="why", small=True),
            *(
                Column(name=name.replace("_", " "), show="number", decimals=2, signed=name == "gap", small=True)
                for name in named
            ),
        ),
        rows=tuple(rows),
        quotes={id: _quote(post) for id, post in story.posts.items() if id in shown_posts},
        by=("agent", "round"),
        leads=tuple(_lead(meeting) for meeting in meetings),
    )


def _met_rows(meeting: Meeting, story: Story, factors: Sequence[str]) -> Iterator[tuple[Cell, ...]]:
    """Yield one row for each post that an agent met in a round, in the order shown."""
    parts = {item.source: (item, part) for item, part in meeting.parts}
    posts, beneath = story.posts, story.feed.wall.beneath
    interventions = story.feed.interventions(meeting.round)
    for exposure in meeting.exposures:
        if exposure.origin != "self" and exposure.message in posts:
            replies = sum(posts[id].round < meeting.round for id in beneath.get(exposure.message, ()))
            item, part = parts.get(exposure.message, (None, 0.0))
            why = item.why if item else "its stance could not be read"
            labels = interventions.events_on("label", posts[exposure.message], meeting.agent)
            why = ", ".join([why, *(f"label “{event.text}”" for event in labels)])
            values = (item.factors.get(name) if item else None for name in factors)
            post = ((exposure.message,), exposure.likes, exposure.dislikes, replies, part, why, *values)
            yield (meeting.agent, meeting.round, *post)


def _lead(meeting: Meeting) -> Lead:
    before, after = meeting.trace.before.stance, meeting.trace.after
    change = f"{signed(before, 3)} → {signed(after.stance, 3)}"
    confidence = () if after.confidence is None else (f"confidence {after.confidence:.3f}",)
    return Lead(agent=meeting.agent, batch=meeting.round, facts=(change, *confidence))


def _trust(story: Story, readers: Sequence[str], trusted: Sequence[str]) -> Iterator[Matrix]:
    """Yield the trust of readers in authors; nothing where nobody trusts anybody by a number."""
    shown_trusts = {pair: trust for pair, trust in trusts(story).items() if pair[0] in readers and pair[1] in trusted}
    if not shown_trusts:
        return
    start = stances_of(story.readouts[0])

    def began(agent: str) -> tuple[float, str]:
        return start.get(agent, UNKNOWN), agent

    agents = sorted({agent for agent, _ in shown_trusts}, key=began)
    writers = sorted({author for _, author in shown_trusts}, key=began)
    values = {pair: Square(value=trust) for pair, trust in shown_trusts.items()}
    squares = tuple(tuple(values.get((agent, author)) for author in writers) for agent in agents)
    yield Matrix(
        name="trust",
        title="Trust",
        caption=TRUST,
        place="before",
        panels=(MatrixPanel(rows=tuple(agents), columns=tuple(writers), squares=squares),),
        of="trust",
        shade=Shade(low=STRANGER - 0.25, middle=STRANGER, high=STRANGER + 0.25),
        decimals=3,
        rows_are="agents",
        columns_are="agents",
    )
