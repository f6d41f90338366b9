"""How union debates are shown."""

from typing import Any

from doxa.analysis.hooks import Hooks
from doxa.judging.debates import judgement_of
from doxa.log.rundir import RunLog
from doxa.records.transcripts import Debate
from doxa.systems.union.exhibits.forms import ballot_form
from doxa.systems.union.exhibits.held import read_debate
from doxa.systems.union.exhibits.transcripts import as_document, as_values
from doxa.systems.union.protocol.state import UnionResult
from doxa.systems.union.story import tell_union
from doxa.systems.union.terminal.debating import DebateLines, conclude_union
from doxa.systems.union.views import simulated, union_parts


def _debate(log: RunLog) -> Debate | None:
    """Return the debate of a finished run; None where the run only drew up styles."""
    union_result = log.result(UnionResult)
    return union_result.debate if union_result else None


def _document(log: RunLog) -> tuple[str, dict[str, Any]]:
    """Return a finished debate as a document, with its verdict where it was judged."""
    debate, judgement = read_debate(log), judgement_of(log.path)
    return as_document(debate, judgement), as_values(debate, judgement)


HOOKS = {
    "union": Hooks(
        teller=DebateLines,
        conclude=conclude_union,
        debate=_debate,
        document=_document,
        ballot=ballot_form,
        simulated=simulated,
        parts=union_parts,
        story=tell_union,
    )
}
