"""Evaluating the threshold of near-duplicates with the shipped embedder."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from doxa.evaluation.exhibits.duplicates import SOURCES, Separation, separation, topics_of
from doxa.evidence.vectors import integers
from doxa.models.embedded import MODEL_ID, embedder

MODEL = f"{MODEL_ID} (offline)"

Watch = Callable[[str, int, int], None]
"""Called with (set, number of topics done, number of all)."""


def separations(sample: int | None = None, seed: int = 0, watch: Watch | None = None) -> list[Separation]:
    """Return the scores of every threshold on both data sets.

    Args:
        sample: the number of topics of each set; all when absent.

    Raises:
        BeliefError: the sample is larger than a set, or below 2.
    """
    sets = {name: topics_of(name, sample, seed) for name in SOURCES}
    return [separation(name, topics, _rows, watch) for name, topics in sets.items()]


def _rows(texts: Sequence[str]) -> NDArray[np.float64]:
    return np.stack([integers(row) for row in embedder().rows(texts)])
