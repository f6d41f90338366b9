"""The strength of a claim on the anchored scale (``corpora.ratings.ANCHORS``), linear with a Gaussian correction.

    z = (x − centre) · unit,   y = [A z_states; z_others]
    s = z · w + Σ_j c_j exp(−g |y − l_j|²) + β,   clipped to [0, 1]; of a longer text the highest of its passages

x are the features of ``strength.score_features`` with five numbers on the passage's words, A the main axes of the
states, l_j landmarks from the training arguments. The weights were learned from ratings on the anchored scale together
with which of two arguments people found more convincing (``training.anchoring``; ``MODEL_CARD.md`` has the figures).
Every text is computed alone, so that no strength depends on the company in which a claim is scored.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.corpus import normalised
from doxa.corpora.packed import models_folder
from doxa.models.embedded.embedder import Embedder, Recall
from doxa.models.embedded.exact import dot, exponential, logarithm
from doxa.models.embedded.passages import passages
from doxa.models.embedded.phrasing import canonical
from doxa.models.embedded.strength import DECIMALS, FEW, REMEMBERED, score_features
from doxa.models.embedded.trunk import TextReading
from doxa.models.embedded.weights import TensorFile, one_at_a_time
from doxa.models.hearing.sentences import content_words

FILE = "anchored.safetensors"

Doubles = NDArray[np.float64]

STEM = 6
"""First letters by which two words count as one."""

LONG = 6
"""Letters of a word that is not long."""

WORD_NUMBERS = 5
OTHERS = FEW + WORD_NUMBERS
"""The number of features that are no states; they stand last."""


@dataclass(frozen=True)
class AnchoredWeights:
    """The numbers of the formula above."""

    centre: Doubles
    unit: Doubles
    axes: Doubles
    """Shape (axes, states)."""
    landmarks: Doubles
    """Shape (landmarks, axes + ``OTHERS``)."""
    corrections: Doubles
    line: Doubles
    bias: float
    width: float
    """g."""

    def score(self, features: Doubles) -> float:
        """Return the strength for the features of one passage, not clipped."""
        scaled = (features - self.centre) * self.unit
        place = np.concatenate([dot(self.axes, scaled[:-OTHERS]), scaled[-OTHERS:]])
        nearness = exponential(-self.width * dot(self.landmarks - place, self.landmarks - place))
        return float(dot(scaled, self.line) + dot(nearness, self.corrections)) + self.bias


@dataclass(frozen=True)
class AnchoredStrength:
    """The scorer on the anchored scale."""

    weights: AnchoredWeights
    known: Recall[tuple[str, str], float] = field(default_factory=lambda: Recall(REMEMBERED), compare=False)

    def strengths(self, proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return each claim's strength on a proposition in [0, 1], to four decimals; 0 for an empty claim."""
        about = canonical(proposition)
        passages_by_claim = [passages(claim) for claim in claims]
        pairs = [(about, passage) for claim_passages in passages_by_claim for passage in claim_passages]
        known = self.known.through(pairs, lambda new: self._computed(about, new, embedder))
        scores = dict(zip(pairs, known, strict=True))
        return [
            round(min(1.0, max([0.0, *(scores[about, passage] for passage in claim_passages)])), DECIMALS)
            for claim_passages in passages_by_claim
        ]

    def _computed(self, about: str, pairs: Sequence[tuple[str, str]], embedder: Embedder) -> list[float]:
        about_reading, *readings = embedder.read_texts([about, *(passage for _, passage in pairs)])
        return [
            self.weights.score(passage_features(passage, reading, about, about_reading))
            for (_, passage), reading in zip(pairs, readings, strict=True)
        ]


def passage_features(passage: str, reading: TextReading, about: str, about_reading: TextReading) -> Doubles:
    """Return the features of a passage on a proposition, the ``OTHERS`` last; shape (787,)."""
    return np.concatenate([score_features(passage, reading, about_reading.vector), word_numbers(passage, about)])


def word_numbers(passage: str, about: str) -> tuple[float, ...]:
    """Return five numbers on a passage's words: how much it says beyond the proposition, and at what length.

    ln(1 + stems that the proposition lacks), ln(words), √words, the share of different content words, and
    ln(1 + long words).
    """
    words = normalised(passage).split()
    content = content_words(passage)
    new = {word[:STEM] for word in content} - {word[:STEM] for word in normalised(about).split()}
    count = max(1, len(words))
    return (
        logarithm(1 + len(new)),
        logarithm(count),
        math.sqrt(count),
        len(set(content)) / count,
        logarithm(1 + sum(len(word) > LONG for word in words)),
    )


@one_at_a_time
@cache
def anchored_strength(folder: Path | None = None) -> AnchoredStrength:
    """Return the shipped scorer, or that of a folder; loaded once per process."""
    stored = TensorFile.load((folder or models_folder("strength_weights")) / FILE)

    def read(name: str) -> Doubles:
        return stored.vector(name).astype(np.float64)

    bias, width = read("constants")
    return AnchoredStrength(
        AnchoredWeights(
            centre=read("centre"),
            unit=read("unit"),
            axes=read("axes"),
            landmarks=read("landmarks"),
            corrections=read("corrections"),
            line=read("line"),
            bias=float(bias),
            width=float(width),
        )
    )
