"""What a run shows of its interventions: what held when and for whom, and which acts were refused."""

from collections.abc import Iterator, Sequence

from doxa.analysis.exhibit import Cell, Column, Measured, Measures, Table
from doxa.log.rundir import RunLog
from doxa.records.cells import signed
from doxa.records.spec import RunSpec
from doxa.systems.feed.exhibits.story import Story, story_of
from doxa.systems.feed.protocol.events import TAKES, TimedEvent
from doxa.systems.feed.protocol.interventions import RefusedAct
from doxa.systems.feed.protocol.population import PopulationResult
from doxa.systems.feed.protocol.wall import Post

HELD = (
    "What the platform did, and posts by script. A share is drawn once a run: whoever drew a number between the two is "
    "treated. The meaning of each: docs/feeds.md."
)
REFUSED = "Acts that agents took and the platform refused: nobody saw them, and no other table counts them as done."


def refused_acts(log: RunLog) -> Sequence[RefusedAct]:
    """Return the acts that were refused so far; of a population once it has ended."""
    if log.spec.protocol == "feed":
        return story_of(log).feed.refused
    result = log.result(PopulationResult)
    return result.refused if result else ()


def show_interventions(log: RunLog, *, most: int | None = None) -> Iterator[Table]:
    """Yield the events of a run and the acts that they refused; nothing where a feed has news for everybody alone.

    Args:
        most: how many refused acts are listed; all when None.
    """
    events = events_of(log.spec)
    if not any(log.spec.protocol == "population" or event.is_partial or event.do != "inject" for event in events):
        return
    yield Table(
        name="interventions",
        title="Interventions",
        caption=HELD,
        place="before",
        columns=("does", "rounds", "whose", "for", "how"),
        rows=tuple(map(_describe, events)),
    )
    if refused := refused_acts(log):
        yield Table(
            name="refused",
            title="Refused acts",
            caption=REFUSED + (f" The first {most} of {len(refused)}." if most and most < len(refused) else ""),
            place="before",
            columns=(
                Column(name="round", show="batch"),
                Column(name="agent", show="agent"),
                *("act", "about", "refused by"),
            ),
            rows=tuple(
                (act.round, act.agent, act.action, act.text or act.post or None, act.by) for act in refused[:most]
            ),
            first=12,
        )


def measure_refused(log: RunLog) -> Iterator[Measures]:
    """Yield the refused acts as rows without a value, for the table of measures."""
    rows = tuple(
        Measured(
            who=act.agent,
            role="debater",
            instrument="act",
            item=f"{act.action} {act.text or act.post}".strip(),
            wave=f"after round {act.round}",
            missing=act.by,
        )
        for act in refused_acts(log)
    )
    if rows:
        yield Measures(name="refused acts", title="Refused acts", rows=rows)


def marks_of(story: Story, post: Post) -> tuple[str, ...]:
    """Return what the platform did to a post, for some reader at least, in words."""
    return tuple(
        f"{event.do}: {_how(event)}"
        for event in story.feed.settings.events
        if event.do in ("label", "downrank") and event.covers(post.author, post.topic, post.stance)
        if event.round <= story.rounds and post.round <= (event.until or story.rounds)
    )


def events_of(spec: RunSpec) -> list[TimedEvent]:
    """Return the events of a feed or a population."""
    events = spec.script.get("events")
    return [TimedEvent.model_validate(event) for event in events] if isinstance(events, list) else []


def _describe(event: TimedEvent) -> tuple[Cell, ...]:
    """Return a row of the table of interventions."""
    last = event.until or (event.round if event.do == "inject" else "end")
    rounds = f"{event.round}" if last == event.round else f"{event.round} to {last}"
    whose = event.author if event.do == "inject" else ", ".join(event.authors)
    treated = [
        ("readers" in TAKES[event.do], "everybody" if event.readers == ("*",) else ", ".join(event.readers)),
        (event.bounds != (0.0, 1.0), "share {:g} to {:g}".format(*event.bounds)),
    ]
    return (event.do, rounds, whose, _join_parts(treated) or None, _how(event))


def _how(event: TimedEvent) -> str:
    """Return what an event does, by its own settings."""
    return _join_parts(
        [
            (bool(event.text), f"“{event.text}”"),
            (event.do == "downrank" or event.factor < 1.0, f"×{event.factor:g}"),
            (event.do in ("ban", "friction"), ", ".join(event.refuses)),
            (event.do == "friction", f"let through with chance {event.chance:g}"),
            (event.stance is not None, f"stance {signed(event.stance)}"),
        ]
    )


def _join_parts(parts: Sequence[tuple[bool, str]]) -> str:
    return ", ".join(words for is_said, words in parts if is_said)
