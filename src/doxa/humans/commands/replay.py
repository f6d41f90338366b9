"""``doxa replay``: fits the belief rule to real people, from their conversations to tables and figures."""

import json as jsons
import time
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Literal

from cyclopts import App, Parameter

from doxa.analysis.exhibit import Prose, Table
from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import ScenarioError
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.experiments.named_models import context_of
from doxa.humans.checking import check_tables
from doxa.humans.commands.helps import HELPS, PARTS
from doxa.humans.datasets.registry import read_people
from doxa.humans.evidence import THETA, Acceptance
from doxa.humans.folds import SEED, Split
from doxa.humans.grid import CLAMP
from doxa.humans.grouping import Steady, Thresholds
from doxa.humans.people import People, sample_people
from doxa.humans.replaying import ReplaySettings, listen, listening_directory, plan_listening
from doxa.humans.report import Report, report_of
from doxa.humans.study import Options, check_options, make_study
from doxa.log.disk import write_text
from doxa.records.file_names import file_name
from doxa.records.scales import Scale
from doxa.records.spec import Context, Hearing
from doxa.terminal.console import console, plain
from doxa.terminal.dry_runs import show_dry_run
from doxa.terminal.exhibits import print_prose, print_table, write_exhibits
from doxa.terminal.money import cost_so_far
from doxa.terminal.options import DryRun, Json, Quiet, Tokens, Usd, temperature_of
from doxa.terminal.progress import clock
from doxa.terminal.publishing import print_publishing_call

MOST_REMARKS = 20
"""The most remarks that are printed; more are only in their file, and ``doxa replay check`` prints them all."""

replay = App(name="replay", help=HELPS["replay"], help_format="plaintext", version_flags=())

Source = Annotated[str, Parameter(help="A data set's name (persuasiontrace, debate), a file or a folder.")]
Where = Annotated[Path | None, Parameter(name="--path", help="The files of a data set that doxa does not ship.")]
Direction = Annotated[
    Literal["blind", "speaker"],
    Parameter(help="Which way claims point: as the judge reads them, or to the side argued, where it is known."),
]
OfScale = Annotated[Scale, Parameter(help="What a strength means: hearing.scale (doxa docs scenario).")]
HeardIn = Annotated[
    Literal["claim", "message", "speaker"] | None,
    Parameter(help="Direction is read from a claim alone, its message, or all its speaker said; offline the message."),
]
Judge = Annotated[
    str | None,
    Parameter(help="The judge of the messages, as provider:model; the records' judge, or offline, when absent."),
]
Records = Annotated[Path | None, Parameter(help="The file of judged evidence, read if it exists, else written.")]
Resamples = Annotated[int, Parameter(name=("--resamples", "--replicates"), help="Bootstrap replicates.")]
Strength = Annotated[Literal["scorer", "extractor", "equal"], Parameter(help="Which strength counts; equal: 0.5 each.")]


@replay.default
def calibrate(
    source: Source,
    /,
    *,
    path: Where = None,
    folds: Annotated[Split, Parameter(help="What the tables hold out: person or topic. Table A7 has both.")] = "person",
    theta: Annotated[float, Parameter(help="θ: two claims of one side with at least this cosine are one.")] = THETA,
    clamp: Annotated[float, Parameter(help="The largest |S₀| that a prior is made from.")] = CLAMP,
    tolerance: Annotated[str, Parameter(help="The largest |ΔS| of a stable person, or six-point.")] = "0.1",
    pressure: Annotated[float, Parameter(help="The least |E| of evidence that has a direction.")] = 0.5,
    sample: Annotated[int | None, Parameter(help="How many people, drawn with the seed; all when absent.")] = None,
    judge: Judge = None,
    scorer: Annotated[str | None, Parameter(help="The model that rates strength; the judge when absent.")] = None,
    strength: Strength = "scorer",
    direction: Direction = "blind",
    scale: OfScale = "percentile",
    context: HeardIn = None,
    least: Annotated[float, Parameter(help="Claims weaker than this are not admitted.")] = 0.0,
    own: Annotated[bool, Parameter(help="Count people's own messages too.")] = False,
    temperature: Annotated[str, Parameter(help='Of hosted judges; "provider" leaves it to the provider.')] = "0",
    records: Records = None,
    seed: Annotated[int, Parameter(help="Seed of folds and bootstrap.")] = SEED,
    replicates: Resamples = 10_000,
    out: Annotated[
        Path | None,
        Parameter(name="--out", help="The folder of runs and exhibits; runs/replay/NAME when absent."),
    ] = None,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    dry_run: DryRun = False,
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
    )
    check_options(options)
    people = sample_people(read_people(source, path), sample, seed)
    folder = out or Path("runs/replay") / file_name(people.name)
    listening = ReplaySettings(
        judge=judge,
        strength=scorer,
        temperature=temperature_of(temperature),
        own=own,
        hearing=Hearing(direction=direction, context=context or _context(direction, judge), scale=scale),
        records=records,
        out=folder,
        budget=Budget(usd=max_usd, tokens=max_tokens),
    )
    if dry_run:
        _rehearse(people, listening, json=json)
        return
    report = _make_report(people, listening, options, quiet=quiet or json)
    _show(report, folder / "exhibits", quiet=quiet, json=json)


def _context(direction: str, judge: str | None) -> Context:
    """Return what directions are read from if nobody says: claims alone where a side turns them."""
    return "claim" if direction == "speaker" else context_of(judge)


def _rehearse(people: People, listening: ReplaySettings, *, json: bool) -> None:
    """Print what judging the messages would take; nothing where a file of records holds what was judged."""
    runs = []
    if listening.records is None or not listening.records.exists():
        spec = plan_listening(people, listening)
        path = listening_directory(spec, listening)
        runs.append(Rehearsal(spec=spec, path=path, conditions=listening.conditions))
    show_dry_run(rehearse(runs), json=json)


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
    line, stages = (None, None) if quiet else (_Line("messages judged"), _Line("stages computed"))
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


def _show(report: Report, folder: Path, *, quiet: bool, json: bool) -> None:
    figures = find_spec("matplotlib") is not None
    written = write_exhibits(report.exhibits, folder, figures=figures)
    summary = jsons.dumps(report.summary, indent=1, ensure_ascii=False)
    write_text(folder / "summary.json", f"{summary}\n")
    if json:
        console.print_json(summary)
        return
    for exhibit in report.exhibits if not quiet else ():
        if isinstance(exhibit, Prose):
            print_prose(exhibit)
        elif isinstance(exhibit, Table) and exhibit.name == "left_out" and len(exhibit.rows) > MOST_REMARKS:
            console.print(f"{len(exhibit.rows):,} rows left out or kept with an exception: {folder / 'left_out.md'}\n")
        elif isinstance(exhibit, Table) and exhibit.name != "people":
            print_table(exhibit)
    if not figures:
        console.print("Figures are not drawn: pip install 'doxa[plots]'     (in a clone of doxa: make plots)")
    console.print(f"{len(written) + 1} files in {plain(str(folder))}; all on one page: {written[-1]}", soft_wrap=True)
    print_publishing_call(folder.parent)


class _Line:
    """A progress line of a stage, with its cost so far and the time left, rewritten on a terminal."""

    def __init__(self, what: str) -> None:
        self._what = what
        self._began: tuple[float, int] | None = None
        self._line = ""

    def of_run(self, now: Progress) -> None:
        done, _, total = now.batch.note.partition(" of ")
        self._tell(int(done), int(total), asked=now.asked > 0, cost=now.cost)

    def of_stages(self, done: int, total: int, name: str) -> None:
        self._tell(done, total, aside=name)

    def close(self) -> None:
        """End the line."""
        if not self._line:
            return
        if console.is_terminal:
            console.file.write("\n")
        else:
            console.print(self._line, soft_wrap=True)

    def _tell(self, done: int, total: int, *, asked: bool = True, cost: float | None = 0.0, aside: str = "") -> None:
        if asked and self._began is None:
            self._began = (time.monotonic(), done)
        notes = [aside] if aside else []
        notes += [spent] if (spent := cost_so_far(cost)) else []
        if self._began and done > self._began[1] and done < total:
            left = (time.monotonic() - self._began[0]) / (done - self._began[1]) * (total - done)
            notes += [f"about {clock(left)} left"] if left >= 1 else []
        self._line = f"  {self._what}: {done} of {total}" + (f"   {', '.join(notes)}" if notes else "")
        if console.is_terminal:
            console.file.write(f"\r\x1b[K{self._line}")
            console.file.flush()
