"""The fifteen kinds of statement, as five small values, and what each means in all worlds at once.

Kinds are numbered as in the published files: 1–3 so many knights, knaves, spies; 4–5 so many telling the truth, lying;
6–7 two, all have the same role; 8–9 two, all are truthful or all lying; 10 not all the same role; 11–12 an odd, even
number of a role; 13–14 an odd, even number truthful or lying; 15 exactly one of two simple statements.
"telling the truth" is said of the statements of players who have spoken before, so that no statement is about itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar, Literal

from doxa.systems.puzzle.puzzles.worlds import ROLES, Bits, Role, Worlds, exactly, odd, together

Who = tuple[int, ...]
"""Players by place in the order of speaking, ascending, each once."""

Quality = Role | Literal["truthful", "lying"]
"""What a player has or does: a role, or telling the truth in its own statement, or lying there."""

TRUTHS: tuple[Quality, ...] = ("truthful", "lying")

EARLIER = {4: 1, 5: 1, 8: 2, 9: 3, 13: 3, 14: 3}
"""The kinds about the truth of statements → how many players must have spoken before."""


@dataclass(frozen=True, slots=True)
class Count:
    """Exactly ``n`` of ``who`` have a quality."""

    who: Who
    n: int
    quality: Quality

    @property
    def kind(self) -> int:
        """1, 2, 3 for knights, knaves, spies; 4 for telling the truth, 5 for lying."""
        return (*ROLES, *TRUTHS).index(self.quality) + 1

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Return the worlds in which it is true; ``earlier_truths`` has the truth of each earlier statement."""
        return exactly(self.n, _having(self.who, self.quality, worlds, earlier_truths), worlds.every)


@dataclass(frozen=True, slots=True)
class Same:
    """All of ``who`` have the same role, or are alike in telling the truth or lying."""

    who: Who
    of_truth: bool = False

    @property
    def kind(self) -> int:
        """6 for two, 7 for more; 8 and 9 where it is about the truth."""
        return (8 if self.of_truth else 6) + (len(self.who) > 2)

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Return the worlds in which all have any one quality; arguments as of ``Count.truth``."""
        matching = 0
        for quality in TRUTHS if self.of_truth else ROLES:
            matching |= together(_having(self.who, quality, worlds, earlier_truths), worlds.every)
        return matching


@dataclass(frozen=True, slots=True)
class DifferentRoles:
    """Not all of ``who`` have the same role."""

    who: Who
    kind: ClassVar[int] = 10

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Return the opposite of the same role."""
        return worlds.every ^ Same(self.who).truth(worlds, earlier_truths)


@dataclass(frozen=True, slots=True)
class Parity:
    """The number of ``who`` that have a quality is odd, or even."""

    who: Who
    quality: Quality
    odd: bool

    @property
    def kind(self) -> int:
        """11 for odd, 12 for even; 13 and 14 where it is about the truth."""
        return (11 if self.quality in ROLES else 13) + (not self.odd)

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Return the worlds in which the sum modulo two is right; arguments as of ``Count.truth``."""
        odd_worlds = odd(_having(self.who, self.quality, worlds, earlier_truths))
        return odd_worlds if self.odd else worlds.every ^ odd_worlds


Simple = Count | Same | DifferentRoles | Parity


@dataclass(frozen=True, slots=True)
class OneOfTwo:
    """Exactly one of two simple statements is true."""

    first: Simple
    second: Simple
    kind: ClassVar[int] = 15

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Return the worlds in which either is true, not both; arguments as of ``Count.truth``."""
        return self.first.truth(worlds, earlier_truths) ^ self.second.truth(worlds, earlier_truths)


Statement = Simple | OneOfTwo


def latest(statement: Statement) -> int:
    """Return the index of the last player whose statement it is about; −1 where it is about roles alone."""
    if isinstance(statement, OneOfTwo):
        return max(latest(statement.first), latest(statement.second))
    return max(statement.who) if statement.kind in EARLIER else -1


def _having(who: Who, quality: Quality, worlds: Worlds, earlier_truths: Sequence[Bits]) -> list[Bits]:
    """Return, for each of some players, the worlds in which it has a quality."""
    if quality in worlds.having:
        return [worlds.having[quality][player] for player in who]
    spoken = [earlier_truths[player] for player in who]
    return spoken if quality == "truthful" else [worlds.every ^ truth for truth in spoken]
