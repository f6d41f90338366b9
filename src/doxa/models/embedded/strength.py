"""How convincing a claim is beside others: three layers over the trunk's reading of it, and its surface.

    raw = mean(h₆′) · w + β + surface(claim) · v,   strength = share of people's arguments that it beats, by quantiles

Trained on which of two arguments people found more convincing (Habernal and Gurevych 2016); the proposition decides
nothing, since the pairs compare arguments of one side. ``MODEL_CARD.md`` beside the weights says how well it orders.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import as_file, files
from pathlib import Path

import numpy as np

from doxa.models.embedded.blocks import Block, blocks
from doxa.models.embedded.embedder import Embedder
from doxa.models.embedded.network import HIDDEN, Layer, double_quick_gelu, layer
from doxa.models.embedded.phrasing import sentence
from doxa.models.embedded.recall import Recall
from doxa.models.embedded.surface import surface
from doxa.models.embedded.threads import side_by_side
from doxa.models.embedded.trunk import BRANCHING, LAYERS, Reading
from doxa.models.embedded.weights import Floats, Weights

DECIMALS = 4

REMEMBERED = 65_536
"""Claims whose scores one process keeps."""


@dataclass(frozen=True)
class Strength:
    """The network with its calibration; ``strengths`` is what it is for."""

    layers: tuple[Layer, ...]
    head: tuple[Floats, Floats]
    surface: Floats
    """Weights of the surface features, their means and their standard deviations; shape (3, features)."""
    knots: Floats
    """Raw scores at equally spaced shares of people's arguments, rising."""
    known: Recall[str, float] = field(default_factory=lambda: Recall(REMEMBERED), compare=False)

    def strengths(self, claims: Sequence[str], embedder: Embedder) -> list[float]:
        """Return each claim's strength in [0, 1], to four decimals; an empty claim has none."""
        said = [sentence(claim) for claim in claims]
        shares = np.interp(self.raw(said, embedder), self.knots, np.linspace(0.0, 1.0, len(self.knots)))
        return [round(float(share), DECIMALS) if text else 0.0 for text, share in zip(said, shares, strict=True)]

    def raw(self, texts: Sequence[str], embedder: Embedder) -> list[float]:
        """Return scores of which only the differences mean anything."""
        return self.known.through(texts, lambda new: self._computed(new, embedder))

    def _computed(self, texts: list[str], embedder: Embedder) -> list[float]:
        readings = embedder.read(texts)
        scores: dict[int, float] = {}
        lengths = [len(one.states) for one in readings]
        for part in side_by_side(lambda block: self._read(readings, block), blocks(lengths)):
            scores.update(part)
        return [scores[number] + self._on_the_surface(text) for number, text in enumerate(texts)]

    def _read(self, readings: Sequence[Reading], block: Block) -> dict[int, float]:
        states = np.zeros((block.rows, HIDDEN), dtype=np.float32)
        for member, start, length in zip(block.members, block.starts, block.lengths, strict=True):
            states[start : start + length] = readings[member].states
        for one in self.layers:
            states = one(states, block)
        weight, bias = self.head
        return {member: float(rows.mean(axis=0) @ weight + bias[0]) for member, rows in block.parts(states)}

    def _on_the_surface(self, text: str) -> float:
        if not text:
            return 0.0
        weight, mean, spread = self.surface
        return float(weight @ ((np.array(surface(text), dtype=np.float32) - mean) / spread))


@cache
def strength(folder: Path | None = None) -> Strength:
    """Return the shipped model, or that of a folder; read once per process."""
    if folder is not None:
        return _loaded(folder)
    with as_file(files("doxa.models.embedded") / "strength_weights") as shipped:
        return _loaded(shipped)


def _loaded(folder: Path) -> Strength:
    weights = Weights.read(folder / "weights.safetensors")
    return Strength(
        layers=tuple(layer(weights, number, double_quick_gelu) for number in range(BRANCHING, LAYERS)),
        head=(weights.matrix("head.weight")[0], weights.vector("head.bias")),
        surface=np.stack([weights.vector(f"surface.{part}") for part in ("weight", "mean", "std")]),
        knots=weights.vector("knots"),
    )
