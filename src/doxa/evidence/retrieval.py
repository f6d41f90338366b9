"""Retrieval in proportion to the active memory's composition (Belief Engine section 3.1).

k₊ = round(k·n₊ / (n₊ + n₋)), half up, and k₋ = k − k₊. Each side gives its strongest active records. Where a side has
fewer than its share, the other side does not fill the gap.
"""

import math

from doxa.evidence.memory import Entry, Memory


def shares(k: int, pro: int, con: int) -> tuple[int, int]:
    """Return (k₊, k₋) for k slots and n₊, n₋ active records; an even split when there are none."""
    if pro + con == 0:
        return k - k // 2, k // 2
    for_pro = math.floor(k * pro / (pro + con) + 0.5)
    return for_pro, k - for_pro


def retrieve(memory: Memory, k: int) -> tuple[Entry, ...]:
    """Return at most k active entries, those for the proposition first, each side strongest first."""
    for_pro, for_con = shares(k, len(memory.pro), len(memory.con))
    return (*_strongest(memory, memory.pro, for_pro), *_strongest(memory, memory.con, for_con))


def _strongest(memory: Memory, places: tuple[int, ...], count: int) -> tuple[Entry, ...]:
    ranked = sorted(places, key=lambda place: (-(memory.entries[place].evidence.strength or 0.0), place))
    return tuple(memory.entries[place] for place in ranked[:count])
