"""The phrases that can end a statement, each with a function from the players named before it to the statement."""

from collections.abc import Callable
from functools import partial

from doxa.systems.puzzle.puzzles.roles import PLURALS, ROLES, Role
from doxa.systems.puzzle.puzzles.statements import (
    CountRole,
    CountTruth,
    DifferentRoles,
    ParityRole,
    ParityTruth,
    SameRole,
    SameTruth,
    Statement,
    Who,
)
from doxa.systems.puzzle.puzzles.wording import NUMBERS
from doxa.systems.puzzle.puzzles.worlds import MOST_PLAYERS

Made = Callable[[Who], Statement]

TRUTHS = ((True, "telling the truth"), (False, "lying"))
PARITIES = ((True, "odd"), (False, "even"))

ONE, TWO, TWO_OR_MORE = range(1, 2), range(2, 3), range(2, MOST_PLAYERS + 1)
"""How many players a phrase can be about."""


def counting_phrases() -> dict[str, Made]:
    """Return the phrases that can follow "Among …,"; numbers are words or digits."""
    phrases: dict[str, Made] = {}
    for n, word in enumerate(NUMBERS):
        for number in (word, str(n)):
            for role in ROLES:
                phrases[f"there is exactly {number} {role}"] = partial(CountRole, n=n, role=role)
                phrases[f"there are exactly {number} {PLURALS[role]}"] = partial(CountRole, n=n, role=role)
            for truthful, truth in TRUTHS:
                phrases[f"exactly {number} person is {truth}"] = partial(CountTruth, n=n, truthful=truthful)
                phrases[f"exactly {number} people are {truth}"] = partial(CountTruth, n=n, truthful=truthful)
    for odd, parity in PARITIES:
        for role in ROLES:
            phrases[f"the number of {PLURALS[role]} is {parity}"] = partial(ParityRole, role=role, odd=odd)
        for truthful, truth in TRUTHS:
            phrase = f"the number of people who are {truth} is {parity}"
            phrases[phrase] = partial(ParityTruth, truthful=truthful, odd=odd)
    return phrases


def of_each() -> dict[str, tuple[range, Made]]:
    """Return the phrases that can follow a list of players, with the allowed number of players."""
    phrases: dict[str, tuple[range, Made]] = {
        "have the same role": (TWO_OR_MORE, SameRole),
        "all have the same role": (TWO_OR_MORE, SameRole),
        "both have the same role": (TWO, SameRole),
        "have different roles": (TWO, DifferentRoles),
        "do not have the same role": (TWO, DifferentRoles),
        "do not all have the same role": (TWO_OR_MORE, DifferentRoles),
        "are either both telling the truth or both lying": (TWO, SameTruth),
        "are either all telling the truth or all lying": (TWO_OR_MORE, SameTruth),
    }
    for role in ROLES:
        of_role = partial(_all_of_role, role=role)
        phrases |= {f"is a {role}": (ONE, of_role), f"am a {role}": (ONE, of_role)}
        phrases |= {f"are both {PLURALS[role]}": (TWO, of_role)}
        phrases |= {f"are all {PLURALS[role]}": (TWO_OR_MORE, of_role), f"are {PLURALS[role]}": (TWO_OR_MORE, of_role)}
    for truthful, truth in TRUTHS:
        of_truth = partial(_all_of_truth, truthful=truthful)
        phrases |= {f"is {truth}": (ONE, of_truth), f"am {truth}": (ONE, of_truth)}
        phrases |= {f"are both {truth}": (TWO, of_truth)}
        phrases |= {f"are all {truth}": (TWO_OR_MORE, of_truth), f"are {truth}": (TWO_OR_MORE, of_truth)}
    return phrases


def _all_of_role(who: Who, role: Role) -> Statement:
    return CountRole(who, len(who), role)


def _all_of_truth(who: Who, truthful: bool) -> Statement:
    return CountTruth(who, len(who), truthful)
