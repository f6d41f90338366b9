"""The commands ``doxa ensemble``, ``doxa formats`` and ``doxa speakers``."""

import time
from pathlib import Path
from typing import Annotated

from cyclopts import App, Parameter
from rich.table import Table as ScreenTable

from doxa.analysis.calls import merge_reasons
from doxa.analysis.view import ReasonView
from doxa.experiments.named_models import name_models
from doxa.experiments.overrides import parse_sets
from doxa.experiments.runner import Cell, Place
from doxa.judging.cases import Judges
from doxa.systems.union.ensembles.estimating import CostEstimate, afford, estimate_cost, rehearse_ensemble
from doxa.systems.union.ensembles.running import Ensemble, run_ensemble
from doxa.systems.union.exhibits.ensembles import ensemble_exhibits
from doxa.systems.union.exhibits.synthesis import synthesis, write_epoch, write_whole
from doxa.systems.union.files import FormatFile, find_format, load_format, read_format_file, shipped_formats
from doxa.systems.union.helps import HELPS, PARTS
from doxa.systems.union.speakers import SpeakerNote, check_speakers
from doxa.terminal.console import (
    DryRun,
    Hear,
    Json,
    Model,
    Open,
    Quiet,
    Sets,
    Sure,
    TokensOfAll,
    UsdOfAll,
    console,
    plain,
    print_publishing_call,
    print_reasons,
    print_written,
    show_dry_run,
)
from doxa.terminal.exhibits import print_exhibits, write_exhibits
from doxa.terminal.progress import CellLine
from doxa.terminal.strips import write_count

SHOWN = ("outcomes", "epochs", "speaking-order", "coaching")
"""Tables that the command prints; every table is written to a file."""


def ensemble(
    scenario: Annotated[str, Parameter(help="A scenario of the protocol union: a built-in name or a TOML file.")],
    /,
    *,
    epochs: Annotated[int, Parameter(help="Epochs; learners are coached between them.")] = 4,
    runs: Annotated[int, Parameter(name=("--replicates", "--runs"), help="Debates per epoch.")] = 5,
    learners: Annotated[str, Parameter(help="Speakers to coach, separated by commas; none by default.")] = "",
    control: Annotated[
        bool,
        Parameter(name="--control", negative="--no-control", help="Hold each coached debate without coaching, too."),
    ] = True,
    until_width: Annotated[
        float | None, Parameter(help="Stop after an epoch once the interval of the share of wins is at most this wide.")
    ] = None,
    max_usd: UsdOfAll = None,
    max_tokens: TokensOfAll = None,
    model: Model = None,
    hear: Hear = None,
    sure: Sure = None,
    panel: Annotated[str, Parameter(help="Models of the judging panel, separated by commas.")] = "offline",
    annotator: Annotated[
        str, Parameter(help="The model that scores, annotates and audits; the first of the panel by default.")
    ] = "",
    out: Annotated[Path | None, Parameter(help="Output directory; runs/SCENARIO-ensemble by default.")] = None,
    sets: Sets = (),
    on: Annotated[Place, Parameter(help="Where runs are made: here, or ray (needs doxa[ray]).")] = "here",
    at_once: Annotated[int, Parameter(help="How many runs are under way together in this process.")] = 8,
    dry_run: DryRun = False,
    open: Open = False,
    quiet: Quiet = False,
) -> None:
    """Hold a union debate many times."""
    plan = Ensemble(
        scenario=scenario,
        out=out or Path("runs") / f"{Path(scenario).stem}-ensemble",
        epochs=epochs,
        runs=runs,
        learners=tuple(name.strip() for name in learners.split(",") if name.strip()),
        control=control,
        until_width=until_width,
        max_cost=max_usd,
        max_tokens=max_tokens,
        judges=Judges(panel=tuple(model.strip() for model in panel.split(",")), annotator=annotator),
        changes=name_models(model, hear, parse_sets(sets), sure=sure),
        on=on,
        at_once=at_once,
    )
    estimate = estimate_cost(plan)
    if dry_run:
        _show_dry_run(plan, estimate)
        return
    _print_cost(estimate)
    afford(plan, estimate)
    _hold_debates(plan, quiet=quiet, open=open)


def _hold_debates(planned: Ensemble, *, quiet: bool, open: bool) -> None:
    """Hold the debates, print their tables, and write every file of the ensemble."""
    line = EnsembleLine(planned)
    runs = run_ensemble(planned, watch=None if quiet else line, after=write_epoch)
    exhibits = ensemble_exhibits(runs, planned.learners)
    prose = synthesis(runs, planned.learners)
    print_exhibits([*(exhibit for exhibit in exhibits if exhibit.name in SHOWN), prose], verbose=True)
    print_reasons(merge_reasons(line.given_up))
    paths = write_exhibits(
        [prose, *exhibits], planned.out / "exhibits", title=f"Ensemble: {Path(planned.scenario).stem}"
    )
    summary, document = write_whole(planned.out, runs, planned.learners)
    console.print(plain(f"{summary}, {document}"), soft_wrap=True)
    print_written([prose, *exhibits], paths, open=open)
    print_publishing_call(planned.out)


def _show_dry_run(plan: Ensemble, estimate: CostEstimate | None) -> None:
    """Print what all debates of an ensemble would take."""
    if estimate is None:
        console.print("Dry run: no language model is called, nothing is spent.")
        return
    held = write_count(estimate.debates, "debates")
    console.print(f"[dim]Holding and judging {held} offline, to count the calls …[/]", soft_wrap=True)
    show_dry_run(rehearse_ensemble(plan))


def _print_cost(estimate: CostEstimate | None) -> None:
    """Print the estimated cost of an ensemble; print nothing where the ensemble is free."""
    if estimate is None:
        return
    calls = "calls" if estimate.usd is None else "paid calls"
    price = f"unknown price of {', '.join(estimate.unpriced)}" if estimate.usd is None else f"about ${estimate.usd:.2f}"
    console.print(
        f"{write_count(estimate.debates, 'debates')} of {estimate.calls} {calls} each, about {estimate.input_tokens:,} "
        f"tokens in and {estimate.output_tokens:,} out per debate, {estimate.tokens:,} in total: {plain(price)}",
        soft_wrap=True,
    )


class EnsembleLine(CellLine):
    """The progress line of an ensemble, whose time left is that of all its debates and their judgements."""

    def __init__(self, planned: Ensemble) -> None:
        super().__init__()
        self._total = 2 * planned.debates
        self._done = 0
        self._start = time.monotonic()
        self.given_up: list[ReasonView] = []
        """Why calls were given up, run by run."""

    def __call__(self, what: str, number: int, total: int, cell: Cell) -> None:
        self.given_up += cell.given_up
        super().__call__(what, number, total, cell)

    def seconds_left(self, what: str, number: int, total: int) -> float | None:
        self._done += what.endswith(("debates", "judged"))
        spent, left = time.monotonic() - self._start, self._total - self._done
        return spent / self._done * left if 1 < self._done < self._total else None


def formats(
    name: Annotated[
        str | None,
        Parameter(help="Print the file of this format, to start your own from; or check your own TOML file."),
    ] = None,
    /,
    *,
    json: Json = False,
) -> None:
    """List the formats of union debates, print one, or check one's own."""
    if name is None:
        files = {format: read_format_file(path) for format, path in shipped_formats().items()}
        if json:
            console.print_json(data={format: file.model_dump(mode="json") for format, file in files.items()})
        else:
            console.print(_list_formats(files))
        return
    path = find_format(name)
    if json:
        console.print_json(data=read_format_file(path).model_dump(mode="json"))
    elif name in shipped_formats():
        console.file.write(path.read_text(encoding="utf-8"))
    else:
        _show_format(path)


def _list_formats(files: dict[str, FormatFile]) -> ScreenTable:
    table = ScreenTable(box=None, padding=(0, 2), header_style="dim")
    for column in ("format", "what it is", "teams", "speeches, minutes"):
        table.add_column(column, no_wrap=column == "format")
    for name, file in files.items():
        teams = f"{len(file.teams)} of {file.teams[0].speakers}"
        table.add_row(name, plain(file.title), teams, " ".join(f"{speech.minutes:g}" for speech in file.speeches))
    return table


def _show_format(path: Path) -> None:
    """Print the running order of a format of the user's own, after checking it."""
    load_format(path)
    file = read_format_file(path)
    console.print(f"[bold]{plain(file.title or file.name)}[/]: {len(file.teams)} teams, {len(file.speeches)} speeches")
    for number, speech in enumerate(file.speeches, 1):
        length = f"{speech.words} words" if speech.words else f"{speech.minutes:g} minutes"
        console.print(f"{number:>2}  {plain(speech.speaker)}: {plain(speech.title)}, {length}", soft_wrap=True)
        for period in speech.questions:
            console.print(f"    then {plain(period.title)}: {plain(', '.join(period.asks))} ask", soft_wrap=True)


speakers = App(name="speakers", help=HELPS["speakers"], help_format="plaintext", version_flags=())


@speakers.command(help=PARTS["speakers check"])
def check(
    folder: Annotated[Path, Parameter(help="A folder of speakers, or one speaker's folder.")],
    /,
    *,
    json: Json = False,
) -> None:
    """Print which files of a folder of speakers are usable."""
    notes = check_speakers(folder)
    if json:
        console.print_json(data=[{**note.model_dump(mode="json"), "thin": list(note.thin)} for note in notes])
        return
    for note in notes:
        _show_speaker(note)


def _show_speaker(note: SpeakerNote) -> None:
    unread = [file_note for file_note in note.files if file_note.trouble]
    state = "[red]not usable[/]" if not note.passages else "[yellow]thin[/]" if note.thin else "[green]usable[/]"
    read_count = len(note.files) - len(unread)
    console.print(
        f"[bold]{plain(note.name)}[/]  {state}   "
        f"[dim]{read_count} files, {note.passages} passages, {note.words} words[/]"
    )
    for shortage in note.thin if note.passages else ():
        console.print(f"  [dim]thin:[/] {plain(shortage)}", soft_wrap=True)
    for file_note in unread:
        console.print(f"  [dim]not read:[/] {plain(file_note.file)}: {plain(file_note.trouble)}", soft_wrap=True)
