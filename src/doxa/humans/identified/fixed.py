"""A fit that is fixed before other data are seen: fitted once to everybody, and tested on other people.

A test fits nothing, and every difference from the fit's origin is reported.
"""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from doxa.analysis.exhibit import Exhibit, Prose, Table
from doxa.errors import BeliefError, UsageError
from doxa.humans.data.people import People
from doxa.humans.identified.classes import check_column, class_of
from doxa.humans.identified.estimates import UptakeEstimate, describe_estimates, estimate_all, estimate_table
from doxa.humans.identified.fit_file import FitFile, FitSettings, JudgeMark, fitting_code, hash_round, mark_people
from doxa.humans.identified.methods import NO_CHANGE, FittedMethod, list_methods
from doxa.humans.identified.sample import Evidence, Sample, make_samples
from doxa.humans.identified.scores import (
    HeldOutScores,
    class_gain_table,
    class_table,
    describe_scores,
    held_out_tables,
    join_forecasts,
    score_forecasts,
)
from doxa.humans.replay.design import Design, check_design, describe_design, design_table
from doxa.humans.replay.judged import JudgedEvidence
from doxa.humans.replay.study import Options, check_options, net_evidence
from doxa.humans.replay.writing import correct_tables
from doxa.models.offline.answers import REVISION
from doxa.records.base import canonical, digest
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
    check_column(people.rounds, options.profiles_by)
    samples = make_samples(people.rounds, judged, options)
    fit = FitFile(
        code=fitting_code(),
        data=mark_people(people.name, people.rounds),
        judge=mark_judge(judged, hearing),
        settings=settings_of(options),
        methods=tuple(method.fit(samples[method.evidence]) for method in list_methods(samples, options.profiles_by)),
    ).sealed
    estimates = estimate_all(samples)
    nets = net_evidence(people, judged, options)
    classes = [method for method in fit.methods if method.kind == "classes"]
    prose = Prose(
        name="reading",
        title=f"A fit of {people.name}",
        paragraphs=(
            describe_marks(fit),
            describe_design(check_design(people.rounds, nets.tolist(), options.seed)),
            describe_estimates(estimates),
        ),
    )
    tables = [design_table(people.rounds, nets, options.seed), estimate_table(estimates)]
    exhibits, _ = correct_tables([prose, *tables, *([class_table(classes)] if classes else [])])
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
    return FitSettings(**options.acceptance.model_dump(), clamp=options.clamp, profiles_by=options.profiles_by)


def mark_judge(judged: JudgedEvidence, hearing: Hearing) -> JudgeMark:
    """Return the mark of the judges and of how they judged."""
    revision = REVISION if OFFLINE in judged.judges.values() else None
    return JudgeMark(
        hash=digest(canonical([dict(judged.judges), hearing.model_dump(mode="json"), revision, judged.has_whole])),
        judges=dict(judged.judges),
        hearing=hearing,
        revision=revision,
        whole=judged.has_whole,
    )


@dataclass(frozen=True, kw_only=True)
class ScoredFit:
    """A fit tested on people, with the exhibits that describe the test."""

    fit: FitFile
    mismatches: tuple[str, ...]
    """What differs from the fit's origin and must not; empty in a clean test."""
    met: int
    """The number of tested rounds that the fit has met: for them nothing is held out."""
    scores: HeldOutScores
    design: Design
    exhibits: list[Exhibit]


def options_of(fit: FitFile, replicates: int, seed: int) -> Options:
    """Return the options under which a fit was made, for a test."""
    return Options(
        acceptance=fit.settings,
        clamp=fit.settings.clamp,
        profiles_by=fit.settings.profiles_by,
        replicates=replicates,
        seed=seed,
    )


def find_early(fit: FitFile, judge: str | None) -> tuple[str, ...]:
    """Return in words what differs from a fit's origin before any message is judged: the code, and a named judge."""
    code, extractor = fitting_code(), fit.judge.judges.get("extractor")
    faults = []
    if fit.code != code:
        faults.append(f"the fit was made by other code ({fit.code[:8]}, doxa {fit.doxa}) than this doxa's ({code[:8]})")
    if judge not in (None, extractor):
        faults.append(f"the judge is {judge}, the fit's is {extractor}")
    return tuple(faults)


def find_mismatches(fit: FitFile, judged: JudgedEvidence, hearing: Hearing) -> tuple[str, ...]:
    """Return in words what differs between a fit's origin and this doxa with these judged messages."""
    mark = mark_judge(judged, hearing)
    if fit.judge.hash == mark.hash:
        return find_early(fit, None)
    other = [
        f"{name}: {_show(getattr(mark, name))}, the fit's: {_show(getattr(fit.judge, name))}"
        for name in ("judges", "hearing", "revision", "whole")
        if getattr(mark, name) != getattr(fit.judge, name)
    ]
    return (*find_early(fit, None), f"these messages were judged otherwise than the fit's ({'; '.join(other)})")


def _show(setting: object) -> str:
    return (
        ", ".join(f"{role} {name}" for role, name in sorted(setting.items()))
        if isinstance(setting, dict)
        else f"{setting}"
    )


def require_match(mismatches: tuple[str, ...], *, accept: bool) -> None:
    """Raise where something differs from the fit's origin and that was not accepted.

    Raises:
        UsageError: the message names what differs.
    """
    if mismatches and not accept:
        raise UsageError(
            f"this is no test of that fit: {'; '.join(mismatches)}",
            hint="Test with the doxa and the judge that made the fit, fit again, or give --accept-mismatch: the test "
            "then begins with what differs.",
        )


def score_people(
    people: People, judged: JudgedEvidence, hearing: Hearing, fit: FitFile, options: Options, *, accept: bool = False
) -> ScoredFit:
    """Return the test of a fit on a set's treated rounds.

    Args:
        options: as ``options_of`` the fit.
        accept: whether to go on where code or judge differ from the fit's.

    Raises:
        BeliefError: there is nobody to test on.
        UsageError: code or judge differ from the fit's.
    """
    if not people.fitted_rounds:
        raise BeliefError(f"{people.name} has nobody to test on", hint="doxa replay check PATH shows the dropped rows.")
    mismatches = find_mismatches(fit, judged, hearing)
    require_match(mismatches, accept=accept)
    scores, missing = score_fixed(fit, make_samples(people.fitted_rounds, judged, options), people)
    untested = "; ".join(missing)
    met_hashes = set(fit.data.round_hashes)
    met = sum(hash_round(round) in met_hashes for round in people.fitted_rounds)
    nets = net_evidence(people, judged, options)
    design = check_design(people.rounds, nets.tolist(), options.seed)
    how = f"Fitted to {fit.data.name} (fit {fit.hash[:8]}), tested on {people.name}; nothing was fitted here"
    tables = [
        *held_out_tables(scores, how, options.replicates, options.seed),
        *_class_tables(fit, scores, people, how, options),
        design_table(people.rounds, nets, options.seed),
    ]
    prose = Prose(
        name="reading",
        title=f"A fit of {fit.data.name}, tested on {people.name}",
        paragraphs=(
            *(f"Not as the fit was made: {mismatch}." for mismatch in mismatches),
            describe_marks(fit),
            _compare_people(fit, people, met),
            *([f"Not tested, because no side is known to have been argued here: {untested}."] if untested else []),
            f"On these people {describe_scores(scores, options.replicates, options.seed)}",
            describe_design(design),
        ),
    )
    exhibits, _ = correct_tables([prose, *tables])
    return ScoredFit(fit=fit, mismatches=mismatches, met=met, scores=scores, design=design, exhibits=exhibits)


def score_fixed(fit: FitFile, samples: Mapping[Evidence, Sample], people: People) -> tuple[HeldOutScores, list[str]]:
    """Return the scores of every method of a fit, and the names of those that these people have no evidence for."""
    chosen = {method.name: (method, _sample_for(method, samples, fit)) for method in fit.methods}
    forecasts = {
        name: join_forecasts(people.fitted_rounds, [(sample, method.forecast(sample))])
        for name, (method, sample) in chosen.items()
        if sample is not None
    }
    return score_forecasts(people.fitted_rounds, forecasts), [name for name in chosen if name not in forecasts]


def _sample_for(method: FittedMethod, samples: Mapping[Evidence, Sample], fit: FitFile) -> Sample | None:
    """Return the sample that a method forecasts; None where these people have no such evidence."""
    needs_no_side = method.plain == NO_CHANGE or not all(population.moved for population in method.populations)
    sample = samples.get(method.evidence, samples["judged"] if needs_no_side else None)
    fitted_with_sides = any(other.evidence == "argued" for other in fit.methods)
    if sample is not None and method.kind == "plain" and not fitted_with_sides:
        return sample.without_sides()
    return sample


def _class_tables(fit: FitFile, scores: HeldOutScores, people: People, how: str, options: Options) -> list[Table]:
    """Return what the profiles gain, and how many tested rounds are of each class; empty for a fit without classes."""
    column = fit.settings.profiles_by
    if not column:
        return []
    evidences = tuple(method.evidence for method in fit.methods if method.classes and method.name in scores.errors)
    known = sorted({part.name for method in fit.methods for part in method.classes})
    counts = Counter(class_of(round, column) for round in people.fitted_rounds)
    rows = [(name, counts.pop(name, 0), "its profile") for name in known]
    rows += [
        (name or "(not stated)", count, "that of an unknown class")
        for name, count in sorted(counts.items(), key=lambda pair: str(pair[0]))
    ]
    gains = [class_gain_table(scores, evidences, column, how, options.replicates, options.seed)] if evidences else []
    return [
        *gains,
        Table(
            name="classes",
            title=f"The tested rounds by {column}",
            caption="A class that the fit has not met is predicted with the centre of all classes.",
            columns=("class", "N", "predicted with"),
            rows=tuple(rows),
        ),
    ]


def _compare_people(fit: FitFile, people: People, met: int) -> str:
    count, mark = len(people.fitted_rounds), mark_people(people.name, people.rounds)
    persons = len({round.person for round in people.fitted_rounds})
    tested = f"Tested on {count:,} rounds of {persons:,} people of {people.name} (data {mark.hash[:8]})."
    if mark.hash == fit.data.hash:
        return f"{tested} These are the very data of the fit: nothing is held out, and the scores show fit alone."
    if met:
        return f"{tested} The fit has met {met:,} of these rounds: for them the scores show fit and no prediction."
    return f"{tested} The fit has met none of these rounds."
