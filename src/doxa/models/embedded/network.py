"""all-MiniLM-L6-v2 in numpy: six BERT layers, mean pooling, unit length (Devlin 2019; Wang 2020; Reimers 2019).

    h ← LN(h + softmax(q kᵀ / √32) v · Wo),  h ← LN(h + gelu(h · Wi) · Wf),  embedding = mean(h) / |mean(h)|

One text is computed at its own length, without padding: no other text can touch its numbers.
"""

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.models.embedded.weights import Floats, Packed, Weights

LAYERS = 6
HEADS = 12
HIDDEN = 384
HEAD = HIDDEN // HEADS
EPSILON = np.float32(1e-12)

# erf(x/√2) ≈ x·N(x²)/D(x²) for |x| ≤ 5.6, where it is 1 to float32: a least-maximum fit of our own
# (2e-8 in exact arithmetic, 4e-7 in float32), highest power first.
CURVE_END = np.float32(5.6)
NUMERATOR = (4.429047475e-08, 1.271287747e-05, 3.476927785e-04, 9.414468159e-03, 6.875149378e-02, 7.978844433e-01)
DENOMINATOR = (1.180202641e-06, 7.510016849e-05, 1.912954901e-03, 2.893987244e-02, 2.528329332e-01, 1.0)


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


@dataclass(frozen=True)
class MiniLM:
    """The whole network; ``encode`` is its forward pass."""

    words: Packed
    positions: Floats
    """Position and segment embedding together; its rows bound the length."""
    norm: tuple[Floats, Floats]
    layers: tuple[Layer, ...]

    def encode(self, ids: NDArray[np.intp]) -> Floats:
        """Return the unit vector of one text's token ids; shape (384,)."""
        states = normed(self.words.rows(ids) + self.positions[: len(ids)], self.norm)
        for layer in self.layers:
            states = normed(attended(states, layer), layer.out_norm)
            states = normed(transformed(states, layer), layer.narrow_norm)
        mean = states.mean(axis=0)
        return np.asarray(mean / np.sqrt(np.dot(mean, mean)), dtype=np.float32)


def network(weights: Weights) -> MiniLM:
    """Arrange the tensors of the published checkpoint for the forward pass."""
    segment = weights.matrix("embeddings.token_type_embeddings.weight")[0]
    return MiniLM(
        words=weights.table("embeddings.word_embeddings.weight"),
        positions=weights.matrix("embeddings.position_embeddings.weight") + segment,
        norm=_norm(weights, "embeddings.LayerNorm"),
        layers=tuple(_layer(weights, f"encoder.layer.{number}") for number in range(LAYERS)),
    )


def attended(states: Floats, layer: Layer) -> Floats:
    """Return states plus what self-attention adds; shape (length, 384)."""
    length = len(states)
    mixed = (states @ layer.qkv + layer.qkv_bias).reshape(length, 3, HEADS, HEAD)
    queries, keys, values = mixed.transpose(1, 2, 0, 3)
    weights = queries @ keys.transpose(0, 2, 1)
    weights -= weights.max(axis=2, keepdims=True)
    np.exp(weights, out=weights)
    weights /= weights.sum(axis=2, keepdims=True)
    context = (weights @ values).transpose(1, 0, 2).reshape(length, HIDDEN)
    return np.asarray(context @ layer.out + layer.out_bias + states)


def transformed(states: Floats, layer: Layer) -> Floats:
    """Return states plus what the feed-forward block adds; shape (length, 384)."""
    inner: Floats = states @ layer.wide
    inner += layer.wide_bias
    return np.asarray(double_gelu(inner) @ layer.narrow + layer.narrow_bias + states)


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


def _polynomial(coefficients: tuple[float, ...], values: Floats) -> Floats:
    """Evaluate a polynomial by Horner's rule; coefficients from the highest power down."""
    result = values * np.float32(coefficients[0])
    for coefficient in coefficients[1:-1]:
        result += np.float32(coefficient)
        result *= values
    result += np.float32(coefficients[-1])
    return result


def _norm(weights: Weights, name: str) -> tuple[Floats, Floats]:
    return weights.vector(f"{name}.weight"), weights.vector(f"{name}.bias")


def _layer(weights: Weights, name: str) -> Layer:
    def matrix(part: str) -> Floats:
        return weights.matrix(f"{name}.{part}.weight")

    def bias(part: str) -> Floats:
        return weights.vector(f"{name}.{part}.bias")

    scale = np.float32(1 / math.sqrt(HEAD))
    query, key, value = (f"attention.self.{part}" for part in ("query", "key", "value"))
    return Layer(
        qkv=_turned(np.concatenate([matrix(query) * scale, matrix(key), matrix(value)])),
        qkv_bias=np.concatenate([bias(query) * scale, bias(key), bias(value)]),
        out=_turned(matrix("attention.output.dense")),
        out_bias=bias("attention.output.dense"),
        out_norm=_norm(weights, f"{name}.attention.output.LayerNorm"),
        wide=_turned(matrix("intermediate.dense")),
        wide_bias=bias("intermediate.dense"),
        narrow=_turned(matrix("output.dense") * np.float32(0.5)),
        narrow_bias=bias("output.dense"),
        narrow_norm=_norm(weights, f"{name}.output.LayerNorm"),
    )


def _turned(matrix: Floats) -> Floats:
    return np.ascontiguousarray(matrix.T)
