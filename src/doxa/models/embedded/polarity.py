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
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from itertools import islice
from pathlib import Path

import numpy as np

from doxa.corpora.packed import models_folder
from doxa.models.embedded.blocks import TextBlock, blocks, side_by_side
from doxa.models.embedded.embedder import Embedder, Recall
from doxa.models.embedded.exact import ExactProduct, exact_product, gelu, sigmoid
from doxa.models.embedded.network import AttentionLayer, Heads, layer
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.trunk import BRANCHING, LAYERS, TextReading
from doxa.models.embedded.weights import Floats, TensorFile, one_at_a_time

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
    head: tuple[ExactProduct, ExactProduct]
    temperature: float
    threshold: float
    """The least probability of either side at which a claim has a direction."""
    known: Recall[tuple[str, str], float] = field(default_factory=lambda: Recall(REMEMBERED), compare=False)
    propositions: Recall[str, PropositionReading] = field(default_factory=lambda: Recall(KEPT_WHOLE), compare=False)

    def probabilities(self, proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return for each claim the probability in [0, 1] that it supports a proposition, to four decimals.

        A claim without a letter or digit has 0.5.
        """
        (chances,) = probabilities_together([PolarityQuestion(self, proposition, claims)], embedder)
        return chances

    def calibrated(self, logits: Sequence[float]) -> list[float]:
        """Return the probabilities that logits stand for, to four decimals."""
        return [probability_of(logit / self.temperature) for logit in logits]

    def clear(self, probability: float) -> bool:
        """Return whether a probability is enough for a direction."""
        return max(probability, 1.0 - probability) >= self.threshold

    def logits(self, proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return for each claim the network's logit of "for", before the temperature."""
        (logits,) = logits_together([PolarityQuestion(self, proposition, claims)], embedder)
        return logits

    def proposition_reading(self, about: str, text_reading: TextReading) -> PropositionReading:
        """Return the reading of a proposition, which does not depend on claims."""
        (reading,) = self.propositions.through([about], lambda _: side_by_side(self._read_proposition, [text_reading]))
        return reading

    def _read_proposition(self, about: TextReading) -> PropositionReading:
        (block,) = blocks([len(about.states)])
        states = about.states + self.segments[0]
        heads = []
        for network_layer in self.layers:
            heads.append(network_layer.heads(states))
            states = network_layer(states, block)
        return PropositionReading(heads=tuple(heads), first=states[0], vector=about.vector)

    def read_claims(
        self, before: PropositionReading, claim_readings: Sequence[TextReading], block: TextBlock
    ) -> dict[int, float]:
        """Return the logits of a block's claims, by their numbers."""
        wide, narrow = self.head
        (logits,) = narrow(gelu(wide(self.met(before, claim_readings, block)))).T
        return {member: float(logit) for member, logit in zip(block.members, logits, strict=True)}

    def met(self, before: PropositionReading, claim_readings: Sequence[TextReading], block: TextBlock) -> Floats:
        """Return x of a block's claims, from which the head reads their directions; shape (texts, 2304)."""
        states = np.concatenate([claim_readings[member].states for member in block.members]) + self.segments[1]
        for network_layer, heads in zip(self.layers[:-1], before.heads[:-1], strict=True):
            states = network_layer(states, block, heads)
        read = self.layers[-1].firsts(states, block, before.heads[-1])
        pairs = np.stack([_pair(before.vector, claim_readings[member].vector) for member in block.members])
        first = np.broadcast_to(before.first, read.shape)
        return np.concatenate([first, read, pairs], axis=1)


@dataclass(frozen=True)
class PolarityQuestion:
    """Claims that a model is to judge on a proposition."""

    model: Polarity
    proposition: str
    claims: Sequence[str]

    @property
    def about(self) -> str:
        return canonical(self.proposition)


def probabilities_together(questions: Sequence[PolarityQuestion], embedder: Embedder) -> list[list[float]]:
    """Return of each question what ``Polarity.probabilities`` returns; the texts of all of them share the cores."""
    pairs = [[(question.about, sentence(claim)) for claim in question.claims] for question in questions]
    cached = [question.model.known.cached(own) for question, own in zip(questions, pairs, strict=True)]
    lacking = [
        [pair for pair in dict.fromkeys(own) if pair not in known] for own, known in zip(pairs, cached, strict=True)
    ]
    asked = [
        replace(question, claims=[text for _, text in own])
        for question, own in zip(questions, lacking, strict=True)
        if own
    ]
    logits = iter(logits_together(asked, embedder))
    found = [
        known | (dict(zip(own, question.model.calibrated(next(logits)), strict=True)) if own else {})
        for question, known, own in zip(questions, cached, lacking, strict=True)
    ]
    return [
        [
            chance if any(map(str.isalnum, text)) else 0.5
            for (_, text), chance in zip(own, question.model.known.through(own, partial(_chosen, new)), strict=True)
        ]
        for question, own, new in zip(questions, pairs, found, strict=True)
    ]


def _chosen(found: Mapping[tuple[str, str], float], pairs: Sequence[tuple[str, str]]) -> list[float]:
    return [found[pair] for pair in pairs]


def logits_together(questions: Sequence[PolarityQuestion], embedder: Embedder) -> list[list[float]]:
    """Return of each question what ``Polarity.logits`` returns; the texts of all of them share the cores."""
    texts = [[question.about, *map(sentence, question.claims)] for question in questions]
    readings = iter(embedder.read_texts([text for own in texts for text in own]))
    abouts, claims = [], []
    for question, own in zip(questions, texts, strict=True):
        about, *own_claims = islice(readings, len(own))
        abouts.append(question.model.proposition_reading(question.about, about))
        claims.append(own_claims)
    pieces = [
        (number, block)
        for number, own_claims in enumerate(claims)
        for block in blocks([len(reading.states) for reading in own_claims])
    ]

    def read_piece(piece: tuple[int, TextBlock]) -> dict[int, float]:
        number, block = piece
        return questions[number].model.read_claims(abouts[number], claims[number], block)

    logits: list[dict[int, float]] = [{} for _ in questions]
    for (number, _), block_logits in zip(pieces, side_by_side(read_piece, pieces), strict=True):
        logits[number].update(block_logits)
    return [[own[claim] for claim in range(len(own))] for own in logits]


@one_at_a_time
@cache
def polarity(folder: Path | None = None) -> Polarity:
    """Return the shipped model, or that of a folder; loaded once per process."""
    folder = folder or models_folder("polarity_weights")
    weights = TensorFile.load(folder / "weights.safetensors")
    fitted = json.loads((folder / "calibration.json").read_text(encoding="utf-8"))
    wide, narrow = (
        exact_product(weights.table(f"{part}.weight"), weights.vector(f"{part}.bias")) for part in ("head.0", "head.1")
    )
    return Polarity(
        segments=weights.matrix("segment"),
        layers=tuple(layer(weights, number) for number in range(BRANCHING, LAYERS)),
        head=(wide, narrow),
        temperature=float(fitted["temperature"]),
        threshold=float(fitted["threshold"]),
    )


def message_polarity() -> Polarity:
    """Return the shipped model that reads windows of messages."""
    return polarity(models_folder("message_weights"))


def _pair(about: Floats, claim: Floats) -> Floats:
    """Return two unit vectors, their difference and product, scaled to the size of the states; shape (1536,)."""
    ten = np.float32(10)
    return np.concatenate([about * ten, claim * ten, np.abs(about - claim) * ten, about * claim * (ten * ten)])


def probability_of(logit: float) -> float:
    """Return σ(logit), to four decimals; beyond ±60, where e to its power is still finite, nothing changes."""
    return round(sigmoid(min(max(logit, -60.0), 60.0)), DECIMALS)
