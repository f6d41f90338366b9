"""Evaluating the threshold of near-duplicates with the embedder that doxa carries."""

from collections.abc import Callable, Sequence

import numpy as np
from numpy.typing import NDArray

from doxa.evaluation.exhibits.duplicates import SOURCES, Separation, separation, topics_of
from doxa.evidence.vectors import integers
from doxa.models.embedded import MODEL_ID, embedder

MODEL = f"{MODEL_ID} (offline)"

Watch = Callable[[str, int, int], None]
"""Is told (set, topics done, of how many)."""


def separations(sample: int | None = None, seed: int = 0, watch: Watch | None = None) -> list[Separation]:
    """Measure every threshold on both data sets.

    Args:
        sample: topics of each set; all when absent.

    Raises:
        BeliefError: more topics are asked for than there are.
    """
    sets = {name: topics_of(name, sample, seed) for name in SOURCES}
    return [separation(name, topics, _rows, watch) for name, topics in sets.items()]


def _rows(texts: Sequence[str]) -> NDArray[np.float64]:
    return np.stack([integers(row) for row in embedder().rows(texts)])
