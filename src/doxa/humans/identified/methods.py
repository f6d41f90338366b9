"""Fitted forecasts to and from their records in a fit's file."""

from collections.abc import Callable, Mapping

import numpy as np

from doxa.humans.identified.classes import ClassFits, ClassProfile, fit_classes, profiled_name
from doxa.humans.identified.fit_file import ClassRecord, FitFile, MethodRecord, PopulationRecord
from doxa.humans.identified.fitting import IdentifiedFit, fit_sample
from doxa.humans.identified.forecasting import (
    Apart,
    PlainForecaster,
    StanceForecast,
    can_fit_apart,
    fit_apart,
    fit_plain,
    forecast_population,
)
from doxa.humans.identified.held_out import NO_CHANGE, REGRESSION, identified_name
from doxa.humans.identified.sample import EVIDENCE_NAMES, Evidence, Sample

GRID = "paper's grid"


def fit_methods(samples: Mapping[Evidence, Sample], column: str | None) -> tuple[MethodRecord, ...]:
    """Return every forecast fitted to all rounds, under the names of the table “held_out”."""
    first = next(iter(samples))
    methods = [_plain_record(name, name, first, samples[first]) for name in (NO_CHANGE, "mean change", REGRESSION)]
    alone = fit_sample(samples[first], moved=False)
    methods.append(_population_record("anchoring alone (u = 0)", first, "population", alone))
    for evidence, sample in samples.items():
        methods.append(_plain_record(f"the paper's grid, {EVIDENCE_NAMES[evidence]}", GRID, evidence, sample))
    for evidence, sample in samples.items():
        pooled = fit_sample(sample)
        methods.append(_population_record(identified_name(evidence), evidence, "population", pooled))
        if can_fit_apart(sample):
            both = fit_apart(sample)
            name = f"{identified_name(evidence)}, apart"
            methods.append(_population_record(name, evidence, "apart", both.given, both.chosen))
        if column:
            methods.append(_class_record(evidence, fit_classes(sample, column, pooled)))
    return tuple(methods)


def _plain_record(name: str, plain: str, evidence: Evidence, sample: Sample) -> MethodRecord:
    fitted = fit_plain(plain, sample)
    return MethodRecord(
        name=name, kind="plain", evidence=evidence, plain=plain, coefficients=fitted.coefficients, sigma=fitted.sigma
    )


def _population_record(name: str, evidence: Evidence, kind: str, *fits: IdentifiedFit) -> MethodRecord:
    populations = tuple(_record_population(fit) for fit in fits)
    return MethodRecord.model_validate({"name": name, "kind": kind, "evidence": evidence, "populations": populations})


def _record_population(fit: IdentifiedFit) -> PopulationRecord:
    (first, second), (third, fourth) = fit.covariance.tolist()
    return PopulationRecord(
        u=fit.u, u_spread=fit.u_spread, a=fit.a, a_spread=fit.a_spread, sigma=fit.sigma,
        covariance=((first, second), (third, fourth)), log_likelihood=fit.log_likelihood, moved=fit.moved,
    )  # fmt: skip


def _class_record(evidence: Evidence, fits: ClassFits) -> MethodRecord:
    classes = tuple(
        ClassRecord(
            name=profile.name, treated=profile.treated, controls=profile.controls, u=profile.u, a=profile.a,
            errors=profile.errors,
        )
        for profile in fits.profiles
    )  # fmt: skip
    return MethodRecord(
        name=profiled_name(evidence, fits.column), kind="classes", evidence=evidence,
        populations=(_record_population(fits.pooled),), column=fits.column, centre=fits.centre, spreads=fits.spreads,
        classes=classes,
    )  # fmt: skip


def load_population(record: PopulationRecord) -> IdentifiedFit:
    """Return a population of its record."""
    return IdentifiedFit(
        u=record.u, u_spread=record.u_spread, a=record.a, a_spread=record.a_spread, sigma=record.sigma,
        covariance=np.asarray(record.covariance), log_likelihood=record.log_likelihood, moved=record.moved,
    )  # fmt: skip


def load_classes(record: MethodRecord) -> ClassFits:
    """Return the class fits of a record."""
    profiles = tuple(
        ClassProfile(
            name=part.name, treated=part.treated, controls=part.controls, u=part.u, a=part.a, errors=part.errors
        )
        for part in record.classes
    )
    return ClassFits(
        column=record.column, pooled=load_population(record.populations[0]), centre=record.centre,
        spreads=record.spreads, profiles=profiles,
    )  # fmt: skip


def forecaster_of(record: MethodRecord) -> Callable[[Sample], StanceForecast]:
    """Return the forecast that a record holds."""
    if record.kind == "plain":
        return PlainForecaster(name=record.plain, coefficients=record.coefficients, sigma=record.sigma).forecast
    populations = [load_population(population) for population in record.populations]
    if record.kind == "apart":
        return Apart(given=populations[0], chosen=populations[1]).forecast
    if record.kind == "classes":
        return load_classes(record).forecast
    return lambda sample: forecast_population(populations[0], sample)


def populations_of(fit: FitFile) -> dict[Evidence, IdentifiedFit]:
    """Return the fitted population under each kind of evidence."""
    return {
        method.evidence: load_population(method.populations[0])
        for method in fit.methods
        if method.name == identified_name(method.evidence)
    }
