"""The sentence embedder: texts in, unit vectors out; a text's vector does not depend on the other texts."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path

import numpy as np

from doxa.evidence.vectors import quantise
from doxa.models.embedded.network import HIDDEN
from doxa.models.embedded.recall import Recall
from doxa.models.embedded.trunk import TextReading, trunk
from doxa.models.embedded.weights import Floats
from doxa.records.base import clean

MODEL_ID = "minilm-l6-v2/4"
"""The version of the vectors; it changes whenever the weights or the forward pass change."""

REMEMBERED = 16_384
"""The most texts whose vectors an embedder caches; 25 MB when full."""

KEPT_WHOLE = 512
"""The most texts whose token states an embedder caches as well; about 20 MB when full."""


class Embedder:
    """An embedder with all-MiniLM-L6-v2. Its weights are loaded at the first text, once per process."""

    dimensions = HIDDEN

    def __init__(self, folder: Path | None = None) -> None:
        """Use the shipped weights, or those of a folder with ``weights.safetensors`` and ``tokenizer.json``."""
        self._folder = folder
        self.identity = MODEL_ID if folder is None else None
        """The version of the vectors for a cache; None for a user's own weights, which may change under their name."""
        self._vectors: Recall[str, Floats] = Recall(REMEMBERED)
        self._readings: Recall[str, TextReading] = Recall(KEPT_WHOLE)

    def embed(self, texts: Sequence[str]) -> Floats:
        """Return the unit vectors of texts, float32, shape (n, 384). Every text has a vector, also the empty text."""
        if not texts:
            return np.zeros((0, HIDDEN), dtype=np.float32)
        wanted = [clean(text) for text in texts]
        return np.stack(self._vectors.through(wanted, lambda new: [reading.vector for reading in self.read_texts(new)]))

    def rows(self, texts: Sequence[str]) -> tuple[bytes, ...]:
        """Return the vectors as the log stores them: one int16 row a text."""
        return tuple(quantise(vector) for vector in self.embed(texts))

    def read_texts(self, texts: Sequence[str]) -> list[TextReading]:
        """Return the trunk's readings of texts: vectors and token states, from which the small models continue."""
        return self._readings.through([clean(text) for text in texts], trunk(self._folder).read_texts)


@cache
def embedder() -> Embedder:
    """Return the process's embedder with the shipped weights."""
    return Embedder()
