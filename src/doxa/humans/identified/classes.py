"""Classes that are known beforehand (a model's name, a country, an age band), and a profile for each.

    (u_c, a_c) ~ Normal((u, a), diag(ω_u², ω_a²))       class c; spreads within a class and noise are everybody's

The hierarchy lets small classes lean on all. Class means are at their posterior mode, ω by expectation-maximisation
with the information at the mode (Laplace's approximation). No class is formed from an outcome.
"""

from collections.abc import Sequence

import numpy as np

from doxa.errors import UsageError
from doxa.humans.data.people import PersonRound
from doxa.humans.identified.model import A, IdentifiedFit, U, likelihood
from doxa.humans.identified.sample import Sample
from doxa.humans.replay.grid import Floats
from doxa.records.base import Record

ITERATIONS, STILL = 2_000, 1e-6
REFINEMENTS = 5
LEAST_SPREAD = 0.01
MOST_CLASSES = 60
PAIR = [U, A]

BUILT_IN = ("own_choice", "argued", "proposition", "group")
"""Columns that every data set has."""


def class_of(round: PersonRound, column: str) -> str | None:
    """Return a round's class; None where the data set does not state it."""
    if column in round.traits:
        return round.traits[column] or None
    known = {
        "own_choice": "own choice" if round.of_own_choice else "given",
        "argued": {1: "for", -1: "against"}.get(round.argued),
        "proposition": round.proposition,
        "group": round.group,
    }
    return known.get(column)


def check_column(rounds: Sequence[PersonRound], column: str | None) -> None:
    """Raise where profiles are asked by a column that does not divide these rounds into classes.

    Raises:
        UsageError: no round has the column, all are of one class, or there are too many classes.
    """
    if not column:
        return
    named = {name for round in rounds for name in round.traits} | set(BUILT_IN)
    classes = {class_of(round, column) for round in rounds if not round.control} - {None}
    if column not in named or not classes:
        raise UsageError(
            f"no round has the column {column!r}, by which profiles are asked",
            hint=f"Columns of these data: {', '.join(sorted(named))}.",
        )
    if len(classes) < 2:
        raise UsageError(
            f"every round has the same {column} ({next(iter(classes))!r}): there is one class",
            hint="Give a column with two values or more.",
        )
    if len(classes) > MOST_CLASSES:
        raise UsageError(
            f"{column} has {len(classes)} values, more than {MOST_CLASSES} classes",
            hint="Put the values into bands first, such as age 18–29 in a column of its own.",
        )


class ClassProfile(Record):
    """One class: its mean uptake and anchoring, with standard errors."""

    name: str
    treated: int
    controls: int
    u: float
    a: float
    errors: tuple[float, float]
    """Posterior standard deviations of u and a."""


Pair = tuple[float, float]
"""A number of u and one of a."""


def fit_classes(sample: Sample, column: str, pooled: IdentifiedFit) -> tuple[Pair, Pair, tuple[ClassProfile, ...]]:
    """Return the centre and the spreads ω of the classes of a column, and each class's profile.

    Args:
        pooled: the fit of everybody, with the spreads within a class and the noise.
    """
    names = [class_of(round, column) for round in sample.rounds]
    parts = {name: sample.take(np.asarray([o == name for o in names])) for name in sorted(set(names) - {None}, key=str)}
    modes = np.tile([pooled.u, pooled.a], (len(parts), 1))
    for _ in range(REFINEMENTS):
        expansions = [_expand(part, pooled, mode) for part, mode in zip(parts.values(), modes, strict=True)]
        modes, variances, centre, spreads = _shrink(modes, expansions)
    # the part that a class leans on is as uncertain as everybody's (u, a)
    errors = np.sqrt(variances + (variances / spreads**2) ** 2 * np.diag(pooled.covariance))
    profiles = (
        ClassProfile(
            name=str(name), treated=int((~part.control).sum()), controls=int(part.control.sum()), u=mode[0], a=mode[1],
            errors=(error[0], error[1]),
        )
        for (name, part), mode, error in zip(parts.items(), modes, errors, strict=True)
    )  # fmt: skip
    return (float(centre[0]), float(centre[1])), (float(spreads[0]), float(spreads[1])), tuple(profiles)


def _expand(part: Sample, pooled: IdentifiedFit, place: Floats) -> tuple[Floats, Floats]:
    """Return the slope (2,) of a class's log-likelihood in (u, a) at a place, and its information (2, 2).

    The information is Σ g·gᵀ over people (Berndt and others 1974), which is never below 0: a class of one person cannot
    drive the spread between classes beyond all bounds.
    """
    parameters = pooled.parameters
    parameters[PAIR] = place
    gradients = likelihood(parameters, part).gradients[:, PAIR]
    return gradients.sum(axis=0), gradients.T @ gradients


def _shrink(modes: Floats, expansions: list[tuple[Floats, Floats]]) -> tuple[Floats, Floats, Floats, Floats]:
    """Return class means and their variances (C, 2), the centre and ω (2,), by expectation-maximisation."""
    slopes = np.stack([slope for slope, _ in expansions])
    curvatures = np.stack([information for _, information in expansions])
    pulled = slopes + np.einsum("cij,cj->ci", curvatures, modes)
    centre, spreads = modes.mean(axis=0), np.asarray([0.3, 0.3])
    for _ in range(ITERATIONS):
        precision = np.diag(spreads**-2.0)
        within = np.linalg.inv(curvatures + precision)
        means = np.einsum("cij,cj->ci", within, pulled + precision @ centre)
        variances = np.diagonal(within, axis1=1, axis2=2)
        before = np.concatenate([centre, spreads])
        centre = means.mean(axis=0)
        spreads = np.maximum(LEAST_SPREAD, np.sqrt(((means - centre) ** 2 + variances).mean(axis=0)))
        if np.abs(np.concatenate([centre, spreads]) - before).max() < STILL:
            break
    return modes + np.clip(means - modes, -0.5, 0.5), np.asarray(variances), centre, spreads
