"""What rows go through alone: the graphs say what the formulas say, and a row does not notice its company."""

import importlib.util
from importlib.resources import files
from math import erf
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given as drawn_from, settings, strategies as st

from doxa.models.embedded.eight_bits import PEAK, STEPS, coded
from doxa.models.embedded.network import HIDDEN, rows

TOOL = Path(__file__).parents[2] / "tools" / "write_graphs.py"

MIX = {"mix": (HIDDEN, 3 * HIDDEN)}
REST = {"out": (HIDDEN, HIDDEN), "wide": (HIDDEN, 4 * HIDDEN), "narrow": (4 * HIDDEN, HIDDEN)}
SHAPES = {
    "mixed": MIX,
    "rest": REST,
    "mixed_int8": MIX,
    "rest_int8": REST,
    "head": {"wide": (6 * HIDDEN, 256), "narrow": (256, 1)},
}
GIVEN = {"head": {"met": 6 * HIDDEN}, "mixed": {"states": HIDDEN}, "mixed_int8": {"states": HIDDEN}}

# how far numbers of a product may lie apart, beside how they spread: three products in eight bits lie behind "rest"
NEAR = {"mixed_int8": 0.02, "rest_int8": 0.06}


def drawn(graph):
    """Return weights for a graph, and 40 rows to put through it; one channel that comes in is far wider than others."""
    draw = np.random.default_rng(7)
    weights = {}
    for name, shape in SHAPES[graph].items():
        weights[name] = draw.normal(size=shape) / np.sqrt(shape[0])
        weights[f"{name}_bias"] = draw.normal(size=shape[1])
    if "rest" in graph:
        for name in ("out_norm_scale", "out_norm_shift", "narrow_norm_scale", "narrow_norm_shift"):
            weights[name] = draw.normal(size=HIDDEN)
        weights["out_norm_scale"][5] = 15.0
    sizes = GIVEN.get(graph, {"states": HIDDEN, "context": HIDDEN})
    given = {name: draw.normal(size=(40, size)) for name, size in sizes.items()}
    for one in given.values():
        one[:, 3] *= 20
    weights, given = ({name: value.astype(np.float32) for name, value in one.items()} for one in (weights, given))
    if graph.endswith("_int8"):
        weights = coded_weights(graph, weights, given)
    return weights, given


def coded_weights(graph, weights, given):
    """Return weights in eight bits, by the range of what the formula lets come into each product."""
    entering = (
        {"mix": given["states"]} if "mixed" in graph else dict(zip(REST, steps(weights, given, quick), strict=False))
    )
    found = dict(weights)
    for name in SHAPES[graph]:
        found |= coded(name, weights[name], entering[name].min(axis=0), entering[name].max(axis=0))
    return found


def affine(values, weights, name):
    return values @ weights[name].astype(float) + weights[f"{name}_bias"]


def normed(values, weights, name):
    centred = values - values.mean(axis=1, keepdims=True)
    return centred / values.std(axis=1, keepdims=True) * weights[f"{name}_scale"] + weights[f"{name}_shift"]


def exact(values):
    return values * (1 + np.vectorize(erf)(values / np.sqrt(2))) / 2


def quick(values):
    return values * (1 + np.tanh(np.sqrt(2 / np.pi) * (values + 0.044715 * values**3))) / 2


def steps(weights, given, gelu):
    """Return what comes into the three products of "rest", and what comes out of it."""
    between = normed(given["states"] + affine(given["context"], weights, "out"), weights, "out_norm")
    inner = gelu(affine(between, weights, "wide"))
    return given["context"], between, inner, normed(between + affine(inner, weights, "narrow"), weights, "narrow_norm")


def expected(graph, weights, given):
    if "mixed" in graph:
        return affine(given["states"], weights, "mix")
    if graph == "head":
        return affine(quick(affine(given["met"], weights, "wide")), weights, "narrow")
    return steps(weights, given, exact if graph == "rest" else quick)[-1]


def widened(weights):
    """Return weights with coded matrices as float32 numbers again."""
    wide = dict(weights)
    for name, value in weights.items():
        if value.dtype == np.int8:
            wide[name] = value * weights[f"{name}_columns"] * weights[f"{name}_channels"][:, None]
    return wide


@pytest.mark.parametrize("graph", ["mixed", "rest", "head"])
def test_a_graph_computes_its_formula(graph):
    weights, given = drawn(graph)
    assert rows(graph, weights)(**given) == pytest.approx(expected(graph, weights, given), abs=2e-5, rel=1e-5)


@pytest.mark.parametrize("graph", NEAR)
def test_eight_bits_come_near_their_formula(graph):
    weights, given = drawn(graph)
    exactly = expected(graph, widened(weights), given)
    assert np.std(rows(graph, weights)(**given) - exactly) < NEAR[graph] * np.std(exactly)


def test_a_product_in_eight_bits_is_of_whole_numbers():
    weights, given = drawn("mixed_int8")
    entering = np.rint(given["states"] * weights["mix_channels"]) + weights["mix_zero"]
    codes = np.clip(entering, 0, STEPS) - weights["mix_zero"]
    found = (codes @ weights["mix"].astype(float)) * weights["mix_columns"] + weights["mix_bias"]
    assert rows("mixed_int8", weights)(**given) == pytest.approx(found, abs=1e-4)


@pytest.mark.parametrize("graph", SHAPES)
def test_a_row_has_the_same_bits_whatever_rows_stand_beside_it(graph):
    weights, given = drawn(graph)
    through = rows(graph, weights)
    together = through(**given)
    for start, end in ((0, 1), (3, 5), (7, 24), (8, 40), (39, 40)):
        assert (through(**{name: one[start:end] for name, one in given.items()}) == together[start:end]).all()


def test_graphs_are_what_the_tool_writes():
    told = importlib.util.spec_from_file_location("write_graphs", TOOL)
    tool = importlib.util.module_from_spec(told)
    told.loader.exec_module(tool)
    carried = files("doxa.models.embedded") / "graphs"
    assert {one.name: one.read_bytes() for one in carried.iterdir()} == tool.written()


@settings(deadline=None)
@drawn_from(st.integers(0, 2**32 - 1), st.floats(-6, 3), st.floats(-6, 3))
def test_codes_give_back_a_matrix_and_hold_what_came_in(seed, wide, heavy):
    draw = np.random.default_rng(seed)
    matrix = (draw.normal(size=(6, 4)) * 10.0 ** (heavy * draw.random((6, 1)))).astype(np.float32)
    entering = (draw.normal(size=(9, 6)) * 10.0 ** (wide * draw.random(6))).astype(np.float32)
    found = coded("m", matrix, entering.min(axis=0), entering.max(axis=0))
    assert np.abs(found["m"].astype(int)).max() <= PEAK
    codes = np.rint(entering * found["m_channels"].astype(float)) + found["m_zero"]
    # the range fits, but for the one code that rounding its ends may take
    assert codes.min() >= -1
    assert codes.max() <= STEPS + 1
    size = found["m_columns"].astype(float) * found["m_channels"].astype(float)[:, None]
    # off by half a code at most, and by what float32 keeps of both scales
    assert (np.abs(found["m"] * size - matrix) <= 0.5001 * size).all()


def test_a_channel_that_says_nothing_is_coded_all_the_same():
    nothing = np.zeros((3, 2), dtype=np.float32)
    found = coded("m", nothing, np.zeros(3, dtype=np.float32), np.zeros(3, dtype=np.float32))
    assert np.isfinite(found["m_channels"]).all()
    assert np.isfinite(found["m_columns"]).all()
    assert (found["m"] == 0).all()
