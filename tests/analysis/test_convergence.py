"""Table A2's columns and Table A8's convergence by hand, and held against every printed row."""

import pytest

from doxa.scoring.convergence import Ending, centre_shift, converged
from doxa.systems.dialogue.exhibits.published import PAIRINGS, PRINTED, TEN

ROWS = [row for (exhibit, *_), row in PRINTED.items() if exhibit == "tableA2"]

ROUNDED = 0.0101
"""Two printed numbers, each rounded to two decimals."""


def test_all_columns_of_three_trials_by_hand():
    # gaps .2, .2, .5: mean .3, reduction 1.2; pro .2, con .1/3 … mean pro − con = (.2 − .2 + .5) / 3 = 1/6
    # shifts: (.55 + .75) / 2 = .65, (.85 + .85) / 2 = .85, (.25 + .75) / 2 = .5: mean 2/3
    found = converged([Ending(pro=0.2, con=0.0), Ending(pro=-0.1, con=0.1), Ending(pro=0.5, con=0.0)])
    assert found.n == 3
    assert (found.pro, found.con) == pytest.approx((0.2, 1 / 30))
    assert (found.gap, found.gap_reduction) == pytest.approx((0.3, 1.2))
    assert found.shift == pytest.approx(2 / 3)
    assert found.centre_shift == pytest.approx((1.5 - 1 / 6) / 2)
    assert found.crossing == pytest.approx(1 / 3)


def test_other_starts_change_reduction_and_shifts():
    # from ±.5: gap 1 → .4; shifts .3 and .3
    found = converged([Ending(pro=0.2, con=-0.2, start_pro=0.5, start_con=-0.5)])
    assert (found.gap_reduction, found.shift, found.centre_shift) == pytest.approx((0.6, 0.3, 0.3))


def test_crossing_over_still_counts_as_a_gap():
    one = Ending(pro=-0.5, con=0.75)
    assert (one.gap, one.convergence) == (1.25, 0.25)


def test_agents_that_move_apart_converge_negatively():
    assert Ending(pro=1.0, con=-1.0).convergence == -0.5


def test_no_trial_has_no_columns():
    assert converged([]) is None


def test_the_definitions_give_every_printed_row():
    assert len(ROWS) == 30
    for row in ROWS:
        assert row["gap_reduction"] == pytest.approx(1.5 - row["gap"], abs=ROUNDED)
        assert row["centre_shift"] == pytest.approx(centre_shift(row["pro"], row["con"]), abs=ROUNDED)
        assert row["gap"] >= abs(row["pro"] - row["con"]) - ROUNDED
        assert row["shift"] >= row["centre_shift"] - ROUNDED
        assert min(abs(row["crossing"] - third / 3) for third in range(4)) < 0.005


def test_a_row_whose_trials_all_moved_inward_shifts_as_much_as_its_centre():
    row = PRINTED["tableA2", "We should adopt atheism", "BE GPT-4o-mini"]
    columns = converged([Ending(pro=row["pro"], con=row["con"])])
    assert columns.shift == pytest.approx(row["shift"])
    assert columns.gap == pytest.approx(row["gap"])


def test_the_last_column_of_table_a8_is_the_mean_of_its_row():
    for motion in TEN:
        cells = [PRINTED["tableA8", motion, pairing]["convergence"] for pairing in PAIRINGS]
        average = PRINTED["tableA8", motion, "mean"]["convergence"]
        assert average == pytest.approx(sum(cells) / len(PAIRINGS), abs=0.0011)
