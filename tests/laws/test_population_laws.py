"""A population moves as its kernel moves one listener: within 1e-12, repeated authors and contents included."""

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st

from doxa.beliefs.base import Met, build_kernel
from doxa.beliefs.population.advancing import advance, population_kernels, population_rule
from doxa.beliefs.population.crowd import Feed, begun
from doxa.errors import BeliefError
from doxa.records.claims import Exposure
from doxa.records.spec import Prior

SIZE = 9
RULES = {
    "social": ({"trust_learning_rate": 1.2, "step": 0.2, "exposure_cap": 5}, {"alignment_midpoint": 0.8}),
    "degroot": ({}, {"own_weight": 0.0, "weights": {"0": 0.0, "1": 3.0}}),
    "friedkin_johnsen": ({"susceptibility": 0.8},),
    "hegselmann_krause": ({"bound": 0.6},),
    "deffuant_weisbuch": ({"threshold": 1.0, "convergence": 0.3},),
    "voter": ({"seed": 7},),
    "fixed": ({},),
}
CASES = [(name, belief, engine) for name, all in RULES.items() for belief in all for engine in ("numpy", "numba")]
CASES = [one for one in CASES if one[0] == "social" or one[2] == "numpy"]


@st.composite
def feeds(draw, authors=4, contents=9, posts=8):
    made = draw(st.integers(1, posts))
    several = st.lists(st.integers(0, made - 1), max_size=7)
    rows = draw(st.lists(several, min_size=SIZE, max_size=SIZE))
    counts = st.lists(st.integers(0, 9), min_size=SIZE, max_size=SIZE)
    return Feed(
        author=np.array(draw(st.lists(st.integers(0, authors - 1), min_size=made, max_size=made)), np.int32),
        stance=np.array(draw(st.lists(st.floats(-1, 1), min_size=made, max_size=made))),
        likes=np.array(draw(st.lists(st.integers(0, 30), min_size=made, max_size=made)), np.int64),
        content=np.array(draw(st.lists(st.integers(0, contents - 1), min_size=made, max_size=made)), np.int32),
        starts=np.cumsum([0, *map(len, rows)]),
        shown=np.array([one for row in rows for one in row], np.int32),
        own_likes=np.array(draw(counts)),
        own_dislikes=np.array(draw(counts)),
    )


def met(feed, listener):
    shown = feed.shown[feed.starts[listener] : feed.starts[listener + 1]]
    posts = [
        Exposure(
            message=f"m{one}",
            speaker=str(feed.author[one]),
            origin="peer",
            stance=float(feed.stance[one]),
            likes=int(feed.likes[one]),
            content=str(feed.content[one]),
            shown=True,
        )
        for one in shown
    ]
    engaged = {"likes": int(feed.own_likes[listener]), "dislikes": int(feed.own_dislikes[listener])}
    return Met(exposures=(*posts, Exposure(message="own", speaker="me", origin="self", shown=True, **engaged)))


def alone(name, belief, listener, start, batches):
    own = {**belief, "seed": belief["seed"] + listener} if name == "voter" else belief
    kernel = build_kernel(name, own)
    state, _ = kernel.init(Prior(mode="target", stance=start), ())
    for feed in batches:
        state, _ = kernel.step(state, met(feed, listener))
    return state


def moved(name, belief, engine, starts, batches, kind=np.float64):
    crowd = begun(np.array(starts, kind), 0.5, contents=9, cap=belief.get("exposure_cap", 2000))
    for feed in batches:
        advance(crowd, feed, population_rule(name, belief), engine)
    return crowd


starts = st.lists(st.floats(-1, 1), min_size=SIZE, max_size=SIZE)


def test_every_rule_over_arrays_is_tried():
    assert sorted(RULES) == population_kernels()


@pytest.mark.parametrize(("name", "belief", "engine"), CASES)
@settings(max_examples=8)
@given(starts=starts, batches=st.lists(feeds(), min_size=1, max_size=4))
def test_a_crowd_stands_where_its_listeners_stand(name, belief, engine, starts, batches):
    crowd = moved(name, belief, engine, starts, batches)
    states = [alone(name, belief, one, starts[one], batches) for one in range(SIZE)]
    if name == "social":
        assert_same_mind(crowd, states)
    else:
        positions = [getattr(state, "position", getattr(state, "stance", None)) for state in states]
        assert crowd.position == pytest.approx(positions, abs=1e-12)


def assert_same_mind(crowd, states):
    assert crowd.position == pytest.approx([state.positions[""] for state in states], abs=1e-12)
    assert crowd.confidence == pytest.approx([state.confidence[""] for state in states], abs=1e-12)
    for place, state in enumerate(states):
        row = slice(crowd.trust.starts[place], crowd.trust.starts[place + 1])
        trust = dict(zip(map(str, crowd.trust.authors[row]), crowd.trust.values[row], strict=True))
        assert trust == pytest.approx(dict(state.trust), abs=1e-12)
        (word,) = crowd.history.bits[:, place]
        assert {str(bit) for bit in range(64) if int(word) >> bit & 1} == set(state.history)


@pytest.mark.parametrize("engine", ["numpy", "numba"])
@settings(max_examples=8)
@given(starts=starts, batches=st.lists(feeds(), min_size=1, max_size=3))
def test_single_precision_stays_near(engine, starts, batches):
    double = moved("social", {}, "numpy", starts, batches)
    single = moved("social", {}, engine, starts, batches, np.float32)
    assert single.position.dtype == single.trust.values.dtype == np.float32
    assert single.position == pytest.approx(double.position, abs=1e-4)


def test_a_large_crowd_is_moved_in_stretches_that_do_not_matter():
    generator = np.random.Generator(np.random.Philox(5))
    size, posts = 3000, 300
    feed = Feed(
        author=generator.integers(0, 250, posts).astype(np.int32),
        stance=generator.uniform(-1, 1, posts),
        likes=generator.integers(0, 9, posts),
        content=generator.integers(0, 200, posts).astype(np.int32),
        starts=np.arange(0, 10 * size + 1, 10),
        shown=generator.integers(0, posts, 10 * size).astype(np.int32),
    )
    rule = population_rule("social", {})
    crowds = [begun(np.linspace(-1, 1, size), 0.5, contents=200, cap=2000) for _ in range(2)]
    for crowd, engine in zip(crowds, ("numpy", "numba"), strict=True):
        for _ in range(3):
            advance(crowd, feed, rule, engine)
    one, other = crowds
    assert one.position == pytest.approx(other.position, abs=1e-12)
    assert one.trust.values == pytest.approx(other.trust.values, abs=1e-12)
    assert (one.trust.authors == other.trust.authors).all()
    assert (one.history.bits == other.history.bits).all()


def test_rows_as_trust_names_them_other_rows_and_any_number_of_threads_agree():
    import numba

    generator = np.random.Generator(np.random.Philox(6))
    size, voices = 2500, 40  # more than two turns of a core
    rows = np.sort(generator.permuted(np.tile(np.arange(voices), (size, 1)), axis=1)[:, :7], axis=1)
    rows[::3] = rows[::3, ::-1]  # every third listener reads in another order than its trust has
    feeds = [
        Feed(
            author=np.arange(voices, dtype=np.int32),
            stance=generator.uniform(-1, 1, voices),
            likes=generator.integers(0, 9, voices),
            content=generator.integers(0, 60, voices).astype(np.int32),  # some of one round share a content
            starts=np.arange(0, 7 * size + 1, 7),
            shown=rows.astype(np.int32).reshape(-1),
        )
        for _ in range(4)
    ]
    crowds = []
    for engine, threads in (("numpy", 1), ("numba", 1), ("numba", numba.config.NUMBA_NUM_THREADS)):
        numba.set_num_threads(threads)
        crowds.append(begun(np.linspace(-1, 1, size), 0.5, contents=60, cap=2000))
        for feed in feeds:
            advance(crowds[-1], feed, population_rule("social", {}), engine)
    arrays, one, all = crowds
    assert one.position == pytest.approx(arrays.position, abs=1e-12)
    assert one.trust.values == pytest.approx(arrays.trust.values, abs=1e-12)
    assert (one.history.bits == arrays.history.bits).all()
    assert one.position.tobytes() == all.position.tobytes()
    assert one.trust.values.tobytes() == all.trust.values.tobytes()


def feed_of(**changed):
    plain = {
        "author": np.array([0], np.int32),
        "stance": np.array([0.5]),
        "likes": np.array([0]),
        "content": np.array([0], np.int32),
        "starts": np.array([0, 1]),
        "shown": np.array([0], np.int32),
    }
    return Feed(**{**plain, **changed})


@pytest.mark.parametrize("engine", ["numpy", "numba"])
def test_dislikes_alone_move_confidence(engine):
    crowd = begun(np.zeros(1), 0.5, contents=9, cap=2000)
    advance(crowd, feed_of(own_dislikes=np.array([3])), population_rule("social", {}), engine)
    assert crowd.confidence == pytest.approx([0.5 - 3 * 0.008], abs=1e-12)


@pytest.mark.parametrize("engine", ["numpy", "numba"])
def test_a_stranger_of_the_highest_number_has_its_place_in_the_arrays(engine):
    crowd = begun(np.zeros(1), 0.5, contents=9, cap=2000)
    advance(crowd, feed_of(author=np.array([4], np.int32)), population_rule("social", {}), engine)
    assert crowd.trust.authors.tolist() == [4]


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"stance": np.array([1.5])}, "must lie in"),
        ({"stance": np.array([np.nan])}, "must lie in"),
        ({"likes": np.array([-1])}, "likes of a feed cannot be negative"),
        ({"shown": np.array([1], np.int32)}, "none of the 1"),
        ({"starts": np.array([0, 2])}, "number of exposures"),
        ({"author": np.array([0, 1], np.int32)}, "of one length"),
        ({"own_likes": np.array([0, 0])}, "one number a listener"),
    ],
)
def test_a_feed_that_does_not_fit_is_refused(changed, message):
    with pytest.raises(BeliefError, match=message):
        feed_of(**changed)


def test_a_feed_for_others_is_refused():
    with pytest.raises(BeliefError, match="cannot be shown to a crowd of 2"):
        advance(begun(np.zeros(2), 0.5), feed_of(), population_rule("social", {}))


@pytest.mark.parametrize("engine", ["numpy", "numba"])
def test_more_contents_than_a_history_holds_need_their_order(engine):
    rule = population_rule("social", {"exposure_cap": 2})
    with pytest.raises(BeliefError, match="4 contents are more than the 2"):
        advance(begun(np.zeros(1), 0.5, contents=2, cap=2), feed_of(content=np.array([3], np.int32)), rule, engine)


@pytest.mark.parametrize(
    ("kernel", "belief", "message"),
    [
        ("log_odds", {}, "no form over arrays"),
        ("social", {"fidelity": "original"}, "forgets the oldest"),
        ("social", {"trust": {"ann": 0.9}}, "trusts nobody in particular"),
        ("social", {"exposure_cap": 0}, "at least one content"),
    ],
)
def test_what_has_no_form_over_arrays_is_refused(kernel, belief, message):
    with pytest.raises(BeliefError, match=message):
        population_rule(kernel, belief)
