"""Krippendorff's α, worked by hand and against the example that he published."""

import pytest

from doxa.scoring.agreement import alpha, alpha_interval

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


def test_an_interval_of_alpha_resamples_whole_groups():
    # two groups that agree and one that does not: α of all is that of the units, and lies inside
    groups = [[(1, 1), (0, 0)], [(1, 1), (0, 0)], [(1, 0), (0, 1)]]
    found = alpha_interval(groups)
    # D_o = 4/12, D_e = 2·6·6 / (12·11); α = 1 − (1/3)/(72/132)
    assert found.estimate == pytest.approx(1 - (1 / 3) / (72 / 132))
    assert found.estimate == pytest.approx(alpha([unit for group in groups for unit in group], "nominal"))
    # drawn three times, the group that disagrees gives D_o = 1, D_e = 72/132; one that agrees gives 1
    assert (found.low, found.high) == (pytest.approx(1 - 132 / 72), 1.0)


def test_the_estimate_of_four_judges_is_their_alpha():
    groups = [[(1, 1, 0, 0)], [(1, 1, 1, 0)]]
    # ones five times, zeros three; D_o = (8/3 + 6/3) / 8, D_e = 2·5·3 / (8·7)
    assert alpha_interval(groups).estimate == pytest.approx(1 - (14 / 24) / (30 / 56))


def test_alpha_of_one_group_or_of_judges_who_say_one_thing_has_no_interval():
    assert alpha_interval([[(1, 0), (0, 0)]]) is None
    assert alpha_interval([[(1, 1)], [(1, 1)]]) is None
