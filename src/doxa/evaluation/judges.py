"""``doxa evaluate judges``: judges of debates on debates of which one side was made worse, and against audiences."""

import json as jsons
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from cyclopts import Parameter

from doxa.analysis.exhibit import Table
from doxa.engine.drive import Progress
from doxa.engine.gate import Budget
from doxa.errors import CorpusError, ScenarioError, did_you_mean
from doxa.experiments.dry_runs import Rehearsal, rehearse
from doxa.judging.ballots.judged import BASELINES, LAYERS, DebateJudgement
from doxa.judging.cases import Judges, JudgingCase, case_of_debate, cases_of_path, judge, read_layers
from doxa.judging.exhibits.audiences import (
    BASE_RATE,
    EVEN,
    FolderDebate,
    RoomForecast,
    calibration_table,
    describe_rules,
    forecast_table,
    forecasts,
    unmatched,
    votes_of,
)
from doxa.judging.known import (
    DOSES,
    KINDS,
    Judged,
    Kind,
    KnownCase,
    KnownOrder,
    final_table,
    kind_table,
    known_cases,
    known_debates,
    name_winners,
    order_table,
    preference_table,
)
from doxa.judging.readers.votes import VOTES, RoomRule, Votes, read_votes
from doxa.records.transcripts import Side
from doxa.terminal.console import (
    DryRun,
    Json,
    Open,
    Quiet,
    Tokens,
    Usd,
    console,
    plain,
    print_written,
    show_dry_run,
    temperature_of,
)
from doxa.terminal.exhibits import print_exhibits, write_exhibits
from doxa.terminal.progress import StageLine


@dataclass(frozen=True, kw_only=True)
class Rooms:
    """The debates of a folder whose audience voted, and what is left out."""

    debates: tuple[FolderDebate, ...]
    """The debates with votes, in the order of the cases."""
    names: tuple[str, ...]
    """The names of the cases that are judged: the debates of which a side won the room."""
    notes: tuple[str, ...]
    """Sentences about debates and rows of votes that are left out."""


def find_rooms(
    cases: Sequence[JudgingCase], silent: Mapping[str, str], votes: Mapping[str, Votes], rule: RoomRule
) -> Rooms:
    """Return the debates whose room somebody won.

    Raises:
        CorpusError: there is none.
    """
    debates = [FolderDebate(name=case.name, votes=votes_of(case.name, votes), rule=rule) for case in cases]
    voted = tuple(debate for debate in debates if debate.votes)
    names = tuple(debate.name for debate in voted if debate.won_the_room)
    unknown = unmatched(votes, [*silent, *(case.name for case in cases)])
    notes = [
        f"{VOTES}: there is no debate named {', '.join(unknown)}." if unknown else "",
        f"Left out, without votes: {len(debates) - len(voted)} of {len(debates)}." if len(voted) < len(debates) else "",
        f"Left out, since no side won the room: {len(voted) - len(names)}." if len(names) < len(voted) else "",
        *(f"{name} is left out: nothing was said for {side}." for name, side in silent.items()),
    ]
    if not names:
        raise CorpusError(
            f"{VOTES}: of no debate of the folder does a side win the room",
            hint="The column file names a transcript of the folder, and the gains of the sides must differ.",
        )
    return Rooms(debates=voted, names=names, notes=tuple(filter(None, notes)))


def compare_with_rooms(
    path: Path, motion: str, panels: Mapping[str, Judges], rooms: Rooms, out: Path, sample: int | None, *, named: bool
) -> list[RoomForecast]:
    """Return the forecasts of every panel, after judging the debates that are not judged yet.

    Args:
        named: whether the panel's name is part of its judges' names, since several are compared.
    """
    every: dict[tuple[str, str], RoomForecast] = {}
    winners = {debate.name: debate.won_the_room for debate in rooms.debates}
    baselines = {*BASELINES, EVEN, BASE_RATE}
    for name, panel in panels.items():
        cases = judged_cases(path, motion, panel, rooms, out, sample)
        compared = list(zip(cases, judge(cases, panel), strict=True))
        for forecast in forecasts([_entry(case, judgement, winners) for case, judgement in compared]):
            by = f"{name}: {forecast.by}" if named and forecast.by not in baselines else forecast.by
            every.setdefault((by, forecast.debate), forecast.model_copy(update={"by": by}))
    return list(every.values())


def judged_cases(
    path: Path, motion: str, panel: Judges, rooms: Rooms, out: Path, sample: int | None
) -> list[JudgingCase]:
    """Return the cases of the debates whose room somebody won."""
    cases, _ = cases_of_path(path, motion, panel, out)
    return [case for case in cases if case.name in rooms.names][:sample]


def _entry(
    case: JudgingCase, judgement: DebateJudgement, winners: Mapping[str, str | None]
) -> tuple[str, DebateJudgement, Side]:
    room = winners[case.name]
    assert room is not None
    return case.name, judgement, "pro" if room == "pro" else "con"


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
    panels = {
        name: Judges(
            panel=tuple(model.strip() for model in name.split(",")),
            layers=read_layers(layers, LAYERS),
            temperature=temperature_of(temperature),
            budget=Budget(usd=max_usd, tokens=max_tokens),
        )
        for name in dict.fromkeys(judge)
    }
    if path is not None and path.is_dir() and (votes := read_votes(path)):
        rooms = find_rooms(*cases_of_path(path, motion, next(iter(panels.values())), out), votes, room)
        if not dry_run:
            compared = compare_with_rooms(path, motion, panels, rooms, out, sample, named=len(panels) > 1)
            room_tables = [forecast_table(compared, describe_rules(rooms.debates)), calibration_table(compared)]
            facts = {"debates": len(rooms.names), "notes": list(rooms.notes)}
            _report(room_tables, facts, out, "Judges beside audiences", quiet=quiet, json=json, open=open)
        elif not kinds:
            waiting = ((panel, judged_cases(path, motion, panel, rooms, out, sample)) for panel in panels.values())
            _rehearse([(panel, case) for panel, cases in waiting for case in cases])
        if not kinds:
            return
    sources = _sources(path, motion, next(iter(panels.values())), sample, out)
    planned = {name: known_cases(sources, panel, order, out) for name, panel in panels.items()}
    if dry_run:
        _rehearse([(panels[name], known.case) for name, known_list in planned.items() for known in known_list])
        return
    judged = {name: _judge(planned[name], panel, name, quiet=quiet or json) for name, panel in panels.items()}
    named = name_winners(judged)
    tables = [preference_table(named), final_table(named), order_table(named), kind_table(named)]
    title = "Judges on debates with a known answer"
    _report(tables, {"debates": len(sources)}, out, title, quiet=quiet, json=json, open=open)


def _rehearse(cases: Sequence[tuple[Judges, JudgingCase]]) -> None:
    """Print what judging the cases would take."""
    show_dry_run(
        rehearse([Rehearsal(spec=case.spec, path=case.path, conditions=panel.conditions) for panel, case in cases])
    )


def _judge(known: list[KnownCase], panel: Judges, name: str, *, quiet: bool) -> list[Judged]:
    """Return a panel's judgement of every case, after judging the cases that are not judged yet."""
    line, seen = StageLine(), set[Path]()

    def watch(case: JudgingCase, now: Progress) -> None:
        seen.add(case.path)
        line.show(f"judged by {name}", (len(seen), len(known)), asked=now.asked > 0, cost=now.cost)

    judgements = judge([one.case for one in known], panel, None if quiet else watch)
    line.close()
    return [Judged(known=one, judgement=judgement) for one, judgement in zip(known, judgements, strict=True)]


def _report(
    tables: Sequence[Table], facts: Mapping[str, Any], out: Path, title: str, *, quiet: bool, json: bool, open: bool
) -> None:
    """Print and write tables; with their facts as JSON where asked, and else with the facts' notes."""
    files = write_exhibits(tables, out / "exhibits", title=title)
    if json:
        console.print_json(jsons.dumps({**facts, **{table.name: table.records() for table in tables}}))
        return
    print_exhibits(() if quiet else tables, verbose=True)
    for note in facts.get("notes", ()):
        console.print(plain(note), soft_wrap=True)
    print_written(tables, files, open=open)


def _sources(path: Path | None, motion: str, panel: Judges, sample: int | None, out: Path) -> list[JudgingCase]:
    """Return the debates, in the order in which they are found."""
    if sample is not None and sample < 1:
        raise ScenarioError(f"--sample is {sample}", hint="Give 1 or more, or leave it out.")
    if path is not None:
        return cases_of_path(path, motion, panel, out)[0][:sample]
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
