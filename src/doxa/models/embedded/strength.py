"""How convincing a claim is beside others: a linear reading of the trunk's token states and of the text's surface.

    raw = x · w + β,  x = [mean(h₃); mean(h₄); surface(claim)],   strength = share of people's arguments that it beats

Learned from which of two arguments people found more convincing (Habernal and Gurevych 2016); the proposition decides
nothing, since the pairs compare arguments of one side. ``MODEL_CARD.md`` beside the weights says how well it orders.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.models.embedded.embedder import Embedder
from doxa.models.embedded.phrasing import sentence
from doxa.models.embedded.recall import Recall
from doxa.models.embedded.surface import surface
from doxa.models.embedded.trunk import Reading
from doxa.models.embedded.weights import Floats, Weights

DECIMALS = 4

REMEMBERED = 65_536
"""Claims whose scores one process keeps."""


@dataclass(frozen=True)
class Strength:
    """The weights with their calibration; ``strengths`` is what they are for."""

    weights: NDArray[np.float64]
    """One for each number that ``shown`` gives."""
    bias: float
    knots: Floats
    """Raw scores at equally spaced shares of people's arguments, rising."""
    known: Recall[str, float] = field(default_factory=lambda: Recall(REMEMBERED), compare=False)

    def strengths(self, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return each claim's strength in [0, 1], to four decimals; an empty claim has none."""
        said = [sentence(claim) for claim in claims]
        shares = share_beaten(self.raw(said, embedder), self.knots)
        return [round(float(share), DECIMALS) if text else 0.0 for text, share in zip(said, shares, strict=True)]

    def raw(self, texts: Sequence[str], embedder: Embedder) -> list[float]:
        """Return scores of which only the differences mean anything."""
        return self.known.through(texts, lambda new: self._computed(new, embedder))

    def _computed(self, texts: list[str], embedder: Embedder) -> list[float]:
        read = zip(texts, embedder.read(texts), strict=True)
        # one product a text: in one of all texts, a row's sum would depend on how many there are
        return [float(np.dot(shown(text, reading), self.weights)) + self.bias for text, reading in read]


def shown(text: str, reading: Reading) -> NDArray[np.float64]:
    """Return what a score is read from: mean states after the third and the fourth layer, and surface; shape (781,)."""
    return np.concatenate([reading.means.ravel(), surface(text)])


def share_beaten(raw: Sequence[float], knots: Floats) -> NDArray[np.float64]:
    """Return the share of people's arguments that each raw score beats, in [0, 1]."""
    return np.asarray(np.interp(raw, knots, np.linspace(0.0, 1.0, len(knots))))


@cache
def strength(folder: Path | None = None) -> Strength:
    """Return the shipped model, or that of a folder; read once per process."""
    if folder is not None:
        return _loaded(folder)
    with as_file(files("doxa.models.embedded") / "strength_weights") as shipped:
        return _loaded(shipped)


def _loaded(folder: Path) -> Strength:
    stored = Weights.read(folder / "weights.safetensors")
    return Strength(
        weights=stored.vector("weights").astype(np.float64),
        bias=float(stored.vector("bias")[0]),
        knots=stored.vector("knots"),
    )
