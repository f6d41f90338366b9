"""The strength of a claim, which is how convincing it is: linear in the trunk, the text's surface and the proposition.

    raw = x · w + β,  x = [mean(h₃); mean(h₄); surface(claim); e₀ · e₁],   strength = share of people's arguments beaten

h are a claim's token states in the trunk, e₀ and e₁ the unit vectors of proposition and claim: an unrelated claim is a
weak argument on a proposition. The weights were learned from which of two arguments people found more convincing
(Habernal and Gurevych 2016). They find longer and tidier arguments more convincing: that the model learns from the
surface, and the meaning of the words from the trunk. ``MODEL_CARD.md`` beside the weights says how well it orders
arguments.
"""

import html
import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.packed import models_folder
from doxa.models.embedded.embedder import Embedder, Recall
from doxa.models.embedded.exact import dot, logarithm
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.trunk import TextReading
from doxa.models.embedded.weights import Floats, TensorFile, one_at_a_time

DECIMALS = 4

NAMES = (
    "log length",
    "log length squared / 10",
    "mean word length",
    "share of different words",
    "share of capitals",
    "log commas",
    "log sentence ends",
    "log question marks",
    "log exclamation marks",
    "log reasoning words",
    "log chat words",
    "capital first",
    "log digits",
)

LINK = re.compile(r"https?://\S+")
ENDS = re.compile(r"[.!?]")
DIGITS = re.compile(r"\d")
REASONING = re.compile(r"\b(because|therefore|since|thus|so|if|would|studies|research|example|according)\b")
CHAT = re.compile(r"\b(i|u|ur|lol|ya|dont|cant|im|its)\b")

REMEMBERED = 65_536
"""The most pairs whose scores a process caches."""

FEW = len(NAMES) + 1
"""The number of features after the states: the surface's, and the similarity of claim and proposition."""


@dataclass(frozen=True)
class Strength:
    """The strength model: weights with their calibration."""

    weights: NDArray[np.float64]
    """One weight for each feature of ``score_features``."""
    bias: float
    knots: Floats
    """Raw scores at equally spaced shares of people's arguments, rising."""
    known: Recall[tuple[str, str], float] = field(default_factory=lambda: Recall(REMEMBERED), compare=False)

    def strengths(self, proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return each claim's strength on a proposition in [0, 1], to four decimals; 0 for an empty claim."""
        sentences = [sentence(claim) for claim in claims]
        shares = share_beaten(self.raw(proposition, sentences, embedder), self.knots)
        return [round(float(share), DECIMALS) if text else 0.0 for text, share in zip(sentences, shares, strict=True)]

    def raw(self, proposition: str, texts: Sequence[str], embedder: Embedder) -> list[float]:
        """Return raw scores, of which only the differences have a meaning."""
        about = canonical(proposition)
        pairs = [(about, text) for text in texts]
        return self.known.through(pairs, lambda new: self._computed(about, [text for _, text in new], embedder))

    def _computed(self, about: str, texts: list[str], embedder: Embedder) -> list[float]:
        about_reading, *text_readings = embedder.read_texts([about, *texts])
        # one product a text: in a product of all texts a row's sum would depend on their number
        feature_rows = (
            score_features(text, reading, about_reading.vector)
            for text, reading in zip(texts, text_readings, strict=True)
        )
        return [float(dot(features, self.weights)) + self.bias for features in feature_rows]


def score_features(text: str, reading: TextReading, about: Floats) -> NDArray[np.float64]:
    """Return the features of a score, the ``FEW`` ones last; shape (782,).

    Args:
        text: the claim.
        reading: the trunk's reading of the claim.
        about: the proposition's unit vector.
    """
    return np.concatenate([reading.means.ravel(), surface(text), [dot(reading.vector, about)]])


def share_beaten(raw: Sequence[float], knots: Sequence[float] | Floats) -> NDArray[np.float64]:
    """Return the share of people's arguments that each raw score beats, in [0, 1]."""
    return np.asarray(np.interp(raw, knots, np.linspace(0.0, 1.0, len(knots))))


def surface(text: str) -> tuple[float, ...]:
    """Return the numbers that ``NAMES`` lists, with lengths in characters; all 0 for a text without words.

    Links do not count; "log" of a count n is ln(1 + n), of the length ln(n).
    """
    plain = " ".join(html.unescape(LINK.sub(" ", text)).split())
    words = plain.split()
    if not words:
        return (0.0,) * len(NAMES)
    length, low = len(plain), plain.lower()
    return (
        logarithm(length),
        logarithm(length) * logarithm(length) / 10,
        sum(map(len, words)) / len(words),
        len({word.lower() for word in words}) / len(words),
        sum(letter.isupper() for letter in plain) / length,
        _log_count(plain.count(",") + plain.count(";")),
        _log_count(len(ENDS.findall(plain))),
        _log_count(plain.count("?")),
        _log_count(plain.count("!")),
        _log_count(len(REASONING.findall(low))),
        _log_count(len(CHAT.findall(low))),
        float(plain[0].isupper()),
        _log_count(len(DIGITS.findall(plain))),
    )


def _log_count(count: int) -> float:
    return logarithm(1 + count)


@one_at_a_time
@cache
def strength(folder: Path | None = None) -> Strength:
    """Return the shipped model, or that of a folder; loaded once per process."""
    stored = TensorFile.load((folder or models_folder("strength_weights")) / "weights.safetensors")
    return Strength(
        weights=stored.vector("weights").astype(np.float64),
        bias=float(stored.vector("bias")[0]),
        knots=stored.vector("knots"),
    )
