"""BERT layers on blocks of texts (Vaswani 2017; Devlin 2019).

    h ← LN(h + softmax(q kᵀ / √32) v · Wo),  h ← LN(h + gelu(h · Wi) · Wf)

Rows of a block are tokens. What concerns one row (products with weights, biases, activations and norms) is computed in
onnxruntime, by one thread a call; its graphs are stored beside this file without weights (``tools/write_graphs.py``).
Here the rows of a text attend to each other. A row's numbers do not depend on the rows of other texts.
"""

import math
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.models.embedded.blocks import AttentionBucket, TextBlock
from doxa.models.embedded.weights import Floats, TensorFile

HEADS = 12
HIDDEN = 384
HEAD = HIDDEN // HEADS
EPSILON = np.float32(1e-12)

STEEPEST = np.float32(75)
"""Attention logits are clipped to ± this before the exponential, which is cheaper than to subtract the row's largest:
sums of e⁷⁵ fit into float32. The largest logit of 1,500 texts was 62."""

NEVER = np.float32(-1e30)
"""Added to the attention logit of a row for a row of another text."""


@dataclass(frozen=True)
class Rows:
    """An onnxruntime graph with its weights."""

    session: Any

    def __call__(self, **inputs: Floats) -> Floats:
        """Return the graph's one output for its inputs by name; shapes (rows, size)."""
        (output,) = self.session.run(None, inputs)
        return output  # type: ignore[no-any-return]


def rows(graph: str, weights: Mapping[str, NDArray[Any]]) -> Rows:
    """Return a graph of ``graphs/`` with weights by name, which are copied."""
    # imported late: a process that judges nothing does not wait for it
    from onnxruntime import InferenceSession, OrtValue, SessionOptions

    options = SessionOptions()
    options.intra_op_num_threads = 1
    # otherwise every graph keeps the memory of its largest call, 300 MB in all, without being faster
    options.enable_cpu_mem_arena = False
    options.enable_mem_pattern = False
    options.add_external_initializers(
        list(weights), [OrtValue.ortvalue_from_numpy(array) for array in weights.values()]
    )
    content = (files("doxa.models.embedded") / "graphs" / f"{graph}.onnx").read_bytes()
    return Rows(InferenceSession(content, options, providers=["CPUExecutionProvider"]))


@dataclass(frozen=True)
class Heads:
    """Keys and values of tokens, head by head; shape (heads, tokens, 32), or (texts, heads, tokens, 32)."""

    keys: Floats
    values: Floats

    def behind(self, before: "Heads | None") -> "Heads":
        """Return the keys and values of every text, preceded by those of ``before``."""
        if before is None:
            return self
        shape = (len(self.keys), *before.keys.shape)
        return Heads(
            np.concatenate([np.broadcast_to(before.keys, shape), self.keys], axis=2),
            np.concatenate([np.broadcast_to(before.values, shape), self.values], axis=2),
        )


@dataclass(frozen=True)
class AttentionLayer:
    """One layer: the graphs that compute each row before and after attention."""

    mixed: Rows
    """From states to queries, keys and values side by side; shape (rows, 1152). Queries include the factor 1/√32."""
    rest: Rows
    """From states and their attention context to the next states; shapes (rows, 384)."""

    def __call__(self, states: Floats, block: TextBlock, before: Heads | None = None) -> Floats:
        """Return the next states of a block's rows; shape (rows, 384).

        Args:
            before: tokens that every text attends to in addition to its own.
        """
        mixed = self.mixed(states=states)
        context = np.empty_like(states)
        for bucket in block.buckets:
            context[bucket.places[bucket.mask]] = attend_bucket(mixed, bucket, before)[bucket.mask]
        return self.rest(states=states, context=context)

    def heads(self, states: Floats) -> Heads:
        """Return the keys and values of one text's tokens."""
        parts = self.mixed(states=states)[:, HIDDEN:].reshape(len(states), 2, HEADS, HEAD)
        return Heads(*np.ascontiguousarray(parts.transpose(1, 2, 0, 3)))

    def firsts(self, states: Floats, block: TextBlock, before: Heads) -> Floats:
        """Return the next states of only the first row of each text; shape (texts, 384)."""
        mixed = self.mixed(states=states)
        starts = np.array(block.starts, dtype=np.intp)
        context = np.empty((len(starts), HIDDEN), dtype=np.float32)
        for bucket in block.buckets:
            members = np.searchsorted(starts, bucket.places[:, 0])
            context[members] = attend_bucket(mixed, bucket, before, asking=1)[:, 0]
        return self.rest(states=states[starts], context=context)


def attend_bucket(
    mixed: Floats, bucket: AttentionBucket, before: Heads | None = None, asking: int | None = None
) -> Floats:
    """Return softmax(q kᵀ) v for the texts of a bucket, heads beside one another; shape (texts, asking, 384).

    Args:
        before: keys and values that every text attends to in addition to its own.
        asking: the number of first rows of a text whose attention is computed; all when None.
    """
    texts, width = bucket.places.shape
    parts = mixed[bucket.places].reshape(texts, width, 3, HEADS, HEAD)
    queries, keys, values = parts.transpose(2, 0, 3, 1, 4)
    seen = Heads(keys, values).behind(before)
    weights = queries[:, :, :asking] @ seen.keys.transpose(0, 1, 3, 2)
    np.clip(weights, -STEEPEST, STEEPEST, out=weights)
    if not bucket.mask.all():
        masked = np.where(bucket.mask, np.float32(0), NEVER)[:, None, None, :]
        weights[..., weights.shape[3] - bucket.mask.shape[1] :] += masked
    np.exp(weights, out=weights)
    context = weights @ seen.values
    # a product with ones sums short rows five times faster than sum does
    context /= weights @ np.ones((weights.shape[3], 1), dtype=np.float32)
    return np.asarray(context.transpose(0, 2, 1, 3).reshape(texts, -1, HIDDEN))


def normalise_rows(states: Floats, norm: tuple[Floats, Floats]) -> Floats:
    """Return states with mean 0 and variance 1 along the last axis, scaled and shifted."""
    centred: Floats = states - states.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", centred, centred) / np.float32(HIDDEN)
    centred /= np.sqrt(variance + EPSILON)[:, None]
    centred *= norm[0]
    centred += norm[1]
    return centred


def layer(weights: TensorFile, number: int) -> AttentionLayer:
    """Return one layer whose products are in float32; its gelu uses the error function."""
    mixed_weights, rest_weights = arrange_weights(weights, number)
    return AttentionLayer(mixed=rows("mixed", mixed_weights), rest=rows("rest", rest_weights))


def arrange_weights(weights: TensorFile, number: int) -> tuple[dict[str, Floats], dict[str, Floats]]:
    """Return one layer's tensors, named as in the published checkpoints, for its two graphs.

    The bias of keys is omitted: it shifts all logits of a query equally, which does not change a softmax. The bias of
    values is added to the bias of outputs: attention weights sum to one.
    """
    name = f"encoder.layer.{number}"

    def matrix(part: str) -> Floats:
        return weights.matrix(f"{name}.{part}.weight")

    def vector(part: str) -> Floats:
        return weights.vector(f"{name}.{part}")

    scale = np.float32(1 / math.sqrt(HEAD))
    query, key, value = (f"attention.self.{part}" for part in ("query", "key", "value"))
    out, none = matrix("attention.output.dense"), np.zeros(HIDDEN, dtype=np.float32)
    mixed_weights = {
        "mix": transpose(np.concatenate([matrix(query) * scale, matrix(key), matrix(value)])),
        "mix_bias": np.concatenate([vector(f"{query}.bias") * scale, none, none]),
    }
    rest_weights = {
        "out": transpose(out),
        "out_bias": vector("attention.output.dense.bias") + out @ vector(f"{value}.bias"),
        "out_norm_scale": vector("attention.output.LayerNorm.weight"),
        "out_norm_shift": vector("attention.output.LayerNorm.bias"),
        "wide": transpose(matrix("intermediate.dense")),
        "wide_bias": vector("intermediate.dense.bias"),
        "narrow": transpose(matrix("output.dense")),
        "narrow_bias": vector("output.dense.bias"),
        "narrow_norm_scale": vector("output.LayerNorm.weight"),
        "narrow_norm_shift": vector("output.LayerNorm.bias"),
    }
    return mixed_weights, rest_weights


def transpose(matrix: Floats) -> Floats:
    """Return an (out, in) matrix as (in, out)."""
    return np.ascontiguousarray(matrix.T)
