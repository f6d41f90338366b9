"""How discussions at a round table are shown."""

import shlex
from collections.abc import Callable

from doxa.analysis.view import RunView
from doxa.analysis.who_does import is_done_offline
from doxa.log.rundir import RunLog
from doxa.records.spec import RunSpec
from doxa.system import Hooks
from doxa.systems.round_table.exhibits.discussion import measure_discussions
from doxa.systems.round_table.exhibits.origins import list_notes, origin_of
from doxa.systems.round_table.measured import measure_turns
from doxa.systems.round_table.story import tell_discussion
from doxa.systems.round_table.terminal import show_discussion
from doxa.systems.round_table.views import discussion_parts, simulated
from doxa.terminal.console import plain
from doxa.terminal.pieces import Conclusion


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
