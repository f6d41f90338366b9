"""Whether a short text takes a position at all, or is undecided, describes, or only tells what others hold.

    p(no position) = σ(x · w + b),   x = [mean h₃, mean h₄, 10 e]

h are the trunk's token states, e the text's unit vector. The 1,152 weights were learned from statements that a
language model wrote for doxa (``doxa train positions``; ``MODEL_CARD.md`` beside the weights says how often they are
right). Which side a position is on takes knowledge that so small a model does not learn: rules and the networks of
direction say that.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.packed import models_folder
from doxa.models.embedded.embedder import Embedder
from doxa.models.embedded.exact import dot
from doxa.models.embedded.phrasing import sentence
from doxa.models.embedded.polarity import probability_of
from doxa.models.embedded.weights import TensorFile, one_at_a_time

Doubles = NDArray[np.float64]


@dataclass(frozen=True)
class PositionReader:
    """The weights of the formula above."""

    weights: Doubles
    bias: float

    def no_position(self, text: str, embedder: Embedder) -> float:
        """Return the probability in [0, 1] that a text takes no position of its writer's, to four decimals."""
        (features,) = position_features([text], embedder)
        return probability_of(float(dot(features, self.weights)) + self.bias)


def position_features(texts: Sequence[str], embedder: Embedder) -> Doubles:
    """Return the features of texts; shape (texts, 1152)."""
    readings = embedder.read_texts([sentence(text) for text in texts])
    return np.stack(
        [np.concatenate([reading.means.ravel(), 10.0 * reading.vector]).astype(np.float64) for reading in readings]
    )


@one_at_a_time
@cache
def position_reader(folder: Path | None = None) -> PositionReader:
    """Return the shipped reader, or that of a folder; loaded once per process."""
    stored = TensorFile.load((folder or models_folder("position_weights")) / "weights.safetensors")
    return PositionReader(stored.vector("weights").astype(np.float64), float(stored.vector("bias")[0]))
