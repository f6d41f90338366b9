"""``doxa replay``: fits the belief rule to real people, from their conversations to tables and figures."""

import json as jsons
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter

from doxa.analysis.exhibit import Prose, Table
from doxa.engine.gate import Budget
from doxa.errors import ScenarioError
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.humans.commands.fits import score_fit, write_fit_of
from doxa.humans.commands.helps import HELPS, PARTS
from doxa.humans.commands.options import (
    Clamp,
    Direction,
    HeardIn,
    Judge,
    Least,
    OfScale,
    Own,
    ProfilesBy,
    Records,
    Resamples,
    Scorer,
    Source,
    Strength,
    Temperature,
    Theta,
    Where,
)
from doxa.humans.commands.progress import StageLine
from doxa.humans.data.people import People, sample_people
from doxa.humans.data.registry import read_people
from doxa.humans.identified.classes import check_column
from doxa.humans.replay.evidence import THETA, Acceptance
from doxa.humans.replay.folds import SEED, Split
from doxa.humans.replay.grid import CLAMP
from doxa.humans.replay.grouping import Steady, Thresholds
from doxa.humans.replay.judging import ReplaySettings, context_for, listen, listening_directory, plan_listening
from doxa.humans.replay.study import Options, check_options, make_study
from doxa.humans.shown.checking import check_tables
from doxa.humans.shown.report import Report, report_of
from doxa.log.disk import write_text
from doxa.records.file_names import file_name
from doxa.records.spec import Hearing
from doxa.terminal.console import console, errors
from doxa.terminal.dry_runs import show_dry_run
from doxa.terminal.exhibits import print_prose, print_table, write_exhibits
from doxa.terminal.opening import Open
from doxa.terminal.options import DryRun, Json, Quiet, Tokens, Usd, temperature_of
from doxa.terminal.publishing import print_publishing_call
from doxa.terminal.written import print_left_out, print_written

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
    dry_run: DryRun = False,
    open: Open = False,
    quiet: Quiet = False,
    json: Json = False,
) -> None:
    """Fit the belief rule to real people."""
    options = Options(
        acceptance=Acceptance(theta=theta, own=own, strength=strength, least=least),
        clamp=clamp,
        thresholds=Thresholds(tolerance=_tolerance(tolerance), pressure=pressure),
        split=folds,
        seed=seed,
        replicates=replicates,
        profiles_by=profiles_by,
    )
    check_options(options)
    people = sample_people(read_people(source, path), sample, seed)
    check_column(people.rounds, profiles_by)
    folder = out or Path("runs/replay") / file_name(people.name)
    listening = ReplaySettings(
        judge=judge,
        strength=scorer,
        temperature=temperature_of(temperature),
        own=own,
        hearing=Hearing(direction=direction, context=context or context_for(direction, judge), scale=scale),
        records=records,
        out=folder,
        budget=Budget(usd=max_usd, tokens=max_tokens),
    )
    if dry_run:
        _rehearse(people, listening, json=json)
        return
    report = _make_report(people, listening, options, quiet=quiet or json)
    _show(report, folder / "exhibits", f"Replay: {people.name}", quiet=quiet, json=json, open=open)


def _rehearse(people: People, listening: ReplaySettings, *, json: bool) -> None:
    """Print what judging the messages would take; nothing where a file of records holds what was judged."""
    runs = []
    if listening.records is None or not listening.records.exists():
        spec = plan_listening(people, listening)
        path = listening_directory(spec, listening)
        runs.append(Rehearsal(spec=spec, path=path, conditions=listening.conditions))
    show_dry_run(rehearse(runs), json=json)


replay.command(write_fit_of, name="fit", help=PARTS["replay fit"])
replay.command(score_fit, name="test", help=PARTS["replay test"])


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
    line, stages = (None, None) if quiet else (StageLine("messages judged"), StageLine("stages computed"))
    try:
        judged = listen(people, listening, line.of_run if line else None)
    finally:
        if line:
            line.close()
    report = report_of(make_study(people, judged, options), stages.of_stages if stages else None)
    if stages:
        stages.close()
    return report


def _tolerance(text: str) -> Steady:
    if text == "six-point":
        return "six-point"
    try:
        return float(text)
    except ValueError:
        raise ScenarioError(
            f"--tolerance is a number or six-point, not {text!r}", hint="Leave --tolerance out for 0.1."
        ) from None


def _show(report: Report, folder: Path, title: str, *, quiet: bool, json: bool, open: bool) -> None:
    written = write_exhibits(report.exhibits, folder, title=title)
    summary = jsons.dumps(report.summary, indent=1, ensure_ascii=False)
    write_text(folder / "summary.json", f"{summary}\n")
    if json:
        console.print_json(summary)
        print_left_out(report.exhibits, errors)
        return
    for exhibit in report.exhibits if not quiet else ():
        if isinstance(exhibit, Prose):
            print_prose(exhibit)
        elif isinstance(exhibit, Table) and exhibit.name == "left_out" and len(exhibit.rows) > MOST_REMARKS:
            console.print(f"{len(exhibit.rows):,} rows left out or kept with an exception: {folder / 'left_out.md'}\n")
        elif isinstance(exhibit, Table) and exhibit.name != "people":
            print_table(exhibit)
    print_written(report.exhibits, written, more=1, open=open)
    print_publishing_call(folder.parent)
