"""The exact networks beside the same in float32: processor time of hearing messages, and how far vectors agree.

    python bench/exact_networks.py [--messages 12] [--pairs 5] [--texts 400]

*Float32* is the alternative that rounds sums: onnxruntime computes what concerns single rows, with float32 weights and
the error function, numpy the attention; so doxa computed before, but for direction, whose products had eight bits and
took half the time. Messages are those of ``bench/messages.py``, heard whole (tokens, networks, rules); the two forms
take turns, pair by pair, and the table shows the median of the ratios. Vectors are of messages and of single sentences.
"""

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from statistics import median
from typing import Any, cast
from unittest.mock import patch

import numpy as np
import onnxruntime
from messages import SETS, in_message, measure, parts
from numpy.typing import NDArray
from onnx import TensorProto, helper, numpy_helper

from doxa.corpora.packed import models_folder
from doxa.models.embedded import Embedder, anchored_strength, message_polarity, network, polarity
from doxa.models.embedded.blocks import AttentionBucket
from doxa.models.embedded.network import HEAD, HEADS, HIDDEN, AttentionLayer, Heads
from doxa.models.embedded.trunk import BRANCHING, LAYERS, trunk
from doxa.models.embedded.weights import TensorFile
from doxa.models.hearing.sentences import sentences
from doxa.models.offline.shelf import Library

Floats = NDArray[np.float32]
STEEPEST = 75
"""Logits are clipped to ± this before the exponential."""


@dataclass(frozen=True)
class FloatLayer(AttentionLayer):
    """A layer in float32: ``mix`` and ``rest`` are graphs of onnxruntime."""

    above: Any

    def rest(self, states: Floats, context: Floats) -> Floats:
        (output,) = self.above.run(None, {"states": states, "context": context})
        return cast(Floats, output)


def session(nodes: list[Any], given: dict[str, int], leaving: int, weights: dict[str, Floats]) -> Any:
    """Return a graph from rows to rows, of one thread."""
    entering = [helper.make_tensor_value_info(name, TensorProto.FLOAT, ["rows", size]) for name, size in given.items()]
    output = helper.make_tensor_value_info("output", TensorProto.FLOAT, ["rows", leaving])
    stored = [numpy_helper.from_array(array, name) for name, array in weights.items()]
    model = helper.make_model(
        helper.make_graph(nodes, "rows", entering, [output], stored),
        opset_imports=[helper.make_opsetid("", 21)],
        ir_version=10,
    )
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = 1
    options.enable_cpu_mem_arena = False
    return onnxruntime.InferenceSession(model.SerializeToString(), options, providers=["CPUExecutionProvider"])


def affine(entering: str, name: str, leaving: str) -> list[Any]:
    return [
        helper.make_node("MatMul", [entering, name], [f"{leaving} before the bias"]),
        helper.make_node("Add", [f"{leaving} before the bias", f"{name}_bias"], [leaving]),
    ]


def added_and_normed(first: str, second: str, name: str, leaving: str) -> list[Any]:
    total, given = f"{leaving} before the norm", [f"{name}_scale", f"{name}_shift"]
    return [
        helper.make_node("Add", [first, second], [total]),
        helper.make_node("LayerNormalization", [total, *given], [leaving], axis=-1, epsilon=1e-12),
    ]


def float_layer(weights: TensorFile, number: int) -> FloatLayer:
    """Return a layer of a checkpoint in float32."""
    name = f"encoder.layer.{number}"
    own = f"{name}.attention.self"
    matrices = [weights.matrix(f"{own}.{part}.weight") for part in ("query", "key", "value")]
    biases = [weights.vector(f"{own}.{part}.bias") for part in ("query", "key", "value")]
    scale = np.float32(HEAD**-0.5)
    mix = session(
        affine("states", "mix", "output"),
        {"states": HIDDEN},
        3 * HIDDEN,
        {
            "mix": np.concatenate([matrices[0] * scale, *matrices[1:]]).T.copy(),
            "mix_bias": np.concatenate([biases[0] * scale, *biases[1:]]),
        },
    )
    places = {"out": f"{name}.attention.output", "wide": f"{name}.intermediate", "narrow": f"{name}.output"}
    arrays = {}
    for part, place in places.items():
        arrays[part] = weights.matrix(f"{place}.dense.weight").T.copy()
        arrays[f"{part}_bias"] = weights.vector(f"{place}.dense.bias")
        if part != "wide":
            arrays[f"{part}_norm_scale"] = weights.vector(f"{place}.LayerNorm.weight")
            arrays[f"{part}_norm_shift"] = weights.vector(f"{place}.LayerNorm.bias")
    above = session(
        [
            *affine("context", "out", "joined"),
            *added_and_normed("joined", "states", "out_norm", "between"),
            *affine("between", "wide", "inner"),
            helper.make_node("Gelu", ["inner"], ["active"]),
            *affine("active", "narrow", "outer"),
            *added_and_normed("outer", "between", "narrow_norm", "output"),
        ],
        {"states": HIDDEN, "context": HIDDEN},
        HIDDEN,
        arrays,
    )
    mixed = cast(Any, lambda states: mix.run(None, {"states": states})[0])
    nothing = cast(Any, None)
    return FloatLayer(mixed, nothing, nothing, nothing, nothing, nothing, above)


def attend_in_floats(
    mixed: Floats, bucket: AttentionBucket, before: Heads | None = None, asking: int | None = None
) -> Floats:
    """Return softmax(q kᵀ) v as ``network.attend_bucket`` does, in float32."""
    texts, width = bucket.places.shape
    mixed_parts = mixed[bucket.places].reshape(texts, width, 3, HEADS, HEAD)
    queries, keys, values = mixed_parts.transpose(2, 0, 3, 1, 4)
    seen = Heads(keys, values).behind(before)
    weights = queries[:, :, :asking] @ seen.keys.transpose(0, 1, 3, 2)
    np.clip(weights, -STEEPEST, STEEPEST, out=weights)
    if not bucket.mask.all():
        weights[..., weights.shape[3] - width :] += np.where(bucket.mask, np.float32(0), network.NEVER)[:, None, None]
    np.exp(weights, out=weights)
    context = weights @ seen.values
    context /= weights @ np.ones((weights.shape[3], 1), dtype=np.float32)
    return np.asarray(context.transpose(0, 2, 1, 3).reshape(texts, -1, HIDDEN))


@contextmanager
def in_floats(layers: list[tuple[Any, tuple[FloatLayer, ...]]]) -> Iterator[None]:
    """Let models compute with other layers while the block runs."""
    exact = [(model, model.layers) for model, _ in layers]
    try:
        for model, others in layers:
            object.__setattr__(model, "layers", others)
            model.known.forget() if hasattr(model, "known") else None
            model.propositions.forget() if hasattr(model, "propositions") else None
        with patch.object(network, "attend_bucket", attend_in_floats):
            yield
    finally:
        for model, own in exact:
            object.__setattr__(model, "layers", own)
            model.propositions.forget() if hasattr(model, "propositions") else None


def load_floats() -> list[tuple[Any, tuple[FloatLayer, ...]]]:
    """Return the shipped models, each with its layers in float32."""
    models = ((trunk(None), "minilm", 0), (polarity(), "polarity_weights", BRANCHING))
    return [
        (model, tuple(float_layer(read_weights(folder), number) for number in range(first, LAYERS)))
        for model, folder, first in (*models, (message_polarity(), "message_weights", BRANCHING))
    ]


def read_weights(folder: str) -> TensorFile:
    return TensorFile.load(Path(models_folder(folder)) / "weights.safetensors")


def mixed_texts(count: int) -> list[str]:
    """Return texts of all lengths: of every set messages, and a sentence of each."""
    texts = []
    for name in SETS:
        messages = list(dict.fromkeys(SETS[name]()))
        for _, message in messages[:: max(1, 2 * len(SETS) * len(messages) // count)]:
            said = sentences(message)
            texts += [message, said[len(said) // 2].text if said else message]
    return texts[:count]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--messages", type=int, default=12, help="messages of a set in a pair")
    parser.add_argument("--pairs", type=int, default=5)
    parser.add_argument("--texts", type=int, default=400)
    options = parser.parse_args()
    floats = load_floats()
    anchored_strength(), in_message("We should ban cars", "They are fast.", Library(Embedder()))
    for name in SETS:
        ratios, spent = [], []
        for part in parts(name)[: options.pairs]:
            with in_floats(floats):
                before = measure(part[: options.messages], in_message)
            after = measure(part[: options.messages], in_message)
            ratios.append(after.processor / before.processor)
            spent.append(1000 * after.processor / after.messages)
        print(
            f"{name:<16} exact / float32, processor time of a message: {median(ratios):.2f} "
            f"({min(ratios):.2f} to {max(ratios):.2f}), exact {median(spent):.0f} ms",
            flush=True,
        )
    texts = mixed_texts(options.texts)
    with in_floats(floats):
        rounded = Embedder().embed(texts).astype(float)
    exact = Embedder().embed(texts).astype(float)
    cosines = (rounded * exact).sum(axis=1) / np.sqrt((rounded**2).sum(axis=1) * (exact**2).sum(axis=1))
    print(f"{len(texts)} texts: cosine of both vectors at least {cosines.min():.6f}, median {median(cosines):.6f}")


if __name__ == "__main__":
    main()
