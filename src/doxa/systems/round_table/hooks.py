"""The behaviour metrics of a round table for the table of measures, turn by turn."""

import shlex
from collections import Counter
from collections.abc import Callable, Iterator

from doxa.analysis.story import join_names
from doxa.analysis.view import RunView
from doxa.analysis.who_does import is_done_offline
from doxa.exports.hooks import Measured
from doxa.log.rundir import RunLog
from doxa.records.events import Event, EvidenceSeeded
from doxa.records.spec import RunSpec
from doxa.system import Hooks
from doxa.systems.round_table.exhibits.discussion import measure_discussions, spoken_in
from doxa.systems.round_table.exhibits.origins import list_notes, origin_of
from doxa.systems.round_table.measures import METRICS
from doxa.systems.round_table.terminal import show_discussion
from doxa.systems.round_table.views import discussion_parts, simulated
from doxa.terminal.console import plain
from doxa.terminal.pieces import Conclusion


def measure_turns(log: RunLog) -> Iterator[Measured]:
    """Yield every metric of every turn of a finished discussion; a metric that a turn cannot have says why."""
    if not log.finished:
        return
    for spoken in spoken_in(log):
        for name, metric in METRICS.items():
            value = metric(spoken.turn)
            yield Measured(
                who=spoken.turn.agent,
                instrument="behaviour",
                item=name,
                wave=f"round {spoken.turn.round}",
                role="debater",
                step=spoken.key,
                value=value,
                missing="" if value is not None else spoken.missing.get(name, "not defined for this turn"),
            )


def tell_discussion(log: RunLog) -> str:
    """Return the story of a finished discussion in which nobody shows a stance; '' for any other."""
    if not log.finished or any(_shows_stance(event) for event in log.events):
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


def _shows_stance(event: Event) -> bool:
    return isinstance(event, EvidenceSeeded) and event.body.trace.after.stance is not None


def _subject(spec: RunSpec) -> str:
    """Return the query that is discussed."""
    queries = spec.script.get("queries")
    query = queries.get(str(spec.script.get("query"))) if isinstance(queries, dict) else None
    return str(query or "")


def _conclude(log: RunLog, view: Callable[[], RunView]) -> Conclusion:
    """Return an exchange and the metrics, in place of curves where nobody has a stance."""
    points = (point for curve in view().curves.values() for point in curve)
    measured = measure_discussions([log], "agent").rows[-1]
    return Conclusion(
        pieces=show_discussion(log),
        facts={"metrics": measured.metrics, "missing": measured.missing},
        commands=(f"doxa metrics {plain(shlex.quote(str(log.path)))} --by round",),
        replaces_curves=all(point.stance is None for point in points),
    )


def _stand_ins(log: RunLog) -> str:
    notes = list_notes(origin_of(log))
    if is_done_offline("extractor", log.calls()):
        notes.append("claims judged simply")
    return f"Offline: {'; '.join(notes)} (docs/offline.md)." if notes else ""


HOOKS = {
    "round_table": Hooks(
        subject=_subject,
        conclude=_conclude,
        stand_ins=_stand_ins,
        simulated=simulated,
        parts=discussion_parts,
        story=tell_discussion,
        measured=measure_turns,
    )
}
