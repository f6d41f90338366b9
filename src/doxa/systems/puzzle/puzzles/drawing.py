"""Random statements: all kinds are equally likely, and sets of players have the sizes of the source's statements.

Sets: 1–3 any size; 4–5 any of the earlier players; 6 and 8 two; 7 three or more, not all players; 9, 13, 14 three or
more of the earlier players; 10 two or more; 11–12 three or more. No statement says that nobody has a role.
"""

from collections.abc import Sequence
from random import Random

from doxa.systems.puzzle.puzzles.roles import ROLES
from doxa.systems.puzzle.puzzles.statements import (
    CountRole,
    CountTruth,
    DifferentRoles,
    OneOfTwo,
    ParityRole,
    ParityTruth,
    SameRole,
    SameTruth,
    Statement,
    Who,
)

EARLIER = {4: 1, 5: 1, 8: 2, 9: 3, 13: 3, 14: 3}
"""Kinds about what others said → how many players must have spoken."""

OF_HINTS = tuple(range(1, 11))
"""The kinds of statement for the manager's further hints."""


def kinds(speaker: int) -> tuple[int, ...]:
    """Return the simple kinds open to the player at an index (from 0); the manager, who speaks last, has all kinds."""
    return tuple(kind for kind in range(1, 15) if EARLIER.get(kind, 0) <= speaker)


def draw_statement(random: Random, speaker: int, players: int, spies: int) -> Statement:
    """Return a random statement of a player, of any of the fifteen kinds that are open to it."""
    simple = kinds(speaker)
    if random.randrange(len(simple) + 1) < len(simple):
        return draw_simple(random, simple, speaker, players, spies)
    first = second = draw_simple(random, simple, speaker, players, spies)
    while second == first:
        second = draw_simple(random, simple, speaker, players, spies)
    return OneOfTwo(first, second)


def draw_hint(random: Random, players: int, spies: int) -> Statement:
    """Return a random further hint of the manager, never the number of spies."""
    while True:
        hint = draw_simple(random, OF_HINTS, players, players, spies)
        if not (isinstance(hint, CountRole) and hint.role == "spy" and len(hint.who) == players):
            return hint


def draw_simple(random: Random, among: Sequence[int], speaker: int, players: int, spies: int) -> Statement:
    """Return a statement of one of these kinds, 1–14."""
    kind = random.choice(among)
    earlier = range(speaker)
    everyone = range(players)
    match kind:
        case 1 | 2 | 3:
            who = _some(random, everyone, 1, players)
            most = len(who) if kind < 3 else max(1, min(spies, len(who)))
            return CountRole(who, random.randint(1, most), ROLES[kind - 1])
        case 4 | 5:
            who = _some(random, earlier, 1, speaker)
            return CountTruth(who, random.randint(1, len(who)), kind == 4)
        case 6:
            return SameRole(_some(random, everyone, 2, 2))
        case 7:
            return SameRole(_some(random, everyone, 3, max(3, players - 1)))
        case 8:
            return SameTruth(_some(random, earlier, 2, 2))
        case 9:
            return SameTruth(_some(random, earlier, 3, speaker))
        case 10:
            return DifferentRoles(_some(random, everyone, 2, players))
        case 11 | 12:
            return ParityRole(_some(random, everyone, 3, players), random.choice(ROLES), kind == 11)
        case _:
            return ParityTruth(_some(random, earlier, 3, speaker), random.random() < 0.5, kind == 13)


def _some(random: Random, pool: range, least: int, most: int) -> Who:
    return tuple(sorted(random.sample(pool, random.randint(least, most))))
