"""Kendall's τ-b, Spearman's ρ and pairs in order, worked by hand."""

import pytest

from doxa.scoring.ranking import in_order, kendall, pearson, ranks, spearman


def test_kendall_without_ties_counts_pairs():
    # pairs of (1,2) (2,1) (3,4) (4,3): 4 concordant, 2 discordant of 6
    assert kendall([1, 2, 3, 4], [2, 1, 4, 3]) == pytest.approx(2 / 6)


def test_kendall_with_ties_leaves_them_out_of_either_side():
    # x: one pair tied, n₀ − n₁ = 2; y: none, n₀ − n₂ = 3; (1,1) (1,2) (2,3): C = 2, D = 0
    assert kendall([1, 1, 2], [1, 2, 3]) == pytest.approx(2 / (2 * 3) ** 0.5)


def test_spearman_by_the_formula_of_squared_differences():
    # ranks (1,2,3,4,5) and (2,1,4,3,5): Σd² = 4, ρ = 1 − 6·4 / (5·24)
    assert spearman([10, 20, 30, 40, 500], [2, 1, 4, 3, 5]) == pytest.approx(1 - 24 / 120)


def test_tied_values_share_their_mean_rank():
    assert ranks([3.0, 1.0, 3.0, 2.0]).tolist() == [3.5, 1.0, 3.5, 2.0]


def test_pearson_of_three_points():
    # x − x̄ = (−1, 0, 1), y − ȳ = (−1, 1, 0): 1 / √(2·2)
    assert pearson([1, 2, 3], [0, 2, 1]) == pytest.approx(0.5)


@pytest.mark.parametrize("measure", [kendall, spearman, pearson])
def test_what_does_not_vary_correlates_with_nothing(measure):
    assert measure([1, 2, 3], [5, 5, 5]) is None
    assert measure([1], [2]) is None
    assert measure([], []) is None


def test_a_tie_is_half_in_order():
    assert [in_order(0.6, 0.5), in_order(0.5, 0.6), in_order(0.5, 0.5)] == [1.0, 0.0, 0.5]
