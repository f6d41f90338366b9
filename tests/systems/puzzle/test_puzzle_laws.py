"""Laws of puzzles: words and meaning survive writing and reading, and the solver agrees with counting by hand."""

from itertools import combinations, product

import pytest
from hypothesis import given, strategies as st

from doxa.systems.puzzle.files import read_row, row_of
from doxa.systems.puzzle.puzzles.explaining import deduce, describe_deduction
from doxa.systems.puzzle.puzzles.generating import Sort, draw_simple, draw_statement, generate
from doxa.systems.puzzle.puzzles.puzzle import Puzzle, examine, solution, solve
from doxa.systems.puzzle.puzzles.statements import (
    TRUTHS,
    Count,
    DifferentRoles,
    OneOfTwo,
    Parity,
    Same,
)
from doxa.systems.puzzle.puzzles.wording import game_text, read_puzzle, read_statement, sentence
from doxa.systems.puzzle.puzzles.worlds import ROLES

PLAYERS = ("Ada", "Ben", "Cleo", "Dora", "Émile", "Anne-Marie")

sorts = st.builds(Sort, players=st.integers(3, 7), spies=st.integers(0, 3), hints=st.integers(0, 2))
seeds = st.integers(0, 10**6)


def simple(who):
    """Every statement of kinds 1–14 about a set."""
    numbers = range(len(who) + 1)
    qualities = (*ROLES, *TRUTHS)
    yield from (Count(who, n, quality) for n in numbers for quality in qualities)
    yield from (Parity(who, quality, odd) for quality in qualities for odd in (True, False))
    if len(who) > 1:
        yield from (Same(who), Same(who, of_truth=True), DifferentRoles(who))


@pytest.mark.parametrize("size", range(1, len(PLAYERS) + 1))
def test_words_of_every_kind_and_every_set_are_read_back(size):
    kinds = set()
    for who in combinations(range(len(PLAYERS)), size):
        for speaker in (0, len(PLAYERS) - 1, None):
            for one in simple(who):
                assert read_statement(sentence(one, PLAYERS, speaker), PLAYERS, speaker) == one
                kinds.add(one.kind)
            two = OneOfTwo(Count(who, 1, "spy"), Parity(who, "truthful", False))
            assert read_statement(sentence(two, PLAYERS, speaker), PLAYERS, speaker) == two
    # one player has no kinds of "the same"; two are 6 and 8, more 7 and 9
    same = {1: set(), 2: {6, 8, 10}}.get(size, {7, 9, 10})
    assert kinds == {1, 2, 3, 4, 5, 11, 12, 13, 14} | same


@given(sorts, seeds)
def test_made_puzzles_are_read_from_their_text_and_solved_to_the_same_answer(sort, seed):
    (made,) = generate(sort, 1, seed)
    read = read_puzzle(game_text(made), made.game_id)
    assert read == made
    assert solve(read) == [solution(made)]
    filed = read_row(row_of(made, solution(made)))
    assert (filed.puzzle, filed.solution) == (made, solution(made))


@given(sorts, seeds)
def test_the_account_ends_in_the_solution(sort, seed):
    (made,) = generate(sort, 1, seed)
    left = [case.left for case in deduce(made).cases if case.left]
    assert left == [examine(made, made.spies).solutions]
    assert describe_deduction(deduce(made))[-1].startswith("So ")


@given(st.integers(3, 6), st.booleans(), st.randoms(use_true_random=False))
def test_the_solver_agrees_with_trying_every_assignment(players, hinted, random):
    statements = tuple(draw_statement(random, place, players, 2) for place in range(players))
    hints = (draw_simple(random, range(1, 15), players, players, 2),) if hinted else ()
    puzzle = Puzzle(game_id=1, players=PLAYERS[:players], statements=statements, hints=hints)
    raw = row_of(puzzle, dict.fromkeys(puzzle.players, "spy"))
    assert [[ROLES.index(role) + 1 for role in one.values()] for one in solve(puzzle)] == by_hand(raw)


def by_hand(row):
    """Try every assignment against the numbers of a row."""
    said = list(zip(row["raw_schema"], row["raw_statement"], strict=True))
    players, found = row["num_player"], []
    for roles in product((1, 2, 3), repeat=players):
        truths = []
        for kind, raw in said:
            truths.append(is_true(kind, raw, roles, truths))
        fits = all(role == 3 or truth == (role == 1) for role, truth in zip(roles, truths[:players], strict=True))
        if fits and all(truths[players:]):
            found.append(list(roles))
    return found


def is_true(kind, raw, roles, truths):
    if kind == 15:
        return is_true(*raw[0], roles, truths) != is_true(*raw[1], roles, truths)
    who = raw[0]
    of_truth = kind in (4, 5, 8, 9, 13, 14)
    values = [(1 if truths[one] else 2) if of_truth else roles[one] for one in who]
    match kind:
        case 1 | 2 | 3 | 4 | 5:
            return values.count(raw[2]) == raw[1]
        case 6 | 7 | 8 | 9:
            return len(set(values)) == 1
        case 10:
            return len(set(values)) > 1
        case _:
            return values.count(raw[1]) % 2 == (1 if raw[2] == 1 else 0)
