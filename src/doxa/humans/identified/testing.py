"""Testing a fixed fit on other people: nothing is fitted, and every difference from the fit's origin is reported."""

from collections import Counter
from dataclasses import dataclass

import numpy as np

from doxa.analysis.exhibit import Cell, Exhibit, Prose, Table
from doxa.errors import BeliefError, UsageError
from doxa.humans.data.people import People
from doxa.humans.identified.classes import class_gain_table, class_of
from doxa.humans.identified.code import fitting_code
from doxa.humans.identified.fit_file import FitFile, MethodRecord, hash_round, mark_people
from doxa.humans.identified.fit_people import describe_marks, mark_judge
from doxa.humans.identified.held_out import (
    NO_CHANGE,
    HeldOutScores,
    describe_scores,
    held_out_tables,
)
from doxa.humans.identified.methods import forecaster_of
from doxa.humans.identified.sample import Evidence, Sample, make_samples
from doxa.humans.replay.design import Design, check_design, describe_design, design_table
from doxa.humans.replay.judging import JudgedEvidence
from doxa.humans.replay.study import Options, net_evidence
from doxa.humans.shown.holm import correct_tables
from doxa.records.spec import Hearing


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
        acceptance=fit.settings.acceptance,
        clamp=fit.settings.clamp,
        profiles_by=fit.settings.profiles_by,
        replicates=replicates,
        seed=seed,
    )


def judges_of(fit: FitFile) -> tuple[str | None, str | None]:
    """Return the extractor and the scorer of a fit, as provider:model."""
    return fit.judge.judges.get("extractor"), fit.judge.judges.get("scorer")


def find_other_code(fit: FitFile) -> tuple[str, ...]:
    """Return in words that other code than this doxa's made a fit; empty where it is this code."""
    if fit.code == fitting_code():
        return ()
    return (
        f"the fit was made by other code ({fit.code[:8]}, doxa {fit.doxa}) than this doxa's ({fitting_code()[:8]})",
    )


def find_early(fit: FitFile, judge: str | None) -> tuple[str, ...]:
    """Return in words what differs from a fit's origin before any message is judged: the code, and a named judge."""
    extractor, _ = judges_of(fit)
    other = find_other_code(fit)
    return (*other, f"the judge is {judge}, the fit's is {extractor}") if judge not in (None, extractor) else other


def find_mismatches(fit: FitFile, judged: JudgedEvidence, hearing: Hearing) -> tuple[str, ...]:
    """Return in words what differs between a fit's origin and this doxa with these judged messages."""
    mismatches = list(find_other_code(fit))
    mark = mark_judge(judged, hearing)
    if fit.judge.hash != mark.hash:
        names = ("judges", "hearing", "revision", "whole")
        other = [
            f"{name}: {_show(getattr(mark, name))}, the fit's: {_show(getattr(fit.judge, name))}"
            for name in names
            if getattr(mark, name) != getattr(fit.judge, name)
        ]
        mismatches.append(f"these messages were judged otherwise than the fit's ({'; '.join(other)})")
    return tuple(mismatches)


def _show(value: object) -> str:
    return (
        ", ".join(f"{role} {name}" for role, name in sorted(value.items())) if isinstance(value, dict) else f"{value}"
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
    samples = make_samples(people.fitted_rounds, judged, options)
    scores, missing = score_fixed(fit, samples, people)
    met_hashes = set(fit.data.round_hashes)
    met = sum(hash_round(round) in met_hashes for round in people.fitted_rounds)
    nets = net_evidence(people, judged, options)
    design = check_design(people.rounds, nets.tolist(), options.seed)
    how = f"Fitted to {fit.data.name} (fit {fit.hash[:8]}), tested on {people.name}; nothing was fitted here"
    tables: list[Table] = [
        *held_out_tables(scores, how, options.replicates, options.seed),
        *_gain_tables(fit, scores, how, options),
        *_class_counts(fit, people),
        design_table(people.rounds, nets, options.seed),
    ]
    prose = Prose(
        name="reading",
        title=f"A fit of {fit.data.name}, tested on {people.name}",
        paragraphs=(
            *(f"Not as the fit was made: {mismatch}." for mismatch in mismatches),
            describe_marks(fit),
            _compare_people(fit, people, met),
            *([_describe_missing(missing)] if missing else []),
            f"On these people {describe_scores(scores, options.replicates, options.seed)}",
            describe_design(design),
        ),
    )
    exhibits, _ = correct_tables([prose, *tables])
    return ScoredFit(fit=fit, mismatches=mismatches, met=met, scores=scores, design=design, exhibits=exhibits)


def score_fixed(fit: FitFile, samples: dict[Evidence, Sample], people: People) -> tuple[HeldOutScores, list[str]]:
    """Return the scores of every method of a fit, and the names of those that these people have no evidence for."""
    treated = list(people.fitted_rounds)
    place_of = {round.id: place for place, round in enumerate(treated)}
    final = np.asarray([round.final for round in treated])
    scores, densities, missing = {}, {}, []
    for method in fit.methods:
        sample = _sample_for(method, samples, fit)
        if sample is None:
            missing.append(method.name)
            continue
        forecast = forecaster_of(method)(sample)
        rows = [place_of[round.id] for round in sample.rounds]
        mean, density = np.empty(len(final)), np.empty(len(final))
        mean[rows], density[rows] = forecast.mean, forecast.log_density
        scores[method.name], densities[method.name] = (mean - final) ** 2, density
    _, persons = np.unique([round.person for round in treated], return_inverse=True)
    return HeldOutScores(errors=scores, log_scores=densities, persons=persons.astype(np.intp)), missing


def _sample_for(method: MethodRecord, samples: dict[Evidence, Sample], fit: FitFile) -> Sample | None:
    """Return the sample that a method forecasts; None where these people have no such evidence."""
    needs_no_side = method.plain == NO_CHANGE or not all(population.moved for population in method.populations)
    sample = samples.get(method.evidence, samples["judged"] if needs_no_side else None)
    fitted_with_sides = any(other.evidence == "argued" for other in fit.methods)
    if sample is not None and method.kind == "plain" and not fitted_with_sides:
        return sample.without_sides()
    return sample


def _gain_tables(fit: FitFile, scores: HeldOutScores, how: str, options: Options) -> list[Table]:
    evidences: tuple[Evidence, ...] = tuple(
        method.evidence for method in fit.methods if method.kind == "classes" and method.name in scores.errors
    )
    if not evidences:
        return []
    column = str(fit.settings.profiles_by)
    return [class_gain_table(scores, evidences, column, how, options.replicates, options.seed)]


def _class_counts(fit: FitFile, people: People) -> list[Table]:
    """Return how many tested rounds are of each class of the fit; empty where the fit has no classes."""
    column = fit.settings.profiles_by
    known = {part.name for method in fit.methods for part in method.classes}
    if not column:
        return []
    counts = Counter(class_of(round, column) for round in people.fitted_rounds)
    rows: list[tuple[Cell, ...]] = [(name, counts.pop(name, 0), "its profile") for name in sorted(known)]
    rows += [
        ("(not stated)" if name is None else name, count, "that of an unknown class")
        for name, count in sorted(counts.items(), key=lambda pair: str(pair[0]))
    ]
    return [
        Table(
            name="classes",
            title=f"The tested rounds by {column}",
            caption="A class that the fit has not met is predicted with the centre of all classes.",
            columns=("class", "N", "predicted with"),
            rows=tuple(rows),
        )
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


def _describe_missing(missing: list[str]) -> str:
    return f"Not tested, because no side is known to have been argued here: {'; '.join(missing)}."
