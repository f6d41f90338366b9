"""How divided opinions are, worked by hand."""

import numpy as np
import pytest

from doxa.errors import BeliefError
from doxa.scoring.polarisation import bimodality, clusters, count_positions, esteban_ray, variance


def test_counts_of_a_distribution():
    # four cells: [−1, −0.5), [−0.5, 0), [0, 0.5), [0.5, 1]
    assert count_positions([-1.0, -0.5, -0.1, 0.0, 0.5, 1.0], 4) == [1, 2, 1, 2]


def test_variance_is_one_for_two_camps_at_the_ends():
    assert variance([-1.0, 1.0] * 5) == 1.0
    # of −0.5, 0, 0.5, 0: 0.5/4
    assert variance([-0.5, 0.0, 0.5, 0.0]) == 0.125


def test_bimodality_of_two_equal_camps():
    # n = 4 at ±1: g = 0; excess kurtosis 1 − 3 = −2, k = 3/(2·1)·(5·(−2) + 6) = −6; 3·9/(2·1) = 13.5; 1/(−6 + 13.5)
    assert bimodality([-1.0, -1.0, 1.0, 1.0]) == pytest.approx(1 / 7.5)
    # of very many it tends to 1/(−2 + 3) = 1
    assert bimodality([-1.0, 1.0] * 50_000) == pytest.approx(1.0, abs=1e-3)


def test_bimodality_of_even_opinions_is_five_ninths():
    assert bimodality(np.linspace(-1, 1, 100_001)) == pytest.approx(5 / 9, abs=1e-4)


def test_bimodality_does_not_depend_on_where_opinions_stand():
    positions = np.array([-0.5, -0.4, 0.1, 0.3, 0.35])
    assert bimodality(positions + 0.4) == pytest.approx(bimodality(positions))


def test_bimodality_of_a_bell_is_a_third():
    # skewness 0, excess kurtosis 0: 1/3
    draws = np.random.Generator(np.random.Philox(3)).normal(0, 0.15, 200_000)
    assert bimodality(np.clip(draws, -1, 1)) == pytest.approx(1 / 3, abs=0.01)


@pytest.mark.parametrize("positions", [[0.1, 0.2, 0.3], [0.4] * 10])
def test_bimodality_is_absent_where_it_has_no_meaning(positions):
    assert bimodality(positions) is None


def test_esteban_ray():
    assert esteban_ray([50, 0, 0, 50]) == pytest.approx(1.0)
    assert esteban_ray([0, 100, 0]) == 0.0
    # halves at −1 and 0 (three cells): half as far apart
    assert esteban_ray([5, 5, 0]) == pytest.approx(0.5)
    # thirds at −1, 0, 1, α = 1: 2·(1/3)³·(1 + 2 + 1 + 1 + 2 + 1) = 16/27
    assert esteban_ray([7, 7, 7], alpha=1.0) == pytest.approx(16 / 27)


def test_two_camps_are_more_polarised_than_an_even_spread():
    assert esteban_ray([5, 0, 0, 0, 5]) > esteban_ray([2, 2, 2, 2, 2])


def test_clusters_are_runs_of_cells():
    # cells of width 0.4 with middles −0.8, −0.4, 0, 0.4, 0.8
    found = clusters([30, 10, 0, 0, 60])
    assert [share for _, share in found] == [0.4, 0.6]
    assert [place for place, _ in found] == pytest.approx([-0.7, 0.8])


def test_what_cannot_be_measured_is_refused():
    with pytest.raises(BeliefError, match="at least one position"):
        esteban_ray([0, 0])
    with pytest.raises(BeliefError, match="alpha"):
        esteban_ray([1, 1], alpha=2.0)
    with pytest.raises(BeliefError, match="must be given"):
        variance([])
    with pytest.raises(BeliefError, match="must be given"):
        variance([1.5])
