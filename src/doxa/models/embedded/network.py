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

NEVER = np.float32(-1e30)
"""Added to the attention between a row and one that is not of its text."""

# erf(x/√2) ≈ x·N(x²)/D(x²) for |x| ≤ 5.6, where it is 1 to float32: a least-maximum fit of our own
# (2e-8 in exact arithmetic, 4e-7 in float32), highest power first.
CURVE_END = np.float32(5.6)
NUMERATOR = (4.429047475e-08, 1.271287747e-05, 3.476927785e-04, 9.414468159e-03, 6.875149378e-02, 7.978844433e-01)
DENOMINATOR = (1.180202641e-06, 7.510016849e-05, 1.912954901e-03, 2.893987244e-02, 2.528329332e-01, 1.0)


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
    """One layer's weights as (in, out) matrices; queries carry the 1/√32 and outputs the gelu's one half."""

    qkv: Floats
    qkv_bias: Floats
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
        mixed += self.qkv_bias[HIDDEN:]
        parts = mixed[: len(states)].reshape(len(states), 2, HEADS, HEAD)
        return Heads(*np.ascontiguousarray(parts.transpose(1, 2, 0, 3)))

    def context(self, states: Floats, block: Block, before: Heads | None = None) -> Floats:
        """Return what the heads gather for every row; shape (rows, 384)."""
        mixed: Floats = states @ self.qkv
        mixed += self.qkv_bias
        context = np.zeros_like(states)
        for bucket in block.buckets:
            context[bucket.places[bucket.mask]] = gathered(mixed, bucket, before)[bucket.mask]
        return context

    def context_of_firsts(self, states: Floats, block: Block, before: Heads) -> Floats:
        """Return what the heads gather for the first row of each text alone; shape (texts, 384)."""
        starts = np.array(block.starts, dtype=np.intp)
        queries = filled(states[starts]) @ self.qkv[:, :HIDDEN]
        queries += self.qkv_bias[:HIDDEN]
        mixed: Floats = states @ self.qkv[:, HIDDEN:]
        mixed += self.qkv_bias[HIDDEN:]
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
        inner += self.wide_bias
        for start in range(0, len(inner), PORTION):
            inner[start : start + PORTION] = self.gelu(inner[start : start + PORTION])
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
    if not bucket.mask.all():
        masked = np.where(bucket.mask, np.float32(0), NEVER)[:, None, None, :]
        weights[..., weights.shape[3] - bucket.mask.shape[1] :] += masked
    weights -= weights.max(axis=3, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=3, keepdims=True)
    return np.asarray((weights @ seen.values).transpose(0, 2, 1, 3).reshape(len(queries), -1, HIDDEN))


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
    clipped = np.clip(values, -CURVE_END, CURVE_END)
    squares = clipped * clipped
    curve = _polynomial(NUMERATOR, squares)
    curve *= clipped
    curve /= _polynomial(DENOMINATOR, squares)
    curve += np.float32(1)
    curve *= values
    return curve


def double_quick_gelu(values: Floats) -> Floats:
    """Return 2·gelu(x) by its hyperbolic approximation, x·(1 + tanh(√(2/π)·(x + 0.044715·x³))) (Hendrycks 2016)."""
    curve = values * values
    curve *= np.float32(0.044715)
    curve += np.float32(1)
    curve *= values
    curve *= QUICK
    np.tanh(curve, out=curve)
    curve += np.float32(1)
    curve *= values
    return curve


def _polynomial(coefficients: tuple[float, ...], values: Floats) -> Floats:
    """Evaluate a polynomial by Horner's rule; coefficients from the highest power down."""
    result = values * np.float32(coefficients[0])
    for coefficient in coefficients[1:-1]:
        result += np.float32(coefficient)
        result *= values
    result += np.float32(coefficients[-1])
    return result


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
    return Layer(
        qkv=_turned(np.concatenate([matrix(query) * scale, matrix(key), matrix(value)])),
        qkv_bias=np.concatenate([bias(query) * scale, bias(key), bias(value)]),
        out=_turned(matrix("attention.output.dense")),
        out_bias=bias("attention.output.dense"),
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
