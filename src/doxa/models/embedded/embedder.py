"""The sentence embedder: texts in, unit vectors out, the same for a text whatever stands beside it.

Every text is tokenised and computed alone, several beside one another, each on one BLAS thread: BLAS threads that
share cores with another process wait for each other and run ten times slower. Texts longer than 256 tokens count
with their first 256.
"""

import os
from collections import OrderedDict
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path
from typing import Any

import numpy as np
from threadpoolctl import ThreadpoolController
from tokenizers import Tokenizer

from doxa.evidence.vectors import quantise
from doxa.models.embedded.network import HIDDEN, MiniLM, network
from doxa.models.embedded.weights import Floats, Weights
from doxa.records.canonical import clean

MODEL_ID = "minilm-l6-v2/1"
"""Names the numbers: changes whenever the weights or the forward pass do."""

MAX_TOKENS = 256
REMEMBERED = 16_384
"""Texts whose vectors one embedder keeps; 25 MB when full."""


class Embedder:
    """Embeds texts with all-MiniLM-L6-v2. Weights are read at the first text, once per process."""

    dimensions = HIDDEN

    def __init__(self, folder: Path | None = None) -> None:
        """Use the shipped weights, or those of a folder with ``weights.safetensors`` and ``tokenizer.json``."""
        self._folder = folder
        self._known: OrderedDict[str, Floats] = OrderedDict()

    def embed(self, texts: Sequence[str]) -> Floats:
        """Return the unit vectors of texts, float32, shape (n, 384). Any text has one, the empty text too."""
        if not texts:
            return np.zeros((0, HIDDEN), dtype=np.float32)
        wanted = [clean(text) for text in texts]
        fresh = [text for text in dict.fromkeys(wanted) if text not in self._known]
        found = dict(zip(fresh, self._encoded(fresh), strict=True))
        vectors = np.stack([found[text] if text in found else self._known[text] for text in wanted])
        self._remember(wanted, found)
        return vectors

    def rows(self, texts: Sequence[str]) -> tuple[bytes, ...]:
        """Return the vectors as the log keeps them: one int16 row a text."""
        return tuple(quantise(vector) for vector in self.embed(texts))

    def _encoded(self, texts: list[str]) -> list[Floats]:
        """Compute the vectors of texts, each alone."""
        if not texts:
            return []
        tokenizer, model = _loaded(self._folder)
        tokens = [np.asarray(tokenizer.encode(text).ids, dtype=np.intp) for text in texts]
        with _blas().limit(limits=1, user_api="blas"):
            return [model.encode(tokens[0])] if len(texts) == 1 else list(_pool().map(model.encode, tokens))

    def _remember(self, texts: list[str], found: dict[str, Floats]) -> None:
        """Keep new vectors, and the texts asked for just now longest."""
        self._known.update(found)
        for text in texts:
            self._known.move_to_end(text)
        while len(self._known) > REMEMBERED:
            self._known.popitem(last=False)


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController()  # type: ignore[no-untyped-call]


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(max_workers=os.cpu_count(), thread_name_prefix="embed")


@cache
def embedder() -> Embedder:
    """Return the process's embedder with the shipped weights."""
    return Embedder()


@cache
def _loaded(folder: Path | None) -> tuple[Any, MiniLM]:
    # texts go in one by one, so threads of the tokenizer would only bring its warning about forks
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    if folder is not None:
        return _read(folder)
    with as_file(files("doxa.models.embedded") / "minilm") as shipped:
        return _read(shipped)


def _read(folder: Path) -> tuple[Any, MiniLM]:
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    return tokenizer, network(Weights.read(folder / "weights.safetensors"))
