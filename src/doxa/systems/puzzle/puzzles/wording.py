"""Statements and puzzles in words, as in the published files, so that doxa and the source can read each other's files.

Players are named in the order of speaking, the speaker last, as "I"; all together are "all players". In what is read,
line breaks and spaces within a statement do not matter; an error names the line and what was expected there.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from itertools import product

from doxa.errors import PuzzleError
from doxa.systems.puzzle.puzzles.puzzle import Puzzle
from doxa.systems.puzzle.puzzles.statements import (
    TRUTHS,
    Count,
    DifferentRoles,
    OneOfTwo,
    Parity,
    Quality,
    Same,
    Simple,
    Statement,
    Who,
    latest,
)
from doxa.systems.puzzle.puzzles.worlds import MOST_PLAYERS, PLURALS, ROLES

NUMBERS = (
    "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
)  # fmt: skip

QUALITIES: dict[Quality, tuple[str, str]] = {
    **{role: (f"a {role}", PLURALS[role]) for role in ROLES},
    "truthful": ("telling the truth",) * 2,
    "lying": ("lying",) * 2,
}
"""Quality → its words after "is" and after "are"."""

BLOCK = "---"
"""The line before each player, and before the manager's message."""
NAME = "Player name:"
SAID = "Player statement:"
MESSAGE = "Message from the game manager:"
TWO = "Among the following two statements, exactly one is true:"
HINT = "I am the game manager and here is a hint for you:"
HINTS = "I am the game manager and here are some hints for you:"


def game_text(puzzle: Puzzle) -> str:
    """Return the whole puzzle as text, which ``read_puzzle`` reads and agents are shown."""
    lines: list[str] = []
    for place, statement in enumerate(puzzle.statements):
        words = sentence(statement, puzzle.players, place)
        lines += [BLOCK, f"{NAME} {puzzle.players[place]}", f"{SAID} {words}"]
    hints = [sentence(hint, puzzle.players) for hint in puzzle.hints]
    numbered = (f"\n {number}. {hint}" for number, hint in enumerate(hints, 1))
    listed = f"{HINT} {hints[0]}" if len(hints) == 1 else "".join([HINTS, *numbered])
    return "\n".join([*lines, BLOCK, f"{MESSAGE} {listed}"]) + "\n"


def sentence(statement: Statement, players: Sequence[str], speaker: int | None = None) -> str:
    """Return a statement in the words of the player at index ``speaker``; of the manager where None."""
    if isinstance(statement, OneOfTwo):
        first, second = (sentence(part, players, speaker) for part in (statement.first, statement.second))
        return f"{TWO} \n (1). {first}\n (2). {second}"
    who = statement.who
    pair = len(who) == 2
    names = join_names([players[player] for player in who if player != speaker] + ["I"] * (speaker in who))
    among = f"Among {'all players' if len(who) == len(players) else names},"
    match statement:
        case Same(of_truth=False):
            return f"{names}{'' if pair else ' all'} have the same role."
        case DifferentRoles():
            return f"{names} have different roles." if pair else f"{names} do not all have the same role."
        case Same():
            quantifier = "both" if pair else "all"
            return f"{names} are either {quantifier} telling truth or {quantifier} lying."
        case Count(n=n, quality=quality) if n == len(who) and (n == 1 or n < len(players)):
            verb = "are both" if pair else "are all" if n > 1 else "am" if who[0] == speaker else "is"
            return f"{names} {verb} {QUALITIES[quality][n > 1]}."
        case Count(n=n, quality=quality):
            return f"{among} {word_count(NUMBERS[n], quality, single=n == 1)}."
        case Parity(quality=quality, odd=odd):
            return f"{among} {word_parity(quality, odd=odd)}."


def word_count(number: str, quality: Quality, *, single: bool) -> str:
    """Return what follows "Among …," where so many have a quality; ``single``: in the singular."""
    words = QUALITIES[quality][not single]
    if quality in TRUTHS:
        return f"exactly {number} {'person is' if single else 'people are'} {words}"
    return f"there {'is' if single else 'are'} exactly {number} {words.removeprefix('a ')}"


def word_parity(quality: Quality, *, odd: bool) -> str:
    """Return what follows "Among …," where an odd, or even, number have a quality."""
    who = f"people who are {QUALITIES[quality][1]}" if quality in TRUTHS else QUALITIES[quality][1]
    return f"the number of {who} is {'odd' if odd else 'even'}"


def join_names(names: Sequence[str]) -> str:
    """Return names as a list in a sentence: A; A and B; A, B, and C."""
    if len(names) < 3:
        return " and ".join(names)
    return f"{', '.join(names[:-1])}, and {names[-1]}"


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
    """Return the puzzle of a text.

    Raises:
        PuzzleError: the text cannot be read; ``line`` says where, counted from 1 in the text.
    """
    *spoken, message = _blocks(text)
    if not message[0][1].startswith(MESSAGE):
        raise _expected(message[-1][0], f"{MESSAGE!r} after the players; the text ends without it")
    if not spoken:
        raise _expected(message[0][0], f"{NAME!r} before the manager's message")
    players = _read_names(spoken)
    statements = tuple(_read_block(block, players, place) for place, block in enumerate(spoken))
    for place, statement in enumerate(statements):
        if latest(statement) >= place:
            raise _expected(
                spoken[place][1][0],
                "players who have spoken before; this is about the truth of a later statement",
                "Telling the truth and lying are said of earlier players only, so that no statement is about itself.",
            )
    return Puzzle(game_id=game_id, players=players, statements=statements, hints=_hints(message, players))


def read_statement(text: str, players: Sequence[str], speaker: int | None = None) -> Statement:
    """Return the statement of a sentence, spoken by the player at index ``speaker``; by the manager where None.

    Raises:
        PuzzleError: the sentence cannot be read.
    """
    player_places: dict[str, Who] = {name: (place,) for place, name in enumerate(players)}
    player_places |= dict.fromkeys(ALL, tuple(range(len(players))))
    if speaker is not None:
        player_places["I"] = (speaker,)
    return _statement(" ".join(text.split()), player_places)


def _expected(line: int, what: str, hint: str = SHAPE) -> PuzzleError:
    return PuzzleError(f"line {line}: expected {what}", hint=hint, line=line)


def _blocks(text: str) -> list[list[tuple[int, str]]]:
    blocks: list[list[tuple[int, str]]] = [[]]
    for number, line in enumerate(text.split("\n"), 1):
        stripped = " ".join(line.split())
        if stripped == BLOCK:
            blocks.append([])
        elif stripped:
            blocks[-1].append((number, stripped))
    filled_blocks = [block for block in blocks if block]
    if not filled_blocks:
        raise _expected(1, f"{BLOCK!r} and then {NAME!r}; the text is empty")
    return filled_blocks


def _read_names(spoken: Sequence[Lines]) -> tuple[str, ...]:
    players = tuple(_after(NAME, block[0]) for block in spoken)
    for place, (name, block) in enumerate(zip(players, spoken, strict=True)):
        if name in players[:place]:
            raise _expected(block[0][0], "a different name for each player")
        if name in ("I", *ALL):
            means = "whoever speaks" if name == "I" else "everybody"
            raise _expected(block[0][0], f"a name; {name!r} means {means} in a statement")
    return players


def _read_block(block: Lines, players: Sequence[str], speaker: int) -> Statement:
    if len(block) < 2:
        raise _expected(block[-1][0] + 1, f"{SAID!r}; the block ends without it")
    lines = [(block[1][0], _after(SAID, block[1])), *block[2:]]
    return _read_with_line(_join_lines(lines), lines, players, speaker)


def _hints(message: Lines, players: Sequence[str]) -> tuple[Statement, ...]:
    first, text = message[0]
    lines = [(first, text.removeprefix(MESSAGE)), *message[1:]]
    pieces = [piece for piece in NUMBERED.split(INTRODUCED.sub("", _join_lines(lines), count=1)) if piece.strip()]
    if not pieces:
        raise _expected(first, f"a hint after {MESSAGE!r}", FORMS)
    return tuple(_read_with_line(piece, lines, players) for piece in pieces)


def _read_with_line(text: str, lines: Lines, players: Sequence[str], speaker: int | None = None) -> Statement:
    """Return the statement of some lines; an error names the line on which the unreadable part begins."""
    try:
        return read_statement(text, players, speaker)
    except _UnreadError as error:
        begins = (number for number, line in lines if error.part[:20] in line)
        line = next(begins, lines[0][0])
        raise PuzzleError(f"line {line}: {error.message}", hint=error.hint, line=line) from None


def _after(label: str, line: tuple[int, str]) -> str:
    number, text = line
    content = text.removeprefix(label).strip()
    if not text.startswith(label) or not content:
        raise _expected(number, f"{label!r} and what it is, found {text!r}")
    return content


def _join_lines(lines: Lines) -> str:
    return " ".join(line for _, line in lines)


class _UnreadError(PuzzleError):
    """A part of a statement that cannot be read, before its line is known."""

    def __init__(self, part: str, message: str) -> None:
        super().__init__(message, hint=FORMS)
        self.part = part


def _statement(text: str, player_places: Known) -> Statement:
    text = text.strip(' "“”')
    if not text.startswith(TWO):
        return _simple(text, player_places)
    pair = PAIR.fullmatch(text.removeprefix(TWO).strip())
    if pair is None:
        raise _UnreadError(text, f"expected two statements, (1) and (2), after {TWO!r}")
    first, second = (_simple(part, player_places) for part in pair.groups())
    return OneOfTwo(first, second)


def _simple(text: str, player_places: Known) -> Simple:
    bare = text.rstrip(". ").replace("telling truth", "telling the truth")
    if bare.startswith("Among "):
        names, _, phrase = bare[6:].rpartition(", ")
        if (count := COUNTED.get(phrase)) is None:
            raise _UnreadError(text, f"expected a count that is known after 'Among {names},', found {phrase!r}")
        return count(_who(text, names, player_places))
    verb = VERB.search(bare)
    form = OF_EACH.get(bare[verb.end() :]) if verb else None
    if verb is None or form is None:
        raise _UnreadError(text, f"expected a statement of one of the fifteen kinds, found {text!r}")
    sizes, make_statement = form
    names = bare[: verb.start()]
    who = _who(text, names, player_places)
    if len(who) not in sizes:
        expected = "one player" if sizes.stop == 2 else "two players" if sizes.stop == 3 else "two or more players"
        raise _UnreadError(text, f"expected {expected} before {bare[verb.end() :]!r}, found {names!r}")
    return make_statement(who)


def _who(text: str, listed: str, player_places: Known) -> Who:
    names = listed.replace(", and ", ", ").replace(" and ", ", ").split(", ")
    try:
        who = sorted([place for name in names for place in player_places[name]])
    except KeyError as error:
        players = ", ".join(name for name in player_places if name not in (*ALL, "I"))
        message = f"expected players ({players}) or all players, found {error.args[0]!r}"
        raise _UnreadError(text, message) from None
    if len(set(who)) < len(who):
        raise _UnreadError(text, f"expected each player once, found {listed!r}")
    return tuple(who)


FromPlayers = Callable[[Who], Simple]
"""Returns the statement about some players."""

SINGLE, BOTH, SEVERAL = range(1, 2), range(2, 3), range(2, MOST_PLAYERS + 1)
"""How many players a phrase can be about."""


def counting_phrases() -> dict[str, FromPlayers]:
    """Return the phrases that can follow "Among …,"; numbers are words or digits."""
    phrases: dict[str, FromPlayers] = {}
    for quality in QUALITIES:
        for odd in (True, False):
            phrases[word_parity(quality, odd=odd)] = partial(Parity, quality=quality, odd=odd)
        for n, word in enumerate(NUMBERS):
            for number, single in product((word, str(n)), (True, False)):
                phrases[word_count(number, quality, single=single)] = partial(Count, n=n, quality=quality)
    return phrases


def phrases_of_each() -> dict[str, tuple[range, FromPlayers]]:
    """Return the phrases that can follow a list of players, with the allowed number of players."""
    of_truth = partial(Same, of_truth=True)
    phrases: dict[str, tuple[range, FromPlayers]] = {
        "have the same role": (SEVERAL, Same),
        "all have the same role": (SEVERAL, Same),
        "both have the same role": (BOTH, Same),
        "have different roles": (BOTH, DifferentRoles),
        "do not have the same role": (BOTH, DifferentRoles),
        "do not all have the same role": (SEVERAL, DifferentRoles),
        "are either both telling the truth or both lying": (BOTH, of_truth),
        "are either all telling the truth or all lying": (SEVERAL, of_truth),
    }
    for quality, (singular, plural) in QUALITIES.items():
        about_all = partial(_count_all, quality)
        phrases |= {f"{verb} {singular}": (SINGLE, about_all) for verb in ("is", "am")}
        phrases |= {f"are both {plural}": (BOTH, about_all)}
        phrases |= {f"{verb} {plural}": (SEVERAL, about_all) for verb in ("are all", "are")}
    return phrases


def _count_all(quality: Quality, who: Who) -> Count:
    return Count(who, len(who), quality)


COUNTED = counting_phrases()
OF_EACH = phrases_of_each()
