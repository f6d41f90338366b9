"""Scores of forecasts on people whom they were not fitted to: RMSE and log score, with intervals over people.

Folds are the study's. Controls are never predicted; a fold is fitted on the controls whose person (and, by topic, whose
proposition) is not in it.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.data.people import PersonRound
from doxa.humans.identified.methods import (
    MEAN_CHANGE,
    NO_CHANGE,
    REGRESSION,
    FittedMethod,
    StanceForecast,
    identified_name,
    list_methods,
    profiled_name,
)
from doxa.humans.identified.model import Z_975
from doxa.humans.identified.sample import EVIDENCE_NAMES, Evidence, Sample
from doxa.humans.replay.folds import Folds
from doxa.humans.replay.grid import Floats, Ints
from doxa.humans.replay.writing import describe, estimate, plain, signed
from doxa.records.cells import write_number
from doxa.scoring.bootstrap import bounds, draw_counts, on_grid, sum_clusters
from doxa.scoring.significance import paired_p

RMSE, LOG_SCORE = range(2)


@dataclass(frozen=True, kw_only=True)
class HeldOutScores:
    """The scores of every method, in the order of the treated rounds."""

    errors: Mapping[str, Floats]
    """Method → (N,) squared errors."""
    log_scores: Mapping[str, Floats]
    """Method → (N,) log densities, in nats."""
    persons: Ints
    """(N,)."""

    def rmse(self, method: str) -> float:
        """Return the RMSE of a method."""
        return float(np.sqrt(self.errors[method].mean()))

    def log_score(self, method: str) -> float:
        """Return the mean log density of a method."""
        return float(self.log_scores[method].mean())

    def take(self, part: NDArray[np.bool_]) -> "HeldOutScores":
        """Return the scores of some rounds."""
        _, persons = np.unique(self.persons[part], return_inverse=True)
        return HeldOutScores(
            errors={name: errors[part] for name, errors in self.errors.items()},
            log_scores={name: densities[part] for name, densities in self.log_scores.items()},
            persons=persons.astype(np.intp),
        )


def score_forecasts(treated: Sequence[PersonRound], forecasts: Mapping[str, StanceForecast]) -> HeldOutScores:
    """Return the scores of forecasts of the treated rounds, in their order."""
    final = np.asarray([round.final for round in treated])
    _, persons = np.unique([round.person for round in treated], return_inverse=True)
    return HeldOutScores(
        errors={name: (forecast.mean - final) ** 2 for name, forecast in forecasts.items()},
        log_scores={name: forecast.log_density for name, forecast in forecasts.items()},
        persons=persons.astype(np.intp),
    )


def join_forecasts(treated: Sequence[PersonRound], parts: Iterable[tuple[Sample, StanceForecast]]) -> StanceForecast:
    """Return the forecasts of all treated rounds, in their order, from those of parts of them."""
    place_of = {round.id: place for place, round in enumerate(treated)}
    mean, density = np.empty(len(treated)), np.empty(len(treated))
    for sample, forecast in parts:
        rows = [place_of[round.id] for round in sample.rounds]
        mean[rows], density[rows] = forecast.mean, forecast.log_density
    return StanceForecast(mean=mean, log_density=density)


def score_held_out(
    samples: Mapping[Evidence, Sample], treated: Sequence[PersonRound], folds: Folds, column: str | None = None
) -> HeldOutScores:
    """Return the held-out scores of trivial forecasts and of the identified model, under each kind of evidence.

    Args:
        treated: the rounds that the folds divide, in their order.
        column: whose classes have a profile each, where it is asked.
    """
    forecasts = {
        method.name: forecast_folds(samples[method.evidence], treated, folds, method.fit)
        for method in list_methods(samples, column)
    }
    return score_forecasts(treated, forecasts)


def forecast_folds(
    sample: Sample, treated: Sequence[PersonRound], folds: Folds, fit: Callable[[Sample], FittedMethod]
) -> StanceForecast:
    """Return the forecasts of the treated rounds by what is fitted to a sample without their fold."""
    place_of = {round.id: place for place, round in enumerate(treated)}
    places = np.asarray([place_of.get(round.id, -1) for round in sample.rounds], dtype=np.intp)
    parts = []
    for fold in range(folds.count):
        tested = (places >= 0) & (folds.of[places] == fold)
        trained = (places >= 0) & folds.train(fold)[places]
        trained |= (places < 0) & ~_shares_unit(sample, tested, folds)
        test = sample.take(tested)
        parts.append((test, fit(sample.take(trained)).forecast(test)))
    return join_forecasts(treated, parts)


def _shares_unit(sample: Sample, tested: NDArray[np.bool_], folds: Folds) -> NDArray[np.bool_]:
    """Return which rounds are of a person, a group or (by topic) on a proposition of the tested rounds."""
    mine = [round for round, is_tested in zip(sample.rounds, tested, strict=True) if is_tested]
    people, groups = {round.person for round in mine}, {round.group for round in mine}
    topics = {round.proposition for round in mine} if folds.split == "topic" else set()
    return np.asarray(
        [round.person in people or round.group in groups or round.proposition in topics for round in sample.rounds],
        dtype=np.bool_,
    )


def held_out_tables(scores: HeldOutScores, how: str, replicates: int, seed: int) -> list[Table]:
    """Return the tables of RMSE and of log scores: each with an interval, less no change and less the regression."""
    drawn = draw_scores(scores, replicates, seed)
    rows: list[tuple[Cell, ...]] = []
    for method in scores.errors:
        still, errors = scores.errors[NO_CHANGE], scores.errors[method]
        p = None if method == NO_CHANGE else paired_p(still, errors, scores.persons, replicates, seed)
        rows.append((method, *_score_cells(scores, drawn, method, RMSE), plain(p)))
    log_rows = [(method, *_score_cells(scores, drawn, method, LOG_SCORE)) for method in scores.errors]
    return [
        Table(
            name="held_out",
            title="The identified model beside trivial forecasts",
            caption=f"{how}. RMSE on the final stance: below is better. Intervals: 95 % bootstrap over people, for "
            "fixed fits; p: paired randomisation test over people against no change. Mean change moves everybody "
            "towards the argued side by the same amount; the regression has the stance before, the argued side and net "
            "evidence; anchoring alone is the identified model without evidence; the paper's grid is its one (u, a), "
            "fitted without controls; “apart” has a fit for given propositions and one for chosen ones.",
            columns=("method", "RMSE", *signed("− no change", "− regression"), "paired p"),
            rows=tuple(rows),
        ),
        Table(
            name="held_out_log",
            title="The same by log score",
            caption=f"{how}. Mean log density of the stated stance, in nats a round: above is better. Intervals: 95 % "
            "bootstrap over people, for fixed fits.",
            columns=("method", *signed("log score", "− no change", "− regression")),
            rows=tuple(log_rows),
        ),
    ]


def _score_cells(scores: HeldOutScores, drawn: Mapping[str, Floats], method: str, which: int) -> list[Cell]:
    """Return a method's score with its interval, and less that of no change and that of the regression."""
    score = (scores.rmse, scores.log_score)[which]
    return [
        estimate(score(method), bounds(drawn[method][which])),
        *(
            estimate(score(method) - score(reference), bounds(drawn[method][which] - drawn[reference][which]))
            if reference in drawn and reference != method
            else None
            for reference in (NO_CHANGE, REGRESSION)
        ),
    ]


def describe_scores(scores: HeldOutScores, replicates: int, seed: int) -> str:
    """Return in words how the identified model scores beside trivial forecasts."""
    sentences, drawn = [], draw_scores(scores, replicates, seed)
    for evidence, name in EVIDENCE_NAMES.items():
        method = identified_name(evidence)
        if method in drawn:
            less = {
                other: (scores.rmse(method) - scores.rmse(other), bounds(drawn[method][RMSE] - drawn[other][RMSE]))
                for other in (NO_CHANGE, MEAN_CHANGE, REGRESSION)
                if other in drawn
            }
            comparisons = [f"{describe(*difference)} from {other}" for other, difference in less.items()]
            sentences.append(f"{name} {write_number(scores.rmse(method))}, which is {', '.join(comparisons)}")
    return f"the identified model's RMSE is {'; '.join(sentences)}. Below 0 the model is better."


def draw_scores(scores: HeldOutScores, replicates: int, seed: int) -> dict[str, Floats]:
    """Return each method's resampled RMSE and mean log density, shape (2, replicates)."""
    columns = np.stack([*scores.errors.values(), *scores.log_scores.values(), np.ones(len(scores.persons))], axis=-1)
    totals = sum_clusters(columns, scores.persons)
    everybody = np.arange(len(totals), dtype=np.intp)
    sums = np.concatenate([weights @ on_grid(totals, weights) for weights in draw_counts(everybody, replicates, seed)])
    means, count = sums[:, :-1] / sums[:, -1:], len(scores.errors)
    return {
        method: np.stack([np.sqrt(means[:, place]), means[:, count + place]])
        for place, method in enumerate(scores.errors)
    }


def class_table(fits: Sequence[FittedMethod]) -> Table:
    """Return the table of class profiles, under each kind of evidence."""
    rows: list[tuple[Cell, ...]] = []
    for fit in fits:
        evidence = EVIDENCE_NAMES[fit.evidence]
        rows += [
            (
                profile.name, evidence, profile.treated, profile.controls, _around(profile.u, profile.errors[0]),
                _around(profile.a, profile.errors[1]),
            )
            for profile in fit.classes
        ]  # fmt: skip
        rows.append(("an unknown class", evidence, None, None, *(plain(centre) for centre in fit.centre)))
    spreads = "; ".join(
        f"{EVIDENCE_NAMES[fit.evidence]} sd of u {fit.spreads[0]:.3f}, of a {fit.spreads[1]:.3f}" for fit in fits
    )
    return Table(
        name="profiles",
        title=f"A profile for each class of {fits[0].column}",
        caption="Mean uptake and anchoring of each class, known beforehand and formed from no outcome, with 95 % "
        f"posterior intervals. Small classes lean on all. Between classes: {spreads}. Whether such "
        "profiles predict other people better than one (u, a) for everybody is for held-out people to say.",
        columns=("class", "evidence", "N", "controls", "uptake u", "anchoring a"),
        rows=tuple(rows),
    )


def _around(centre: float, error: float) -> Cell:
    return estimate(centre, (centre - Z_975 * error, centre + Z_975 * error))


def class_gain_table(
    scores: HeldOutScores, evidences: tuple[Evidence, ...], column: str, how: str, replicates: int, seed: int
) -> Table:
    """Return the held-out gain of a profile for each class over one (u, a) for everybody."""
    rows: list[tuple[Cell, ...]] = []
    drawn = draw_scores(scores, replicates, seed)
    for evidence in evidences:
        one, many = identified_name(evidence), profiled_name(evidence, column)
        less = drawn[many] - drawn[one]
        rows.append(
            (
                EVIDENCE_NAMES[evidence], plain(scores.rmse(one)), plain(scores.rmse(many)),
                estimate(scores.rmse(one) - scores.rmse(many), bounds(-less[RMSE])),
                plain(paired_p(scores.errors[one], scores.errors[many], scores.persons, replicates, seed)),
                estimate(scores.log_score(many) - scores.log_score(one), bounds(less[LOG_SCORE])),
            )
        )  # fmt: skip
    return Table(
        name="profiles_gain",
        title=f"The gain of a profile for each class of {column}",
        caption=f"{how}. Gain: RMSE of one (u, a) for everybody less RMSE with a profile for each class, and mean log "
        "density with profiles less without: above 0 the profiles predict better. 95 % bootstrap intervals over "
        "people, for fixed fits; p: paired randomisation test of squared errors.",
        columns=("evidence", "one (u, a)", "profiles", *signed("gain"), "paired p", *signed("gain in log score")),
        rows=tuple(rows),
    )
