"""``doxa replay``: the belief rule fitted to real people, from their conversations to tables and figures.

``doxa replay fit`` and ``doxa replay test`` are an analysis that is fixed before the data of its test are seen.
"""

import json as jsons
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from doxa.analysis.exhibit import Exhibit, Prose, Table
from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import ScenarioError
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.humans.data.contents import check_tables
from doxa.humans.data.people import People, sample_people
from doxa.humans.data.registry import read_people
from doxa.humans.identified.classes import check_column
from doxa.humans.identified.fit_file import read_fit, write_fit
from doxa.humans.identified.fixed import ScoredFit, find_early, fit_people, options_of, require_match, score_people
from doxa.humans.replay.calibration import Steady, Thresholds
from doxa.humans.replay.evidence import THETA, Acceptance
from doxa.humans.replay.folds import SEED, Split
from doxa.humans.replay.grid import CLAMP
from doxa.humans.replay.judged import JudgedEvidence
from doxa.humans.replay.judging import ReplaySettings, hearing_for, listen, listening_directory, plan_listening
from doxa.humans.replay.study import Options, check_options, make_study
from doxa.humans.shown.report import Report, report_of, summarise_design, summarise_scores
from doxa.humans.system import HELPS, PARTS
from doxa.log.disk import write_text
from doxa.models.conditions import Conditions
from doxa.records.base import JsonValue
from doxa.records.claims import Scale
from doxa.records.outside import file_name, read_number
from doxa.terminal.batches import announce_batches
from doxa.terminal.console import (
    Batch,
    DryRun,
    Json,
    Open,
    Quiet,
    Tokens,
    Usd,
    console,
    errors,
    plain,
    print_left_out,
    print_publishing_call,
    print_written,
    show_dry_run,
    temperature_of,
)
from doxa.terminal.exhibits import print_prose, print_table, write_exhibits
from doxa.terminal.progress import StageLine

Source = Annotated[str, Parameter(help="A data set's name (persuasiontrace, debate), a file or a folder.")]
Where = Annotated[Path | None, Parameter(name="--path", help="The files of a data set that doxa does not ship.")]
Direction = Annotated[
    Literal["blind", "speaker"],
    Parameter(help="Which way claims point: as the judge reads them, or to the side argued, where it is known."),
]
OfScale = Annotated[Scale, Parameter(help="What a strength means: hearing.scale (doxa docs scenario).")]
HeardIn = Annotated[
    Literal["claim", "message", "speaker"] | None,
    Parameter(help="What direction is read from; offline and calibrated judges take the message, others the claim."),
]
Judge = Annotated[
    str | None,
    Parameter(help="The judge of the messages, as provider:model; the records' judge, or offline, when absent."),
]
Records = Annotated[Path | None, Parameter(help="The file of judged evidence, read if it exists, else written.")]
Resamples = Annotated[int, Parameter(name=("--resamples", "--replicates"), help="Bootstrap replicates.")]
Strength = Annotated[Literal["scorer", "extractor", "equal"], Parameter(help="Which strength counts; equal: 0.5 each.")]
ProfilesBy = Annotated[
    str | None,
    Parameter(name="--profiles-by", help="A column known beforehand: a profile for each of its classes, tested."),
]
Theta = Annotated[float, Parameter(help="θ: two claims of one side with at least this cosine are one.")]
Clamp = Annotated[float, Parameter(help="The largest |S₀| that a prior is made from.")]
Scorer = Annotated[str | None, Parameter(help="The model that rates strength; the judge when absent.")]
Least = Annotated[float, Parameter(help="Claims weaker than this are not admitted.")]
Own = Annotated[bool, Parameter(help="Count people's own messages too.")]
Temperature = Annotated[str, Parameter(help='Of hosted judges; "provider" leaves it to the provider.')]
RunFolder = Annotated[
    Path | None,
    Parameter(name="--folder", help="The folder of the run that judges messages; runs/replay/NAME when absent."),
]


MOST_REMARKS = 20
"""The most remarks that are printed; more are only in their file, and ``doxa replay check`` prints them all."""

replay = App(name="replay", help=HELPS["replay"], help_format="plaintext", version_flags=())

Folder = Annotated[
    Path | None, Parameter(name="--out", help="The folder of runs and exhibits; runs/replay/NAME when absent.")
]


@replay.default
def calibrate(
    source: Source,
    /,
    *,
    path: Where = None,
    folds: Annotated[Split, Parameter(help="What the tables hold out: person or topic. Table A7 has both.")] = "person",
    profiles_by: ProfilesBy = None,
    theta: Theta = THETA,
    clamp: Clamp = CLAMP,
    tolerance: Annotated[str, Parameter(help="The largest |ΔS| of a stable person, or six-point.")] = "0.1",
    pressure: Annotated[float, Parameter(help="The least |E| of evidence that has a direction.")] = 0.5,
    sample: Annotated[int | None, Parameter(help="How many people, drawn with the seed; all when absent.")] = None,
    judge: Judge = None,
    scorer: Scorer = None,
    strength: Strength = "scorer",
    direction: Direction = "blind",
    scale: OfScale = "percentile",
    context: HeardIn = None,
    least: Least = 0.0,
    own: Own = False,
    temperature: Temperature = "0",
    records: Records = None,
    seed: Annotated[int, Parameter(help="Seed of folds and bootstrap.")] = SEED,
    replicates: Resamples = 10_000,
    out: Folder = None,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    batch: Batch = False,
    dry_run: DryRun = False,
    open: Open = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Fit the belief rule to real people."""
    options = Options(
        acceptance=Acceptance(theta=theta, own=own, strength=strength, least=least), clamp=clamp,
        thresholds=Thresholds(tolerance=_tolerance(tolerance), pressure=pressure), split=folds, seed=seed,
        replicates=replicates, profiles_by=profiles_by,
    )  # fmt: skip
    check_options(options)
    people = sample_people(read_people(source, path), sample, seed)
    check_column(people.rounds, profiles_by)
    listening = ReplaySettings(
        judge=judge, strength=scorer, temperature=temperature_of(temperature), own=own,
        hearing=hearing_for(direction, judge, context, scale, strength),
        records=records, out=_folder(people, out), budget=Budget(usd=max_usd, tokens=max_tokens),
        conditions=Conditions(batch=batch),
    )  # fmt: skip
    if dry_run:
        show_dry_run(rehearse(_rehearsals(people, listening)), json=json)
        return
    report = _make_report(people, listening, options, quiet=quiet or json)
    folder, title = listening.out / "exhibits", f"Replay: {people.name}"
    _show(report.exhibits, report.summary, folder, title, quiet=quiet, json=json, open=open)
    if json:
        print_left_out(report.exhibits, errors)
    else:
        print_publishing_call(listening.out)


def _rehearsals(people: People, listening: ReplaySettings) -> list[Rehearsal]:
    """Return the run that judges the messages; none where a file of records holds what was judged."""
    if listening.records is not None and listening.records.exists():
        return []
    spec = plan_listening(people, listening)
    return [Rehearsal(spec=spec, path=listening_directory(spec, listening), conditions=listening.conditions)]


@replay.command(help=PARTS["replay check"])
def check(source: Source, /, *, path: Where = None) -> None:
    """Print the contents of a data set, and the rows that would be dropped, with the reasons."""
    for table in check_tables(read_people(source, path)):
        if table.rows:
            print_table(table)
        else:
            console.print(table.caption)


def _make_report(people: People, listening: ReplaySettings, options: Options, *, quiet: bool) -> Report:
    """Return the report of a replay, with progress on the terminal."""
    judged, line = _judge(people, listening, quiet=quiet), StageLine()

    def watch(done: int, total: int, stage: str) -> None:
        line.show("stages computed", (done, total), note=stage)

    report = report_of(make_study(people, judged, options), None if quiet else watch)
    line.close()
    return report


def _tolerance(text: str) -> Steady:
    if text == "six-point":
        return "six-point"
    try:
        return read_number(text, 0)
    except ValueError:
        raise ScenarioError(
            f"--tolerance is a number or six-point, not {text!r}", hint="Leave --tolerance out for 0.1."
        ) from None


def _show(
    exhibits: Sequence[Exhibit],
    figures: Mapping[str, JsonValue],
    folder: Path,
    title: str,
    *,
    quiet: bool,
    json: bool,
    open: bool,
) -> None:
    """Write exhibits and figures to files, and print the exhibits, or the figures as JSON."""
    written = write_exhibits(exhibits, folder, title=title)
    summary = jsons.dumps(figures, indent=1, ensure_ascii=False)
    write_text(folder / "summary.json", f"{summary}\n")
    if json:
        console.print_json(summary)
        return
    _print(() if quiet else exhibits, folder)
    print_written(exhibits, written, more=1, open=open)


def _print(exhibits: Sequence[Exhibit], folder: Path) -> None:
    for exhibit in exhibits:
        if isinstance(exhibit, Prose):
            print_prose(exhibit)
        elif isinstance(exhibit, Table) and exhibit.name == "left_out" and len(exhibit.rows) > MOST_REMARKS:
            console.print(f"{len(exhibit.rows):,} rows left out or kept with an exception: {folder / 'left_out.md'}\n")
        elif isinstance(exhibit, Table) and exhibit.name != "people":
            print_table(exhibit)


@replay.command(name="fit", help=PARTS["replay fit"])
def write_fit_of(
    source: Source,
    /,
    *,
    out: Annotated[Path, Parameter(name="--out", help="The file that the fit is written to.")] = Path("fit.json"),
    path: Where = None,
    profiles_by: ProfilesBy = None,
    theta: Theta = THETA,
    clamp: Clamp = CLAMP,
    judge: Judge = None,
    scorer: Scorer = None,
    strength: Strength = "scorer",
    direction: Direction = "blind",
    scale: OfScale = "percentile",
    context: HeardIn = None,
    least: Least = 0.0,
    own: Own = False,
    temperature: Temperature = "0",
    records: Records = None,
    folder: RunFolder = None,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    batch: Batch = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Fit all people and write the fit."""
    options = Options(
        acceptance=Acceptance(theta=theta, own=own, strength=strength, least=least),
        clamp=clamp,
        profiles_by=profiles_by,
    )
    check_options(options)
    people = read_people(source, path)
    check_column(people.rounds, profiles_by)
    hearing = hearing_for(direction, judge, context, scale, strength)
    settings = ReplaySettings(
        judge=judge, strength=scorer, temperature=temperature_of(temperature), own=own, hearing=hearing,
        records=records, out=_folder(people, folder), budget=Budget(usd=max_usd, tokens=max_tokens),
        conditions=Conditions(batch=batch),
    )  # fmt: skip
    fitted = fit_people(people, _judge(people, settings, quiet=quiet or json), hearing, options)
    write_fit(fitted.fit, out)
    if json:
        console.print_json(fitted.fit.model_dump_json())
        return
    _print(() if quiet else fitted.exhibits, settings.out)
    console.print(
        f"Fit {fitted.fit.hash[:8]} in {plain(str(out))}. Test it: doxa replay test SOURCE --fit {plain(str(out))}"
    )


@replay.command(name="test", help=PARTS["replay test"])
def score_fit(
    source: Source,
    /,
    *,
    fit: Annotated[Path, Parameter(name="--fit", help="The file of a fit, as `doxa replay fit` writes it.")],
    path: Where = None,
    judge: Judge = None,
    temperature: Temperature = "0",
    records: Records = None,
    accept_mismatch: Annotated[
        bool, Parameter(help="Go on where code or judge differ from the fit's; the test begins with what differs.")
    ] = False,
    seed: Annotated[int, Parameter(help="Seed of the bootstrap.")] = SEED,
    replicates: Resamples = 10_000,
    out: Annotated[
        Path | None, Parameter(name="--out", help="The folder of runs and exhibits; runs/replay/NAME when absent.")
    ] = None,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    batch: Batch = False,
    open: Open = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Score a fit on people whom it was not fitted to."""
    loaded = read_fit(fit)
    require_match(find_early(loaded, judge), accept=accept_mismatch)
    options = options_of(loaded, replicates, seed)
    check_options(options)
    people = read_people(source, path)
    # the records' own judge counts, and is compared with the fit's
    recorded = judge is not None or (records is not None and records.exists())
    extractor, scorer = (judge, None) if recorded else loaded.judge.named
    settings = ReplaySettings(
        judge=extractor, strength=scorer, temperature=temperature_of(temperature), own=loaded.settings.own,
        hearing=loaded.judge.hearing, whole=loaded.judge.whole, records=records, out=_folder(people, out),
        budget=Budget(usd=max_usd, tokens=max_tokens), conditions=Conditions(batch=batch),
    )  # fmt: skip
    judged = _judge(people, settings, quiet=quiet or json)
    scored = score_people(people, judged, loaded.judge.hearing, loaded, options, accept=accept_mismatch)
    folder, title = _folder(people, out) / f"test-{loaded.hash[:8]}", f"{people.name} under a fixed fit"
    _show(scored.exhibits, _summary(people, scored), folder, title, quiet=quiet, json=json, open=open)


def _folder(people: People, folder: Path | None) -> Path:
    return folder or Path("runs/replay") / file_name(people.name)


def _judge(people: People, settings: ReplaySettings, *, quiet: bool) -> JudgedEvidence:
    """Return the judged messages, with progress on the terminal."""
    line = StageLine()

    def watch(now: Progress) -> None:
        done, _, total = now.batch.note.partition(" of ")
        line.show("messages judged", (int(done), int(total)), asked=now.asked > 0, cost=now.cost)

    if not quiet:
        announce_batches(_rehearsals(people, settings))
    try:
        return listen(people, settings, None if quiet else watch)
    finally:
        line.close()


def _summary(people: People, scored: ScoredFit) -> dict[str, JsonValue]:
    fit = scored.fit
    return {
        "people": people.name,
        "n": len(people.fitted_rounds),
        "fit": {"hash": fit.hash, "data": fit.data.hash, "judge": fit.judge.hash, "code": fit.code},
        "mismatches": list(scored.mismatches),
        "rounds_in_fit": scored.met,
        "scores": summarise_scores(scored.scores),
        "design": summarise_design(scored.design),
    }
