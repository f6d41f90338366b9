"""Admission worked by hand: the threshold itself, ties in strength, the nearest record, confirmation bias."""

import math

import pytest

from golden.one_mind import BETWEEN, EAST, NORTH, active, hears, mind, stance


def test_a_cosine_at_the_threshold_competes():
    # cos(EAST, BETWEEN) = 15 / 25 = 0.6 = θ, and 0.7 > 0.5
    me, body = hears(mind((1, 0.5, EAST), u=0.2, a=1.0, theta=0.6), (1, 0.7, BETWEEN))
    assert active(me) == ["m#0"]
    (newcomer,) = body.admitted
    assert (newcomer.similarity, newcomer.reason) == (0.6, "stronger")


def test_a_cosine_below_the_threshold_does_not():
    me, body = hears(mind((1, 0.5, EAST), u=0.2, a=1.0, theta=0.600001), (1, 0.7, BETWEEN))
    assert active(me) == ["seed0", "m#0"]
    assert body.admitted[0].reason == "new"


def test_of_two_equally_strong_the_old_one_stays():
    me, body = hears(mind((1, 0.5, EAST), u=0.2, a=1.0), (1, 0.5, EAST))
    assert active(me) == ["seed0"]
    (newcomer,) = body.admitted
    assert (newcomer.active, newcomer.superseded_by, newcomer.reason) == (False, "seed0", "duplicate")


def test_of_two_without_strength_the_old_one_stays():
    me, body = hears(mind((1, 0.0, EAST), u=0.2, a=1.0), (1, 0.0, EAST))
    assert active(me) == ["seed0"]
    assert body.admitted[0].reason == "duplicate"


def test_an_archived_record_says_what_superseded_it():
    _, body = hears(mind((1, 0.5, EAST), u=0.2, a=1.0), (1, 0.50001, EAST))
    (old,) = body.archived
    assert (old.claim, old.active, old.superseded_by, old.reason) == ("seed0", False, "m#0", "replaced")


def test_two_against_the_motion_compete_as_two_for_it():
    me, _ = hears(mind((-1, 0.5, EAST), u=0.2, a=1.0, theta=0.6), (-1, 0.7, BETWEEN))
    assert active(me) == ["m#0"]


def test_the_other_polarity_does_not_compete():
    me, body = hears(mind((-1, 0.1, EAST), u=0.2, a=1.0), (1, 0.9, EAST))
    assert active(me) == ["seed0", "m#0"]
    assert body.admitted[0].similarity is None


def test_own_words_have_a_threshold_of_their_own():
    # cosine 0.6: below θ_self = 0.7, at or above θ = 0.6
    me = mind((1, 0.5, EAST), u=0.2, a=1.0, theta=0.6, theta_self=0.7)
    assert active(hears(me, (1, 0.4, BETWEEN), speaker="me")[0]) == ["seed0", "m#0"]
    assert active(hears(me, (1, 0.4, BETWEEN), speaker="other")[0]) == ["seed0"]


def test_own_words_that_say_a_seed_again_leave_it_in_place_however_strong():
    me = mind((1, 0.5, EAST), u=0.1, a=0.8)
    now, body = hears(me, (1, 0.9, EAST), speaker="me")
    (own,) = body.admitted
    assert (own.active, own.superseded_by, own.reason) == (False, "seed0", "repeated")
    assert (active(now), body.archived, stance(now)) == (["seed0"], (), stance(me))


def test_own_words_compete_where_the_scenario_says_so():
    # ln(1 + 0.5 · 0.8) = 0.336 leaves, ln(1 + 0.9 · 0.1) = 0.086 comes: the stance falls by repeating oneself
    me = mind((1, 0.5, EAST), u=0.1, a=0.8, own_words="compete")
    now, body = hears(me, (1, 0.9, EAST), speaker="me")
    assert active(now) == ["m#0"]
    assert [one.claim for one in body.archived] == ["seed0"]
    assert stance(now) == pytest.approx(math.tanh(math.log(1.09) / 2), abs=1e-9)
    assert stance(now) < stance(me)


def test_only_the_nearest_record_is_compared():
    # BETWEEN is nearer to NORTH (0.8) than to EAST (0.6): it replaces the weak one, and the strong one, also
    # above θ, is not asked
    me, body = hears(mind((1, 0.9, EAST), (1, 0.1, NORTH), u=0.2, a=1.0), (1, 0.5, BETWEEN))
    assert active(me) == ["seed0", "m#0"]
    assert body.admitted[0].similarity == 0.8


def test_seeds_do_not_compete_with_each_other():
    assert active(mind((1, 0.9, EAST), (1, 0.1, EAST), u=0.2, a=1.0)) == ["seed0", "seed1"]


def test_an_archived_record_is_not_compared_any_more():
    # the seed is archived by 0.6; the third claim meets 0.6, not the 0.5 it would have beaten
    me, _ = hears(mind((1, 0.5, EAST), u=0.2, a=1.0), (1, 0.6, EAST), key="m1")
    me, body = hears(me, (1, 0.55, EAST), key="m2")
    assert active(me) == ["m1#0"]
    assert body.admitted[0].superseded_by == "m1#0"


def test_confirmation_bias_weakens_what_opposes_the_stance():
    # stance 0.5 / 2.5 = 0.2 > 0; B = 0.25: 0.8 enters as 0.8·0.75 = 0.6, weighs 1 + 0.6·0.5 = 1.3
    # S = (1.5 − 1.3) / (1.5 + 1.3) = 0.2 / 2.8 = 0.071428571429
    me, body = hears(mind((1, 0.5, EAST), u=0.5, a=1.0, confirmation_bias=0.25), (-1, 0.8, EAST))
    (newcomer,) = body.admitted
    assert newcomer.strength == pytest.approx(0.6, abs=1e-12)
    assert newcomer.scored == 0.8
    assert stance(me) == pytest.approx(0.071428571429, abs=1e-12)


def test_confirmation_bias_leaves_what_agrees_alone():
    _, body = hears(mind((1, 0.5, EAST), u=0.5, a=1.0, confirmation_bias=0.25), (1, 0.8, NORTH))
    assert body.admitted[0].strength == 0.8


def test_the_undecided_have_nothing_to_confirm():
    _, body = hears(mind(u=0.5, a=1.0, confirmation_bias=1.0), (-1, 0.8, NORTH), (1, 0.8, NORTH))
    assert [one.strength for one in body.admitted] == [0.8, 0.8]


def test_bias_reads_the_stance_at_the_start_of_the_batch():
    # the first claim alone would turn the stance: 1.5 against 1 + 1·2 = 3; yet both are weakened by half
    me = mind((1, 0.5, EAST), u=2.0, a=1.0, confirmation_bias=0.5)
    _, body = hears(me, (-1, 1.0, EAST), (-1, 0.8, NORTH))
    assert [one.strength for one in body.admitted] == [0.5, 0.4]
