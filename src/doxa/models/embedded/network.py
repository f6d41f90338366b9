"""BERT layers on blocks of texts (Vaswani 2017; Devlin 2019), with the same bits on every processor (``exact``).

    h ← LN(h + softmax(q kᵀ / √32) v · Wo),  h ← LN(h + gelu(h · Wi) · Wf)

Rows of a block are tokens; the rows of a text attend to each other. A row's numbers do not depend on the rows of other
texts.
"""

import math
from dataclasses import dataclass

import numpy as np

from doxa.models.embedded.blocks import AttentionBucket, TextBlock
from doxa.models.embedded.exact import TINY, ExactProduct, code, exact_product, exponential, gelu, sum_halves
from doxa.models.embedded.weights import Floats, PackedMatrix, TensorFile

HEADS = 12
HIDDEN = 384
HEAD = HIDDEN // HEADS
EPSILON = np.float32(1e-12)

SHARES = np.float32(1 << 13)
"""The sum of a row's attention weights as whole numbers, but for the rounding of each."""

PEAK = np.float32(1900)
"""The largest value as a whole number: (2¹³ + 256) · 1,900 < 2²⁴, where a text attends to 512 rows."""

NEVER = np.float32(-1e30)
"""Added to the attention logit of a row for a row of another text."""


@dataclass(frozen=True)
class Norm:
    """A layer normalisation: mean 0 and variance 1 along the last axis, scaled and shifted."""

    scale: Floats
    shift: Floats

    def __call__(self, states: Floats) -> Floats:
        """Return states normalised; shape (rows, 384)."""
        size = np.float32(states.shape[1])
        centred: Floats = states - (sum_halves(states) / size)[:, None]
        centred /= np.sqrt(sum_halves(centred * centred) / size + EPSILON)[:, None]
        centred *= self.scale
        centred += self.shift
        return centred


def norm(weights: TensorFile, name: str) -> Norm:
    """Return a normalisation by its name in the published checkpoints."""
    return Norm(weights.vector(f"{name}.weight"), weights.vector(f"{name}.bias"))


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
    """One layer: what computes each row before and after attention."""

    mix: ExactProduct
    """From states to queries, keys and values side by side; shape (rows, 1152). Queries include the factor 1/√32."""
    out: ExactProduct
    out_norm: Norm
    wide: ExactProduct
    narrow: ExactProduct
    narrow_norm: Norm

    def __call__(self, states: Floats, block: TextBlock, before: Heads | None = None) -> Floats:
        """Return the next states of a block's rows; shape (rows, 384).

        Args:
            before: tokens that every text attends to in addition to its own.
        """
        mixed = self.mix(states)
        context = np.empty_like(states)
        for bucket in block.buckets:
            context[bucket.places[bucket.mask]] = attend_bucket(mixed, bucket, before)[bucket.mask]
        return self.rest(states, context)

    def rest(self, states: Floats, context: Floats) -> Floats:
        """Return the next states of rows from their states and their attention context; shapes (rows, 384)."""
        between = self.out_norm(self.out(context) + states)
        return self.narrow_norm(self.narrow(gelu(self.wide(between))) + between)

    def heads(self, states: Floats) -> Heads:
        """Return the keys and values of one text's tokens."""
        parts = self.mix(states)[:, HIDDEN:].reshape(len(states), 2, HEADS, HEAD)
        return Heads(*np.ascontiguousarray(parts.transpose(1, 2, 0, 3)))

    def firsts(self, states: Floats, block: TextBlock, before: Heads) -> Floats:
        """Return the next states of only the first row of each text; shape (texts, 384)."""
        mixed = self.mix(states)
        starts = np.array(block.starts, dtype=np.intp)
        context = np.empty((len(starts), HIDDEN), dtype=np.float32)
        for bucket in block.buckets:
            members = np.searchsorted(starts, bucket.places[:, 0])
            context[members] = attend_bucket(mixed, bucket, before, asking=1)[:, 0]
        return self.rest(states[starts], context)


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
    asked, asked_worth = code(queries[:, :, :asking])
    offered, offered_worth = code(seen.keys)
    logits = asked @ offered.transpose(0, 1, 3, 2)
    logits *= asked_worth * offered_worth
    if not bucket.mask.all():
        logits[..., logits.shape[3] - width :] += np.where(bucket.mask, np.float32(0), NEVER)[:, None, None, :]
    logits -= logits.max(axis=3, keepdims=True)
    shares = exponential(logits)
    shares *= SHARES
    np.rint(shares, out=shares)
    shares *= SHARES / shares.sum(axis=3, keepdims=True)
    np.rint(shares, out=shares)
    worth = np.abs(seen.values).max(axis=2, keepdims=True) / PEAK + TINY
    context = shares @ np.rint(seen.values / worth)
    context *= worth / shares.sum(axis=3, keepdims=True)
    return np.asarray(context.transpose(0, 2, 1, 3).reshape(texts, -1, HIDDEN))


def layer(weights: TensorFile, number: int) -> AttentionLayer:
    """Return one layer from its tensors, named as in the published checkpoints.

    The bias of keys is omitted: it shifts all logits of a query equally, which does not change a softmax.
    """
    name = f"encoder.layer.{number}"
    own, attended = f"{name}.attention.self", f"{name}.attention.output"

    def product(part: str) -> ExactProduct:
        return exact_product(weights.table(f"{part}.dense.weight"), weights.vector(f"{part}.dense.bias"))

    scale = np.float32(1 / math.sqrt(HEAD))
    query, key, value = (weights.table(f"{own}.{part}.weight") for part in ("query", "key", "value"))
    query_bias, value_bias = (weights.vector(f"{own}.{part}.bias") for part in ("query", "value"))
    return AttentionLayer(
        mix=exact_product(
            PackedMatrix(
                np.concatenate([query.high, key.high, value.high]),
                np.concatenate([query.low, key.low, value.low]),
                np.concatenate([query.scale * scale, key.scale, value.scale]),
            ),
            np.concatenate([query_bias * scale, np.zeros_like(query_bias), value_bias]),
        ),
        out=product(attended),
        out_norm=norm(weights, f"{attended}.LayerNorm"),
        wide=product(f"{name}.intermediate"),
        narrow=product(f"{name}.output"),
        narrow_norm=norm(weights, f"{name}.output.LayerNorm"),
    )
