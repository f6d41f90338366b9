"""How union debates are shown."""

from doxa.log.rundir import RunLog
from doxa.records.transcripts import Debate
from doxa.system import Hooks
from doxa.systems.union.exhibits.forms import ballot_form
from doxa.systems.union.protocol.state import UnionResult
from doxa.systems.union.story import tell_union
from doxa.systems.union.terminal.debating import DebateLines, conclude_union
from doxa.systems.union.views import simulated, union_parts


def _debate(log: RunLog) -> Debate | None:
    """Return the debate of a finished run; None where the run only drew up styles."""
    union_result = log.result(UnionResult)
    return union_result.debate if union_result else None


HOOKS = {
    "union": Hooks(
        teller=DebateLines,
        conclude=conclude_union,
        debate=_debate,
        ballot=ballot_form,
        simulated=simulated,
        parts=union_parts,
        story=tell_union,
    )
}
