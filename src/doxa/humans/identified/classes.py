"""Profiles of classes that are known beforehand (a model's name, a country, an age band), tested on held-out people.

    (u_c, a_c) ~ Normal((u, a), diag(ω_u², ω_a²))       class c; spreads within a class and noise are everybody's

The hierarchy lets small classes lean on all. Class means are at their posterior mode, ω by expectation-maximisation
with the information at the mode (Laplace's approximation). No class is formed from an outcome.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from doxa.analysis.exhibit import Cell, Table
from doxa.errors import UsageError
from doxa.humans.data.people import PersonRound
from doxa.humans.identified.fitting import Z_975, IdentifiedFit, fit_sample
from doxa.humans.identified.forecasting import StanceForecast, forecast_population
from doxa.humans.identified.held_out import HeldOutScores, draw_scores, forecast_folds, identified_name
from doxa.humans.identified.likelihood import A, U, likelihood
from doxa.humans.identified.sample import EVIDENCE_NAMES, Evidence, Sample
from doxa.humans.replay.folds import Folds
from doxa.humans.replay.grid import Floats
from doxa.humans.replay.writing import plain, with_bounds
from doxa.scoring.bootstrap import bounds
from doxa.scoring.significance import paired_p

ITERATIONS, STILL = 2_000, 1e-6
REFINEMENTS = 5
LEAST_SPREAD = 0.01
MOST_CLASSES = 60
NOT_STATED = "(not stated)"
PAIR = [U, A]


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


BUILT_IN = ("own_choice", "argued", "proposition", "group")


def check_column(rounds: Sequence[PersonRound], column: str) -> None:
    """Raise where a column does not divide these rounds into classes.

    Raises:
        UsageError: no round has the column, all are of one class, or there are too many classes.
    """
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


@dataclass(frozen=True, kw_only=True)
class ClassProfile:
    """One class: its mean uptake and anchoring, with standard errors."""

    name: str
    treated: int
    controls: int
    u: float
    a: float
    errors: tuple[float, float]
    """Posterior standard deviations of u and a."""


@dataclass(frozen=True, kw_only=True)
class ClassFits:
    """The hierarchical fit of all classes of a column."""

    column: str
    pooled: IdentifiedFit
    centre: tuple[float, float]
    """(u, a) of an unknown class."""
    spreads: tuple[float, float]
    """ω of u and a between classes."""
    profiles: tuple[ClassProfile, ...]

    def fit_of(self, name: str | None) -> IdentifiedFit:
        """Return the population of a class; an unknown class has the centre's."""
        for profile in self.profiles:
            if profile.name == name:
                return replace(self.pooled, u=profile.u, a=profile.a)
        return replace(self.pooled, u=self.centre[0], a=self.centre[1])

    def forecast(self, sample: Sample) -> StanceForecast:
        """Return the forecasts of a sample, each round by its class."""
        names = [class_of(round, self.column) for round in sample.rounds]
        mean, density = np.empty(len(sample)), np.empty(len(sample))
        for name in set(names):
            mine = np.asarray([other == name for other in names])
            forecast = forecast_population(self.fit_of(name), sample.take(mine))
            mean[mine], density[mine] = forecast.mean, forecast.log_density
        return StanceForecast(mean=mean, log_density=density)


def fit_classes(sample: Sample, column: str, pooled: IdentifiedFit | None = None) -> ClassFits:
    """Return the hierarchical fit of a column's classes.

    Args:
        pooled: the fit of everybody, where it exists already.
    """
    pooled = pooled or fit_sample(sample)
    names = [class_of(round, column) for round in sample.rounds]
    parts = {name: sample.take(np.asarray([o == name for o in names])) for name in sorted(set(names) - {None}, key=str)}
    modes = np.tile([pooled.u, pooled.a], (len(parts), 1))
    spread_of_centre = np.diag(pooled.covariance)
    for _ in range(REFINEMENTS):
        expansions = [_expand(part, pooled, mode) for part, mode in zip(parts.values(), modes, strict=True)]
        modes, variances, centre, spreads = _shrink(modes, expansions)
    # the part that a class leans on is as uncertain as everybody's (u, a)
    variances = variances + (variances / spreads**2) ** 2 * spread_of_centre
    profiles = [
        _profile(str(name), part, mode, variance)
        for (name, part), mode, variance in zip(parts.items(), modes, variances, strict=True)
    ]
    return ClassFits(
        column=column, pooled=pooled, centre=(float(centre[0]), float(centre[1])),
        spreads=(float(spreads[0]), float(spreads[1])), profiles=tuple(profiles),
    )  # fmt: skip


def _profile(name: str, part: Sample, mode: Floats, variance: Floats) -> ClassProfile:
    controls = int(part.control.sum())
    return ClassProfile(
        name=name, treated=len(part) - controls, controls=controls, u=float(mode[0]), a=float(mode[1]),
        errors=(float(np.sqrt(variance[0])), float(np.sqrt(variance[1]))),
    )  # fmt: skip


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
    limited = modes + np.clip(means - modes, -0.5, 0.5)
    return limited, np.asarray(variances), centre, spreads


def score_classes(
    scores: HeldOutScores, samples: Mapping[Evidence, Sample], treated: list[PersonRound], folds: Folds, column: str
) -> HeldOutScores:
    """Return the scores with those of a profile for each class beside them, held out under the same folds."""
    errors, log_scores = dict(scores.errors), dict(scores.log_scores)
    final = np.asarray([round.final for round in treated])
    for evidence, sample in samples.items():
        mean, density = forecast_folds(sample, treated, folds, lambda train, test: _forecast(train, test, column))
        errors[profiled_name(evidence, column)] = (mean - final) ** 2
        log_scores[profiled_name(evidence, column)] = density
    return replace(scores, errors=errors, log_scores=log_scores)


def _forecast(train: Sample, test: Sample, column: str) -> StanceForecast:
    return fit_classes(train, column).forecast(test)


def profiled_name(evidence: Evidence, column: str) -> str:
    """Return the name of the identified model with a profile for each class of a column."""
    return f"{identified_name(evidence)}, by {column}"


def class_table(fits: Mapping[Evidence, ClassFits]) -> Table:
    """Return the table of class profiles."""
    rows: list[tuple[Cell, ...]] = []
    for evidence, fit in fits.items():
        for profile in fit.profiles:
            rows.append(
                (
                    profile.name, EVIDENCE_NAMES[evidence], profile.treated, profile.controls,
                    _around(profile.u, profile.errors[0]), _around(profile.a, profile.errors[1]),
                )
            )  # fmt: skip
        rows.append(
            ("an unknown class", EVIDENCE_NAMES[evidence], None, None, *(plain(centre) for centre in fit.centre))
        )
    column = next(iter(fits.values())).column
    spreads = "; ".join(
        f"{EVIDENCE_NAMES[evidence]} sd of u {fit.spreads[0]:.3f}, of a {fit.spreads[1]:.3f}"
        for evidence, fit in fits.items()
    )
    return Table(
        name="profiles",
        title=f"A profile for each class of {column}",
        caption="Mean uptake and anchoring of each class, known beforehand and formed from no outcome, with 95 % "
        f"posterior intervals. Small classes lean on all. Between classes: {spreads}. Whether such "
        "profiles predict other people better than one (u, a) for everybody is for held-out people to say.",
        columns=("class", "evidence", "N", "controls", "uptake u", "anchoring a"),
        rows=tuple(rows),
    )


def _around(centre: float, error: float) -> Cell:
    return with_bounds(centre, (centre - Z_975 * error, centre + Z_975 * error))


def class_gain_table(
    scores: HeldOutScores, evidences: tuple[Evidence, ...], column: str, how: str, replicates: int, seed: int
) -> Table:
    """Return the held-out gain of a profile for each class over one (u, a) for everybody."""
    rows: list[tuple[Cell, ...]] = []
    for evidence in evidences:
        one, many = identified_name(evidence), profiled_name(evidence, column)
        drawn = draw_scores(scores, many, one, replicates, seed)
        p = paired_p(scores.errors[one], scores.errors[many], scores.persons, replicates, seed)
        rows.append(
            (
                EVIDENCE_NAMES[evidence], plain(scores.rmse(one)), plain(scores.rmse(many)),
                with_bounds(scores.rmse(one) - scores.rmse(many), bounds(-drawn[0]), signed=True), plain(p),
                with_bounds(scores.log_score(many) - scores.log_score(one), bounds(drawn[1]), signed=True),
            )
        )  # fmt: skip
    return Table(
        name="profiles_gain",
        title=f"The gain of a profile for each class of {column}",
        caption=f"{how}. Gain: RMSE of one (u, a) for everybody less RMSE with a profile for each class, and mean log "
        "density with profiles less without: above 0 the profiles predict better. 95 % bootstrap intervals over "
        "people, for fixed fits; p: paired randomisation test of squared errors.",
        columns=("evidence", "one (u, a)", "profiles", "gain", "paired p", "gain in log score"),
        rows=tuple(rows),
    )
