"""Write the graphs of what the embedded models do to every row alone; their weights are given to them at run time.

    python tools/write_graphs.py

A layer has two, since between them rows of one text look at each other: ``mixed``, then ``exact`` or ``quick``, which
differ by their gelu. ``head`` is the end of the model of direction. Operators are ONNX's own, of opset 21.
"""

from collections.abc import Mapping, Sequence
from pathlib import Path

from onnx import ModelProto, NodeProto, TensorProto, ValueInfoProto, helper

from doxa.models.embedded.network import HIDDEN

FOLDER = Path(__file__).parents[1] / "src" / "doxa" / "models" / "embedded" / "graphs"

WIDE = 4 * HIDDEN
MET = 6 * HIDDEN
JOINED = 256
EPSILON = 1e-12

Sizes = Mapping[str, int]
Shapes = Mapping[str, tuple[int, ...]]


def written() -> dict[str, bytes]:
    """Return the content of every graph's file, by name."""
    graphs = {"mixed": mixed(), "exact": rest("none"), "quick": rest("tanh"), "head": head()}
    return {f"{name}.onnx": graph.SerializeToString(deterministic=True) for name, graph in graphs.items()}


def mixed() -> ModelProto:
    """States to queries, keys and values side by side."""
    return graph(
        affine("states", "mix", "mixed"),
        given={"states": HIDDEN},
        found={"mixed": 3 * HIDDEN},
        weights=matrix("mix", HIDDEN, 3 * HIDDEN),
    )


def rest(gelu: str) -> ModelProto:
    """States, and what the heads gathered for them, to the next states."""
    steps = [
        *affine("context", "out", "joined"),
        *added_and_normed("joined", "states", "out_norm", "between"),
        *affine("between", "wide", "inner"),
        helper.make_node("Gelu", ["inner"], ["active"], approximate=gelu),
        *affine("active", "narrow", "outer"),
        *added_and_normed("outer", "between", "narrow_norm", "next"),
    ]
    norms = {f"{name}_norm_{part}": (HIDDEN,) for name in ("out", "narrow") for part in ("scale", "shift")}
    products = {
        **matrix("out", HIDDEN, HIDDEN),
        **matrix("wide", HIDDEN, WIDE),
        **matrix("narrow", WIDE, HIDDEN),
    }
    return graph(steps, given={"states": HIDDEN, "context": HIDDEN}, found={"next": HIDDEN}, weights=products | norms)


def head() -> ModelProto:
    """What is known of a pair to the logit of "for"."""
    steps = [
        *affine("met", "wide", "inner"),
        helper.make_node("Gelu", ["inner"], ["active"], approximate="tanh"),
        *affine("active", "narrow", "logit"),
    ]
    weights = {**matrix("wide", MET, JOINED), **matrix("narrow", JOINED, 1)}
    return graph(steps, given={"met": MET}, found={"logit": 1}, weights=weights)


def affine(entering: str, name: str, leaving: str) -> list[NodeProto]:
    product = f"{leaving} before the bias"
    return [
        helper.make_node("MatMul", [entering, name], [product]),
        helper.make_node("Add", [product, f"{name}_bias"], [leaving]),
    ]


def added_and_normed(first: str, second: str, name: str, leaving: str) -> list[NodeProto]:
    total = f"{leaving} before the norm"
    return [
        helper.make_node("Add", [first, second], [total]),
        helper.make_node(
            "LayerNormalization", [total, f"{name}_scale", f"{name}_shift"], [leaving], axis=-1, epsilon=EPSILON
        ),
    ]


def matrix(name: str, inner: int, outer: int) -> dict[str, tuple[int, ...]]:
    return {name: (inner, outer), f"{name}_bias": (outer,)}


def graph(steps: Sequence[NodeProto], *, given: Sizes, found: Sizes, weights: Shapes) -> ModelProto:
    """Return a graph over rows of given sizes, whose weights lie elsewhere."""
    inside = helper.make_graph(
        list(steps),
        "rows",
        [rows(name, size) for name, size in given.items()],
        [rows(name, size) for name, size in found.items()],
        [elsewhere(name, shape) for name, shape in weights.items()],
    )
    return helper.make_model(inside, opset_imports=[helper.make_opsetid("", 21)], ir_version=10)


def rows(name: str, size: int) -> ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, ["rows", size])


def elsewhere(name: str, shape: tuple[int, ...]) -> TensorProto:
    """Return a tensor by name and shape alone."""
    tensor = TensorProto(name=name, data_type=TensorProto.FLOAT, dims=shape, data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="given at run time")
    return tensor


def main() -> None:
    for name, content in written().items():
        (FOLDER / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes")


if __name__ == "__main__":
    main()
