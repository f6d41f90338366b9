"""The polarity of a claim toward a proposition: three layers in which the claim attends to it, and a small head.

    p ← layer(p),  c ← layer(c | p),   from p₃ = h₃(proposition) + s₀ and c₃ = h₃(claim) + s₁
    x = [first p₆, first c₆, 10e₀, 10e₁, 10|e₀ − e₁|, 100 e₀e₁]
    logit = gelu(x · A + a) · b + β,   p(for) = σ(logit / T)

h₃ are a text's token states in the trunk, e its unit vector (Reimers 2019). A claim's tokens attend to the
proposition's and to their own; the proposition's tokens attend only to their own, so that a proposition is read once
for all claims on it. T was fitted on held-out topics; ``MODEL_CARD.md`` beside the weights says how, and how often the
model is right.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np

from doxa.corpora.models_package import models_folder
from doxa.models.embedded.blocks import TextBlock, blocks
from doxa.models.embedded.eight_bits import layer
from doxa.models.embedded.embedder import Embedder
from doxa.models.embedded.network import HIDDEN, AttentionLayer, Heads, transpose
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.recall import Recall
from doxa.models.embedded.rows import Rows, rows
from doxa.models.embedded.threads import side_by_side
from doxa.models.embedded.trunk import BRANCHING, LAYERS, TextReading
from doxa.models.embedded.weights import Floats, TensorFile

DECIMALS = 4

REMEMBERED = 65_536
"""The most pairs whose probabilities a process caches."""

KEPT_WHOLE = 64
"""The most propositions whose readings a model caches; about 15 MB when full."""


@dataclass(frozen=True)
class PropositionReading:
    """A proposition as read for its claims: keys and values layer by layer, the last state and the vector."""

    heads: tuple[Heads, ...]
    first: Floats
    """The last layer's state of the first token; shape (384,)."""
    vector: Floats
    """Its unit vector; shape (384,)."""


@dataclass(frozen=True)
class Polarity:
    """The polarity network with its calibration."""

    segments: Floats
    layers: tuple[AttentionLayer, ...]
    head: Rows
    temperature: float
    threshold: float
    """The least probability of either side at which a claim has a direction."""
    known: Recall[tuple[str, str], float] = field(default_factory=lambda: Recall(REMEMBERED), compare=False)
    propositions: Recall[str, PropositionReading] = field(default_factory=lambda: Recall(KEPT_WHOLE), compare=False)

    def probabilities(self, proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return for each claim the probability in [0, 1] that it supports a proposition, to four decimals.

        A claim without a letter or digit has 0.5.
        """
        about, sentences = canonical(proposition), [sentence(claim) for claim in claims]
        pairs = [(about, text) for text in sentences]
        chances = self.known.through(pairs, lambda new: self._computed(about, [text for _, text in new], embedder))
        return [chance if any(map(str.isalnum, text)) else 0.5 for text, chance in zip(sentences, chances, strict=True)]

    def clear(self, probability: float) -> bool:
        """Return whether a probability is enough for a direction."""
        return max(probability, 1.0 - probability) >= self.threshold

    def logits(self, proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return for each claim the network's logit of "for", before the temperature."""
        about = canonical(proposition)
        about_reading, *claim_readings = embedder.read_texts([about, *map(sentence, claims)])
        (before,) = self.propositions.through([about], lambda _: side_by_side(self._read_proposition, [about_reading]))
        logits_by_claim: dict[int, float] = {}
        lengths = [len(reading.states) for reading in claim_readings]
        for block_logits in side_by_side(
            lambda block: self._read_claims(before, claim_readings, block), blocks(lengths)
        ):
            logits_by_claim.update(block_logits)
        return [logits_by_claim[number] for number in range(len(claims))]

    def _computed(self, proposition: str, claims: list[str], embedder: Embedder) -> list[float]:
        return [_probability(logit / self.temperature) for logit in self.logits(proposition, claims, embedder)]

    def _read_proposition(self, about: TextReading) -> PropositionReading:
        """Return the reading of a proposition, which does not depend on claims."""
        (block,) = blocks([len(about.states)])
        states = self._entered([about], block, self.segments[0])
        heads = []
        for network_layer in self.layers:
            heads.append(network_layer.heads(states))
            states = network_layer(states, block)
        return PropositionReading(heads=tuple(heads), first=states[0], vector=about.vector)

    def _read_claims(
        self, before: PropositionReading, claim_readings: Sequence[TextReading], block: TextBlock
    ) -> dict[int, float]:
        states = self._entered(claim_readings, block, self.segments[1])
        for network_layer, heads in zip(self.layers[:-1], before.heads[:-1], strict=True):
            states = network_layer(states, block, heads)
        read = self.layers[-1].firsts(states, block, before.heads[-1])
        pairs = np.stack([_pair(before.vector, claim_readings[member].vector) for member in block.members])
        first = np.broadcast_to(before.first, read.shape)
        (logits,) = self.head(met=np.concatenate([first, read, pairs], axis=1)).T
        return {member: float(logit) for member, logit in zip(block.members, logits, strict=True)}

    def _entered(self, texts: Sequence[TextReading], block: TextBlock, segment: Floats) -> Floats:
        """Return the token states of a block's texts, each with the segment vector added."""
        entered = np.zeros((block.rows, HIDDEN), dtype=np.float32)
        for member, start, length in zip(block.members, block.starts, block.lengths, strict=True):
            entered[start : start + length] = texts[member].states + segment
        return entered


@cache
def polarity(folder: Path | None = None) -> Polarity:
    """Return the shipped model, or that of a folder; loaded once per process."""
    return _loaded(folder or models_folder("polarity_weights"))


@cache
def message_polarity() -> Polarity:
    """Return the shipped model that reads windows of messages; loaded once per process."""
    return _loaded(models_folder("message_weights"))


def _loaded(folder: Path) -> Polarity:
    weights = TensorFile.load(folder / "weights.safetensors")
    fitted = json.loads((folder / "calibration.json").read_text(encoding="utf-8"))
    head = {
        "wide": transpose(weights.matrix("head.0.weight")),
        "wide_bias": weights.vector("head.0.bias"),
        "narrow": transpose(weights.matrix("head.1.weight")),
        "narrow_bias": weights.vector("head.1.bias"),
    }
    return Polarity(
        segments=weights.matrix("segment"),
        layers=tuple(layer(weights, number) for number in range(BRANCHING, LAYERS)),
        head=rows("head", head),
        temperature=float(fitted["temperature"]),
        threshold=float(fitted["threshold"]),
    )


def _pair(about: Floats, claim: Floats) -> Floats:
    """Return two unit vectors, their difference and product, scaled to the size of the states; shape (1536,)."""
    ten = np.float32(10)
    return np.concatenate([about * ten, claim * ten, np.abs(about - claim) * ten, about * claim * (ten * ten)])


def _probability(logit: float) -> float:
    return round(1.0 / (1.0 + math.exp(-min(max(logit, -60.0), 60.0))), DECIMALS)
