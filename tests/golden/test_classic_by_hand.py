"""The classic rules held to what their sources prove or show."""

import networkx as nx
import numpy as np
import pytest

from doxa.beliefs.base import Met, build_kernel
from doxa.beliefs.population.advancing import advance, population_rule
from doxa.beliefs.population.crowd import Feed, begun
from doxa.errors import BeliefError
from doxa.records.claims import Exposure
from doxa.records.spec import Prior


def post(author, stance):
    return Exposure(message=f"p{author}", speaker=str(author), origin="peer", stance=stance, shown=True)


def met(name, stance, *posts, **settings):
    """Where one batch leads from a position, and its trace."""
    kernel = build_kernel(name, settings)
    state, _ = kernel.init(Prior(mode="target", stance=stance), ())
    state, trace = kernel.step(state, Met(exposures=tuple(post(*one) for one in posts)))
    return kernel.readout(state).stance, trace


def together(kernels, positions, rounds):
    """Synchronous rounds among agents who all see all others."""
    states = [one.init(Prior(mode="target", stance=x), ())[0] for one, x in zip(kernels, positions, strict=True)]
    for _ in range(rounds):
        shown = [post(place, state.position) for place, state in enumerate(states)]
        batches = [Met(exposures=tuple(shown[:me] + shown[me + 1 :])) for me in range(len(states))]
        states = [one.step(state, batch)[0] for one, state, batch in zip(kernels, states, batches, strict=True)]
    return [state.position for state in states]


def settled_on(graph, positions, rule, rounds):
    """Synchronous rounds on a directed graph, as arrays: an edge (i, j) says that i hears j."""
    rows = [sorted(graph.successors(one)) for one in range(len(graph))]
    starts = np.concatenate([[0], np.cumsum([len(one) for one in rows])])
    shown = np.array([one for row in rows for one in row], np.int32)
    numbers = np.arange(len(graph), dtype=np.int32)
    crowd = begun(np.asarray(positions, float), 0.5)
    for _ in range(rounds):
        likes = np.zeros(len(graph), np.int64)
        feed = Feed(
            author=numbers, stance=crowd.position.copy(), likes=likes, content=numbers, starts=starts, shown=shown
        )
        advance(crowd, feed, rule)
    return crowd.position


def test_degroot_takes_the_weighted_mean():
    # (1·0.2 + 2·0.8 + 1·(−0.4)) / (1 + 2 + 1) = 1.4/4 = 0.35; shares 2/4·0.6 = 0.3 and 1/4·(−0.6) = −0.15
    stance, trace = met("degroot", 0.2, ("a", 0.8), ("b", -0.4), weights={"a": 2.0})
    assert stance == 0.35
    assert [one.after for one in trace.items] == [0.3, -0.15]


def test_degroot_agrees_at_the_stationary_weights():
    # P = [[.5, .5, 0], [.25, .5, .25], [0, .5, .5]]: π P = π gives π = (1/4, 1/2, 1/4)
    # from (1, −0.5, 0.2): 0.25 − 0.25 + 0.05 = 0.05
    rows = [
        {"own_weight": 0.5, "weights": {"1": 0.5, "2": 0.0}},
        {"own_weight": 0.5, "weights": {"0": 0.25, "2": 0.25}},
        {"own_weight": 0.5, "weights": {"0": 0.0, "1": 0.5}},
    ]
    found = together([build_kernel("degroot", one) for one in rows], [1.0, -0.5, 0.2], 80)
    assert found == pytest.approx([0.05] * 3, abs=1e-12)


def test_degroot_agrees_on_a_strongly_connected_graph_of_any_shape():
    graph = nx.gnp_random_graph(30, 0.15, seed=3, directed=True)
    nx.add_cycle(graph, range(30))
    start = np.linspace(-1, 1, 30) ** 3
    matrix = nx.to_numpy_array(graph, nodelist=range(30)) + np.eye(30)
    matrix /= matrix.sum(axis=1, keepdims=True)
    values, vectors = np.linalg.eig(matrix.T)
    stationary = np.real(vectors[:, np.argmax(np.real(values))])
    consensus = start @ stationary / stationary.sum()
    found = settled_on(graph, start, population_rule("degroot", {}), 400)
    assert found == pytest.approx(np.full(30, consensus), abs=1e-10)


def test_friedkin_johnsen_ends_at_its_closed_form():
    # x∞ = (I − aW)⁻¹ (1 − a) x(0)
    graph = nx.gnp_random_graph(25, 0.2, seed=5, directed=True)
    nx.add_cycle(graph, range(25))
    start = np.cos(np.arange(25))
    matrix = nx.to_numpy_array(graph, nodelist=range(25)) + np.eye(25)
    matrix /= matrix.sum(axis=1, keepdims=True)
    expected = np.linalg.solve(np.eye(25) - 0.7 * matrix, 0.3 * start)
    found = settled_on(graph, start, population_rule("friedkin_johnsen", {"susceptibility": 0.7}), 150)
    assert found == pytest.approx(expected, abs=1e-12)


def test_friedkin_johnsen_itemises_the_start():
    # mean (0 + 0.5)/2 = 0.25; from 0.5·0.25 + 0.5·0 = 0.125: then mean (0.125 + 0.5)/2 = 0.3125, 0.5·0.3125 = 0.15625
    kernel = build_kernel("friedkin_johnsen", {})
    state, _ = kernel.init(Prior(), ())
    state, _ = kernel.step(state, Met(exposures=(post("a", 0.5),)))
    state, trace = kernel.step(state, Met(exposures=(post("a", 0.5),)))
    assert kernel.readout(state).stance == 0.15625
    # from the post 0.25·(0.5 − 0.125) = 0.09375, from the start 0.5·(0 − 0.125) = −0.0625
    assert [(one.source, one.after) for one in trace.items] == [("pa", 0.09375), ("initial", -0.0625)]


def test_hegselmann_krause_counts_those_within_the_bound():
    # 0.4 is within 0.4 of 0, −0.5 is not: (0 + 0.4)/2 = 0.2
    stance, trace = met("hegselmann_krause", 0.0, ("a", 0.4), ("b", -0.5))
    assert stance == 0.2
    assert [one.why for one in trace.items] == ["", "too far"]


@pytest.mark.parametrize(("bound", "size", "rounds", "least", "most"), [
    (0.01, 625, 12, 33, 42), (0.2, 250, 40, 2, 2), (0.25, 250, 40, 1, 1),
])  # fmt: skip
def test_hegselmann_krause_leaves_about_as_many_clusters_as_its_source_shows(bound, size, rounds, least, most):
    # Hegselmann and Krause (2002) start 625 agents at random on [0, 1]: 38 clusters at ε = 0.01 in their one draw, two
    # camps about 0.2, consensus from 0.25 on
    start = np.random.Generator(np.random.Philox(1)).uniform(-1, 1, size)
    rule = population_rule("hegselmann_krause", {"bound": 2 * bound})
    found = np.sort(settled_on(nx.complete_graph(size, nx.DiGraph), start, rule, rounds))
    gaps = np.diff(found)
    assert least <= (gaps > 1e-6).sum() + 1 <= most
    assert all(gaps[gaps > 1e-6] > 2 * bound)


def test_deffuant_weisbuch_meets_one_after_the_other():
    # 0 → 0.1 toward 0.2 (μ 0.5); 0.45 is 0.35 off: → 0.275; −0.2 is 0.475 off, not below 0.4
    stance, trace = met("deffuant_weisbuch", 0.0, ("a", 0.2), ("b", 0.45), ("c", -0.2))
    assert stance == 0.275
    assert [one.after for one in trace.items] == [0.1, 0.175, 0.0]


def test_deffuant_weisbuch_pairs_meet_in_the_middle_and_keep_the_mean():
    kernels = [build_kernel("deffuant_weisbuch", {}) for _ in range(2)]
    assert together(kernels, [0.1, 0.4], 1) == pytest.approx([0.25, 0.25])
    assert together(kernels, [-0.5, 0.5], 5) == [-0.5, 0.5]


def test_a_voter_takes_over_a_position_that_it_met():
    found = {met("voter", 0.0, ("a", 0.2), ("b", -0.7), ("c", 1.0), seed=seed)[0] for seed in range(40)}
    assert found == {0.2, -0.7, 1.0}


def test_what_a_voter_draws_has_all_the_weight():
    _, trace = met("voter", 0.0, ("a", 0.2), ("b", -0.7))
    assert sorted((item.weight, item.why) for item in trace.items) == [(0.0, "not drawn"), (1.0, "drawn")]


def test_voters_of_a_population_draw_evenly():
    # 30,000 draws among three: the share of each is 1/3 with standard error 0.0027; five of them are 0.0136
    size = 30_000
    starts = np.arange(0, 3 * size + 1, 3)
    numbers = np.arange(3, dtype=np.int32)
    feed = Feed(
        author=numbers,
        stance=np.array([-1.0, 0.0, 1.0]),
        likes=np.zeros(3, np.int64),
        content=numbers,
        starts=starts,
        shown=np.tile(numbers, size),
    )
    crowd = begun(np.full(size, 0.5), 0.5)
    for _ in range(2):
        advance(crowd, feed, population_rule("voter", {}))
    shares = [(crowd.position == one).mean() for one in (-1.0, 0.0, 1.0)]
    assert shares == pytest.approx([1 / 3] * 3, abs=0.0136)


def test_a_post_about_something_else_is_left_out_and_told():
    kernel = build_kernel("degroot", {})
    state, _ = kernel.init(Prior(), ())
    elsewhere = post("a", 1.0).model_copy(update={"topic": "tax"})
    now, trace = kernel.step(state, Met(exposures=(elsewhere,)))
    assert (now, trace.notes) == (state, {"left_out": ["pa"]})


@pytest.mark.parametrize(("stance", "polarity"), [(-0.5, -1), (0.0, 0), (0.5, 1)])
def test_an_item_has_the_direction_of_its_post(stance, polarity):
    _, trace = met("degroot", 0.2, (1, stance))
    assert [item.polarity for item in trace.items if item.source == "p1"] == [polarity]


def test_a_negative_weight_is_refused():
    with pytest.raises(BeliefError, match="weights must be 0 or more"):
        met("degroot", 0.0, ("a", 1.0), weights={"a": -1.0})
