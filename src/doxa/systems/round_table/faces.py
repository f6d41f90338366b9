"""How discussions at a round table are shown."""

import shlex
from typing import Any

from doxa.analysis.view import Part, RunView
from doxa.log.rundir import RunLog
from doxa.records.spec import RunSpec
from doxa.system import Face
from doxa.systems.round_table.exhibits.discussion import measured
from doxa.systems.round_table.terminal import show_discussion
from doxa.systems.round_table.views import DiscussionView, discussion_view, simulated
from doxa.terminal.console import plain


def _subject(spec: RunSpec) -> str:
    """Return the query that is discussed."""
    queries = spec.script.get("queries")
    asked = queries.get(str(spec.script.get("query"))) if isinstance(queries, dict) else None
    return str(asked or "")


def _found(log: RunLog, view: RunView) -> bool:
    show_discussion(log)
    return all(point.stance is None for points in view.curves.values() for point in points)


def _summary(log: RunLog) -> dict[str, Any]:
    return {"metrics": measured([log], "agent").rows[-1].metrics}


def _onward(log: RunLog) -> list[str]:
    return [f"doxa metrics {plain(shlex.quote(str(log.path)))} --by round"]


FACES = {
    "round_table": Face(
        subject=_subject,
        found=_found,
        summary=_summary,
        onward=_onward,
        simulated=simulated,
        parts={"discussion": Part(type=DiscussionView, of=discussion_view)},
    )
}
