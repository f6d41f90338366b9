"""Rankers: functions that score the posts of a feed for one reader; entry-point group ``doxa.rankers``.

A ranker is a pure function ``(posts, reader, round)`` of arrays with one entry for each post:

    posts:  round, likes, dislikes, reposts, author (a number), stance (NaN: could not be read),
            liked_for, liked_against (shares of the agents for and against who like the post, in [0, 1])
    reader: follows (whether it follows the author), position (on the post's topic; NaN: none),
            shared (share of the post's content words that are its own), chance (drawn evenly from [0, 1))

It returns a finite score for each post; the highest is shown first, and chance orders equal ones. Posts have no order,
and chance is in ``reader`` alone. Parameters after ``*`` are its settings.
"""

import inspect
from collections.abc import Callable, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.errors import PluginError
from doxa.records.plugins import plugin

GROUP = "doxa.rankers"

Arrays = Mapping[str, NDArray[Any]]
"""Name → one entry for each post."""

Scores = NDArray[np.float64]

Ranker = Callable[..., Scores]
"""(posts, reader, round, *, its settings) → scores."""


def ranker_named(name: str) -> Ranker:
    """Return a ranker.

    Raises:
        UnknownNameError: no ranker of that name is installed.
        PluginError: the ranker cannot be used.
    """
    ranker: Ranker = plugin(GROUP, name, f"no ranker is named {name!r}")
    return ranker


def settings_of(ranker: Ranker) -> dict[str, Any]:
    """Return the names of a ranker's settings with their defaults, which are ``Parameter.empty`` where it has none."""
    parameters = inspect.signature(ranker).parameters.values()
    return {each.name: each.default for each in parameters if each.kind is each.KEYWORD_ONLY}


def score_posts(name: str, ranker: Ranker, posts: Arrays, reader: Arrays, round: int, **settings: float) -> Scores:
    """Return the scores of a ranker, (posts,), from arrays that it cannot write to.

    Raises:
        PluginError: the ranker failed, or they are not one finite number for each post.
    """
    for array in (*posts.values(), *reader.values()):
        array.setflags(write=False)
    try:
        scores = np.asarray(ranker(posts, reader, round, **settings), dtype=np.float64)
    except Exception as error:  # another package's function can raise anything
        raise PluginError(f"the ranker {name!r} failed: {type(error).__name__}: {error}", name=name) from error
    if scores.shape != posts["round"].shape or not np.isfinite(scores).all():
        raise PluginError(
            f"the ranker {name!r} did not return one finite score for each of {len(posts['round'])} posts", name=name
        )
    return scores


def sample_posts(seed: int, count: int = 24) -> tuple[dict[str, NDArray[Any]], dict[str, NDArray[Any]]]:
    """Return posts that differ in everything, some without stance, and a reader; another seed makes another reader."""
    drawn, other = np.random.default_rng(0), np.random.default_rng(seed)
    posts: dict[str, NDArray[Any]] = {
        column: drawn.integers(0, 9, count) for column in ("round", "likes", "dislikes", "reposts", "author")
    }
    posts |= {column: drawn.random(count) for column in ("liked_for", "liked_against")}
    posts["stance"] = np.where(np.arange(count) % 5 == 0, np.nan, drawn.uniform(-1, 1, count))
    chance = drawn.random(count)
    position = np.where(np.arange(count) % 7 == 0, np.nan, other.uniform(-1, 1, count))
    reader = {"follows": other.random(count) < 0.5, "position": position, "shared": other.random(count)}
    return posts, {**reader, "chance": chance}


def ranks_for_all(name: str, ranker: Ranker) -> bool:
    """Return whether a ranker scores posts alike for two readers who differ in everything but chance."""
    one, another = (score_posts(name, ranker, *sample_posts(seed), 9) for seed in (1, 2))
    return bool(np.array_equal(one, another))
