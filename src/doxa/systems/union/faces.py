"""How union debates are shown."""

from doxa.analysis.view import Part
from doxa.system import Face
from doxa.systems.union.terminal.debating import DebateLines, conclude_union
from doxa.systems.union.views import UnionView, simulated, union_view

FACES = {
    "union": Face(
        watcher=DebateLines,
        conclude=conclude_union,
        simulated=simulated,
        parts={"union": Part(type=UnionView, of=union_view)},
    )
}
