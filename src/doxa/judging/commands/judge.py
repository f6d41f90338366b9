"""``doxa judge``: judge finished debates, or transcripts from outside, in layers."""

import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, get_args

from cyclopts import Parameter

from doxa.analysis.exhibit import Exhibit, Table
from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import LogError, ScenarioError
from doxa.judging.biases import panel_votes, probe, speakers_models
from doxa.judging.cases import Case, Cases, Judges, case_of_file, case_of_run, cases_of_files, cases_of_folder
from doxa.judging.cases import judge as judged_all
from doxa.judging.exhibits.biases import bias_tables
from doxa.judging.exhibits.judgements import exhibits
from doxa.judging.exhibits.swings import (
    Judged,
    Silent,
    accuracy_table,
    agreement_table,
    folder_table,
    unmatched,
    votes_of,
)
from doxa.judging.files import read_votes, transcripts
from doxa.judging.measures.bias import self_preferences
from doxa.judging.measures.judged import LAYERS, Judgement, Layer
from doxa.judging.terminal.argument_map import argument_page
from doxa.judging.terminal.standalone import write_page
from doxa.log.rundir import finished_runs, open_run
from doxa.terminal.console import console, plain
from doxa.terminal.exhibits import print_table, write_exhibits
from doxa.terminal.options import Quiet, Tokens, Usd, temperature_of

OUT = Path("runs/judged")


def judge(
    path: Annotated[
        Path,
        Parameter(help="A run of a debate, a folder of runs, a transcript (CSV or JSON lines), or a folder of them."),
    ],
    /,
    *,
    panel: Annotated[
        str, Parameter(help="Models of the panel by commas, a judge each; a single one fills three seats.")
    ] = "offline",
    annotator: Annotated[
        str, Parameter(help="The model that scores, annotates and audits; the first of the panel when absent.")
    ] = "",
    motion: Annotated[str, Parameter(help="What was debated, where a transcript does not say.")] = "",
    layers: Annotated[
        str, Parameter(help=f"Which layers, by commas; {', '.join(LAYERS)} when absent; ranking for more teams.")
    ] = "",
    out: Annotated[
        Path | None,
        Parameter(help="Where transcripts are judged, and where a folder's tables go; runs/judged by default."),
    ] = None,
    bias: Annotated[
        bool, Parameter(help="Also probe the panel for what sways it: labels, order, length, sides, its own model.")
    ] = False,
    temperature: Annotated[
        str, Parameter(help='Of the panel; "provider" leaves it to the provider, as models that take none need.')
    ] = "0.8",
    seed: Annotated[int, Parameter(help="Another one has the same judges judge once more, beside the first time.")] = 0,
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    quiet: Quiet = False,
) -> None:
    """Judge debates in layers."""
    judges = Judges(
        panel=tuple(one.strip() for one in panel.split(",")),
        annotator=annotator,
        layers=_layers(layers),
        temperature=temperature_of(temperature),
        seed=seed,
        budget=Budget(usd=max_usd, tokens=max_tokens),
    )
    cases, silent = _cases(path, motion, judges, out or OUT)
    found = judged_all(cases, judges, None if quiet else _Line(len(cases)))
    for case, one in zip(cases, found, strict=True):
        _written(case, one, alone=len(cases) == 1)
    if len(cases) > 1 or (path.is_dir() and not (path / "spec.json").exists()):
        _together(path, cases, found, silent, out or OUT)
    if bias:
        _biased(cases, found, judges, out or OUT)
    for name, side in silent.items():
        console.print(f"not judged: {plain(name)}: nothing was said for {side}", soft_wrap=True)
    if silent:
        sys.exit(1)


def _layers(told: str) -> tuple[Layer, ...]:
    names = [one.strip() for one in told.split(",")] if told else list(LAYERS)
    if unknown := [one for one in names if one not in get_args(Layer)]:
        raise ScenarioError(f"there is no layer {unknown[0]!r}", hint=f"Layers: {', '.join(get_args(Layer))}.")
    if "audit" in names and "annotation" not in names:
        raise ScenarioError("the audit is made of annotated claims", hint="Add annotation to --layers.")
    return tuple(one for one in get_args(Layer) if one in names)


def _cases(path: Path, motion: str, judges: Judges, out: Path) -> Cases:
    """Return what is to be judged: what a path holds tells which of four it is."""
    if path.is_file():
        return [case_of_file(path, motion, judges, out)], {}
    if not path.exists():
        raise LogError(f"{path} is not there", hint="Give a run directory, a transcript, or a folder of either.")
    if (path / "spec.json").exists():
        return [case_of_run(open_run(path), judges)], {}
    if any(path.rglob("spec.json")):
        return cases_of_folder(path, finished_runs(path), judges)
    return cases_of_files(transcripts(path), motion, judges, out)


def _written(case: Case, judgement: Judgement, *, alone: bool) -> None:
    """Write one debate's tables beside its judgement, and print them where it is the only one."""
    made: list[Exhibit] = [*exhibits(case.debate, judgement)]
    if alone:
        console.print()
        for one in made:
            if isinstance(one, Table) and not one.detail:
                print_table(one)
    files = write_exhibits(made, case.path / "exhibits", figures=False)
    graph = case.path / "exhibits" / "arguments.html"
    if judgement.tally:
        write_page(argument_page(case.debate, judgement), graph)
    if alone:
        drawn = f"; the argument graph: {graph}" if judgement.tally else ""
        console.print(f"{len(files)} files in {case.path / 'exhibits'}{drawn}", soft_wrap=True)


def _together(path: Path, cases: list[Case], found: list[Judgement], silent: dict[str, str], out: Path) -> None:
    """Print and write what there is to say of many debates."""
    votes = read_votes(path) if path.is_dir() else {}
    debates = [
        Judged(name=case.name, judgement=one, votes=votes_of(case.name, votes))
        for case, one in zip(cases, found, strict=True)
    ]
    mute = [Silent(name=name, side=side, votes=votes_of(name, votes)) for name, side in silent.items()]
    made: list[Exhibit] = [folder_table(debates, mute), agreement_table(debates)]
    if votes:
        made.insert(1, accuracy_table(debates))
    console.print()
    for one in made:
        if isinstance(one, Table):
            print_table(one)
    if strange := unmatched(votes, [*silent, *(case.name for case in cases)]):
        console.print(f"votes.csv: no debate here is called {plain(', '.join(strange))}", soft_wrap=True)
    files = write_exhibits(made, out / "exhibits", figures=find_spec("matplotlib") is not None)
    console.print(f"{len(files)} files in {out / 'exhibits'}; each debate's beside its judgement", soft_wrap=True)


def _biased(cases: list[Case], found: list[Judgement], judges: Judges, out: Path) -> None:
    """Probe the panel, print what sways it and write the tables."""
    votes, panel = probe(cases, judges, out), panel_votes(cases, found)
    spoken = {case.name: speakers_models(open_run(case.path.parent.parent)) for case in cases if case.spec.parent}
    made: list[Exhibit] = [*bias_tables(votes, panel, self_preferences(panel, spoken))]
    for one in made:
        if isinstance(one, Table):
            print_table(one)
    files = write_exhibits(made, out / "bias", figures=False)
    console.print(f"{len(files)} files in {out / 'bias'}", soft_wrap=True)


class _Line:
    """Shows which debate is being judged, and what it cost so far."""

    def __init__(self, total: int) -> None:
        self._total = total
        self._seen: list[Path] = []

    def __call__(self, case: Case, now: Progress) -> None:
        if case.path not in self._seen:
            self._seen.append(case.path)
        cost = f"   [dim]${now.cost:.4f} so far[/]" if now.cost else ""
        many = f"{len(self._seen)} of {self._total}: " if self._total > 1 else ""
        console.print(f"  {many}{plain(Path(case.name).name)}: {plain(now.batch.note)}{cost}", soft_wrap=True)
