"""What rows go through alone: the graphs say what the formulas say, and a row does not notice its company."""

import importlib.util
from importlib.resources import files
from math import erf
from pathlib import Path

import numpy as np
import pytest

from doxa.models.embedded.network import HIDDEN
from doxa.models.embedded.rows import rows

TOOL = Path(__file__).parents[2] / "tools" / "write_graphs.py"

SHAPES = {
    "mixed": {"mix": (HIDDEN, 3 * HIDDEN)},
    "exact": {"out": (HIDDEN, HIDDEN), "wide": (HIDDEN, 4 * HIDDEN), "narrow": (4 * HIDDEN, HIDDEN)},
    "quick": {"out": (HIDDEN, HIDDEN), "wide": (HIDDEN, 4 * HIDDEN), "narrow": (4 * HIDDEN, HIDDEN)},
    "head": {"wide": (6 * HIDDEN, 256), "narrow": (256, 1)},
}
GIVEN = {"mixed": {"states": HIDDEN}, "head": {"met": 6 * HIDDEN}}


def drawn(graph):
    """Return weights for a graph, and 40 rows to put through it."""
    draw = np.random.default_rng(7)
    weights = {}
    for name, shape in SHAPES[graph].items():
        weights[name] = draw.normal(size=shape) / np.sqrt(shape[0])
        weights[f"{name}_bias"] = draw.normal(size=shape[1])
    if graph in ("exact", "quick"):
        for name in ("out_norm_scale", "out_norm_shift", "narrow_norm_scale", "narrow_norm_shift"):
            weights[name] = draw.normal(size=HIDDEN)
    sizes = GIVEN.get(graph, {"states": HIDDEN, "context": HIDDEN})
    given = {name: draw.normal(size=(40, size)) for name, size in sizes.items()}
    return tuple({name: value.astype(np.float32) for name, value in one.items()} for one in (weights, given))


def affine(values, weights, name):
    return values @ weights[name].astype(float) + weights[f"{name}_bias"]


def normed(values, weights, name):
    centred = values - values.mean(axis=1, keepdims=True)
    return centred / values.std(axis=1, keepdims=True) * weights[f"{name}_scale"] + weights[f"{name}_shift"]


def exact(values):
    return values * (1 + np.vectorize(erf)(values / np.sqrt(2))) / 2


def quick(values):
    return values * (1 + np.tanh(np.sqrt(2 / np.pi) * (values + 0.044715 * values**3))) / 2


def expected(graph, weights, given):
    if graph == "mixed":
        return affine(given["states"], weights, "mix")
    if graph == "head":
        return affine(quick(affine(given["met"], weights, "wide")), weights, "narrow")
    gelu = {"exact": exact, "quick": quick}[graph]
    between = normed(given["states"] + affine(given["context"], weights, "out"), weights, "out_norm")
    inner = gelu(affine(between, weights, "wide"))
    return normed(between + affine(inner, weights, "narrow"), weights, "narrow_norm")


@pytest.mark.parametrize("graph", SHAPES)
def test_a_graph_computes_its_formula(graph):
    weights, given = drawn(graph)
    assert rows(graph, weights)(**given) == pytest.approx(expected(graph, weights, given), abs=2e-5)


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
