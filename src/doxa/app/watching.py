"""Who tells of a run while it goes on: a line a speech of a union debate, a line a round of everything else."""

from doxa.records.spec import RunSpec
from doxa.systems.union.exhibits.held import is_union
from doxa.systems.union.terminal.debating import DebateLines
from doxa.terminal.progress import RoundLines


def lines_of(spec: RunSpec) -> RoundLines | DebateLines:
    """Return the watcher that fits a run."""
    return DebateLines(spec) if is_union(spec) else RoundLines(spec)
