"""The trunk: all-MiniLM-L6-v2 (Wang 2020; Reimers 2019), computed once for a text's vector and for the small models.

    vector = mean(h₆) / |mean(h₆)|,   polarity continues from h₃,   strength reads mean(h₃) and mean(h₄)

Every text is read alone; only its first 256 tokens count.
"""

import os
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from doxa.corpora.packed import models_folder
from doxa.models.embedded.blocks import TextBlock, blocks, side_by_side
from doxa.models.embedded.exact import dot, sum_halves
from doxa.models.embedded.network import AttentionLayer, Norm, layer, norm
from doxa.models.embedded.weights import Floats, PackedMatrix, TensorFile, one_at_a_time

LAYERS = 6
BRANCHING = 3
"""The number of layers after which the polarity model continues."""

LEVELS = (3, 4)
"""Layers after which the mean of the token states is stored, for the strength model."""

MAX_TOKENS = 256

FREED = 30 << 20
"""Bytes of an array that is allocated and dropped. Afterwards glibc keeps the memory of smaller arrays; otherwise it
would return it to the system, which clears every page again. This gives 5 % more claims a second."""


@dataclass(frozen=True)
class TextReading:
    """The trunk's output for one text."""

    vector: Floats
    """The unit vector; shape (384,)."""
    states: Floats
    """Token states after the third layer; shape (tokens, 384)."""
    means: Floats
    """Means of the token states after each of ``LEVELS``; shape (2, 384)."""


@dataclass(frozen=True)
class Trunk:
    """The encoder; ``read`` is its forward pass."""

    tokenizer: Any
    words: PackedMatrix
    positions: Floats
    """The sum of position and segment embedding; its number of rows is the greatest length."""
    norm: Norm
    layers: tuple[AttentionLayer, ...]

    def read_texts(self, texts: Sequence[str]) -> list[TextReading]:
        """Return the readings of texts; texts share matrix products, but do not affect one another."""
        tokens = [np.asarray(self.tokenizer.encode(text).ids, dtype=np.intp) for text in texts]
        parts = side_by_side(lambda block: self._read_block(tokens, block), blocks([len(ids) for ids in tokens]))
        readings = {number: reading for part in parts for number, reading in part.items()}
        return [readings[number] for number in range(len(texts))]

    def _read_block(self, tokens: Sequence[NDArray[np.intp]], block: TextBlock) -> dict[int, TextReading]:
        embedded = [self.words.rows(tokens[member]) + self.positions[: len(tokens[member])] for member in block.members]
        states = self.norm(np.concatenate(embedded))
        kept: dict[int, dict[int, Floats]] = {}
        for number, network_layer in enumerate(self.layers):
            if number == BRANCHING or number in LEVELS:
                kept[number] = dict(block.parts(states))
            states = network_layer(states, block)
        return {
            member: TextReading(
                vector=_unit(rows),
                states=kept[BRANCHING][member].copy(),
                means=np.stack([mean_row(kept[level][member]) for level in LEVELS]),
            )
            for member, rows in block.parts(states)
        }


@one_at_a_time
@cache
def trunk(folder: Path | None = None) -> Trunk:
    """Return the trunk with the shipped weights, or with those of a folder; loaded once per process."""
    folder = folder or models_folder("minilm")
    # texts are tokenized one by one; threads of the tokenizer would only cause its warning about forks
    os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
    tokenizer = Tokenizer.from_file(str(folder / "tokenizer.json"))
    tokenizer.no_padding()
    tokenizer.enable_truncation(MAX_TOKENS)
    np.empty(FREED, dtype=np.uint8)
    weights = TensorFile.load(folder / "weights.safetensors")
    segment = weights.matrix("embeddings.token_type_embeddings.weight")[0]
    return Trunk(
        tokenizer=tokenizer,
        words=weights.table("embeddings.word_embeddings.weight"),
        positions=weights.matrix("embeddings.position_embeddings.weight") + segment,
        norm=norm(weights, "embeddings.LayerNorm"),
        layers=tuple(layer(weights, number) for number in range(LAYERS)),
    )


def _unit(rows: Floats) -> Floats:
    mean = mean_row(rows)
    return np.asarray(mean / np.sqrt(dot(mean, mean)))


def mean_row(rows: Floats) -> Floats:
    """Return the mean of rows; shape (384,)."""
    return np.asarray(sum_halves(rows.T) / np.float32(len(rows)))
