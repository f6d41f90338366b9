"""BERT layers in numpy, on blocks of texts (Vaswani 2017; Devlin 2019).

    h ← LN(h + softmax(q kᵀ / √32) v · Wo),  h ← LN(h + gelu(h · Wi) · Wf)

Rows of a block are tokens; a text attends to its own rows only.
"""

import math
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from doxa.models.embedded.blocks import STEP, Block, Bucket
from doxa.models.embedded.weights import Floats, Weights

HEADS = 12
HIDDEN = 384
HEAD = HIDDEN // HEADS
QUICK = np.float32(math.sqrt(2 / math.pi))
EPSILON = np.float32(1e-12)
PORTION = 32
"""Rows whose activations are computed at once: what they need on the way stays in the cache."""

STEEPEST = np.float32(75)
"""Attention before the exponential is cut to between plus and minus this, which is cheaper than to subtract the row's
largest: sums of e⁷⁵ fit into float32. Of 1,500 texts the steepest came to 62."""

NEVER = np.float32(-1e30)
"""Added to the attention between a row and one that is not of its text."""

# erf(x/√2) ≈ tanh(x·P(x²)), highest power first: a least-maximum fit of our own, 2.9e-6 at worst, and 5.9e-6 in gelu.
CURVE = (1.4250043e-06, -3.6693423e-05, -8.7826458e-05, 3.6392286e-02, 7.9786971e-01)


@dataclass(frozen=True)
class Heads:
    """Keys and values of tokens, head by head; shape (heads, tokens, 32), or (texts, heads, tokens, 32)."""

    keys: Floats
    values: Floats

    def behind(self, before: "Heads | None") -> "Heads":
        """Return those of every text with the same ones before them."""
        if before is None:
            return self
        shape = (len(self.keys), *before.keys.shape)
        return Heads(
            np.concatenate([np.broadcast_to(before.keys, shape), self.keys], axis=2),
            np.concatenate([np.broadcast_to(before.values, shape), self.values], axis=2),
        )


@dataclass(frozen=True)
class Layer:
    """One layer's weights as (in, out) matrices; queries carry the 1/√32 and outputs the gelu's one half.

    A bias of keys would shift all that a query meets alike, which no softmax sees, and one of values passes through
    weights that add up to one: the first is left out, the second is in the outputs' own.
    """

    qkv: Floats
    query_bias: Floats
    out: Floats
    out_bias: Floats
    out_norm: tuple[Floats, Floats]
    wide: Floats
    wide_bias: Floats
    narrow: Floats
    narrow_bias: Floats
    narrow_norm: tuple[Floats, Floats]

    gelu: Callable[[Floats], Floats]
    """Returns 2·gelu."""

    def __call__(self, states: Floats, block: Block, before: Heads | None = None) -> Floats:
        """Return the next states of a block's rows; shape (rows, 384).

        Args:
            before: tokens that every text attends to beside its own.
        """
        return self.widened(self.joined(states, self.context(states, block, before)))

    def heads(self, states: Floats) -> Heads:
        """Return what one text's tokens offer to those that attend to them."""
        mixed: Floats = filled(states) @ self.qkv[:, HIDDEN:]
        parts = mixed[: len(states)].reshape(len(states), 2, HEADS, HEAD)
        return Heads(*np.ascontiguousarray(parts.transpose(1, 2, 0, 3)))

    def context(self, states: Floats, block: Block, before: Heads | None = None) -> Floats:
        """Return what the heads gather for every row; shape (rows, 384)."""
        mixed: Floats = states @ self.qkv
        mixed[:, :HIDDEN] += self.query_bias
        context = np.zeros_like(states)
        for bucket in block.buckets:
            context[bucket.places[bucket.mask]] = gathered(mixed, bucket, before)[bucket.mask]
        return context

    def context_of_firsts(self, states: Floats, block: Block, before: Heads) -> Floats:
        """Return what the heads gather for the first row of each text alone; shape (texts, 384)."""
        starts = np.array(block.starts, dtype=np.intp)
        queries = filled(states[starts]) @ self.qkv[:, :HIDDEN]
        queries += self.query_bias
        mixed: Floats = states @ self.qkv[:, HIDDEN:]
        context = np.empty((len(starts), HIDDEN), dtype=np.float32)
        for bucket in block.buckets:
            members = np.searchsorted(starts, bucket.places[:, 0])
            shape = (*bucket.places.shape, 2, HEADS, HEAD)
            keys, values = np.ascontiguousarray(mixed[bucket.places].reshape(shape).transpose(2, 0, 3, 1, 4))
            asking = queries[members].reshape(-1, HEADS, 1, HEAD)
            context[members] = weighed(asking, Heads(keys, values), bucket, before)[:, 0]
        return context

    def joined(self, states: Floats, context: Floats) -> Floats:
        """Return states with what the heads gathered; row by row."""
        added: Floats = context @ self.out
        added += self.out_bias
        added += states
        return normed(added, self.out_norm)

    def widened(self, states: Floats) -> Floats:
        """Return the states after the feed-forward half; row by row."""
        inner: Floats = states @ self.wide
        for start in range(0, len(inner), PORTION):
            part = inner[start : start + PORTION]
            part += self.wide_bias
            part[:] = self.gelu(part)
        added: Floats = inner @ self.narrow
        added += self.narrow_bias
        added += states
        return normed(added, self.narrow_norm)


def gathered(mixed: Floats, bucket: Bucket, before: Heads | None = None) -> Floats:
    """Return softmax(q kᵀ) v for the texts of a bucket; shape (texts, width, 384)."""
    texts, width = bucket.places.shape
    parts = mixed[bucket.places].reshape(texts, width, 3, HEADS, HEAD)
    queries, keys, values = np.ascontiguousarray(parts.transpose(2, 0, 3, 1, 4))
    return weighed(queries, Heads(keys, values), bucket, before)


def weighed(queries: Floats, own: Heads, bucket: Bucket, before: Heads | None = None) -> Floats:
    """Return softmax(q kᵀ) v, heads beside one another; shape (texts, queries, 384).

    Args:
        queries: shape (texts, heads, queries, 32).
        before: what every text attends to beside its own.
    """
    seen = own.behind(before)
    weights = queries @ seen.keys.transpose(0, 1, 3, 2)
    np.clip(weights, -STEEPEST, STEEPEST, out=weights)
    if not bucket.mask.all():
        masked = np.where(bucket.mask, np.float32(0), NEVER)[:, None, None, :]
        weights[..., weights.shape[3] - bucket.mask.shape[1] :] += masked
    np.exp(weights, out=weights)
    context = weights @ seen.values
    # a product with ones adds up short rows five times faster than sum does
    context /= weights @ np.ones((weights.shape[3], 1), dtype=np.float32)
    return np.asarray(context.transpose(0, 2, 1, 3).reshape(len(queries), -1, HIDDEN))


def filled(rows: Floats) -> Floats:
    """Return rows with empty ones behind them, up to a multiple of what a matrix product works on at once."""
    return np.pad(rows, ((0, -len(rows) % STEP), (0, 0)))


def normed(states: Floats, norm: tuple[Floats, Floats]) -> Floats:
    """Return states with mean 0 and variance 1 along the last axis, scaled and shifted."""
    centred: Floats = states - states.mean(axis=1, keepdims=True)
    variance = np.einsum("ij,ij->i", centred, centred) / np.float32(HIDDEN)
    centred /= np.sqrt(variance + EPSILON)[:, None]
    centred *= norm[0]
    centred += norm[1]
    return centred


def double_gelu(values: Floats) -> Floats:
    """Return 2·gelu(x) = x·(1 + erf(x/√2)); the halving is in the next matrix."""
    squares = values * values
    curve = squares * np.float32(CURVE[0])
    for coefficient in CURVE[1:-1]:
        curve += np.float32(coefficient)
        curve *= squares
    curve += np.float32(CURVE[-1])
    return _doubled(values, curve)


def double_quick_gelu(values: Floats) -> Floats:
    """Return 2·gelu(x) by its hyperbolic approximation, x·(1 + tanh(√(2/π)·(x + 0.044715·x³))) (Hendrycks 2016)."""
    curve = values * values
    curve *= np.float32(0.044715)
    curve += np.float32(1)
    curve *= QUICK
    return _doubled(values, curve)


def _doubled(values: Floats, curve: Floats) -> Floats:
    """Return x·(1 + tanh(x·c)) in the place of c."""
    curve *= values
    np.tanh(curve, out=curve)
    curve += np.float32(1)
    curve *= values
    return curve


def layer(weights: Weights, number: int, gelu: Callable[[Floats], Floats] = double_gelu) -> Layer:
    """Arrange one layer's tensors, named as in the published checkpoints, for the forward pass."""
    name = f"encoder.layer.{number}"

    def matrix(part: str) -> Floats:
        return weights.matrix(f"{name}.{part}.weight")

    def bias(part: str) -> Floats:
        return weights.vector(f"{name}.{part}.bias")

    def norm(part: str) -> tuple[Floats, Floats]:
        return weights.vector(f"{name}.{part}.weight"), bias(part)

    scale = np.float32(1 / math.sqrt(HEAD))
    query, key, value = (f"attention.self.{part}" for part in ("query", "key", "value"))
    out = matrix("attention.output.dense")
    return Layer(
        qkv=_turned(np.concatenate([matrix(query) * scale, matrix(key), matrix(value)])),
        query_bias=bias(query) * scale,
        out=_turned(out),
        out_bias=bias("attention.output.dense") + out @ bias(value),
        out_norm=norm("attention.output.LayerNorm"),
        wide=_turned(matrix("intermediate.dense")),
        wide_bias=bias("intermediate.dense"),
        narrow=_turned(matrix("output.dense") * np.float32(0.5)),
        narrow_bias=bias("output.dense"),
        narrow_norm=norm("output.LayerNorm"),
        gelu=gelu,
    )


def _turned(matrix: Floats) -> Floats:
    return np.ascontiguousarray(matrix.T)
