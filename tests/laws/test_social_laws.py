"""Laws of the social rule: bounds, rest, order, what is known of strangers, and how long contents are known."""

from random import Random

import pytest
from hypothesis import given, strategies as st

from doxa.beliefs.base import Met
from doxa.beliefs.social import Social, SocialSettings
from doxa.records.claims import Exposure
from doxa.records.spec import Prior

stances = st.floats(-1, 1)
settings = st.builds(
    SocialSettings, step=st.floats(0, 3), trust_learning_rate=st.floats(0, 2), default_confidence=st.floats(0, 1)
)


def posts(authors="abc", contents="xyz", stances=stances):
    one = st.builds(
        Exposure,
        message=st.just("m"),
        speaker=st.sampled_from(authors),
        origin=st.just("peer"),
        stance=stances,
        likes=st.integers(0, 50),
        content=st.sampled_from(contents),
        shown=st.just(True),
    )
    return st.lists(one, max_size=8)


def begun(kernel, stance):
    return kernel.init(Prior(mode="target", stance=stance), ())[0]


@given(settings, stances, st.lists(posts(), max_size=4), st.integers(0, 400), st.integers(0, 400))
def test_everything_stays_in_its_range(rule, stance, batches, likes, dislikes):
    kernel = Social(rule)
    state = begun(kernel, stance)
    own = Exposure(message="own", speaker="me", origin="self", likes=likes, dislikes=dislikes, shown=True)
    for batch in batches:
        state, _ = kernel.step(state, Met(exposures=(*batch, own)))
        assert -1.0 <= kernel.readout(state).stance <= 1.0
        assert 0.0 <= kernel.readout(state).confidence <= 1.0
        assert all(0.0 <= one <= 1.0 for one in state.trust.values())


@given(settings, stances, st.data())
def test_posts_at_the_own_position_move_nothing(rule, stance, data):
    kernel = Social(rule)
    batch = data.draw(posts(stances=st.just(stance)))
    state, _ = kernel.step(begun(kernel, stance), Met(exposures=tuple(batch)))
    assert state.positions[""] == stance


@given(stances, st.lists(stances, min_size=1, max_size=6), st.integers(0, 99))
def test_the_order_of_a_batch_of_different_authors_and_contents_does_not_matter(stance, shown, seed):
    kernel = Social(SocialSettings())
    batch = [
        Exposure(message=f"m{place}", speaker=f"a{place}", origin="peer", stance=one, shown=True)
        for place, one in enumerate(shown)
    ]
    one, _ = kernel.step(begun(kernel, stance), Met(exposures=tuple(batch)))
    other, _ = kernel.step(begun(kernel, stance), Met(exposures=tuple(Random(seed).sample(batch, len(batch)))))
    assert (one.positions, one.trust, set(one.history)) == (other.positions, other.trust, set(other.history))


@given(st.floats(0.1, 1))
def test_of_two_posts_with_the_same_content_the_first_counts_more(shown):
    kernel = Social(SocialSettings())
    batch = [
        Exposure(message=one, speaker=one, origin="peer", stance=stance, content="same", shown=True)
        for one, stance in (("a", shown), ("b", -shown))
    ]
    first, _ = kernel.step(begun(kernel, 0.0), Met(exposures=tuple(batch)))
    last, _ = kernel.step(begun(kernel, 0.0), Met(exposures=tuple(reversed(batch))))
    assert first.positions[""] == pytest.approx(-last.positions[""])
    assert first.positions[""] > 0


@given(stances, stances)
def test_a_stranger_is_trusted_by_half(stance, shown):
    kernel = Social(SocialSettings())
    met = Exposure(message="m", speaker="stranger", origin="peer", stance=shown, shown=True)
    _, trace = kernel.step(begun(kernel, stance), Met(exposures=(met,)))
    assert trace.items[0].factors["trust"] == 0.5


@given(st.integers(0, 12), st.lists(st.integers(0, 30), max_size=40))
def test_the_history_keeps_the_newest(cap, contents):
    kernel = Social(SocialSettings(exposure_cap=cap))
    state = begun(kernel, 0.0)
    known: list[str] = []
    for one in contents:
        met = Exposure(message="m", speaker="a", origin="peer", stance=0.0, content=f"c{one}", shown=True)
        state, _ = kernel.step(state, Met(exposures=(met,)))
        if f"c{one}" not in known:
            known.append(f"c{one}")
        known = known[len(known) - cap :] if len(known) > cap else known
    assert list(state.history) == known


def test_the_published_cap_is_two_thousand():
    kernel = Social(SocialSettings())
    batch = tuple(
        Exposure(message=f"m{place}", speaker="a", origin="peer", stance=0.0, shown=True) for place in range(2100)
    )
    state, trace = kernel.step(begun(kernel, 0.0), Met(exposures=batch))
    assert state.history == tuple(f"m{place}" for place in range(100, 2100))
    assert trace.notes["forgotten"] == 100


@given(settings, stances, posts())
def test_contributions_add_up_to_the_move(rule, stance, batch):
    kernel = Social(rule)
    state, trace = kernel.step(begun(kernel, stance), Met(exposures=tuple(batch)))
    total = stance + sum(one.after - one.before for one in trace.items)
    assert kernel.readout(state).stance == pytest.approx(max(-1.0, min(1.0, total)), abs=1e-9)
