"""How discussions at a round table are shown."""

import shlex
from collections.abc import Callable

from doxa.analysis.view import RunView
from doxa.log.rundir import RunLog
from doxa.records.spec import RunSpec
from doxa.system import Hooks
from doxa.systems.round_table.exhibits.discussion import measure_discussions
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
    return Conclusion(
        pieces=show_discussion(log),
        facts={"metrics": measure_discussions([log], "agent").rows[-1].metrics},
        commands=(f"doxa metrics {plain(shlex.quote(str(log.path)))} --by round",),
        replaces_curves=all(point.stance is None for point in points),
    )


HOOKS = {
    "round_table": Hooks(
        subject=_subject,
        conclude=_conclude,
        simulated=simulated,
        parts=discussion_parts,
    )
}
