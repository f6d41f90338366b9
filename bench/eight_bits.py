"""Eight-bit matrix products of the embedded judge in onnxruntime: their speed, and their effect on single rows.

    python bench/eight_bits.py

It measures one product of the size of a block of ninety claims, in several forms: operations a second, the error
against float32, and whether a row's result changes with the other rows of the batch.
"""

import time
from typing import Any

import numpy as np
import onnx
import onnxruntime
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from doxa.models.embedded.eight_bits import coded

ROWS, INNER, OUTER = 2112, 384, 1536
SECONDS = 2.0
FEW = 7
"""Number of rows that are computed again without the others."""

Floats = NDArray[np.float32]


def graph(nodes: list[Any], weights: list[Any]) -> Any:
    """Return a model of one product, x → y."""
    given = helper.make_tensor_value_info("x", TensorProto.FLOAT, ["rows", INNER])
    found = helper.make_tensor_value_info("y", TensorProto.FLOAT, ["rows", OUTER])
    domains = [helper.make_opsetid("", 21), helper.make_opsetid("com.microsoft", 1)]
    return helper.make_model(
        helper.make_graph(nodes, "product", [given], [found], weights), opset_imports=domains, ir_version=10
    )


def plain(matrix: Floats) -> Any:
    """Float32."""
    return graph([helper.make_node("MatMul", ["x", "w"], ["y"])], [numpy_helper.from_array(matrix, "w")])


def grouped(matrix: Floats, size: int) -> Any:
    """Return the model in eight bits, weights and activations with a scale for every ``size`` numbers."""
    parts = matrix.T.reshape(OUTER, INNER // size, size)
    scale = np.abs(parts).max(axis=2, keepdims=True) / 127
    codes = (np.rint(parts / scale) + 128).astype(np.uint8)
    node = helper.make_node(
        "MatMulNBits", ["x", "q", "s"], ["y"], domain="com.microsoft",
        K=INNER, N=OUTER, bits=8, block_size=size, accuracy_level=4,
    )  # fmt: skip
    scales = scale.astype(np.float32).reshape(-1)
    return graph([node], [numpy_helper.from_array(codes, "q"), numpy_helper.from_array(scales, "s")])


def at_once(matrix: Floats) -> Any:
    """Return the model in eight bits with one scale for all activations of a call."""
    scale = np.abs(matrix).max(axis=0) / 127
    nodes = [
        helper.make_node("DynamicQuantizeLinear", ["x"], ["xq", "xs", "xz"]),
        helper.make_node("MatMulInteger", ["xq", "wq", "xz"], ["sums"]),
        helper.make_node("Cast", ["sums"], ["wide"], to=TensorProto.FLOAT),
        helper.make_node("Mul", ["xs", "ws"], ["scale"]),
        helper.make_node("Mul", ["wide", "scale"], ["y"]),
    ]
    codes = np.rint(matrix / scale).astype(np.int8)
    return graph(nodes, [numpy_helper.from_array(codes, "wq"), numpy_helper.from_array(scale.astype(np.float32), "ws")])


def fitted(matrix: Floats, rows: Floats) -> Any:
    """Return the model in eight bits with ranges known beforehand, as the direction model's layers have."""
    codes = coded("w", matrix, rows.min(axis=0), rows.max(axis=0))
    nodes = [
        helper.make_node("Mul", ["x", "w_channels"], ["scaled"]),
        helper.make_node("QuantizeLinear", ["scaled", "one", "w_zero"], ["codes"]),
        helper.make_node(
            "MatMulIntegerToFloat", ["codes", "w", "one", "w_columns", "w_zero"], ["y"], domain="com.microsoft"
        ),
    ]
    weights = {**codes, "one": np.ones(1, dtype=np.float32)}
    return graph(nodes, [numpy_helper.from_array(one, name) for name, one in weights.items()])


def told(name: str, model: Any, rows: Floats, exact: Floats) -> None:
    """Print a form's speed, its error, and whether rows give the same result alone and in a batch."""
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    found = session.run(None, {"x": rows})[0]
    began, calls = time.perf_counter(), 0
    while time.perf_counter() - began < SECONDS:
        session.run(None, {"x": rows})
        calls += 1
    speed = 2 * ROWS * INNER * OUTER * calls / (time.perf_counter() - began)
    alike = np.array_equal(session.run(None, {"x": rows[:FEW]})[0], found[:FEW])
    error = float(np.std(found - exact) / np.std(exact))
    print(f"{name}: {speed / 1e9:.0f} thousand million operations a second, error {error:.1e}, alone alike: {alike}")


def main() -> None:
    draw = np.random.default_rng(0)
    matrix = (draw.normal(size=(INNER, OUTER)) * 0.05).astype(np.float32)
    rows = draw.normal(size=(ROWS, INNER)).astype(np.float32)
    print(f"onnxruntime {onnxruntime.__version__}, onnx {onnx.__version__}")
    for name, model in (
        ("float32", plain(matrix)),
        ("eight bits, groups of 32", grouped(matrix, 32)),
        ("eight bits, groups of 128", grouped(matrix, 128)),
        ("eight bits, one scale a call", at_once(matrix)),
        ("eight bits, ranges known beforehand", fitted(matrix, rows)),
    ):
        told(name, model, rows, rows @ matrix)


if __name__ == "__main__":
    main()
