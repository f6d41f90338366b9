"""Who tells of a run while it goes on: a line a speech of a union debate, a line a round of everything else."""

from doxa.analysis.debates.held import is_union
from doxa.app.progress import RoundLines
from doxa.app.unions import DebateLines
from doxa.records.spec import RunSpec


def lines_of(spec: RunSpec) -> RoundLines | DebateLines:
    """Return the watcher that fits a run."""
    return DebateLines(spec) if is_union(spec) else RoundLines(spec)
