"""Several runs beside each other: a folder's as small multiples, two runs turn by turn, and two sets of runs.

Of two runs: the settings that differ, the turn at which they part, and what that did. A set is the runs of one folder,
or those of one cell of a sweep; of two sets, the mean stance of every agent after each batch (of many agents, of all
together), with the band of all its runs. The stances are the recorded ones; nothing is folded.
"""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from typing import Any

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from doxa.analysis.comparing_sets import compare_logs
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.hooks import hooks_of
from doxa.analysis.sweep_runs import show_setting
from doxa.errors import LogError
from doxa.log.rundir import RunLog, is_finished, open_run
from doxa.log.trials import split_trials
from doxa.records.base import JsonValue, Record, group_by
from doxa.records.differences import spec_differences
from doxa.studio.asking import address
from doxa.studio.guard import OWN_SCRIPT
from doxa.studio.looking import SWEEP, read_bytes
from doxa.studio.opened import OpenedRuns
from doxa.studio.processes import command
from doxa.studio.seats import refuse_sight
from doxa.studio.shelf import RunShelf
from doxa.studio.sparks import curves_of, varying
from doxa.terminal.report import page_part, render_exhibits, source

UNSAID = ("seeds", "labels", "counters", "corpora", "parent")
"""Parts of a spec that are text by the page, or hashes; that they differ is said in one line."""


AMENDED = "amendments"
"""The changes of forks, which are told setting by setting."""


class SettingApart(Record):
    path: str
    first: JsonValue
    second: JsonValue


class Parting(Record):
    """A turn at which two runs are not the same: the first with other words, or the first after which minds differ."""

    step: str
    batch: int
    note: str
    first: str
    """What was said in the first run; empty where the turn is absent or silent."""
    second: str
    moved: dict[str, tuple[float | None, float | None]]
    """Agent → the stances after that batch in both runs."""
    log_odds: dict[str, tuple[float | None, float | None]]
    """Agent → the log-odds after that batch in both runs, of rules that have them."""


class ComparedRuns(Record):
    """Two runs beside each other."""

    settings: tuple[SettingApart, ...]
    more: tuple[str, ...]
    """Large parts of the settings that differ as well."""
    parting: Parting | None
    """The first turn with other words; None where every turn of both is the same."""
    minds: Parting | None
    """The first turn after which stances or log-odds differ; None where they never do."""
    shared: int
    """Batches before the words part."""
    curves: tuple[dict[str, tuple[float | None, ...]], ...]
    """For each run: agent → its maintained stance after every batch, from the prior on."""
    end: dict[str, tuple[float | None, float | None]]
    """Agent → the last stances, of agents that both runs have."""


def compare_runs(first: RunLog, second: RunLog) -> ComparedRuns:
    """Return what differs between two runs."""
    told = spec_differences(first.spec.model_dump(mode="json"), second.spec.model_dump(mode="json"))
    left, right = list(chapters(first)), list(chapters(second))
    parting = _parting(left, right, [_words_of(first, left), _words_of(second, right)])
    curves = _curves(left), _curves(right)
    return ComparedRuns(
        settings=(
            *(
                SettingApart(path=path, first=one, second=other)
                for path, one, other in told
                if path.split(".")[0] not in (*UNSAID, AMENDED)
            ),
            *_amendments_apart(first, second),
        ),
        more=tuple(dict.fromkeys(path.split(".")[0] for path, _, _ in told if path.split(".")[0] in UNSAID)),
        parting=parting,
        minds=_minds_parting(left, right),
        shared=parting.batch if parting else min(len(left), len(right)),
        curves=curves,
        end={agent: (curve[-1], curves[1][agent][-1]) for agent, curve in curves[0].items() if agent in curves[1]},
    )


def _amendments_apart(first: RunLog, second: RunLog) -> Iterator[SettingApart]:
    """Yield what forks change at a turn, where the other run does not change it so."""
    left, right = (
        {f"{path}, from {change.at} on": value for change in log.spec.amendments for path, value in change.set.items()}
        for log in (first, second)
    )
    for path in dict.fromkeys([*left, *right]):
        if left.get(path) != right.get(path):
            yield SettingApart(path=path, first=left.get(path), second=right.get(path))


def _curves(run: list[Chapter]) -> dict[str, tuple[float | None, ...]]:
    return {
        agent: tuple(chapter.minds[agent].readout.stance if agent in chapter.minds else None for chapter in run)
        for agent in dict.fromkeys(agent for chapter in run for agent in chapter.minds)
    }


def _words_of(log: RunLog, run: list[Chapter]) -> dict[str, str]:
    """Return step → what was said there: the text of a turn, or the posts of a step on a feed."""
    list_posts = hooks_of(log.spec.protocol).posts
    posts = group_by(list_posts(log) if list_posts else (), lambda post: post.step)
    said = {step: "\n".join(post.text for post in of_step) for step, of_step in posts.items()}
    return said | {turn.key: turn.text for chapter in run for turn in chapter.outcomes if turn.text}


def _parting(left: list[Chapter], right: list[Chapter], words: Sequence[Mapping[str, str]]) -> Parting | None:
    for one, other in zip(left, right, strict=False):
        for key in dict.fromkeys(turn.key for turn in (*one.outcomes, *other.outcomes)):
            first, second = (said.get(key, "") for said in words)
            if first != second:
                return _described(one, other, key, first, second)
    if len(left) != len(right):
        last = max(left, right, key=len)[min(len(left), len(right))]
        key = last.outcomes[0].key if last.outcomes else ""
        return _described(left[-1], right[-1], key, *(said.get(key, "") for said in words))
    return None


def _minds_parting(left: list[Chapter], right: list[Chapter]) -> Parting | None:
    for one, other in zip(left, right, strict=False):
        shown = [
            {agent: (mind.readout.stance, mind.readout.log_odds) for agent, mind in chapter.minds.items()}
            for chapter in (one, other)
        ]
        if any(shown[1].get(agent, first) != first for agent, first in shown[0].items()):
            spoken = next((turn.key for turn in one.outcomes if turn.text), "")
            return _described(one, other, spoken)
    return None


def _described(one: Chapter, other: Chapter, step: str, first: str = "", second: str = "") -> Parting:
    both = {
        agent: (mind.readout, other.minds[agent].readout) for agent, mind in one.minds.items() if agent in other.minds
    }
    return Parting(
        step=step,
        batch=max(one.number, other.number),
        note=one.note or other.note,
        first=first,
        second=second,
        moved={agent: (left.stance, right.stance) for agent, (left, right) in both.items()},
        log_odds={agent: (left.log_odds, right.log_odds) for agent, (left, right) in both.items()},
    )


MOST_AGENTS = 12
"""Where a run has more, a set has their mean alone."""


class Band(Record):
    """The stances of one agent over the runs of a set, by batch; None where no run has one."""

    mean: tuple[float | None, ...]
    low: tuple[float | None, ...]
    """The lowest of all runs."""
    high: tuple[float | None, ...]


class SetOfRuns(Record):
    """One set."""

    label: str
    runs: int
    bands: dict[str, Band]


class EndApart(Record):
    """The last stance of one agent in both sets."""

    first: float
    second: float
    difference: float
    error: float | None
    """Standard error of the difference of the means; None where a set has one run."""


class TwoSets(Record):
    """Two sets beside each other."""

    settings: dict[str, tuple[JsonValue, JsonValue]]
    """Setting → its value in both, where they differ between the sets."""
    sets: tuple[SetOfRuns, SetOfRuns]
    ends: dict[str, EndApart]
    command: str = ""
    """What a user would type for means, intervals and differences; empty where no command compares two such sets."""


def cells_of(directories: Sequence[Path]) -> list[tuple[str, list[Path]]]:
    """Return the runs of a folder by the settings in which they differ, with these as a label, in their order."""
    settings = varying(directories)

    def label_of(place: int) -> str:
        parts = ((path.rpartition(".")[2], show_setting(values[place])) for path, values in settings.items())
        return ", ".join(f"{key} = {value}" for key, value in parts)

    cells = group_by(range(len(directories)), label_of)
    return [(label, [directories[place] for place in places]) for label, places in cells.items()]


def swept_keys(folder: Path) -> tuple[str, ...]:
    """Return the keys that a sweep varies; nothing where the folder is that of no sweep."""
    try:
        return tuple(dict.fromkeys(key for cell in json.loads(read_bytes(str(folder / SWEEP))) for key in cell["set"]))
    except (OSError, ValueError, LookupError, TypeError):
        return ()


def compare_sets(first: tuple[str, Sequence[Path]], second: tuple[str, Sequence[Path]]) -> TwoSets:
    """Return two sets, each a label and its runs, beside each other."""
    curves = [[_merge_many(curves_of(directory)) for directory in runs] for _, runs in (first, second)]
    ends = [_ends(runs) for runs in curves]
    return TwoSets(
        settings={path: (one, other) for path, (one, other) in varying([first[1][0], second[1][0]]).items()},
        sets=(_set(first[0], curves[0]), _set(second[0], curves[1])),
        ends={agent: _apart(values, ends[1][agent]) for agent, values in ends[0].items() if agent in ends[1]},
    )


def _merge_many(curves: dict[str, list[float | None]]) -> dict[str, list[float | None]]:
    """Return the curves of a run, or where they are many their mean alone, since some of them would mislead."""
    if len(curves) <= MOST_AGENTS:
        return curves
    waves = ([stance for stance in wave if stance is not None] for wave in zip(*curves.values(), strict=True))
    return {f"mean of {len(curves)} agents": [fmean(stances) if stances else None for stances in waves]}


def _set(label: str, runs: Sequence[dict[str, list[float | None]]]) -> SetOfRuns:
    agents = dict.fromkeys(agent for run in runs for agent in run)
    return SetOfRuns(
        label=label,
        runs=len(runs),
        bands={agent: _band([run[agent] for run in runs if agent in run]) for agent in agents},
    )


def _band(curves: Sequence[Sequence[float | None]]) -> Band:
    """Return the mean and the extremes by batch, of the runs that have come so far and have a stance there."""
    here = [
        [value for curve in curves if batch < len(curve) and (value := curve[batch]) is not None]
        for batch in range(max(map(len, curves)))
    ]
    return Band(
        mean=tuple(fmean(values) if values else None for values in here),
        low=tuple(min(values, default=None) for values in here),
        high=tuple(max(values, default=None) for values in here),
    )


def _ends(runs: Sequence[dict[str, list[float | None]]]) -> dict[str, list[float]]:
    ends: dict[str, list[float]] = {}
    for run in runs:
        for agent, curve in run.items():
            if curve and (last := curve[-1]) is not None:
                ends.setdefault(agent, []).append(last)
    return ends


def _apart(first: Sequence[float], second: Sequence[float]) -> EndApart:
    is_spread = len(first) > 1 and len(second) > 1
    error = sqrt(stdev(first) ** 2 / len(first) + stdev(second) ** 2 / len(second)) if is_spread else None
    return EndApart(first=fmean(first), second=fmean(second), difference=fmean(second) - fmean(first), error=error)


def _chosen_sets(request: Request) -> list[tuple[str, str]]:
    """Return the folder and the number of the cell of both sets that a request names; '' for the whole folder."""
    asked = request.query_params
    return [(asked.get(name, ""), asked.get(f"{name}_cell", "")) for name in ("first", "second")]


MOST_OF_GROUP = 400
"""Runs of one folder that are drawn beside each other."""


@dataclass(frozen=True, kw_only=True)
class Several:
    """What shows runs beside each other."""

    shelf: RunShelf
    runs: OpenedRuns

    def routes(self) -> list[Route]:
        return [
            address("/api/group", self.group),
            address("/api/compare/{run}/{other}", self.compare),
            address("/api/sets", self.sets),
            address("/exhibits/of/sets", self.effects),
        ]

    def group(self, request: Request) -> dict[str, Any]:
        """Return the runs of one folder with the settings in which they differ, and the commands that go on."""
        name = request.query_params.get("name", "")
        rows = sorted((row for row in self.shelf.rows() if row.group == name), key=lambda row: row.path)
        if not rows:
            raise LogError(
                f"the folder {name!r} has no runs", hint=f"Go back to the shelf, which lists {self.shelf.root}."
            )
        whole = [row for row in rows if row.status != "damaged"][:MOST_OF_GROUP]
        differing = varying([self.shelf.path(row.handle) for row in whole])
        return {
            "runs": [row.model_dump(mode="json") for row in whole],
            "more": len(rows) - len(whole),
            "settings": {path: list(values) for path, values in differing.items()},
            "command": command(["frames", str(self.shelf.root / name), "--to", "csv"]),
        }

    def compare(self, request: Request) -> dict[str, Any]:
        paths = [self.shelf.path(request.path_params[name]) for name in ("run", "other")]
        for path in paths:
            refuse_sight(path)
        first, second = (self.runs.open(path).log for path in paths)
        words = command(["compare", str(first.path), str(second.path)])
        names = {"folders": [first.path.name, second.path.name], "agents": len(first.spec.participants)}
        return compare_runs(first, second).model_dump(mode="json") | {"command": words} | names

    def sets(self, request: Request) -> TwoSets:
        first, second = (self._set(*chosen) for chosen in _chosen_sets(request))
        return compare_sets(first, second).model_copy(update={"command": self._sets_command(_chosen_sets(request))})

    def effects(self, request: Request) -> Response:
        """Answer with the page of two sets compared as ``doxa compare`` compares them: it can show itself alone."""
        sets = [self._set(*chosen) for chosen in _chosen_sets(request)]
        logs = {label: [open_run(run) for run in runs if is_finished(run)] for label, runs in sets}
        exhibits = [(exhibit, ()) for exhibit in compare_logs(logs).exhibits]
        page = render_exhibits(exhibits, title=f"Comparison of {' and '.join(logs)}")
        policy = OWN_SCRIPT.format(source(page_part("shared.js")))
        return Response(page, media_type="text/html", headers={"content-security-policy": policy})

    def _sets_command(self, names: list[tuple[str, str]]) -> str:
        (first, cell), (second, other) = names
        folders = [self.shelf.folder(name) for name in (first, second)]
        if not cell and not other:
            return command(["compare", *map(str, folders)])
        keys = swept_keys(folders[0]) if first == second else ()
        return command(["compare", str(folders[0]), "--by", ",".join(keys)]) if keys else ""

    def _set(self, name: str, cell: str) -> tuple[str, list[Path]]:
        """Return a set by the name of its folder and the number of its cell, or all of the folder."""
        rows = sorted((row for row in self.shelf.rows() if row.group == name), key=lambda row: row.path)
        runs = [self.shelf.path(row.handle) for row in rows if row.status != "damaged" and not row.within]
        if not runs:
            raise LogError(f"the folder {name!r} has no runs", hint="Go back and choose two folders or cells.")
        for run in runs:
            refuse_sight(run)
        runs, repeated = split_trials(runs)
        if not cell:
            return name + f" ({len(repeated)} of the same trials left out)" * bool(repeated), runs[:MOST_OF_GROUP]
        cells = cells_of(runs[:MOST_OF_GROUP])
        if not cell.isdigit() or len(cell) > 6 or int(cell) >= len(cells):
            raise LogError(f"the folder {name!r} has no cell {cell}", hint="Go back and choose another.")
        return cells[int(cell)]
