"""Read a puzzle from its text; what cannot be read is named with its line and with what was expected there.

Reads what ``wording`` writes and the published files. Line breaks and spaces within a statement do not matter.
"""

import re
from collections.abc import Mapping, Sequence

from doxa.errors import PuzzleError
from doxa.systems.puzzle.puzzles.phrases import counted, of_each
from doxa.systems.puzzle.puzzles.puzzle import Puzzle
from doxa.systems.puzzle.puzzles.statements import OneOfTwo, Statement, Who, latest
from doxa.systems.puzzle.puzzles.wording import BLOCK, MESSAGE, NAME, SAID, TWO

COUNTED = counted()
OF_EACH = of_each()

Lines = Sequence[tuple[int, str]]
"""Lines with their numbers, counted from 1."""

Known = Mapping[str, Who]
"""Names → the player of that name; also I, where a player speaks, and all players."""

PAIR = re.compile(r"\(1\)\.? *(.+?) *\(2\)\.? *(.+)")
VERB = re.compile(r" (?=(?:is|am|are|have|do not|all have|both have) )")
INTRODUCED = re.compile(r"I am the game manager and here (?:is a hint|are some hints) for you: *")
NUMBERED = re.compile(r"(?:^| )\d+\. ")
ALL = ("All", "All players", "all players")

SHAPE = f"A puzzle is one block a player, each after a line {BLOCK!r}: {NAME!r}, {SAID!r}; then one with {MESSAGE!r}."
FORMS = (
    'Statements read like "I am a knight.", "Ada and Ben are both knaves.", "Ada, Ben, and I all have the same role.", '
    '"Ada is lying.", "Among Ada and I, there is exactly one spy.", "Among all players, the number of knights is odd."'
)


def read_puzzle(text: str, game_id: int | str) -> Puzzle:
    """Return the puzzle that a text tells.

    Raises:
        PuzzleError: the text cannot be read; ``line`` says where, counted from 1 in the text.
    """
    *spoken, message = _blocks(text)
    if not message[0][1].startswith(MESSAGE):
        line = message[-1][0]
        raise PuzzleError(
            f"line {line}: expected {MESSAGE!r} after the players; the text ends without it", hint=SHAPE, line=line
        )
    if not spoken:
        line = message[0][0]
        raise PuzzleError(f"line {line}: expected {NAME!r} before the manager's message", hint=SHAPE, line=line)
    players = _named(spoken)
    statements = tuple(_said(block, players, place) for place, block in enumerate(spoken))
    for place, one in enumerate(statements):
        if latest(one) >= place:
            raise _spoken_too_early(spoken[place][1][0])
    return Puzzle(game_id=game_id, players=players, statements=statements, hints=_hints(message, players))


def read_statement(text: str, players: Sequence[str], speaker: int | None = None) -> Statement:
    """Return the statement that a sentence makes, said by the player in a place; by the manager where there is none.

    Raises:
        PuzzleError: it cannot be read.
    """
    known = {name: (place,) for place, name in enumerate(players)} | dict.fromkeys(ALL, tuple(range(len(players))))
    if speaker is not None:
        known["I"] = (speaker,)
    return _statement(" ".join(text.split()), known)


def _blocks(text: str) -> list[list[tuple[int, str]]]:
    blocks: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(text.split("\n"), 1):
        stripped = " ".join(line.split())
        if stripped == BLOCK:
            blocks.append([])
        elif stripped:
            blocks[-1].append((number, stripped))
    found = [block for block in blocks if block]
    if not found:
        raise PuzzleError(f"line 1: expected {BLOCK!r} and then {NAME!r}; the text is empty", hint=SHAPE, line=1)
    return found


def _named(spoken: Sequence[Lines]) -> tuple[str, ...]:
    players = tuple(_after(NAME, block[0]) for block in spoken)
    for place, (name, block) in enumerate(zip(players, spoken, strict=True)):
        line = block[0][0]
        if name in players[:place]:
            raise PuzzleError(f"line {line}: expected a name of its own for each player", hint=SHAPE, line=line)
        if name in ("I", *ALL):
            means = "whoever speaks" if name == "I" else "everybody"
            raise PuzzleError(
                f"line {line}: expected a name; {name!r} means {means} in a statement", hint=SHAPE, line=line
            )
    return players


def _said(block: Lines, players: Sequence[str], speaker: int) -> Statement:
    if len(block) < 2:
        number = block[-1][0] + 1
        raise PuzzleError(f"line {number}: expected {SAID!r}; the block ends without it", hint=SHAPE, line=number)
    lines = [(block[1][0], _after(SAID, block[1])), *block[2:]]
    return _located(lines[0][1] if len(lines) == 1 else _joined(lines), lines, players, speaker)


def _spoken_too_early(line: int) -> PuzzleError:
    return PuzzleError(
        f"line {line}: expected players who have spoken before; this is about the truth of a later statement",
        hint="Telling the truth and lying are said of earlier players only, so that no statement is about itself.",
        line=line,
    )


def _hints(message: Lines, players: Sequence[str]) -> tuple[Statement, ...]:
    lines = [(message[0][0], message[0][1].removeprefix(MESSAGE)), *message[1:]]
    told = INTRODUCED.sub("", _joined(lines), count=1)
    pieces = [piece for piece in NUMBERED.split(told) if piece.strip()]
    if not pieces:
        raise PuzzleError(f"line {message[0][0]}: expected a hint after {MESSAGE!r}", hint=FORMS, line=message[0][0])
    return tuple(_located(piece, lines, players) for piece in pieces)


def _located(text: str, lines: Lines, players: Sequence[str], speaker: int | None = None) -> Statement:
    """Read a statement; where that fails, name the line on which the part that failed begins."""
    try:
        return read_statement(text, players, speaker)
    except _UnreadError as error:
        begins = (number for number, line in lines if error.part[:20] in line)
        line = next(begins, lines[0][0])
        raise PuzzleError(f"line {line}: {error.message}", hint=error.hint, line=line) from None


def _statement(text: str, known: Known) -> Statement:
    text = text.strip(' "“”')
    if not text.startswith(TWO):
        return _simple(text, known)
    pair = PAIR.fullmatch(text.removeprefix(TWO).strip())
    if pair is None:
        raise _UnreadError(text, f"expected two statements, (1) and (2), after {TWO!r}")
    first, second = (_simple(one, known) for one in pair.groups())
    return OneOfTwo(first, second)


def _simple(text: str, known: Known) -> Statement:
    bare = text.rstrip(". ").replace("telling truth", "telling the truth")
    if bare.startswith("Among "):
        names, _, phrase = bare[6:].rpartition(", ")
        if (count := COUNTED.get(phrase)) is None:
            raise _UnreadError(text, f"expected a count that is known after 'Among {names},', found {phrase!r}")
        return count(_who(text, names, known))
    verb = VERB.search(bare)
    found = OF_EACH.get(bare[verb.end() :]) if verb else None
    if verb is None or found is None:
        raise _UnreadError(text, f"expected a statement of one of the fifteen kinds, found {text!r}")
    sizes, made = found
    names = bare[: verb.start()]
    who = _who(text, names, known)
    if len(who) not in sizes:
        expected = "one player" if sizes.stop == 2 else "two players" if sizes.stop == 3 else "two or more players"
        raise _UnreadError(text, f"expected {expected} before {bare[verb.end() :]!r}, found {names!r}")
    return made(who)


def _who(text: str, listed: str, known: Known) -> Who:
    names = listed.replace(", and ", ", ").replace(" and ", ", ").split(", ")
    try:
        who = sorted([place for name in names for place in known[name]])
    except KeyError as error:
        players = ", ".join(name for name in known if name not in (*ALL, "I"))
        message = f"expected players ({players}) or all players, found {error.args[0]!r}"
        raise _UnreadError(text, message) from None
    if len(set(who)) < len(who):
        raise _UnreadError(text, f"expected each player once, found {listed!r}")
    return tuple(who)


def _after(label: str, line: tuple[int, str]) -> str:
    number, text = line
    found = text.removeprefix(label).strip()
    if not text.startswith(label) or not found:
        raise PuzzleError(f"line {number}: expected {label!r} and what it is, found {text!r}", hint=SHAPE, line=number)
    return found


def _joined(lines: Lines) -> str:
    return " ".join(line for _, line in lines)


class _UnreadError(PuzzleError):
    """A part of a statement that cannot be read, before its line is known."""

    def __init__(self, part: str, message: str) -> None:
        super().__init__(message, hint=FORMS)
        self.part = part
