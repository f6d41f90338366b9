"""Which way a claim speaks on a proposition: three layers over the trunk's reading of both, and a small head.

    rows = [h₃(proposition) + s₀ ; h₃(claim) + s₁],   x = [c₀, c₁, 10e₀, 10e₁, 10|e₀ − e₁|, 100 e₀e₁]
    logit = gelu(x · A + a) · b + β,   p(for) = σ(logit / T)

c are the last layer's states of the two first tokens, e the unit vectors of proposition and claim (Reimers 2019).
T was fitted on held-out topics; ``MODEL_CARD.md`` beside the weights says how, and how often the model is right.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from doxa.models.embedded.blocks import Block, blocks
from doxa.models.embedded.embedder import Embedder
from doxa.models.embedded.network import HIDDEN, Layer, double_quick_gelu, filled, layer
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.recall import Recall
from doxa.models.embedded.threads import side_by_side
from doxa.models.embedded.trunk import BRANCHING, LAYERS, Reading
from doxa.models.embedded.weights import Floats, Weights

DECIMALS = 4

REMEMBERED = 65_536
"""Pairs whose probabilities one process keeps."""


@dataclass(frozen=True)
class Polarity:
    """The network with its calibration; ``probabilities`` is what it is for."""

    segments: Floats
    layers: tuple[Layer, ...]
    head: tuple[Floats, Floats, Floats, Floats]
    temperature: float
    threshold: float
    """The least probability of either side with which a direction counts as told."""
    known: Recall[tuple[str, str], float] = field(default_factory=lambda: Recall(REMEMBERED), compare=False)

    def probabilities(self, proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return for each claim the probability in [0, 1] that it speaks for a proposition, to four decimals.

        A claim without a letter or digit says nothing: 0.5.
        """
        about, said = canonical(proposition), [sentence(claim) for claim in claims]
        pairs = [(about, one) for one in said]
        chances = self.known.through(pairs, lambda new: self._computed(about, [one for _, one in new], embedder))
        return [chance if any(map(str.isalnum, one)) else 0.5 for one, chance in zip(said, chances, strict=True)]

    def clear(self, probability: float) -> bool:
        """Say whether a probability tells a direction."""
        return max(probability, 1.0 - probability) >= self.threshold

    def _computed(self, proposition: str, claims: list[str], embedder: Embedder) -> list[float]:
        about, *said = embedder.read([proposition, *claims])
        logits: dict[int, float] = {}
        lengths = [len(about.states) + len(one.states) for one in said]
        for part in side_by_side(lambda block: self._read(about, said, block), blocks(lengths)):
            logits.update(part)
        return [_probability(logits[number] / self.temperature) for number in range(len(claims))]

    def _read(self, about: Reading, said: Sequence[Reading], block: Block) -> dict[int, float]:
        states = self._entered(about, said, block)
        for one in self.layers[:-1]:
            states = one(states, block)
        read = self._firsts(states, block, len(about.states))
        pairs = np.stack([_pair(about.vector, said[member].vector) for member in block.members])
        logits = self._headed(filled(np.concatenate([read, pairs], axis=1)))
        return {member: float(logit) for member, logit in zip(block.members, logits, strict=False)}

    def _firsts(self, states: Floats, block: Block, parting: int) -> Floats:
        """Return the last layer's states of the two texts' first tokens, all that it is for; shape (pairs, 768)."""
        last = self.layers[-1]
        firsts = np.array([[start, start + parting] for start in block.starts], dtype=np.intp)
        asking = states[firsts]
        context = last.context_of(asking, states, block)
        before, gathered = (filled(rows.reshape(-1, HIDDEN)) for rows in (asking, context))
        return last.widened(last.joined(before, gathered))[: firsts.size].reshape(-1, 2 * HIDDEN)

    def _entered(self, about: Reading, said: Sequence[Reading], block: Block) -> Floats:
        """Return the two texts' token states one behind the other, each with the vector of its part."""
        entered = np.zeros((block.rows, HIDDEN), dtype=np.float32)
        for member, start, length in zip(block.members, block.starts, block.lengths, strict=True):
            parting = start + len(about.states)
            entered[start:parting] = about.states + self.segments[0]
            entered[parting : start + length] = said[member].states + self.segments[1]
        return entered

    def _headed(self, features: Floats) -> Floats:
        wide, wide_bias, narrow, narrow_bias = self.head
        hidden: Floats = features @ wide + wide_bias
        return np.asarray(double_quick_gelu(hidden) @ narrow + narrow_bias)[:, 0]


@cache
def polarity(folder: Path | None = None) -> Polarity:
    """Return the shipped model, or that of a folder; read once per process."""
    if folder is not None:
        return _loaded(folder)
    with as_file(files("doxa.models.embedded") / "polarity_weights") as shipped:
        return _loaded(shipped)


def _loaded(folder: Path) -> Polarity:
    weights = Weights.read(folder / "weights.safetensors")
    fitted = json.loads((folder / "calibration.json").read_text(encoding="utf-8"))
    return Polarity(
        segments=weights.matrix("segment"),
        layers=tuple(layer(weights, number, double_quick_gelu) for number in range(BRANCHING, LAYERS)),
        head=(
            np.ascontiguousarray(weights.matrix("head.0.weight").T),
            weights.vector("head.0.bias"),
            # the activation returns twice its value
            np.ascontiguousarray(weights.matrix("head.1.weight").T * np.float32(0.5)),
            weights.vector("head.1.bias"),
        ),
        temperature=float(fitted["temperature"]),
        threshold=float(fitted["threshold"]),
    )


def _pair(about: Floats, said: Floats) -> Floats:
    """Return two unit vectors and how they meet, scaled to the size of the states beside them; shape (1536,)."""
    ten = np.float32(10)
    return np.concatenate([about * ten, said * ten, np.abs(about - said) * ten, about * said * (ten * ten)])


def _probability(logit: float) -> float:
    return round(1.0 / (1.0 + math.exp(-min(max(logit, -60.0), 60.0))), DECIMALS)
