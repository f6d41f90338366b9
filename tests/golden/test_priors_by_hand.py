"""Target priors worked by hand: the common factor c on the seeds' weight, and the anchoring that holds it."""

import pytest

from doxa.beliefs.log_odds import solve_factor
from doxa.errors import BeliefError, UnreachablePriorError
from doxa.records.spec import Prior
from golden.one_mind import EAST, NORTH, mind, stance

HALF = Prior(mode="target", stance=0.5)


def test_one_seed():
    # S₀ = 0.5 → e^L₀ = 1.5 / 0.5 = 3; one seed: 1 + s·a·c = 3, so c = (3 − 1) / (0.5·0.4) = 10
    assert solve_factor([(1, 0.5)], 0.4, 0.5) == pytest.approx(10.0, rel=1e-12)


def test_two_equal_seeds():
    # (1 + 0.2·c)² = 3, so c = (√3 − 1) / 0.2 = 3.660254037844
    assert solve_factor([(1, 0.5), (1, 0.5)], 0.4, 0.5) == pytest.approx(3.660254037844, rel=1e-12)


def test_two_unequal_seeds():
    # with x = a·c: (1 + 0.5x)(1 + x) = 3, x² + 3x − 4 = 0, x = 1, so c = 1 / 0.4 = 2.5
    assert solve_factor([(1, 0.5), (1, 1.0)], 0.4, 0.5) == pytest.approx(2.5, rel=1e-12)


def test_seeds_against_the_motion():
    assert solve_factor([(-1, 0.5)], 0.4, -0.5) == pytest.approx(10.0, rel=1e-12)


def test_undecided_is_the_factor_zero():
    assert solve_factor([(1, 0.5)], 0.4, 0.0) == 0.0


def test_a_believer_starts_at_its_target_and_the_log_has_the_factor():
    me = mind((1, 0.5, EAST), u=0.2, a=0.4, prior=HALF)
    assert stance(me) == pytest.approx(0.5, abs=1e-12)
    assert me.state.factor == pytest.approx(10.0, rel=1e-12)


def test_without_a_reference_anchoring_cancels():
    # c = (3 − 1) / (0.5·0.8) = 5 at a = 0.8: twice the anchoring, half the factor, the same weight
    me = mind((1, 0.5, EAST), u=0.2, a=0.8, prior=HALF)
    assert stance(me) == pytest.approx(0.5, abs=1e-12)
    assert me.state.factor == pytest.approx(5.0, rel=1e-12)


def test_the_factor_solved_at_a_reference_is_held():
    # c = 10 is solved at a = 0.4 and kept; at a = 0.8 the seed weighs 1 + 0.5·0.8·10 = 5, S = 4 / 6
    me = mind((1, 0.5, EAST), u=0.2, a=0.8, prior=Prior(mode="target", stance=0.5, reference_a=0.4))
    assert me.state.factor == pytest.approx(10.0, rel=1e-12)
    assert stance(me) == pytest.approx(0.666666666667, abs=1e-12)


def test_of_two_solutions_the_smaller_is_taken():
    # one seed of 1 for, two of 1/4 against, a = 1: (1 + c) / (1 + c/4)² = 32/25 has 2c² − 9c + 7 = 0, so c = 1 or
    # c = 3.5; S₀ = (32/25 − 1) / (32/25 + 1) = 7/57
    assert solve_factor([(1, 1.0), (-1, 0.25), (-1, 0.25)], 1.0, 7 / 57) == pytest.approx(1.0, rel=1e-9)


def test_a_target_on_the_other_side_is_refused_with_the_range():
    # one seed of 0.5 at a = 0.4 reaches at most 1 + 0.2·1000 = 201: S = 200 / 202 = 0.990
    with pytest.raises(UnreachablePriorError, match=r"-0\.500: they reach \+0\.000 to \+0\.990 at anchoring 0\.4"):
        solve_factor([(1, 0.5)], 0.4, -0.5)


@pytest.mark.parametrize("certain", [1.0, -1.0])
def test_certainty_is_out_of_reach(certain):
    with pytest.raises(UnreachablePriorError):
        solve_factor([(1, 0.5), (-1, 0.5)], 0.4, certain)


def test_without_seeds_only_undecided_can_be_reached():
    assert solve_factor([], 0.4, 0.0) == 0.0
    with pytest.raises(UnreachablePriorError, match=r"0 seeds .* \+0\.000 to \+0\.000"):
        solve_factor([], 0.4, 0.5)


def test_a_target_prior_needs_a_stance():
    with pytest.raises(BeliefError, match="needs a stance"):
        mind((1, 0.5, NORTH), u=0.2, a=0.4, prior=Prior(mode="target"))
