"""The sentence embedder: texts in, unit vectors out, and what the small models keep of what they computed.

A text's vector does not depend on the other texts.
"""

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Sequence
from functools import cache
from pathlib import Path
from threading import Lock
from typing import Generic, TypeVar

import numpy as np

from doxa.evidence.vectors import quantise
from doxa.models.embedded.network import HIDDEN
from doxa.models.embedded.trunk import TextReading, trunk
from doxa.models.embedded.weights import Floats, one_at_a_time
from doxa.records.base import clean

MODEL_ID = "minilm-l6-v2/5"
"""The version of the vectors; it changes whenever the weights or the forward pass change."""

REMEMBERED = 16_384
"""The most texts whose vectors an embedder caches; 25 MB when full."""

KEPT_WHOLE = 2_048
"""The most texts whose token states an embedder caches as well; about 80 MB when full. A debate of 20,000 words has no
more sentences, so that each is read once."""

Key = TypeVar("Key", bound=Hashable)
Value = TypeVar("Value")


class Recall(Generic[Key, Value]):
    """A cache of up to ``most`` values, which threads share; those requested longest ago are removed first."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._known: OrderedDict[Key, Value] = OrderedDict()
        self._lock = Lock()

    def through(self, keys: Sequence[Key], compute: Callable[[list[Key]], Sequence[Value]]) -> list[Value]:
        """Return the values of keys, in their order; those not cached are computed together, each once."""
        values = self.cached(keys)
        fresh = [key for key in dict.fromkeys(keys) if key not in values]
        values |= zip(fresh, compute(fresh), strict=True) if fresh else ()
        with self._lock:
            for key in keys:
                self._known[key] = values[key]
                self._known.move_to_end(key)
            while len(self._known) > self._most:
                self._known.popitem(last=False)
        return [values[key] for key in keys]

    def cached(self, keys: Iterable[Key]) -> dict[Key, Value]:
        """Return the keys that are cached with their values; a moment later another thread may remove them."""
        with self._lock:
            return {key: self._known[key] for key in keys if key in self._known}

    def forget(self) -> None:
        """Remove every value."""
        with self._lock:
            self._known.clear()


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
        """Return the vectors as the log stores them: one int8 row a text."""
        return tuple(quantise(vector) for vector in self.embed(texts))

    def read_texts(self, texts: Sequence[str]) -> list[TextReading]:
        """Return the trunk's readings of texts: vectors and token states, from which the small models continue."""
        return self._readings.through([clean(text) for text in texts], trunk(self._folder).read_texts)


@one_at_a_time
@cache
def embedder() -> Embedder:
    """Return the process's embedder with the shipped weights."""
    return Embedder()
