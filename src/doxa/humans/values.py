"""Replay from Python: `doxa.replay`, `doxa.fit` and `doxa.test` return values with plain tables.

``tables`` is a mapping from a table's name to its rows, each a mapping from column to cell, so that any data frame
takes one as it is. A cell with an interval becomes three numbers: ``RMSE``, ``RMSE low`` and ``RMSE high``. The main
results are also typed rows with full precision.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from os import fspath
from pathlib import Path
from typing import Literal

from doxa.analysis.exhibit import Cell, Exhibit, Prose, Table
from doxa.engine.gate import Budget
from doxa.humans.data.people import People, sample_people
from doxa.humans.data.registry import read_people
from doxa.humans.identified.estimates import UptakeEstimate
from doxa.humans.identified.fit_file import FitFile, read_fit, write_fit
from doxa.humans.identified.fixed import (
    find_early,
    fit_people,
    options_of,
    require_match,
    score_people,
)
from doxa.humans.identified.methods import FittedMethod
from doxa.humans.identified.scores import HeldOutScores
from doxa.humans.replay.calibration import Thresholds
from doxa.humans.replay.evidence import THETA, Acceptance
from doxa.humans.replay.folds import SEED
from doxa.humans.replay.grid import CLAMP
from doxa.humans.replay.judging import ReplaySettings, hearing_for, listen
from doxa.humans.replay.study import Options, check_options, make_study
from doxa.humans.shown.report import report_of
from doxa.log.rundir import RunLike
from doxa.records.base import Brief, JsonValue
from doxa.records.notebook import Markup, paragraphs, render, section, table, title
from doxa.records.outside import file_name
from doxa.records.spec import Hearing

Rows = list[dict[str, Cell]]


@dataclass(frozen=True, kw_only=True)
class EstimateRow:
    """One row of the identified model: population means of u and a with 95 % intervals; None where not identified."""

    propositions: str
    evidence: str
    n: int
    controls: int
    u: float | None = None
    u_low: float | None = None
    u_high: float | None = None
    u_sd: float | None = None
    a: float | None = None
    a_low: float | None = None
    a_high: float | None = None
    a_sd: float | None = None
    sigma: float | None = None
    p: float | None = None
    why_not: str = ""
    """Why there is no estimate; empty where there is one."""


@dataclass(frozen=True, kw_only=True)
class ScoreRow:
    """One method's score on people that it was not fitted to."""

    method: str
    n: int
    rmse: float
    log_score: float
    """Mean log density of the stated stances, in nats a round."""


@dataclass(frozen=True, kw_only=True)
class ProfileRow:
    """One class's mean uptake and anchoring, with standard errors."""

    column: str
    name: str
    evidence: str
    n: int
    controls: int
    u: float
    a: float
    u_error: float
    a_error: float


@dataclass(frozen=True, kw_only=True)
class Replay(Brief):
    """The results of a replay of people."""

    reading: tuple[str, ...]
    """What the numbers do and do not support, in paragraphs."""
    estimates: tuple[EstimateRow, ...]
    scores: tuple[ScoreRow, ...]
    profiles: tuple[ProfileRow, ...]
    tables: Mapping[str, Rows] = field(repr=False)
    summary: Mapping[str, JsonValue] = field(repr=False)
    """The figures as `doxa replay --json` prints them."""

    def _repr_html_(self) -> str:
        return render(
            title(f"Replay of people: {len(self.tables)} tables"),
            paragraphs(self.reading),
            _show_rows(self.scores),
            _show_rows(self.estimates),
            _show_rows(self.profiles),
        )


@dataclass(frozen=True, kw_only=True)
class Fit(Brief):
    """A fit of people, to be fixed before other data are seen."""

    reading: tuple[str, ...]
    estimates: tuple[EstimateRow, ...]
    profiles: tuple[ProfileRow, ...]
    tables: Mapping[str, Rows] = field(repr=False)
    hash: str
    content: Mapping[str, JsonValue] = field(repr=False)
    """The content of the file that ``write`` writes."""

    def _repr_html_(self) -> str:
        return render(
            title(f"Fit {self.hash}"), paragraphs(self.reading), _show_rows(self.estimates), _show_rows(self.profiles)
        )

    def write(self, path: Path | str) -> None:
        """Write the fit to a file, for ``doxa.test`` and `doxa replay test`."""
        write_fit(FitFile.model_validate(dict(self.content)), Path(path))


@dataclass(frozen=True, kw_only=True)
class FitTest(Brief):
    """The test of a fixed fit on other people."""

    reading: tuple[str, ...]
    scores: tuple[ScoreRow, ...]
    mismatches: tuple[str, ...]
    """What differs from the fit's origin and was accepted; empty in a clean test."""
    rounds_in_fit: int
    """The number of tested rounds that the fit has met."""
    tables: Mapping[str, Rows] = field(repr=False)

    def _repr_html_(self) -> str:
        return render(
            title(f"Test of a fit; the fit has met {self.rounds_in_fit:,} of the rounds"),
            paragraphs((*self.mismatches, *self.reading)),
            _show_rows(self.scores),
        )


def replay(
    source: RunLike,
    *,
    path: Path | str | None = None,
    folds: Literal["person", "topic"] = "person",
    profiles_by: str | None = None,
    judge: str | None = None,
    scorer: str | None = None,
    strength: Literal["scorer", "extractor", "equal"] = "scorer",
    direction: Literal["blind", "speaker"] = "blind",
    theta: float = THETA,
    clamp: float = CLAMP,
    tolerance: float | Literal["six-point"] = 0.1,
    pressure: float = 0.5,
    own: bool = False,
    sample: int | None = None,
    seed: int = SEED,
    replicates: int = 2_000,
    records: Path | str | None = None,
    out: Path | str | None = None,
    budget: Budget | None = None,
) -> Replay:
    """Return a replay of people: what their changes of stance say of the rule, and what they cannot.

    Args:
        source: a data set's name, a file, a folder, or a run whose agents stand for people.
        path: the files of a data set that doxa does not ship.
        profiles_by: a column of classes known beforehand, each with a profile of its own.
        out: the folder of the run that judges messages; ``runs/replay/NAME`` when absent. A repeated call judges
            nothing again.

    Raises:
        UnknownNameError, CorpusError, UsageError, BeliefError: the people cannot be read, fitted or divided.
        StoppedError: judging stopped early; the same call continues.
    """
    options = Options(
        acceptance=Acceptance(theta=theta, own=own, strength=strength),
        clamp=clamp,
        thresholds=Thresholds(tolerance=tolerance, pressure=pressure),
        split=folds,
        seed=seed,
        replicates=replicates,
        profiles_by=profiles_by,
    )
    check_options(options)
    people = sample_people(_read(source, path), sample, seed)
    hearing = hearing_for(direction, judge, strength=strength)
    judged = listen(people, _listening(people, hearing, judge, scorer, own, records, out, budget))
    report = report_of(make_study(people, judged, options))
    findings = report.findings
    return Replay(
        reading=_paragraphs(report.exhibits),
        estimates=tuple(_estimate_row(estimate) for estimate in findings.estimates),
        scores=_score_rows(findings.scores),
        profiles=_profile_rows(findings.classes),
        tables=tables_of(report.exhibits),
        summary=report.summary,
    )


def fit(
    source: RunLike,
    *,
    path: Path | str | None = None,
    profiles_by: str | None = None,
    judge: str | None = None,
    scorer: str | None = None,
    strength: Literal["scorer", "extractor", "equal"] = "scorer",
    direction: Literal["blind", "speaker"] = "blind",
    theta: float = THETA,
    clamp: float = CLAMP,
    own: bool = False,
    records: Path | str | None = None,
    out: Path | str | None = None,
    budget: Budget | None = None,
) -> Fit:
    """Return the fit of all of a set's people, which other people then test; nobody is held out.

    ``source``, ``path``, ``profiles_by`` and ``out`` are as for ``replay``.

    Raises:
        UnknownNameError, CorpusError, UsageError, BeliefError: the people cannot be read, fitted or divided.
        StoppedError: judging stopped early; the same call continues.
    """
    options = Options(
        acceptance=Acceptance(theta=theta, own=own, strength=strength), clamp=clamp, profiles_by=profiles_by
    )
    people = _read(source, path)
    hearing = hearing_for(direction, judge, strength=strength)
    judged = listen(people, _listening(people, hearing, judge, scorer, own, records, out, budget))
    fitted = fit_people(people, judged, hearing, options)
    return Fit(
        reading=_paragraphs(fitted.exhibits),
        estimates=tuple(_estimate_row(estimate) for estimate in fitted.estimates),
        profiles=_profile_rows(fitted.fit.methods),
        tables=tables_of(fitted.exhibits),
        hash=fitted.fit.hash,
        content=fitted.fit.model_dump(mode="json"),
    )


def score(
    source: RunLike,
    fit: Fit | Path | str,
    *,
    path: Path | str | None = None,
    judge: str | None = None,
    seed: int = SEED,
    replicates: int = 10_000,
    records: Path | str | None = None,
    out: Path | str | None = None,
    budget: Budget | None = None,
    accept_mismatch: bool = False,
) -> FitTest:
    """Return the test of a fit on people: its forecasts scored, with nothing fitted anew.

    Args:
        fit: a fit, or the file that one was written to. Its settings and its judge hold.
        judge: must be the fit's; the fit's when absent.
        accept_mismatch: whether to go on where code or judge differ from the fit's; the reading then begins with it.

    Raises:
        UnknownNameError, CorpusError, BeliefError: the people or the fit cannot be read.
        UsageError: code or judge differ from the fit's.
        StoppedError: judging stopped early; the same call continues.
    """
    loaded = FitFile.model_validate(dict(fit.content)) if isinstance(fit, Fit) else read_fit(Path(fit))
    require_match(find_early(loaded, judge), accept=accept_mismatch)
    people = _read(source, path)
    judges = (judge, None) if judge or (records is not None and Path(records).exists()) else loaded.judge.named
    own = loaded.settings.own
    judged = listen(people, _listening(people, loaded.judge.hearing, *judges, own, records, out, budget))
    options = options_of(loaded, replicates, seed)
    check_options(options)
    scored = score_people(people, judged, loaded.judge.hearing, loaded, options, accept=accept_mismatch)
    return FitTest(
        reading=_paragraphs(scored.exhibits),
        scores=_score_rows(scored.scores),
        mismatches=scored.mismatches,
        rounds_in_fit=scored.met,
        tables=tables_of(scored.exhibits),
    )


# without this pytest takes ``doxa.test`` for a test of whoever imports it
score.__dict__["__test__"] = False
test = score
"""The public name of ``score``."""


def _read(source: RunLike, path: Path | str | None) -> People:
    return read_people(fspath(source), None if path is None else Path(path))


def _listening(
    people: People,
    hearing: Hearing,
    judge: str | None,
    scorer: str | None,
    own: bool,
    records: Path | str | None,
    out: Path | str | None,
    budget: Budget | None,
) -> ReplaySettings:
    return ReplaySettings(
        judge=judge,
        strength=scorer,
        own=own,
        hearing=hearing,
        records=None if records is None else Path(records),
        out=Path("runs/replay") / file_name(people.name) if out is None else Path(out),
        budget=budget or Budget(),
    )


def tables_of(exhibits: Sequence[Exhibit]) -> dict[str, Rows]:
    """Return every table as rows of cells by column; an estimate takes several columns."""
    return {exhibit.name: exhibit.records() for exhibit in exhibits if isinstance(exhibit, Table)}


def _show_rows(rows: Sequence[EstimateRow | ScoreRow | ProfileRow]) -> Markup:
    """Return typed rows as a table for notebooks; nothing where there are none."""
    return table(list(vars(rows[0])), [list(vars(row).values()) for row in rows]) if rows else section()


def _paragraphs(exhibits: Sequence[Exhibit]) -> tuple[str, ...]:
    return next((exhibit.paragraphs for exhibit in exhibits if isinstance(exhibit, Prose)), ())


def _estimate_row(estimate: UptakeEstimate) -> EstimateRow:
    fitted = estimate.fit
    if fitted is None:
        return EstimateRow(
            propositions=estimate.part,
            evidence=estimate.evidence,
            n=estimate.treated,
            controls=estimate.controls,
            why_not=estimate.why_not,
        )
    (u_low, u_high), (a_low, a_high) = fitted.interval("u"), fitted.interval("a")
    return EstimateRow(
        propositions=estimate.part, evidence=estimate.evidence, n=estimate.treated, controls=estimate.controls,
        u=fitted.u, u_low=u_low, u_high=u_high, u_sd=fitted.u_spread, a=fitted.a, a_low=a_low, a_high=a_high,
        a_sd=fitted.a_spread, sigma=fitted.sigma, p=fitted.p,
    )  # fmt: skip


def _score_rows(scores: HeldOutScores) -> tuple[ScoreRow, ...]:
    return tuple(
        ScoreRow(method=name, n=len(errors), rmse=scores.rmse(name), log_score=scores.log_score(name))
        for name, errors in scores.errors.items()
    )


def _profile_rows(methods: Sequence[FittedMethod]) -> tuple[ProfileRow, ...]:
    return tuple(
        ProfileRow(
            column=method.column, name=profile.name, evidence=method.evidence, n=profile.treated,
            controls=profile.controls, u=profile.u, a=profile.a, u_error=profile.errors[0], a_error=profile.errors[1],
        )
        for method in methods
        for profile in method.classes
    )  # fmt: skip
