"""Log-odds and stances worked by hand (see ``one_mind`` for S = (P − C) / (P + C))."""

import pytest

from doxa.minds.mind import Gathering, meet
from doxa.records.events import HeardBody
from golden.one_mind import BETWEEN, EAST, NORTH, active, hears, mind, row, stance


def test_three_records():
    # seed for:      1 + 0.8·1.0 = 1.8   ln 1.8 =  0.587786664902
    # heard against: 1 + 0.6·0.5 = 1.3   ln 1.3 =  0.262364264467, with minus
    # said for:      1 + 0.4·0.5 = 1.2   ln 1.2 =  0.182321556794
    # L = 0.587786664902 − 0.262364264467 + 0.182321556794 = 0.507743957229
    # S = (1.8·1.2 − 1.3) / (1.8·1.2 + 1.3) = 0.86 / 3.46 = 0.248554913295
    me = mind((1, 0.8, EAST), u=0.5, a=1.0)
    me, _ = hears(me, (-1, 0.6, EAST), key="m1")
    me, _ = hears(me, (1, 0.4, NORTH), speaker="me", key="m2")
    assert me.readout.log_odds == pytest.approx(0.507743957229, abs=2e-12)
    assert stance(me) == pytest.approx(0.248554913295, abs=1e-12)


def test_the_contributions_of_three_records():
    me = mind((1, 0.8, EAST), u=0.5, a=1.0)
    me, _ = hears(me, (-1, 0.6, EAST), (1, 0.4, NORTH))
    assert me.state.contributions == {"seed0": 0.587786664902, "m#0": -0.262364264467, "m#1": 0.182321556794}


def test_a_believer_without_seeds_is_undecided():
    # the empty sum is 0, tanh 0 = 0; there is no intercept
    me = mind(u=0.2, a=0.4)
    assert (me.readout.log_odds, stance(me)) == (0.0, 0.0)


def test_a_claim_without_strength_weighs_nothing():
    # 1 + 0·γ = 1, ln 1 = 0
    me, body = hears(mind((1, 0.5, EAST), u=1.0, a=1.0), (-1, 0.0, EAST))
    assert stance(me) == 0.2
    assert body.trace.items == ()


def test_with_no_uptake_new_claims_move_nothing():
    # γ = 0 for what is heard: ln(1 + s·0) = 0; the seed stays: (1.5 − 1) / (1.5 + 1) = 0.2
    me, _ = hears(mind((1, 0.5, EAST), u=0.0, a=1.0), (-1, 0.9, EAST), (1, 0.9, NORTH))
    assert stance(me) == 0.2


def test_with_no_uptake_the_stance_still_moves_when_a_seed_is_archived():
    # the stronger newcomer takes the seed's place and weighs ln(1 + 0.6·0) = 0: from 0.5 / 2.5 = 0.2 to 0
    me, body = hears(mind((1, 0.5, EAST), u=0.0, a=1.0), (1, 0.6, EAST))
    assert stance(me) == 0.0
    assert [one.claim for one in body.archived] == ["seed0"]


def test_a_claim_for_the_motion_can_lower_the_stance():
    # the seed weighs 1 + 0.5·1 = 1.5, so S = 0.5 / 2.5 = 0.2; the claim that supersedes it weighs
    # 1 + 0.6·0.2 = 1.12, so S = 0.12 / 2.12 = 0.056603773585
    me, body = hears(mind((1, 0.5, EAST), u=0.2, a=1.0), (1, 0.6, EAST))
    assert stance(me) == pytest.approx(0.056603773585, abs=1e-12)
    assert active(me) == ["m#0"]
    assert [(one.source, one.before, one.after, one.why) for one in body.trace.items] == [
        ("m#0", 0.0, 0.113328685307, "stronger"),
        ("seed0", 0.405465108108, 0.0, "replaced"),
    ]


def test_an_unclear_claim_is_kept_and_weighs_nothing():
    me, body = hears(mind((1, 0.5, EAST), u=1.0, a=1.0), (0, 0.9, EAST))
    assert stance(me) == 0.2
    assert [(one.active, one.reason) for one in body.admitted] == [(False, "unclear")]


def test_a_claim_that_nobody_scored_is_kept_and_weighs_nothing():
    me, body = hears(mind((1, 0.5, EAST), u=1.0, a=1.0), (-1, None, EAST))
    assert stance(me) == 0.2
    assert [(one.active, one.reason, one.strength) for one in body.admitted] == [(False, "unscored", None)]


def test_a_mind_that_met_nothing_has_not_moved():
    me = mind((1, 0.5, EAST), u=1.0, a=1.0)
    elsewhere = {"m": HeardBody(speaker="other", text="…", claims=())}
    assert meet(me, Gathering(heard=elsewhere, audience={"m": ("third",)}), None, row) == (me, None)


def test_two_claims_of_one_message_compete_with_each_other():
    # BETWEEN lies at 0.8 ≥ 0.6 from NORTH and is weaker: 1 + 0.5·1 = 1.5, S = 0.5 / 2.5 = 0.2
    me, _ = hears(mind(u=1.0, a=1.0), (1, 0.5, NORTH), (1, 0.4, BETWEEN))
    assert active(me) == ["m#0"]
    assert stance(me) == 0.2
