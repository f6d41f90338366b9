"""Texts as people and other programs write them, and what is said of those that cannot be read."""

import pytest

from doxa.errors import PuzzleError
from doxa.systems.puzzle.files import read_row
from doxa.systems.puzzle.puzzles.explaining import deduce, describe_deduction
from doxa.systems.puzzle.puzzles.puzzle import solve
from doxa.systems.puzzle.puzzles.statements import (
    Count,
    DifferentRoles,
    OneOfTwo,
    Parity,
    Same,
)
from doxa.systems.puzzle.puzzles.wording import read_puzzle, read_statement

TEXT = """---
Player name: Ada
Player statement: Among the following two statements, exactly one is true:
 (1). I am a knave.
 (2). Ben and I have different roles.
---
Player name: Ben
Player statement: Among all players, the number of knights is even.
---
Player name: Cleo
Player statement: Ada and Ben are either both telling truth or both lying.
---
Message from the game manager: I am the game manager and here are some hints for you:
 1. Among all players, there is exactly one spy.
 2. Cleo is telling the truth.
"""
LINES = TEXT.splitlines()
HINT = "Message from the game manager: I am the game manager and here is a hint for you: Cleo is a spy."


def test_a_text_with_two_hints_and_a_pair():
    puzzle = read_puzzle(TEXT, 7)
    assert (puzzle.players, puzzle.statements) == (
        ("Ada", "Ben", "Cleo"),
        (
            OneOfTwo(Count((0,), 1, "knave"), DifferentRoles((0, 1))),
            Parity((0, 1, 2), "knight", False),
            Same((0, 1), of_truth=True),
        ),
    )
    assert puzzle.hints == (Count((0, 1, 2), 1, "spy"), Count((2,), 1, "truthful"))
    # Cleo speaks the truth: Ada and Ben both do, or both lie.
    # Both truthful: neither is a knave, so with one spy Ada or Ben or Cleo is it. Ben's words: an even number of
    # knights. Cleo a spy: two knights, even, Ben is right; Ada a knight says "I am a knave" (false) or "different"
    # (false), so neither: she would lie. Ada a spy, Ben and Cleo knights: even; Ada: no knave, Ben differs: exactly one
    # true, truthful. That fits. Ben a spy, Ada and Cleo knights: even; Ada: not a knave, Ben differs: true. That fits.
    # Both lying: neither is a knight. Cleo is a knight or a spy. Cleo a spy: Ada and Ben knaves, no knights, even: Ben
    # would be right. Cleo a knight, Ada spy, Ben knave: one knight, odd, Ben lies; Ada: different only, so true.
    # Ada knave, Ben spy: Ben lies; Ada: "knave" true and "different" true: not exactly one, she lies. That fits.
    assert solve(puzzle) == [
        {"Ada": "knight", "Ben": "spy", "Cleo": "knight"},
        {"Ada": "knave", "Ben": "spy", "Cleo": "knight"},
        {"Ada": "spy", "Ben": "knight", "Cleo": "knight"},
    ]
    assert (
        describe_deduction(deduce(puzzle))[-1] == "3 assignments fit what is said: the puzzle has no single solution."
    )


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("All are knaves.", Count((0, 1, 2), 3, "knave")),
        ("Among all players, there are exactly 2 spies.", Count((0, 1, 2), 2, "spy")),
        ("“I am a spy.”", Count((2,), 1, "spy")),
        ("Ada, Ben and I all have the same role", Same((0, 1, 2))),
        ("Ada and Ben are both  telling\nthe truth.", Count((0, 1), 2, "truthful")),
        ("Among Ada and Ben, the number of people who are lying is even.", Parity((0, 1), "lying", False)),
        (
            "Among the following two statements, exactly one is true: (1) Ada is lying. (2) Ben is a knight.",
            OneOfTwo(Count((0,), 1, "lying"), Count((1,), 1, "knight")),
        ),
    ],
)
def test_other_ways_to_write_it(text, meant):
    assert read_statement(text, ("Ada", "Ben", "Cleo"), 2) == meant


def with_line(number, text):
    return "\n".join([*LINES[: number - 1], text, *LINES[number:]])


@pytest.mark.parametrize(
    ("text", "line", "expected"),
    [
        ("", 1, "expected '---'"),
        (with_line(2, "Player: Ada"), 2, "expected 'Player name:'"),
        (with_line(3, "Statement: Ben is a spy."), 3, "expected 'Player statement:'"),
        (with_line(4, " (1). I am a wizard."), 4, "one of the fifteen kinds, found 'I am a wizard.'"),
        (with_line(5, " (2). Zoe and I have different roles."), 5, r"players \(Ada, Ben, Cleo\) or all players"),
        (with_line(5, ""), 3, r"expected two statements, \(1\) and \(2\)"),
        (with_line(7, "Player name: Ada"), 7, "a different name for each player"),
        (with_line(7, "Player name: I"), 7, "a name; 'I' means whoever speaks"),
        (with_line(7, "Player name: All"), 7, "a name; 'All' means everybody"),
        (with_line(8, "Player statement: Among Ada and I, there are many knaves."), 8, "expected a count"),
        (with_line(8, "Player statement: Ada and Ada are both knaves."), 8, "expected each player once"),
        (with_line(8, "Player statement: Ada, Cleo, and I are both knaves."), 8, "expected two players"),
        (with_line(8, "Player statement: Cleo is lying."), 8, "expected players who have spoken before"),
        (with_line(8, "Player statement:"), 8, "expected 'Player statement:'"),
        (with_line(15, " 2. I am a knight."), 15, "expected players"),
        ("\n".join(LINES[:11]), 11, "expected 'Message from the game manager:'"),
        ("---\n" + HINT, 2, "expected 'Player name:'"),
        ("\n".join([*LINES[:12], "Message from the game manager:"]), 13, "expected a hint"),
    ],
)
def test_what_cannot_be_read_is_named_with_its_line(text, line, expected):
    with pytest.raises(PuzzleError, match=f"line {line}: .*{expected}") as raised:
        read_puzzle(text, 7)
    assert raised.value.line == line
    assert raised.value.hint


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        ({"text_game": TEXT}, "expected game_id"),
        ({"game_id": 3}, "game 3: expected text_game"),
        ({"game_id": 3, "text_game": with_line(4, " (1). Hm.")}, "game 3, text_game, line 4: expected a statement"),
        ({"game_id": 3, "text_game": TEXT, "num_player": 4}, r"expected 4 players \(num_player\), found 3"),
    ],
)
def test_a_row_that_is_not_as_it_should_be(row, expected):
    with pytest.raises(PuzzleError, match=expected):
        read_row(row)


@pytest.mark.parametrize("raw", [[1, 2, 4], [1.0, 2.0, 3.0], [True, 2, 3]])
def test_a_solution_that_cannot_be_read_costs_the_comparison_alone(raw):
    row = read_row({"game_id": 3, "text_game": TEXT, "raw_solution": raw})
    assert row.puzzle == read_puzzle(TEXT, 3)
    assert row.solution is None
    assert "expected raw_solution" in row.fault
