"""The width of each embedding model's vectors in a run: a vector of another width could not be compared with them."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from doxa.log.journal import CallRecord
from doxa.log.rundir import RunWriter
from doxa.models.port import Response
from doxa.records.json_text import parse_json

BYTES_A_NUMBER = 2
"""Vectors are stored as int16."""


@dataclass(frozen=True)
class VectorWidths:
    """Model → the bytes of each of its vectors in this run, learned from its first answer."""

    _widths: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of_run(cls, run: RunWriter) -> "VectorWidths":
        """Return the widths that the journalled calls of a run show."""
        widths = cls()
        for call in run.journal.calls.values():
            widths.learn(
                call.model, [run.blobs.vector(name) for name in vectors_of(call) if run.blobs.has_vector(name)]
            )
        return widths

    def learn(self, model: str, vectors: Sequence[bytes]) -> None:
        """Remember the width of a model's vectors, where none was known."""
        if vectors:
            self._widths.setdefault(model, len(vectors[0]))

    def find_fault(self, response: Response, model: str) -> str:
        """Return what is wrong with the widths of a response's vectors; empty where nothing is."""
        widths = {len(vector) for vector in response.vectors}
        if len(widths) > 1:
            return f"vectors of {_numbers(min(widths))} and of {_numbers(max(widths))} numbers"
        known = self._widths.get(model)
        if known is None or not widths or widths == {known}:
            return ""
        return f"vectors of {_numbers(widths.pop())} numbers, and with {_numbers(known)} before"


def vectors_of(call: CallRecord) -> list[str]:
    """Return the blob hashes of a call's vectors; none where it brought no vectors, as a refusal."""
    if call.role != "embedder" or call.status != "ok" or not call.text:
        return []
    try:
        reply = parse_json(call.text)
    except ValueError:
        return []
    return list(reply["vectors"]) if isinstance(reply, dict) and "vectors" in reply else []


def _numbers(width: int) -> int:
    return width // BYTES_A_NUMBER
