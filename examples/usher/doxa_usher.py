"""Ranker ``usher``: say here what it shows first, for whom, and its source.

A ranker is a pure function of arrays with one entry for each post; it returns a score for each, and the highest is
shown first. ``doxa docs extending`` lists the arrays. Parameters after ``*`` are its settings, with their defaults.
This one shows first what provokes nobody: replace it by your ranker.
"""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]


def usher(posts: Arrays, reader: Arrays, round: int, *, calm: float = 1.0, fresh: float = 0.1) -> NDArray[np.float64]:
    """Return calm·log1p(likes) − calm·log1p(2·dislikes) − fresh·(rounds since the post)."""
    liked = np.log1p(posts["likes"]) - np.log1p(2 * posts["dislikes"])
    return np.asarray(calm * liked - fresh * (round - posts["round"]), dtype=np.float64)
