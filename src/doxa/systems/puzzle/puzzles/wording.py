"""Statements and puzzles in words, as in the published files, so that doxa and the source can read each other's files.

Players are named in the order of speaking, the speaker last, as "I"; all together are "all players".
"""

from collections.abc import Mapping, Sequence

from doxa.systems.puzzle.puzzles.puzzle import Puzzle
from doxa.systems.puzzle.puzzles.statements import (
    CountRole,
    CountTruth,
    DifferentRoles,
    OneOfTwo,
    ParityRole,
    ParityTruth,
    SameRole,
    SameTruth,
    Simple,
    Statement,
    Who,
)
from doxa.systems.puzzle.puzzles.worlds import PLURALS, Role

NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

BLOCK = "---"
"""The line before each player, and before the manager's message."""
NAME = "Player name:"
SAID = "Player statement:"
MESSAGE = "Message from the game manager:"
TWO = "Among the following two statements, exactly one is true:"
HINT = "I am the game manager and here is a hint for you:"
HINTS = "I am the game manager and here are some hints for you:"


def game_text(puzzle: Puzzle) -> str:
    """Return the whole puzzle as text, which ``reading`` reads and agents are shown."""
    lines: list[str] = []
    for place, statement in enumerate(puzzle.statements):
        words = sentence(statement, puzzle.players, place)
        lines += [BLOCK, f"{NAME} {puzzle.players[place]}", f"{SAID} {words}"]
    hints = [sentence(hint, puzzle.players) for hint in puzzle.hints]
    numbered = (f"\n {number}. {hint}" for number, hint in enumerate(hints, 1))
    listed = f"{HINT} {hints[0]}" if len(hints) == 1 else "".join([HINTS, *numbered])
    return "\n".join([*lines, BLOCK, f"{MESSAGE} {listed}"]) + "\n"


def solution_text(roles: Mapping[str, Role]) -> str:
    """Return a solution in words, one line for each player."""
    return "".join(f"{name} is a {role}.\n" for name, role in roles.items())


def sentence(statement: Statement | Simple, players: Sequence[str], speaker: int | None = None) -> str:
    """Return a statement in the words of the player at index ``speaker``; of the manager where None."""
    if isinstance(statement, OneOfTwo):
        first, second = (sentence(part, players, speaker) for part in (statement.first, statement.second))
        return f"{TWO} \n (1). {first}\n (2). {second}"
    who = statement.who
    if whole := _of_each(statement, players, speaker):
        return whole
    among = "all players" if len(who) == len(players) else _list_players(who, players, speaker)
    return f"Among {among}, {_word_count(statement)}."


def _of_each(statement: Simple, players: Sequence[str], speaker: int | None) -> str:
    """Return the words of a statement about each of several players; '' for a statement that counts."""
    who = statement.who
    names, two = _list_players(who, players, speaker), len(who) == 2
    match statement:
        case SameRole():
            return f"{names}{'' if two else ' all'} have the same role."
        case DifferentRoles():
            return f"{names} have different roles." if two else f"{names} do not all have the same role."
        case SameTruth():
            quantifier = "both" if two else "all"
            return f"{names} are either {quantifier} telling truth or {quantifier} lying."
        case CountRole() | CountTruth() if statement.n == len(who) and len(who) in (1, *range(len(players))):
            return f"{names} {_verb(who, speaker)} {_what(statement)}."
    return ""


def _verb(who: Who, speaker: int | None) -> str:
    if len(who) == 1:
        return "am" if who[0] == speaker else "is"
    return "are both" if len(who) == 2 else "are all"


def _what(statement: CountRole | CountTruth) -> str:
    if isinstance(statement, CountTruth):
        return _truth(statement.truthful)
    return f"a {statement.role}" if statement.n == 1 else PLURALS[statement.role]


def _word_count(statement: Simple) -> str:
    """Return the words of a statement that counts; ``counting_phrases`` has the same words for reading."""
    match statement:
        case CountRole(n=1):
            return f"there is exactly one {statement.role}"
        case CountRole():
            return f"there are exactly {NUMBERS[statement.n]} {PLURALS[statement.role]}"
        case CountTruth(n=1):
            return f"exactly one person is {_truth(statement.truthful)}"
        case CountTruth():
            return f"exactly {NUMBERS[statement.n]} people are {_truth(statement.truthful)}"
        case ParityRole():
            return f"the number of {PLURALS[statement.role]} is {_parity(statement.odd)}"
        case ParityTruth():
            return f"the number of people who are {_truth(statement.truthful)} is {_parity(statement.odd)}"
    raise TypeError(f"{type(statement).__name__} is no statement that counts")


def _truth(truthful: bool) -> str:
    return "telling the truth" if truthful else "lying"


def _parity(odd: bool) -> str:
    return "odd" if odd else "even"


def _list_players(who: Who, players: Sequence[str], speaker: int | None) -> str:
    return join_names([players[player] for player in who if player != speaker] + ["I"] * (speaker in who))


def join_names(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: A; A and B; A, B, and C."""
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}, and {names[-1]}"
