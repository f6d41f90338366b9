"""Who tells of a run while it goes on: whom its system names, else a line a round."""

from typing import Any

from doxa.records.plugins import face_of
from doxa.records.spec import RunSpec
from doxa.terminal.progress import RoundLines


def lines_of(spec: RunSpec) -> Any:
    """Return the watcher that fits a run."""
    face = face_of(spec.protocol)
    return face.watcher(spec) if face and face.watcher else RoundLines(spec)
