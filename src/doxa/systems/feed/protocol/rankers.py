"""Rankers: pure functions of arrays, from the posts of a feed and its reader to a score for each post."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

Arrays = Mapping[str, NDArray[Any]]
"""Name → one entry for each post."""

Scores = NDArray[np.float64]


def simswarm(
    posts: Arrays,
    reader: Arrays,
    round: int,
    *,
    recency: float,
    engagement: float,
    relevance: float,
    echo_chamber_strength: float,
) -> Scores:
    """Return the scores of SimSwarm: recency, likes and reposts, and whom the reader follows.

    score = recency·(1 − (latest − created) / latest) + engagement·log1p(likes + reposts) + relevance·v, where v is 1
    for an author whom the reader follows and 1 − echo_chamber_strength for others. The source counts rounds from 0;
    latest is the round of the latest post that is no reply, and 1 where that is 0.
    """
    created = np.maximum(posts["round"] - 1, 0)
    latest = max(created.max(initial=0), 1)
    fresh = 1.0 - (created.max(initial=0) - created) / latest
    relevant = np.where(reader["follows"], 1.0, 1.0 - echo_chamber_strength)
    scores: Scores = recency * fresh + engagement * np.log1p(posts["likes"] + posts["reposts"]) + relevance * relevant
    return scores
