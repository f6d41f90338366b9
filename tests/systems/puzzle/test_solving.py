"""Puzzles worked by hand, and what the solver counts."""

import pytest

from doxa.errors import PuzzleError
from doxa.systems.puzzle.puzzles.generating import Sort, generate
from doxa.systems.puzzle.puzzles.puzzle import Puzzle, difficulty, examine, solution, solve
from doxa.systems.puzzle.puzzles.statements import Count, Parity

ONE_SPY = Count((0, 1, 2), 1, "spy")


def three(*statements, hints=(ONE_SPY,)):
    return Puzzle(game_id=1, players=("Ada", "Ben", "Cleo"), statements=statements, hints=hints)


def test_a_puzzle_of_three_worked_by_hand():
    # Ada: the number of spies is odd. There is one spy, so this is true: Ada is no knave.
    # Ben: Ada is lying. This is false: Ben is no knight.
    # Cleo: of Ada and me, exactly one is a knave. Ada is none, so this is true just where Cleo is a knave, and knaves
    # do not speak the truth: Cleo is no knave. Were Cleo a knight, it would be false, and knights do not lie: a spy.
    # One spy: Ben is a knave and Ada a knight.
    puzzle = three(Parity((0, 1, 2), "spy", True), Count((0,), 1, "lying"), Count((0, 2), 1, "knave"))
    assert solve(puzzle) == [{"Ada": "knight", "Ben": "knave", "Cleo": "spy"}]
    # 3 · 2² = 12 worlds have one spy. Ada no knave: spy (4 worlds) or knight (8 of the other, 4 of them knights).
    hardness = difficulty(puzzle)
    assert (hardness.hinted, hardness.after[0], hardness.after[-1]) == (12, 8, 1)


def test_all_solutions_are_counted():
    # "I am a knave" from all three: no knight or knave can say it, so only a spy can, and there is one spy.
    impossible = three(*(Count((one,), 1, "knave") for one in range(3)))
    assert solve(impossible) == []
    # with no hint at all everyone is a spy
    assert solve(three(*(Count((one,), 1, "knave") for one in range(3)), hints=())) == [
        {"Ada": "spy", "Ben": "spy", "Cleo": "spy"}
    ]
    # "I am a knight" rules nothing out: all 12 worlds stay
    assert examine(three(*(Count((one,), 1, "knight") for one in range(3)))).count == 12


def test_a_puzzle_that_several_worlds_fit_has_no_one_solution():
    # "I am a knight" from Ada and Ben rules nothing out; "I am a knave" can be said by a spy alone, and there is one:
    # Cleo. Ada and Ben are then each knight or knave.
    says = [Count((0,), 1, "knight"), Count((1,), 1, "knight"), Count((2,), 1, "knave")]
    assert len(solve(three(*says))) == 4
    assert solution(three(*says)) is None
    both = Count((0, 1), 2, "knight")
    assert solution(three(*says, hints=(ONE_SPY, both))) == {"Ada": "knight", "Ben": "knight", "Cleo": "spy"}


def test_nobody_speaks_of_the_truth_of_what_is_not_said_yet():
    with pytest.raises(PuzzleError, match="Ada speaks of the truth"):
        three(Count((1,), 1, "truthful"), Count((0,), 1, "spy"), Count((0,), 1, "spy"))


@pytest.mark.parametrize(
    "sort", [Sort(players=3), Sort(players=5), Sort(players=6, spies=2, hints=2), Sort(players=4, spies=0)]
)
def test_made_puzzles_have_one_solution_and_are_the_same_by_seed(sort):
    made = list(generate(sort, 5, seed=7))
    assert [solution(one) is not None for one in made] == [True] * 5
    assert len({one.statements for one in made}) == 5
    assert made == list(generate(sort, 6, seed=7))[:5]
    assert made != list(generate(sort, 5, seed=8))
    assert all(list(solution(one).values()).count("spy") == sort.spies for one in made)
    assert all(len(one.hints) == sort.hints + 1 for one in made)
