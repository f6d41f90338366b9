"""How discussions at a round table are shown."""

import shlex
from collections import Counter
from collections.abc import Iterator

from doxa.analysis.hooks import Hooks, Shown
from doxa.analysis.story import join_names
from doxa.analysis.who_does import is_done_offline
from doxa.log.rundir import RunLog
from doxa.records.events import EvidenceSeeded
from doxa.records.spec import RunSpec
from doxa.systems.round_table.exhibits.discussion import list_notes, origin_of, spoken_in
from doxa.systems.round_table.views import (
    draw_weights,
    mark_turns,
    show_exchange,
    simulated,
    tabulate_metrics,
    tabulate_missing,
)
from doxa.terminal.console import plain


def tell_discussion(log: RunLog) -> str:
    """Return the story of a finished discussion in which nobody shows a stance; '' for any other."""
    seeded = [event.body.trace.after for event in log.events if isinstance(event, EvidenceSeeded)]
    if not log.finished or any(readout.stance is not None for readout in seeded):
        return ""
    turns = [spoken.turn for spoken in spoken_in(log)]
    names = {participant.id: participant.name for participant in log.spec.participants}
    if not turns:
        return "Nobody spoke, so nobody can be said to have given way."
    rounds = len({turn.round for turn in turns})
    who = join_names([names[agent] for agent in dict.fromkeys(turn.agent for turn in turns)], 4)
    head = f"{who} spoke {len(turns)} times in {rounds} round{'s' * (rounds != 1)}"
    end = "nobody's stance was followed, so nobody can be said to have given way"
    opposed = [turn for turn in turns if turn.opposes]
    if not opposed:
        answered = sum(bool(turn.responds) for turn in turns)
        return f"{head} and nobody opposed what was said before ({answered} turns answered it); {end}."
    most, times = Counter(turn.agent for turn in opposed).most_common(1)[0]
    round, there = Counter(turn.round for turn in opposed).most_common(1)[0]
    return (
        f"{head} and opposed what was said before in {len(opposed)} turns, {names[most]} most often ({times}), "
        f"sharpest in round {round} ({there}); {end}."
    )


def _subject(spec: RunSpec) -> str:
    """Return the query that is discussed."""
    queries = spec.script.get("queries")
    query = queries.get(str(spec.script.get("query"))) if isinstance(queries, dict) else None
    return str(query or "")


def _commands(log: RunLog) -> Iterator[str]:
    yield f"doxa metrics {plain(shlex.quote(str(log.path)))} --by round"


def _stand_ins(log: RunLog) -> str:
    notes = list_notes(origin_of(log))
    if is_done_offline("extractor", log.calls()):
        notes.append("claims judged simply")
    return f"Offline: {'; '.join(notes)} (docs/offline.md)." if notes else ""


HOOKS = {
    "round_table": Hooks(
        subject=_subject,
        exhibits=(
            Shown(show_exchange, on=("terminal",), finished=True),
            Shown(tabulate_metrics, on=("terminal", "json"), finished=True),
            Shown(tabulate_missing, on=("json",), finished=True),
            Shown(mark_turns, on=("page", "frames"), finished=True),
            Shown(draw_weights, on=("page",), finished=True),
        ),
        commands=_commands,
        stand_ins=_stand_ins,
        simulated=simulated,
        story=tell_discussion,
    )
}
