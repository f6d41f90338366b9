"""Krippendorff's α, worked by hand and against the example that he published."""

import pytest

from doxa.scoring.agreement import alpha

MEG = [1, 2, 3, 3, 2, 1, 4, 1, 2, None, None, None]
OWEN = [1, 2, 3, 3, 2, 2, 4, 1, 2, 5, None, 3]
JUNE = [None, 3, 3, 3, 2, 3, 4, 2, 2, 5, 1, None]
PIA = [1, 2, 3, 3, 2, 4, 4, 1, 2, 5, 1, None]


def test_the_published_example_of_four_observers_and_twelve_units():
    """Krippendorff 2011, section C: nominal 0.743, interval 0.849."""
    units = list(zip(MEG, OWEN, JUNE, PIA, strict=True))
    assert alpha(units, "nominal") == pytest.approx(0.743, abs=5e-4)
    assert alpha(units, "interval") == pytest.approx(0.849, abs=5e-4)


def test_two_judges_and_four_units_nominal():
    # values: 1 three times, −1 five times; D_o = 2/8, D_e = 2·3·5 / (8·7)
    assert alpha([(1, 1), (-1, -1), (1, -1), (-1, -1)], "nominal") == pytest.approx(1 - (2 / 8) / (30 / 56))


def test_two_judges_and_two_units_interval():
    # D_o = (2·1 + 2·1)/4 = 1; ordered pairs of (0, 1, 2, 3): Σδ² = 2·(1+4+9+1+4+1) = 40, D_e = 40/12
    assert alpha([(0, 1), (2, 3)], "interval") == pytest.approx(1 - 1 / (40 / 12))


def test_a_unit_that_one_judge_left_out_says_nothing():
    assert alpha([(1, 1), (-1, -1), (1, None)], "nominal") == alpha([(1, 1), (-1, -1)], "nominal") == 1.0


def test_where_nobody_can_disagree_there_is_no_agreement():
    assert alpha([(1, 1), (1, 1)], "nominal") is None
    assert alpha([(1, None), (None, 1)], "nominal") is None
    assert alpha([], "interval") is None
