"""The memory of one listener: records with their claims, and which of them are active.

Values are immutable. What grows lies in shared buffers, so that a debate of a thousand rounds neither copies earlier
records at every admission nor takes memory with the square of its length. The vectors of claims lie in a table that all
listeners of a run share.

Retrieval is in proportion to the active memory's composition (Belief Engine section 3.1): k₊ = round(k·n₊ / (n₊ + n₋)),
half up, and k₋ = k − k₊. Each side gives its strongest active records. Where a side has fewer than its share, the other
side does not fill the gap.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

import numpy as np
from numpy.typing import NDArray

from doxa.evidence.vectors import Tables, new_tables
from doxa.records.claims import Claim, Evidence
from doxa.records.shared import Shared


@dataclass(frozen=True, slots=True)
class Entry:
    """A record with its claim."""

    claim: Claim
    evidence: Evidence


class ActiveRecords:
    """The active records of one polarity, in order of admission; immutable, with a buffer that later ones share."""

    __slots__ = ("_buffer", "_used", "length")

    PLACE, ROW, STRENGTH = range(3)

    def __init__(self) -> None:
        self._buffer: NDArray[np.float64] = np.empty((0, 3))
        self._used = [0]
        self.length = 0

    def __len__(self) -> int:
        return self.length

    @property
    def places(self) -> NDArray[np.intp]:
        """Places in the memory, (n,)."""
        return self._buffer[: self.length, self.PLACE].astype(np.intp)

    @property
    def rows(self) -> NDArray[np.intp]:
        """Rows in the table of vectors, (n,)."""
        return self._buffer[: self.length, self.ROW].astype(np.intp)

    def appended(self, place: int, row: int, strength: float) -> "ActiveRecords":
        grown = ActiveRecords()
        fits = self.length < len(self._buffer) and self._used[0] == self.length
        grown._buffer = self._buffer if fits else np.empty((max(16, 2 * self.length), 3))
        grown._used = self._used if fits else [0]
        if not fits:
            grown._buffer[: self.length] = self._buffer[: self.length]
        grown._buffer[self.length] = place, row, strength
        grown.length = grown._used[0] = self.length + 1
        return grown

    def without(self, place: int) -> "ActiveRecords":
        left = ActiveRecords()
        left._buffer = self._buffer[: self.length][self._buffer[: self.length, self.PLACE] != place]
        left.length = left._used[0] = len(left._buffer)
        return left

    def strongest(self, count: int) -> list[int]:
        """Return the places of the strongest, strongest first; of equal ones the earliest."""
        weakness = -self._buffer[: self.length, self.STRENGTH]
        count = min(count, self.length)
        if count <= 0:
            return []
        candidates = np.flatnonzero(weakness <= np.partition(weakness, count - 1)[count - 1])
        ranked = candidates[np.argsort(weakness[candidates], kind="stable")][:count]
        return [int(place) for place in self.places[ranked]]


@dataclass(frozen=True, kw_only=True)
class Memory:
    """All records of one listener in the order of admission, and the active ones by polarity."""

    entries: Shared[Entry] = field(default_factory=Shared)
    tables: Tables = field(default_factory=new_tables)
    pro: ActiveRecords = field(default_factory=ActiveRecords)
    con: ActiveRecords = field(default_factory=ActiveRecords)

    def __len__(self) -> int:
        return len(self.entries)

    def active(self, polarity: int) -> ActiveRecords:
        """Return the active records of one polarity, 1 or −1."""
        return self.pro if polarity > 0 else self.con

    @property
    def records(self) -> Iterator[Evidence]:
        return (entry.evidence for entry in self.entries)

    @property
    def active_records(self) -> Iterator[Evidence]:
        places = np.sort(np.concatenate([self.pro.places, self.con.places]))
        return (self.entries[int(place)].evidence for place in places)

    def nearest(self, claim: Claim, row: NDArray[np.float64]) -> tuple[int | None, float | None]:
        """Return the place and cosine of the active record that is nearest to a claim; the earliest on a tie."""
        active = self.active(claim.polarity)
        for table in self.tables.values():
            table.check(row)
        if not active:
            return None, None
        similarities = self.tables[claim.polarity].cosines(claim.vector, row, active.rows)
        best = int(np.argmax(similarities))
        return int(active.places[best]), float(similarities[best])

    def stored(self, entry: Entry, row: NDArray[np.float64] | None) -> "Memory":
        """Return the memory with one more record; later claims are compared with the row of an active record."""
        grown = replace(self, entries=self.entries.appended(entry))
        if not entry.evidence.active or row is None:
            return grown
        number = self.tables[entry.claim.polarity].number(entry.claim.vector, row)
        active = self.active(entry.claim.polarity).appended(len(self), number, entry.evidence.strength or 0.0)
        return replace(grown, pro=active) if entry.claim.polarity > 0 else replace(grown, con=active)

    def archived(self, place: int, by: str) -> "Memory":
        """Return the memory with one active record archived, superseded by another claim."""
        entry = self.entries[place]
        evidence = entry.evidence.model_copy(update={"active": False, "superseded_by": by, "reason": "replaced"})
        left = self.active(evidence.polarity).without(place)
        changed = replace(self, entries=self.entries.replaced(place, replace(entry, evidence=evidence)))
        return replace(changed, pro=left) if evidence.polarity > 0 else replace(changed, con=left)


def shares(k: int, pro: int, con: int) -> tuple[int, int]:
    """Return (k₊, k₋) for k slots and n₊, n₋ active records; an even split when there are none."""
    if pro + con == 0:
        return k - k // 2, k // 2
    for_pro = math.floor(k * pro / (pro + con) + 0.5)
    return for_pro, k - for_pro


def retrieve(memory: Memory, k: int) -> tuple[Entry, ...]:
    """Return at most k active entries, those for the proposition first, each side strongest first."""
    for_pro, for_con = shares(k, len(memory.pro), len(memory.con))
    return tuple(memory.entries[place] for place in (*memory.pro.strongest(for_pro), *memory.con.strongest(for_con)))
