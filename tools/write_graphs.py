"""Write the ONNX graphs of the embedded models' row-wise operations; weights are inputs, given at run time.

    python tools/write_graphs.py

A layer has two graphs, ``mixed`` and ``rest``, since attention between the rows of a text comes between them. The
variants ``_int8`` multiply whole numbers (``eight_bits.py``) and use the hyperbolic gelu. ``head`` is the end of the
direction model. Operators are ONNX's own, of opset 21, and onnxruntime's MatMulIntegerToFloat.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from onnx import ModelProto, NodeProto, TensorProto, ValueInfoProto, helper

from doxa.models.embedded.network import HIDDEN

FOLDER = Path(__file__).parents[1] / "src" / "doxa" / "models" / "embedded" / "graphs"

WIDE = 4 * HIDDEN
MET = 6 * HIDDEN
JOINED = 256
EPSILON = 1e-12
MICROSOFT = "com.microsoft"

Sizes = Mapping[str, int]
Kinds = Mapping[str, tuple[int, tuple[int, ...]]]
"""The type and shape of every weight."""


def written() -> dict[str, bytes]:
    """Return the content of every graph's file, by name."""
    graphs = {
        "mixed": mixed(FLOAT),
        "rest": rest(FLOAT),
        "mixed_int8": mixed(INT8),
        "rest_int8": rest(INT8),
        "head": head(),
    }
    return {f"{name}.onnx": graph.SerializeToString(deterministic=True) for name, graph in graphs.items()}


@dataclass(frozen=True)
class Arithmetic:
    """How products are computed, and which gelu is used between them."""

    product: Callable[[str, str, str], list[NodeProto]]
    matrix: Callable[[str, int, int], Kinds]
    gelu: str


def mixed(how: Arithmetic) -> ModelProto:
    """Add the operations from states to queries, keys and values side by side."""
    return graph(
        how.product("states", "mix", "mixed"),
        given={"states": HIDDEN},
        found={"mixed": 3 * HIDDEN},
        weights=how.matrix("mix", HIDDEN, 3 * HIDDEN),
    )


def rest(how: Arithmetic) -> ModelProto:
    """Add the operations from states and the output of the attention heads to the next states."""
    steps = [
        *how.product("context", "out", "joined"),
        *added_and_normed("joined", "states", "out_norm", "between"),
        *how.product("between", "wide", "inner"),
        helper.make_node("Gelu", ["inner"], ["active"], approximate=how.gelu),
        *how.product("active", "narrow", "outer"),
        *added_and_normed("outer", "between", "narrow_norm", "next"),
    ]
    norms = {
        f"{name}_norm_{part}": (TensorProto.FLOAT, (HIDDEN,))
        for name in ("out", "narrow")
        for part in ("scale", "shift")
    }
    products = {
        **how.matrix("out", HIDDEN, HIDDEN),
        **how.matrix("wide", HIDDEN, WIDE),
        **how.matrix("narrow", WIDE, HIDDEN),
    }
    return graph(steps, given={"states": HIDDEN, "context": HIDDEN}, found={"next": HIDDEN}, weights=products | norms)


def head() -> ModelProto:
    """Add the operations from the features of a pair to the logit of "for"."""
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


def coded_affine(entering: str, name: str, leaving: str) -> list[NodeProto]:
    scaled, codes, one = (f"{leaving} from {part}" for part in ("scaled", "codes", "steps of one"))
    return [
        helper.make_node("Constant", [], [one], value_floats=[1.0]),
        helper.make_node("Mul", [entering, f"{name}_channels"], [scaled]),
        helper.make_node("QuantizeLinear", [scaled, one, f"{name}_zero"], [codes]),
        helper.make_node(
            "MatMulIntegerToFloat",
            [codes, name, one, f"{name}_columns", f"{name}_zero", "", f"{name}_bias"],
            [leaving],
            domain=MICROSOFT,
        ),
    ]


def added_and_normed(first: str, second: str, name: str, leaving: str) -> list[NodeProto]:
    total = f"{leaving} before the norm"
    return [
        helper.make_node("Add", [first, second], [total]),
        helper.make_node(
            "LayerNormalization", [total, f"{name}_scale", f"{name}_shift"], [leaving], axis=-1, epsilon=EPSILON
        ),
    ]


def matrix(name: str, inner: int, outer: int) -> Kinds:
    return {name: (TensorProto.FLOAT, (inner, outer)), f"{name}_bias": (TensorProto.FLOAT, (outer,))}


def coded_matrix(name: str, inner: int, outer: int) -> Kinds:
    return {
        name: (TensorProto.INT8, (inner, outer)),
        f"{name}_bias": (TensorProto.FLOAT, (outer,)),
        f"{name}_columns": (TensorProto.FLOAT, (outer,)),
        f"{name}_channels": (TensorProto.FLOAT, (inner,)),
        f"{name}_zero": (TensorProto.UINT8, (1,)),
    }


FLOAT = Arithmetic(affine, matrix, "none")
INT8 = Arithmetic(coded_affine, coded_matrix, "tanh")


def graph(steps: Sequence[NodeProto], *, given: Sizes, found: Sizes, weights: Kinds) -> ModelProto:
    """Return a graph over rows of given sizes, with weights as inputs."""
    inside = helper.make_graph(
        list(steps),
        "rows",
        [rows(name, size) for name, size in given.items()],
        [rows(name, size) for name, size in found.items()],
        [elsewhere(name, kind, shape) for name, (kind, shape) in weights.items()],
    )
    return helper.make_model(
        inside, opset_imports=[helper.make_opsetid("", 21), helper.make_opsetid(MICROSOFT, 1)], ir_version=10
    )


def rows(name: str, size: int) -> ValueInfoProto:
    return helper.make_tensor_value_info(name, TensorProto.FLOAT, ["rows", size])


def elsewhere(name: str, kind: int, shape: tuple[int, ...]) -> TensorProto:
    """Return a tensor by name, type and shape alone."""
    tensor = TensorProto(name=name, data_type=kind, dims=shape, data_location=TensorProto.EXTERNAL)
    tensor.external_data.add(key="location", value="given at run time")
    return tensor


def main() -> None:
    for name, content in written().items():
        (FOLDER / name).write_bytes(content)
        print(f"{name}: {len(content)} bytes")


if __name__ == "__main__":
    main()
