"""doxa's own rankers of a feed; ``scoring.rankers`` says what the arrays are."""

import numpy as np

from doxa.scoring.rankers import Arrays, Scores


def simswarm(
    posts: Arrays,
    reader: Arrays,
    round: int,
    *,
    recency: float = 0.3,
    engagement: float = 0.4,
    relevance: float = 0.3,
    echo_chamber_strength: float = 0.5,
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


def chronological(posts: Arrays, reader: Arrays, round: int) -> Scores:
    """Return each post's round: the latest first."""
    return posts["round"].astype(np.float64)


def popularity(posts: Arrays, reader: Arrays, round: int) -> Scores:
    """Return likes + reposts."""
    return (posts["likes"] + posts["reposts"]).astype(np.float64)


def follows(posts: Arrays, reader: Arrays, round: int) -> Scores:
    """Return scores by which posts of followed authors come first, and the latest first within both groups."""
    scores: Scores = posts["round"] + (round + 1.0) * reader["follows"]
    return scores


def similarity(posts: Arrays, reader: Arrays, round: int) -> Scores:
    """Return 1 − |stance − position| / 2 on the post's topic; 0 where either is missing."""
    near: Scores = 1.0 - np.abs(posts["stance"] - reader["position"]) / 2.0
    return np.nan_to_num(near, nan=0.0)


def bridging(posts: Arrays, reader: Arrays, round: int) -> Scores:
    """Return the share of agents who like a post in the camp that likes it less: what both camps like comes first.

    The camps are the agents whose position on the post's topic is above 0 and below 0 in this round.
    """
    return np.minimum(posts["liked_for"], posts["liked_against"])


def random(posts: Arrays, reader: Arrays, round: int) -> Scores:
    """Return numbers drawn evenly from the run's seed for each reader and round."""
    return reader["chance"]
