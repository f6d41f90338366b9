"""``doxa evaluate judges``: judges of debates on debates of which one side was made worse, and against audiences."""

import json as jsons
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, get_args

from cyclopts import Parameter

from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import ScenarioError, did_you_mean
from doxa.evaluation.commands.rooms import (
    Rooms,
    compare_with_rooms,
    find_rooms,
    judged_cases,
    room_tables,
    votes_beside,
)
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.judging.ballots.forecasts import RoomForecast
from doxa.judging.ballots.judged import LAYERS, Layer
from doxa.judging.cases import Judges, JudgingCase, case_of_debate, cases_of_path, judge
from doxa.judging.known.cases import DOSES, KINDS, Kind, KnownCase, KnownOrder, known_cases, known_debates
from doxa.judging.known.preferring import (
    Judged,
    Named,
    final_table,
    kind_table,
    name_winners,
    order_table,
    preference_table,
)
from doxa.judging.readers.votes import RoomRule
from doxa.terminal.console import console, plain
from doxa.terminal.exhibits import print_table, write_exhibits
from doxa.terminal.money import cost_so_far, show_dry_run
from doxa.terminal.options import DryRun, Json, Quiet, Tokens, Usd, temperature_of
from doxa.terminal.progress import clock
from doxa.terminal.results import Open, print_written

DEBATES = 20
"""Held-out debates when no path is given."""

Source = Annotated[
    Path | None,
    Parameter(
        help="A run of a debate, a folder of runs, a transcript, or a folder of them; debates that come with doxa, "
        "held out from training, when absent. With votes.csv in the folder, judges are compared with audiences."
    ),
]
Panels = Annotated[
    tuple[str, ...],
    Parameter(name="--judge", help="A panel, as in doxa judge --panel. May be repeated.", negative=()),
]
Kinds = Annotated[
    str,
    Parameter(
        help=f"What is made worse, separated by commas: {', '.join(KINDS)}. All by default; nothing where "
        "audiences voted."
    ),
]
Sample = Annotated[
    int | None, Parameter(help=f"How many debates; all of a path, or {DEBATES} of doxa's own, when absent.")
]
Room = Annotated[
    RoomRule, Parameter(help="The rule by which a side wins the room, from votes.csv, as in doxa judge --room.")
]


def judges(
    path: Source = None,
    /,
    *,
    judge: Panels = ("offline",),
    layers: Annotated[str, Parameter(help=f"Layers, separated by commas: {', '.join(LAYERS)}.")] = ",".join(LAYERS),
    kinds: Kinds = "",
    doses: Annotated[str, Parameter(help="How much, as shares above 0 and up to 1.")] = ",".join(map(str, DOSES)),
    motion: Annotated[str, Parameter(help="The motion, for transcripts that do not name it.")] = "",
    sample: Sample = None,
    room: Room = "whole",
    seed: Annotated[int, Parameter(help="Seed of the choice of sentences.")] = 0,
    temperature: Annotated[str, Parameter(help='Temperature of the panel; "provider" sends none.')] = "0.8",
    out: Annotated[Path, Parameter(help="The folder of judgements and tables; finished judgements are kept.")] = Path(
        "runs/known-answers"
    ),
    max_usd: Usd = None,
    max_tokens: Tokens = None,
    dry_run: DryRun = False,
    quiet: Quiet = False,
    open: Open = False,
    json: Json = False,
) -> None:
    """Show how often judges of debates prefer the side that was not made worse, and name the side that won the room."""
    order = KnownOrder(kinds=_kinds(kinds or ",".join(KINDS)), doses=_doses(doses), seed=seed)
    budget = Budget(usd=max_usd, tokens=max_tokens)
    panels = {
        name: Judges(
            panel=tuple(model.strip() for model in name.split(",")),
            layers=_layers(layers),
            temperature=temperature_of(temperature),
            budget=budget,
        )
        for name in dict.fromkeys(judge)
    }
    if path is not None and (votes := votes_beside(path)):
        rooms = find_rooms(*cases_of_path(path, motion, next(iter(panels.values())), out), votes, room)
        if not dry_run:
            found = compare_with_rooms(path, motion, panels, rooms, out, sample, named=len(panels) > 1)
            _report_rooms(found, rooms, out, quiet=quiet, json=json, open=open)
        elif not kinds:
            _rehearse(
                [
                    (panel, case)
                    for panel in panels.values()
                    for case in judged_cases(path, motion, panel, rooms, out, sample)
                ]
            )
        if not kinds:
            return
    sources = _sources(path, motion, next(iter(panels.values())), sample, out)
    planned = {name: known_cases(sources, panel, order, out) for name, panel in panels.items()}
    if dry_run:
        _rehearse([(panels[name], known.case) for name, known_list in planned.items() for known in known_list])
        return
    judged = {name: _judge(planned[name], panel, name, quiet=quiet or json) for name, panel in panels.items()}
    named = name_winners(judged)
    _report(named, len(sources), out, quiet=quiet, json=json, open=open)


def _rehearse(cases: Sequence[tuple[Judges, JudgingCase]]) -> None:
    """Print what judging the cases would take."""
    show_dry_run(
        rehearse([Rehearsal(spec=case.spec, path=case.path, conditions=panel.conditions) for panel, case in cases])
    )


def _judge(known: list[KnownCase], panel: Judges, name: str, *, quiet: bool) -> list[Judged]:
    """Return a panel's judgement of every case, after judging the cases that are not judged yet."""
    line = None if quiet else _Line(len(known), name)
    judgements = judge([one.case for one in known], panel, line)
    if line:
        line.close()
    return [Judged(known=one, judgement=judgement) for one, judgement in zip(known, judgements, strict=True)]


def _report(named: list[Named], debates: int, out: Path, *, quiet: bool, json: bool, open: bool) -> None:
    tables = [preference_table(named), final_table(named), order_table(named), kind_table(named)]
    files = write_exhibits(tables, out / "exhibits", title="Judges on debates with a known answer")
    if json:
        rows = {table.name: table.records() for table in tables}
        console.print_json(jsons.dumps({"debates": debates, **rows}))
        return
    for table in tables if not quiet else ():
        if not table.detail:
            print_table(table)
    print_written(tables, files, open=open)


def _report_rooms(found: list[RoomForecast], rooms: Rooms, out: Path, *, quiet: bool, json: bool, open: bool) -> None:
    """Print and write the tables that compare judges with audiences."""
    tables = room_tables(found, rooms)
    files = write_exhibits(tables, out / "exhibits", title="Judges beside audiences")
    if json:
        rows = {table.name: table.records() for table in tables}
        console.print_json(jsons.dumps({"debates": len(rooms.names), "notes": list(rooms.notes), **rows}))
        return
    for table in tables if not quiet else ():
        if not table.detail:
            print_table(table)
    for note in rooms.notes:
        console.print(plain(note), soft_wrap=True)
    print_written(tables, files, open=open)


def _sources(path: Path | None, motion: str, panel: Judges, sample: int | None, out: Path) -> list[JudgingCase]:
    """Return the debates, in the order in which they are found."""
    if sample is not None and sample < 1:
        raise ScenarioError(f"--sample is {sample}", hint="Give 1 or more, or leave it out.")
    if path is not None:
        found, _ = cases_of_path(path, motion, panel, out)
        return found[:sample]
    debates = known_debates("test")[: sample or DEBATES]
    return [case_of_debate(debate.turns[0].id.rpartition("/")[0], debate, panel, out) for debate in debates]


def _kinds(words: str) -> tuple[Kind, ...]:
    names = [word.strip() for word in words.split(",")]
    if unknown := [name for name in names if name not in KINDS]:
        raise ScenarioError(
            f"nothing is made worse in {unknown[0]!r}",
            hint=f"{did_you_mean(unknown[0], KINDS)}Kinds: {', '.join(KINDS)}.",
        )
    return tuple(kind for kind in KINDS if kind in names)


def _doses(words: str) -> tuple[float, ...]:
    try:
        doses = tuple(sorted({float(word) for word in words.split(",")}))
    except ValueError:
        doses = ()
    if not doses or not all(0.0 < dose <= 1.0 for dose in doses):
        raise ScenarioError(f"--doses is {words!r}", hint="Give shares above 0 and up to 1, such as 0.5,1.")
    return doses


def _layers(words: str) -> tuple[Layer, ...]:
    names = [word.strip() for word in words.split(",")]
    if unknown := [name for name in names if name not in LAYERS]:
        raise ScenarioError(f"there is no layer {unknown[0]!r}", hint=f"Layers: {', '.join(LAYERS)}.")
    if "audit" in names and "annotation" not in names:
        raise ScenarioError("the audit needs annotated claims", hint="Add annotation to --layers.")
    return tuple(layer for layer in get_args(Layer) if layer in names)


class _Line:
    """A progress line: how many cases are judged, the cost so far, and the time left."""

    def __init__(self, total: int, panel: str) -> None:
        self._total = total
        self._panel = f"{panel}: " if panel else ""
        self._seen: list[Path] = []
        self._began = time.monotonic()

    def __call__(self, case: JudgingCase, now: Progress) -> None:
        if case.path in self._seen[-1:]:
            return
        self._seen.append(case.path)
        done = len(self._seen)
        left = (time.monotonic() - self._began) / done * (self._total - done)
        aside = [spent] if (spent := cost_so_far(now.cost)) else []
        aside += [f"about {clock(left)} left"] if done > 5 and left >= 1 else []
        tail = f"   [dim]{', '.join(aside)}[/]" if aside else ""
        if console.is_terminal:
            console.file.write("\r\x1b[K")
            console.print(f"  {plain(self._panel)}{done} of {self._total} judged{tail}", end="", no_wrap=True)
            console.file.flush()
        elif done % 100 == 0 or done == self._total:
            console.print(f"  {plain(self._panel)}{done} of {self._total} judged{tail}", soft_wrap=True)

    def close(self) -> None:
        """End the line."""
        if console.is_terminal and self._seen:
            console.file.write("\n")
