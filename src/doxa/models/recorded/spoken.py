"""A line of a transcript: who said what, and where in the file it stands; names without case and accents."""

import unicodedata
from dataclasses import dataclass

from doxa.records.spec import LineKind
from doxa.records.transcripts import Side


@dataclass(frozen=True, kw_only=True)
class SpokenLine:
    """What somebody said in one go, as a file has it."""

    speaker: str
    text: str
    at: int
    """The line of the file in which it begins, from 1."""
    kind: LineKind = "speech"
    round: int | None = None
    side: Side | None = None
    """The side that the file says it is on."""


def plain_name(name: str) -> str:
    """Return a name without case, accents, and more than single spaces, so that "ZOË" and "Zoe" are one."""
    parts = unicodedata.normalize("NFKD", name)
    letters = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return " ".join(letters.replace("_", " ").split()).casefold()
