"""Uncertainty: bootstrap intervals over people for every figure of the tables, and paired tests of differences.

A replicate draws as many people as there are, with replacement, each with all of their rounds; every fold is fitted
anew on it, so that intervals include the uncertainty of fitting (Efron and Tibshirani 1993, ch. 13). A paired test
flips the sign of each person's difference in squared error at random: under the null hypothesis that two methods
predict equally well, both signs are equally likely (Fisher's randomisation test).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.errors import BeliefError
from doxa.humans.replay.calibration import Sums, fit_folds
from doxa.humans.replay.folds import SEED, Folds
from doxa.humans.replay.grid import Floats, Ints

REPLICATES = 10_000
CHUNK = 500
LEVEL = 0.95


def person_numbers(names: Sequence[str]) -> Ints:
    """Return the number of each round's person, from 0, shape (N,)."""
    numbers: dict[str, int] = {}
    return np.asarray([numbers.setdefault(name, len(numbers)) for name in names], dtype=np.intp)


def draws(persons: Ints, replicates: int, seed: int = SEED) -> Iterator[Floats]:
    """Yield how often each round counts in each replicate, in chunks of shape (≤ CHUNK, N)."""
    if replicates < 1:
        raise BeliefError(f"a bootstrap needs at least one replicate, got {replicates}")
    random, people = np.random.default_rng(seed), int(persons.max()) + 1
    for start in range(0, replicates, CHUNK):
        size = min(CHUNK, replicates - start)
        drawn = random.integers(0, people, size=(size, people), dtype=np.int32)
        drawn += np.arange(size, dtype=np.int32)[:, None] * np.int32(people)
        counts = np.bincount(drawn.ravel(), minlength=size * people).reshape(size, people)
        yield counts[:, persons].astype(np.float64)


@dataclass(frozen=True, kw_only=True)
class BootstrapResult:
    """The results of R replicates."""

    rmse: Floats
    """(R, POPULATIONS, METHODS); NaN where a replicate has nobody of a population, or nobody to fit a fold on."""
    whole: NDArray[np.intp]
    """(R,) the cell that fits everybody best."""
    whole_profiles: NDArray[np.intp]
    """(R, PROFILES)."""


def resample(
    sums: Sums, kinds: NDArray[np.intp], folds: Folds, persons: Ints, replicates: int = REPLICATES, seed: int = SEED
) -> BootstrapResult:
    """Return the errors and cells of every replicate, each fitted anew."""
    parts = [fit_folds(sums, kinds, folds, weights) for weights in draws(persons, replicates, seed)]
    return BootstrapResult(
        rmse=np.concatenate([part.rmse() for part in parts]),
        whole=np.concatenate([part.whole for part in parts]),
        whole_profiles=np.concatenate([part.whole_profiles for part in parts]),
    )


def bounds(drawn: Floats, level: float = LEVEL) -> tuple[float, float] | None:
    """Return the central interval of resampled values; None where fewer than half of them are defined."""
    defined = drawn[np.isfinite(drawn)]
    if 2 * len(defined) < len(drawn) or not len(defined):
        return None
    tail = 50.0 * (1.0 - level)
    low, high = np.percentile(defined, [tail, 100.0 - tail])
    return float(low), float(high)


def error_bounds(
    errors: Floats, persons: Ints, replicates: int = REPLICATES, seed: int = SEED, level: float = LEVEL
) -> list[tuple[float, float] | None]:
    """Return the interval of RMSE(column) − RMSE(column 0), with fixed fits, for each column of squared errors.

    Args:
        errors: (N, columns). For column 0 the interval is that of its RMSE.
    """
    chunks = []
    per_person = _per_person(np.column_stack([errors, np.ones(len(errors))]), persons)
    for weights in draws(np.arange(len(per_person), dtype=np.intp), replicates, seed):
        totals = weights @ per_person
        chunks.append(np.sqrt(totals[:, :-1] / totals[:, -1:]))
    rmse = np.concatenate(chunks)
    return [bounds(rmse[:, place] - (rmse[:, 0] if place else 0.0), level) for place in range(errors.shape[1])]


def paired_p(first: Floats, second: Floats, persons: Ints, flips: int = REPLICATES, seed: int = SEED) -> float:
    """Return the two-sided p of the paired randomisation test that two methods have equal squared errors.

    p = (1 + flips at least as far from 0) / (1 + flips), which is never 0.
    """
    differences = _per_person((first - second)[:, None], persons)[:, 0]
    observed, random, beyond = abs(differences.sum()), np.random.default_rng(seed), 0
    for start in range(0, flips, CHUNK):
        size = min(CHUNK, flips - start)
        signs = random.integers(0, 2, size=(size, len(differences)), dtype=np.int8) * 2 - 1
        beyond += int((np.abs(signs @ differences) >= observed - 1e-12).sum())
    return (1 + beyond) / (1 + flips)


def _per_person(columns: Floats, persons: Ints) -> Floats:
    totals = np.zeros((int(persons.max()) + 1, columns.shape[1]))
    np.add.at(totals, persons, columns)
    return totals
