"""The grid: eq. 1 over many people at once agrees with the plain loop, and keeps its laws."""

import math

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from doxa.errors import BeliefError
from doxa.humans.replay.grid import ANCHORS, CLAMP, RUN, UPTAKES, lay_exposures, prior, pulls, stance_by_hand, stances
from humans.made import crowd

stance = st.floats(-1, 1, allow_nan=False)
record = st.tuples(st.sampled_from([1, -1]), st.floats(0, 1, allow_nan=False))
persons = st.lists(st.tuples(stance, st.lists(record, max_size=8)), min_size=1, max_size=5)


def test_the_grid_is_the_papers():
    assert (len(UPTAKES), len(ANCHORS)) == (13, 13)
    assert (UPTAKES[0], UPTAKES[-1], ANCHORS[0], ANCHORS[-1]) == (0.005, 0.8, 0.02, 1.5)


def test_one_cell_by_hand():
    # prior: 0.5 · ln(1.5/0.5); evidence: ln(1 + 0.8·0.5) − ln(1 + 0.4·0.5)
    met = lay_exposures([0.5], [0.0], [[(1, 0.8), (-1, 0.4)]])
    log_odds = 0.5 * math.log(3) + math.log(1.4) - math.log(1.2)
    assert stances(met, (0.5,), (0.5,))[0, 0, 0] == pytest.approx(math.tanh(log_odds / 2), abs=1e-15)
    assert met.net[0] == pytest.approx(0.4)


@settings(deadline=None)
@given(persons)
def test_the_grid_agrees_with_the_plain_loop(drawn):
    met = lay_exposures([before for before, _ in drawn], [0.0] * len(drawn), [records for _, records in drawn])
    found = stances(met)
    for row, (before, records) in enumerate(drawn):
        for i, u in enumerate(UPTAKES):
            for j, a in enumerate(ANCHORS):
                assert found[row, i, j] == pytest.approx(stance_by_hand(before, records, u, a), abs=1e-12)


def test_a_person_with_more_records_than_one_product_holds_agrees_too():
    random = np.random.default_rng(4)
    records = [(int(sign), float(s)) for sign, s in zip(random.choice([-1, 1], 1500), random.random(1500), strict=True)]
    met = lay_exposures([0.3, 0.3], [0.0, 0.0], [records, []])
    assert len(met.segments) > 2 * 2 and len(records) > RUN  # noqa: PT018
    for u in (0.8, 10.0):
        by_hand = math.fsum(sign * math.log1p(s * u) for sign, s in records)
        assert pulls(met, (u,))[0, 0] == pytest.approx(by_hand, abs=1e-9)
    assert pulls(met)[1].tolist() == [0.0] * 13


@settings(deadline=None)
@given(persons)
def test_turning_every_sign_turns_every_stance(drawn):
    one = lay_exposures([b for b, _ in drawn], [0.0] * len(drawn), [records for _, records in drawn])
    turned = lay_exposures(
        [-b for b, _ in drawn], [0.0] * len(drawn), [[(-sign, s) for sign, s in records] for _, records in drawn]
    )
    np.testing.assert_allclose(stances(one), -stances(turned), atol=1e-12)


def test_no_evidence_and_full_anchoring_leave_a_stance_where_it_is():
    before = [-0.9, -0.2, 0.0, 0.6]
    met = lay_exposures(before, before, [[] for _ in before])
    np.testing.assert_allclose(stances(met, (0.4,), (1.0,))[:, 0, 0], before, atol=1e-12)


def test_an_end_of_the_scale_is_held_at_the_clamp():
    found = prior(np.asarray([1.0, -1.0, 0.5]))
    assert found[0] == pytest.approx(math.log((1 + CLAMP) / (1 - CLAMP)))
    assert found[1] == -found[0]
    assert found[2] == pytest.approx(math.log(3))


@pytest.mark.parametrize(
    ("laid", "uptake", "complaint"),
    [
        (([0.0], [0.0], [[(1, 1.5)]]), 1.0, "strengths in"),
        (([1.2], [0.0], [[]]), 1.0, "stances lie"),
        (([0.0], [0.0, 0.1], [[]]), 1.0, "as many"),
        (([0.0], [0.0], [[]]), 11.0, "uptake lies"),
    ],
)
def test_numbers_out_of_range_are_refused(laid, uptake, complaint):
    with pytest.raises(BeliefError, match=complaint):
        pulls(lay_exposures(*laid), (uptake,))


def test_pulls_of_a_crowd_are_sums_over_its_records():
    befores, records = crowd(40)
    met = lay_exposures(befores, befores, records)
    by_hand = [[math.fsum(sign * math.log1p(s * u) for sign, s in mine) for u in UPTAKES] for mine in records]
    np.testing.assert_allclose(pulls(met), by_hand, atol=1e-12)
