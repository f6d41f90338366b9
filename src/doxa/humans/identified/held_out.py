"""Held-out scores of the identified model: RMSE and log score beside trivial forecasts, with intervals over people.

Folds are the study's. Controls are never predicted; a fold is fitted on the controls whose person (and, by topic, whose
proposition) is not in it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.data.people import PersonRound
from doxa.humans.identified.fitting import fit_sample
from doxa.humans.identified.forecasting import (
    StanceForecast,
    can_fit_apart,
    fit_apart,
    fit_plain,
    forecast_population,
)
from doxa.humans.identified.sample import EVIDENCE_NAMES, Evidence, Sample
from doxa.humans.replay.folds import Folds
from doxa.humans.replay.grid import Floats, Ints
from doxa.humans.replay.writing import number, plain, with_bounds
from doxa.scoring.bootstrap import bounds, draw_counts, sum_clusters
from doxa.scoring.significance import paired_p

NO_CHANGE, REGRESSION = "no change", "regression"
Forecaster = Callable[[Sample, Sample], StanceForecast]
"""Fits on the first sample and returns forecasts of the second."""

MOST_REPLICATES = 10_000


@dataclass(frozen=True, kw_only=True)
class HeldOutScores:
    """The held-out scores of every method, in the order of the study's fitted rounds."""

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


def score_held_out(samples: Mapping[Evidence, Sample], treated: list[PersonRound], folds: Folds) -> HeldOutScores:
    """Return the held-out scores of trivial forecasts and of the identified model, under each kind of evidence.

    Args:
        treated: the rounds that the folds divide, in their order.
    """
    errors: dict[str, Floats] = {}
    scores: dict[str, Floats] = {}
    for name, sample, forecaster in list_methods(samples):
        mean, density = forecast_folds(sample, treated, folds, forecaster)
        errors[name] = (mean - np.asarray([round.final for round in treated])) ** 2
        scores[name] = density
    names = [round.person for round in treated]
    _, persons = np.unique(names, return_inverse=True)
    return HeldOutScores(errors=errors, log_scores=scores, persons=persons.astype(np.intp))


def list_methods(samples: Mapping[Evidence, Sample]) -> list[tuple[str, Sample, Forecaster]]:
    """Return every method with the sample that it is fitted to: the trivial ones first."""
    some = next(iter(samples.values()))
    methods: list[tuple[str, Sample, Forecaster]] = [
        (name, some, _plain_forecaster(name)) for name in (NO_CHANGE, "mean change", REGRESSION)
    ]
    methods.append(("anchoring alone (u = 0)", some, _anchoring_alone))
    for evidence, sample in samples.items():
        methods.append((f"the paper's grid, {EVIDENCE_NAMES[evidence]}", sample, _plain_forecaster("paper's grid")))
    for evidence, sample in samples.items():
        methods.append((identified_name(evidence), sample, _identified))
        if can_fit_apart(sample):
            methods.append((f"{identified_name(evidence)}, apart", sample, _identified_apart))
    return methods


def identified_name(evidence: Evidence) -> str:
    """Return the name of the identified model under a kind of evidence."""
    return f"identified, {EVIDENCE_NAMES[evidence]}"


def _plain_forecaster(name: str) -> Forecaster:
    return lambda train, test: fit_plain(name, train).forecast(test)


def _anchoring_alone(train: Sample, test: Sample) -> StanceForecast:
    return forecast_population(fit_sample(train, moved=False), test)


def _identified(train: Sample, test: Sample) -> StanceForecast:
    return forecast_population(fit_sample(train), test)


def _identified_apart(train: Sample, test: Sample) -> StanceForecast:
    return fit_apart(train).forecast(test) if can_fit_apart(train) else _identified(train, test)


def forecast_folds(
    sample: Sample, treated: list[PersonRound], folds: Folds, forecaster: Forecaster
) -> tuple[Floats, Floats]:
    """Return the held-out mean and log density of each treated round, in their order."""
    place_of = {round.id: place for place, round in enumerate(treated)}
    places = np.asarray([place_of.get(round.id, -1) for round in sample.rounds], dtype=np.intp)
    mean, density = np.empty(len(treated)), np.empty(len(treated))
    for fold in range(folds.count):
        tested = (places >= 0) & (folds.of[places] == fold)
        trained = (places >= 0) & folds.train(fold)[places]
        trained |= (places < 0) & ~_shares_unit(sample, tested, folds)
        test = sample.take(tested)
        forecast = forecaster(sample.take(trained), test)
        rows = [place_of[round.id] for round in test.rounds]
        mean[rows], density[rows] = forecast.mean, forecast.log_density
    return mean, density


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
    replicates = min(replicates, MOST_REPLICATES)
    rows: list[tuple[Cell, ...]] = []
    log_rows: list[tuple[Cell, ...]] = []
    for method in scores.errors:
        own = draw_scores(scores, method, None, replicates, seed)
        less = {
            reference: draw_scores(scores, method, reference, replicates, seed)
            for reference in (NO_CHANGE, REGRESSION)
            if reference != method and reference in scores.errors
        }
        p = None
        if method != NO_CHANGE:
            p = paired_p(scores.errors[NO_CHANGE], scores.errors[method], scores.persons, replicates, seed)
        gains = [_less(scores.rmse, method, reference, less, 0) for reference in (NO_CHANGE, REGRESSION)]
        rows.append((method, with_bounds(scores.rmse(method), bounds(own[0])), *gains, None if p is None else plain(p)))
        gains = [_less(scores.log_score, method, reference, less, 1) for reference in (NO_CHANGE, REGRESSION)]
        log_rows.append((method, with_bounds(scores.log_score(method), bounds(own[1]), signed=True), *gains))
    return [
        Table(
            name="held_out",
            title="The identified model beside trivial forecasts",
            caption=f"{how}. RMSE on the final stance: below is better. Intervals: 95 % bootstrap over people, for "
            "fixed fits; p: paired randomisation test over people against no change. Mean change moves everybody "
            "towards the argued side by the same amount; the regression has the stance before, the argued side and net "
            "evidence; anchoring alone is the identified model without evidence; the paper's grid is its one (u, a), "
            "fitted without controls; “apart” has a fit for given propositions and one for chosen ones.",
            columns=("method", "RMSE", "− no change", "− regression", "paired p"),
            rows=tuple(rows),
        ),
        Table(
            name="held_out_log",
            title="The same by log score",
            caption=f"{how}. Mean log density of the stated stance, in nats a round: above is better. Intervals: 95 % "
            "bootstrap over people, for fixed fits.",
            columns=("method", "log score", "− no change", "− regression"),
            rows=tuple(log_rows),
        ),
    ]


def _less(score: Callable[[str], float], method: str, reference: str, drawn: Mapping[str, Floats], place: int) -> Cell:
    if reference not in drawn:
        return None
    return with_bounds(score(method) - score(reference), bounds(drawn[reference][place]), signed=True)


def describe_scores(scores: HeldOutScores, replicates: int, seed: int) -> str:
    """Return in words how the identified model scores beside trivial forecasts."""
    sentences = []
    for evidence, name in EVIDENCE_NAMES.items():
        method = identified_name(evidence)
        if method in scores.errors:
            references = [other for other in (NO_CHANGE, "mean change", REGRESSION) if other in scores.errors]
            comparisons = [_compare(scores, method, other, replicates, seed) for other in references]
            sentences.append(f"{name} {number(scores.rmse(method))}, which is {', '.join(comparisons)}")
    return f"the identified model's RMSE is {'; '.join(sentences)}. Below 0 the model is better."


def _compare(scores: HeldOutScores, method: str, reference: str, replicates: int, seed: int) -> str:
    drawn = draw_scores(scores, method, reference, min(replicates, MOST_REPLICATES), seed)
    less = scores.rmse(method) - scores.rmse(reference)
    return f"{with_bounds(less, bounds(drawn[0]), signed=True)} from {reference}"


def draw_scores(scores: HeldOutScores, method: str, reference: str | None, replicates: int, seed: int) -> Floats:
    """Return resampled RMSE and mean log density of a method, less those of a reference, shape (2, replicates)."""
    columns = [np.ones(len(scores.persons))]
    for name in (method, *([reference] if reference else [])):
        columns += [scores.errors[name], scores.log_scores[name]]
    totals = sum_clusters(np.stack(columns, axis=-1), scores.persons)
    drawn = []
    for weights in draw_counts(np.arange(len(totals), dtype=np.intp), replicates, seed):
        sums = weights @ totals
        means = sums[:, 1:] / sums[:, :1]
        values = np.stack([np.sqrt(means[:, 0]), means[:, 1]])
        drawn.append(values - np.stack([np.sqrt(means[:, 2]), means[:, 3]]) if reference else values)
    return np.concatenate(drawn, axis=1)
