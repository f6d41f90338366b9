"""Which way a sentence leans on a motion, judged by the labelled arguments that resemble it.

    lean = Σ w·p / Σ w   over the k nearest arguments, w = max(0, cosine − floor)²

Arguments that are the sentence itself, nearly so, or that hold it or are held by it do not vote: the answer is
a judgement by the neighbours and not a look-up of the label.
"""

import numpy as np
from numpy.typing import NDArray

from doxa.corpora import normalised
from doxa.models.offline.shelf import Shelf

NEIGHBOURS = 9
FLOOR = 0.15
NEAREST = 0.35
"""The nearest voter must be at least this similar, or nothing here resembles the sentence."""

SAME = 0.93
"""A similarity from which two texts count as one."""

SHORTEST = 4
"""Words that a text must have before being held in another counts as being the same."""


def lean(text: str, row: NDArray[np.float64], shelf: Shelf) -> float | None:
    """Return a lean in [−1, 1], positive towards the motion; None when no argument resembles the text."""
    similar = np.where(_same(text, shelf), -1.0, shelf.near(row))
    similar[similar >= SAME] = -1.0
    order = np.argsort(-similar, kind="stable")[:NEIGHBOURS]
    if not order.size or similar[order[0]] < NEAREST:
        return None
    weights = np.square(np.maximum(similar[order] - FLOOR, 0.0))
    return round(float((weights * shelf.polarities[order]).sum() / weights.sum()), 6)


def _same(text: str, shelf: Shelf) -> NDArray[np.bool_]:
    """Say of every argument whether one of the two texts holds the other."""
    words = normalised(text)
    enough = words.count(" ") + 1 >= SHORTEST
    inside = f" {words} "
    return np.array(
        [
            words == other or (enough and inside in f" {other} ") or (other.count(" ") >= SHORTEST and other in words)
            for other in shelf.words
        ],
        dtype=bool,
    )
