"""Fitting once: everybody's rounds to a fit that can be written, fixed and tested on other people."""

from dataclasses import dataclass

from doxa.analysis.exhibit import Exhibit, Prose, Table
from doxa.errors import BeliefError
from doxa.humans.data.people import People
from doxa.humans.identified.classes import class_table
from doxa.humans.identified.code import fitting_code
from doxa.humans.identified.estimates import UptakeEstimate, describe_estimates, estimate_all, estimate_table
from doxa.humans.identified.fit_file import FitFile, FitSettings, JudgeMark, mark_people
from doxa.humans.identified.methods import fit_methods, load_classes
from doxa.humans.identified.sample import make_samples
from doxa.humans.replay.design import check_design, describe_design, design_table
from doxa.humans.replay.judging import JudgedEvidence
from doxa.humans.replay.study import Options, check_options, net_evidence
from doxa.humans.shown.findings import check_profiles
from doxa.humans.shown.holm import correct_tables
from doxa.models.offline.answers import REVISION
from doxa.records.canonical import canonical, digest
from doxa.records.spec import Hearing

OFFLINE = "offline"


@dataclass(frozen=True, kw_only=True)
class FittedPeople:
    """A fit with the exhibits that describe it."""

    fit: FitFile
    estimates: list[UptakeEstimate]
    exhibits: list[Exhibit]


def fit_people(people: People, judged: JudgedEvidence, hearing: Hearing, options: Options) -> FittedPeople:
    """Return the fit of all of a set's rounds.

    Raises:
        BeliefError: there is nobody to fit.
        UsageError: an option is out of range, or the column of profiles does not divide these people.
    """
    check_options(options)
    if not people.fitted_rounds:
        raise BeliefError(f"{people.name} has nobody to fit", hint="doxa replay check PATH shows the dropped rows.")
    check_profiles(people.rounds, options)
    samples = make_samples(people.rounds, judged, options)
    fit = FitFile(
        code=fitting_code(),
        data=mark_people(people.name, people.rounds),
        judge=mark_judge(judged, hearing),
        settings=settings_of(options),
        methods=fit_methods(samples, options.profiles_by),
    ).sealed
    estimates = estimate_all(samples)
    nets = net_evidence(people, judged, options)
    design = check_design(people.rounds, nets.tolist(), options.seed)
    tables: list[Table] = [design_table(people.rounds, nets, options.seed), estimate_table(estimates)]
    classes = {method.evidence: load_classes(method) for method in fit.methods if method.kind == "classes"}
    tables += [class_table(classes)] if classes else []
    prose = Prose(
        name="reading",
        title=f"A fit of {people.name}",
        paragraphs=(describe_marks(fit), describe_design(design), describe_estimates(estimates)),
    )
    exhibits, _ = correct_tables([prose, *tables])
    return FittedPeople(fit=fit, estimates=estimates, exhibits=exhibits)


def describe_marks(fit: FitFile) -> str:
    """Return in words what a fit came from."""
    judge = ", ".join(f"{role} {name}" for role, name in sorted(fit.judge.judges.items()))
    data = fit.data
    return (
        f"{data.rounds:,} rounds of {data.people:,} people ({data.controls:,} controls). Hashes: fit {fit.hash[:8]}, "
        f"data {data.hash[:8]}, judge {fit.judge.hash[:8]} ({judge}), code {fit.code[:8]} (doxa {fit.doxa})."
    )


def settings_of(options: Options) -> FitSettings:
    """Return the settings that a fit keeps."""
    acceptance = options.acceptance
    return FitSettings(
        theta=acceptance.theta, theta_self=acceptance.theta_self, own=acceptance.own, strength=acceptance.strength,
        least=acceptance.least, clamp=options.clamp, profiles_by=options.profiles_by,
    )  # fmt: skip


def mark_judge(judged: JudgedEvidence, hearing: Hearing) -> JudgeMark:
    """Return the mark of the judges and of how they judged."""
    revision = REVISION if OFFLINE in judged.judges.values() else None
    content = [dict(judged.judges), hearing.model_dump(mode="json"), revision, judged.has_whole]
    return JudgeMark(
        hash=digest(canonical(content)),
        judges=dict(judged.judges),
        hearing=hearing,
        revision=revision,
        whole=judged.has_whole,
    )
