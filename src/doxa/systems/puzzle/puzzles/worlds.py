"""The three roles of a player, and facts in all worlds at once: every assignment of roles to players."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache, reduce
from operator import and_, xor
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.errors import PuzzleError

Role = Literal["knight", "knave", "spy"]
"""A knight's statement is true, a knave's is false, a spy's is either."""

ROLES: tuple[Role, ...] = ("knight", "knave", "spy")
"""In the order in which files count them: 1, 2, 3."""

PLURALS: dict[Role, str] = {"knight": "knights", "knave": "knaves", "spy": "spies"}


MOST_PLAYERS = 12
"""3¹² = 531,441 worlds, the most that are supported."""

Bits = int
"""A fact in all worlds: bit w is 1 where it holds in world w."""


@dataclass(frozen=True, kw_only=True, eq=False)
class Worlds:
    """Every assignment of roles to a number of players, in a fixed order."""

    count: int
    every: Bits
    """All bits set: a fact that always holds."""
    roles: NDArray[np.int8]
    """Shape (worlds, players): places in ``ROLES``."""
    having: Mapping[str, tuple[Bits, ...]]
    """Role → for each player, the worlds in which it has that role."""

    def fit(self, player: int, truth: Bits) -> Bits:
        """Return the worlds in which a player's role allows what it says, given those in which that is true."""
        knight, knave, spy = (self.having[role][player] for role in ROLES)
        return spy | knight & truth | knave & (self.every ^ truth)

    def assigned(self, world: int) -> tuple[Role, ...]:
        """Return the roles of a world, one for each player."""
        return tuple(ROLES[place] for place in self.roles[world])

    def unpacked(self, fact: Bits) -> NDArray[np.bool_]:
        """Return a fact as an array of shape (worlds,)."""
        packed = np.frombuffer(fact.to_bytes((self.count + 7) // 8, "little"), dtype=np.uint8)
        return np.unpackbits(packed, count=self.count, bitorder="little").astype(np.bool_)


@cache
def worlds(players: int, spies: int | None = None) -> Worlds:
    """Return the worlds of a number of players; with ``spies``, only those with exactly that many spies.

    Raises:
        PuzzleError: fewer than one player, more than twelve, or more spies than players.
    """
    if not 1 <= players <= MOST_PLAYERS:
        raise PuzzleError(f"a puzzle has 1 to {MOST_PLAYERS} players, not {players}")
    if spies is not None and not 0 <= spies <= players:
        raise PuzzleError(f"{players} players cannot have {spies} spies")
    codes = np.arange(3**players)
    roles = np.stack([codes // 3**place % 3 for place in reversed(range(players))], axis=1).astype(np.int8)
    if spies is not None:
        roles = roles[(roles == ROLES.index("spy")).sum(axis=1) == spies]
    having: dict[str, tuple[Bits, ...]] = {
        role: tuple(_pack_mask(roles[:, player] == place) for player in range(players))
        for place, role in enumerate(ROLES)
    }
    return Worlds(count=len(roles), every=(1 << len(roles)) - 1, roles=roles, having=having)


def exactly(n: int, facts: Sequence[Bits], every: Bits) -> Bits:
    """Return the worlds in which exactly ``n`` of the facts hold.

    The facts are added in binary, in all worlds together; each bit of the sums is one integer over all worlds.
    """
    planes: list[Bits] = []
    for fact in facts:
        carry = fact
        for place, plane in enumerate(planes):
            planes[place], carry = plane ^ carry, plane & carry
        if carry:
            planes.append(carry)
    if n >> len(planes):
        return 0
    matching = every
    for place, plane in enumerate(planes):
        matching &= plane if n >> place & 1 else every ^ plane
    return matching


def odd(facts: Sequence[Bits]) -> Bits:
    """Return the worlds in which an odd number of the facts hold."""
    return reduce(xor, facts, 0)


def together(facts: Sequence[Bits], every: Bits) -> Bits:
    """Return the worlds in which all of the facts hold."""
    return reduce(and_, facts, every)


def _pack_mask(mask: NDArray[np.bool_]) -> Bits:
    return int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")
