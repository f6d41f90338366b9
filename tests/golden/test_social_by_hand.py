"""The social rule worked by hand, with the published coefficients."""

import pytest

from doxa.beliefs.base import Met
from doxa.beliefs.social import Social, SocialSettings, SocialState
from doxa.errors import BeliefError
from doxa.records.claims import Exposure
from doxa.records.spec import Prior


def post(message, speaker, stance, likes=0, **more):
    return Exposure(
        message=message,
        speaker=speaker,
        origin="peer",
        stance=stance,
        likes=likes,
        shown=True,
        **{"content": message, **more},
    )


def own(likes=0, dislikes=0, topic=""):
    return Exposure(
        message="mine", speaker="me", origin="self", likes=likes, dislikes=dislikes, shown=True, topic=topic
    )


def mind(stance=0.0, **settings):
    kernel = Social(SocialSettings(**settings))
    return kernel, kernel.init(Prior(mode="target", stance=stance), ())[0]


def sees(kernel, state, *posts):
    return kernel.step(state, Met(exposures=posts))


def test_one_new_post_of_a_stranger():
    # resistance 0.3 + 0.5·0.7 = 0.65; influence 0.5·(0.3 + 2·0.07)·1.5 / 0.65 = 0.33/0.65 = 0.507692307692
    # gap 0.8 − 0.2 = 0.6; contribution 0.6·0.507692307692·0.1 = 0.030461538462; position 0.230461538462
    # alignment 1 − (0.8 − 0.230461538462)/2 = 0.715230769231; trust 0.5 + 0.215230769231·0.05 = 0.510761538462
    kernel, state = mind(0.2)
    state, trace = sees(kernel, state, post("p1", "ann", 0.8, likes=2))
    assert kernel.readout(state).stance == 0.230461538462
    assert state.trust["ann"] == pytest.approx(0.510761538462, abs=1e-12)
    assert trace.items[0].factors == {
        "trust": 0.5,
        "social_proof": 0.44,
        "novelty": 1.5,
        "resistance": 0.65,
        "gap": 0.6,
        "contribution": 0.030461538462,
    }
    assert trace.notes["trust"] == {"ann": [0.5, 0.510761538462]}


def test_gaps_and_trust_are_read_before_the_batch():
    # both posts of ann: trust 0.5, gap 1 − 0; influence 0.5·0.3·1.5/0.65 = 0.346153846154 each; position 0.069230769231
    # each post then adds ((1 − 0.930769230769/2) − 0.5)·0.05 = 0.001730769231 to trust: 0.503461538462
    kernel, state = mind()
    state, _ = sees(kernel, state, post("p1", "ann", 1.0), post("p2", "ann", 1.0))
    assert kernel.readout(state).stance == 0.069230769231
    assert state.trust["ann"] == pytest.approx(0.503461538462, abs=1e-12)


def test_a_duplicate_within_a_batch_counts_a_half_after_one_and_a_half():
    # 0.1·0.5·0.3·(1.5 + 0.5)/0.65 = 0.046153846154
    kernel, state = mind()
    state, trace = sees(kernel, state, post("p1", "ann", 1.0, content="same"), post("p2", "ben", 1.0, content="same"))
    assert [one.factors["novelty"] for one in trace.items] == [1.5, 0.5]
    assert kernel.readout(state).stance == 0.046153846154
    assert state.history == ("same",)


def test_trust_is_clamped_at_each_post():
    # the position stays 0 (no step); a post at 0 adds 1 − 0.6 = 0.4, one at +1 takes 0.6 − 0.5 = 0.1:
    # 0.5 + 0.4 + 0.4 is held to 1, then 0.9; clamped at the end alone it would be 1
    kernel, state = mind(step=0.0, trust_learning_rate=1.0, alignment_midpoint=0.6)
    state, _ = sees(kernel, state, post("a", "ann", 0.0), post("b", "ann", 0.0), post("c", "ann", 1.0))
    assert state.trust["ann"] == pytest.approx(0.9, abs=1e-12)


def test_own_likes_and_dislikes_move_confidence_alone():
    # 0.5 + 3·0.005 − 2·0.008 = 0.499
    kernel, state = mind(0.4)
    state, trace = sees(kernel, state, own(likes=3, dislikes=2))
    shown = kernel.readout(state)
    assert (shown.stance, shown.confidence) == (0.4, 0.499)
    assert trace.items == ()
    assert trace.notes == {"confidence": {"": [0.5, 0.499]}}


def test_a_position_is_clamped():
    # 0.1·1.9·0.5·(0.3 + 100·0.07)·1.5/0.65 = 1.600384615385 from −0.9
    kernel, state = mind(-0.9)
    state, _ = sees(kernel, state, post("p1", "ann", 1.0, likes=100))
    assert kernel.readout(state).stance == 0.700384615385
    state, _ = sees(kernel, state, post("p2", "ann", 1.0, likes=10_000))
    assert kernel.readout(state).stance == 1.0


def test_topics_have_positions_and_confidence_of_their_own_and_share_trust():
    kernel, state = mind(0.5, positions={"tax": -0.5}, confidences={"tax": 0.0})
    state, trace = sees(kernel, state, post("p1", "ann", 0.5, topic="tax"), own(likes=1, topic="tax"))
    # resistance 0.3: 0.1·1·0.5·0.3·1.5/0.3 = 0.075
    assert kernel.readout(state).stance == 0.5
    assert kernel.readout_of(state, "tax").stance == -0.425
    assert kernel.readout_of(state, "tax").confidence == 0.005
    assert (trace.items[0].after, trace.items[0].why) == (0.0, "new, tax")
    assert set(state.trust) == {"ann"}


def test_a_topic_without_a_position_begins_at_the_default():
    kernel, state = mind(0.5, default_position=0.25)
    assert kernel.readout_of(state, "never met").stance == 0.25


def test_a_full_history_forgets_what_was_met_first():
    kernel, state = mind(exposure_cap=3)
    for name in "abcd":
        state, trace = sees(kernel, state, post(name, "ann", 0.0))
    assert state.history == ("b", "c", "d")
    assert trace.notes["forgotten"] == 1
    _, trace = sees(kernel, state, post("again", "ann", 0.0, content="a"))
    assert trace.items[0].factors["novelty"] == 1.5


def test_the_original_forgets_without_regard_to_age():
    names = [f"content {number}" for number in range(40)]
    kept = {}
    for fidelity in ("doxa", "original"):
        kernel, state = mind(exposure_cap=20, fidelity=fidelity)
        state, _ = sees(kernel, state, *(post(name, "ann", 0.0) for name in names))
        kept[fidelity] = state.history
    assert kept["doxa"] == tuple(names[20:])
    assert len(kept["original"]) == 20
    assert set(kept["original"]) & set(names[:20])


def test_a_post_without_a_stance_moves_nothing_and_is_told():
    kernel, state = mind(0.5)
    now, trace = sees(kernel, state, post("p1", "ann", None))
    assert (now, trace.notes) == (state, {"without_stance": ["p1"]})


def test_negative_likes_are_refused():
    kernel, state = mind()
    with pytest.raises(BeliefError, match="-1 likes"):
        sees(kernel, state, post("p1", "ann", 1.0, likes=-1))
    with pytest.raises(BeliefError, match="cannot be negative"):
        sees(kernel, state, own(dislikes=-1))


def test_the_empty_state_reads_as_the_defaults():
    kernel, _ = mind()
    assert kernel.readout(SocialState()).confidence == 0.5
