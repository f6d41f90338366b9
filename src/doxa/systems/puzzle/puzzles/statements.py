"""The fifteen kinds of statement, as eight small values, and what each means in all worlds at once.

Kinds are numbered as in the published files: 1–3 so many knights, knaves, spies; 4–5 so many telling the truth, lying;
6–7 two, all have the same role; 8–9 two, all are truthful or all lying; 10 not all the same role; 11–12 an odd, even
number of a role; 13–14 an odd, even number truthful or lying; 15 exactly one of two simple statements.
"telling the truth" is said of the statements of players who have spoken before, so that no statement is about itself.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

from doxa.systems.puzzle.puzzles.worlds import ROLES, Bits, Role, Worlds, exactly, odd, together

Who = tuple[int, ...]
"""Players by place in the order of speaking, ascending, each once."""


class Simple(Protocol):
    """The interface of the seven classes that represent kinds 1–14."""

    @property
    def who(self) -> Who:
        """Return the players that it is about."""

    @property
    def kind(self) -> int:
        """Return its number, 1–14."""

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Return the worlds in which it is true; ``earlier_truths`` has the truth of each earlier statement."""


@dataclass(frozen=True, slots=True)
class CountRole:
    """Exactly ``n`` of ``who`` have a role."""

    who: Who
    n: int
    role: Role

    @property
    def kind(self) -> int:
        """1, 2, 3 for knights, knaves, spies."""
        return ROLES.index(self.role) + 1

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Count the role."""
        having = worlds.having(self.role)
        return exactly(self.n, [having[player] for player in self.who], worlds.every)


@dataclass(frozen=True, slots=True)
class CountTruth:
    """Exactly ``n`` of ``who`` are telling the truth, or are lying."""

    who: Who
    n: int
    truthful: bool

    @property
    def kind(self) -> int:
        """4 for telling the truth, 5 for lying."""
        return 4 if self.truthful else 5

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Count the true statements; as many lie as do not tell the truth."""
        n = self.n if self.truthful else len(self.who) - self.n
        return exactly(n, [earlier_truths[player] for player in self.who], worlds.every) if n >= 0 else 0


@dataclass(frozen=True, slots=True)
class SameRole:
    """All of ``who`` have the same role."""

    who: Who

    @property
    def kind(self) -> int:
        """6 for two, 7 for more."""
        return 6 if len(self.who) == 2 else 7

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Any role that all have."""
        matching = 0
        for having in (worlds.knight, worlds.knave, worlds.spy):
            matching |= together([having[player] for player in self.who], worlds.every)
        return matching


@dataclass(frozen=True, slots=True)
class DifferentRoles:
    """Not all of ``who`` have the same role."""

    who: Who

    @property
    def kind(self) -> int:
        """10."""
        return 10

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """The opposite of the same role."""
        return worlds.every ^ SameRole(self.who).truth(worlds, earlier_truths)


@dataclass(frozen=True, slots=True)
class SameTruth:
    """All of ``who`` are telling the truth, or all are lying."""

    who: Who

    @property
    def kind(self) -> int:
        """8 for two, 9 for more."""
        return 8 if len(self.who) == 2 else 9

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """All or none."""
        spoken = [earlier_truths[player] for player in self.who]
        none = together([worlds.every ^ truth for truth in spoken], worlds.every)
        return together(spoken, worlds.every) | none


@dataclass(frozen=True, slots=True)
class ParityRole:
    """The number of ``who`` that have a role is odd, or even."""

    who: Who
    role: Role
    odd: bool

    @property
    def kind(self) -> int:
        """11 for odd, 12 for even."""
        return 11 if self.odd else 12

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Add up modulo two."""
        having = worlds.having(self.role)
        odd_worlds = odd([having[player] for player in self.who])
        return odd_worlds if self.odd else worlds.every ^ odd_worlds


@dataclass(frozen=True, slots=True)
class ParityTruth:
    """The number of ``who`` that are telling the truth, or are lying, is odd, or even."""

    who: Who
    truthful: bool
    odd: bool

    @property
    def kind(self) -> int:
        """13 for odd, 14 for even."""
        return 13 if self.odd else 14

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Add up modulo two."""
        spoken = [
            earlier_truths[player] if self.truthful else worlds.every ^ earlier_truths[player] for player in self.who
        ]
        odd_worlds = odd(spoken)
        return odd_worlds if self.odd else worlds.every ^ odd_worlds


@dataclass(frozen=True, slots=True)
class OneOfTwo:
    """Exactly one of two simple statements is true."""

    first: Simple
    second: Simple

    @property
    def who(self) -> Who:
        """Return the players that either statement is about."""
        return tuple(sorted({*self.first.who, *self.second.who}))

    @property
    def kind(self) -> int:
        """15."""
        return 15

    def truth(self, worlds: Worlds, earlier_truths: Sequence[Bits]) -> Bits:
        """Either, not both."""
        return self.first.truth(worlds, earlier_truths) ^ self.second.truth(worlds, earlier_truths)


Statement = CountRole | CountTruth | SameRole | SameTruth | DifferentRoles | ParityRole | ParityTruth | OneOfTwo

OF_TRUTH = (CountTruth, SameTruth, ParityTruth)
"""The classes about the truth of statements, not about roles."""


def latest(statement: Statement | Simple) -> int:
    """Return the index of the last player whose statement it is about; −1 where it is about roles alone."""
    if isinstance(statement, OneOfTwo):
        return max(latest(statement.first), latest(statement.second))
    return max(statement.who) if isinstance(statement, OF_TRUTH) else -1
