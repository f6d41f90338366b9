"""Statements with the position that they take toward a proposition, on which the reader of positions is trained.

A language model wrote them for doxa: six writers in different voices, mostly six statements a proposition. ``test``
holds a fifth of the propositions. Their NOTICE.md says how they were made and checked.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Literal

from doxa.corpora.packed import packed_lines
from doxa.errors import CorpusError

PositionPart = Literal["train", "test"]


@dataclass(frozen=True, kw_only=True)
class PositionRow:
    """A statement of one to four sentences."""

    proposition: str
    text: str
    stance: int
    """3 firmly for, 2 plainly, 1 leaning for; 0 undecided or no position of the writer's; -1 to -3 against."""
    writer: int
    part: PositionPart


@cache
def read_positions(part: PositionPart | None = None) -> tuple[PositionRow, ...]:
    """Read the shipped statements of a part, or all of them, in the order of the file.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    try:
        rows = tuple(PositionRow(**json.loads(line)) for line in packed_lines("positions", "positions.jsonl.gz"))
    except (ValueError, TypeError) as error:
        raise CorpusError(f"the positions cannot be read: {error}", hint="Install doxa again.") from None
    return tuple(row for row in rows if part in (None, row.part))
