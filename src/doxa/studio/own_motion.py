"""Arguments on a motion of one's own, read by the offline judge while they are typed, as a run would score them."""

from pydantic import Field

from doxa.models.embedded import embedder
from doxa.models.offline.claims import strengths_of
from doxa.models.offline.directing import read_claims
from doxa.models.offline.shelf import Library
from doxa.records.base import JsonValue, Record

MOST = 400


class TypedArguments(Record):
    """Arguments as they stand on a page."""

    motion: str
    texts: tuple[str, ...] = Field(max_length=MOST)


def read_arguments(typed: TypedArguments) -> list[JsonValue]:
    """Return the direction that the judge reads in each argument, and its strength in [0, 1] on the anchored scale."""
    library = Library(embedder())
    readings = read_claims(typed.motion, typed.texts, library.embedder)
    strengths = strengths_of(typed.texts, typed.motion, None, library, "anchored")
    return [
        {"direction": reading.direction, "strength": strength}
        for reading, strength in zip(readings, strengths, strict=True)
    ]
