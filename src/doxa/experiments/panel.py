"""``[panel]``: agents from the rows of a table, by filter, quota and a seeded draw, before a scenario is validated.

Each row becomes an agent's plain table, as ``[agents.ID]`` would be; what a scenario and its changes say of an agent
stands over it. Each row is drawn by a number of its own, so that a larger draw contains the smaller one.
"""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from jinja2 import TemplateError
from pydantic import BaseModel, Field

from doxa.beliefs.base import kernel_class
from doxa.conversations.names import choose_ids, stated_side
from doxa.conversations.tables import table_rows
from doxa.corpora.loading import decode_file
from doxa.errors import CorpusError, ScenarioError, did_you_mean
from doxa.evidence.admission import Admission
from doxa.experiments.overrides import parse_value, rule_of
from doxa.experiments.shipped import find_file
from doxa.records.amend import SHARED
from doxa.records.base import Settings, clean, stream
from doxa.records.outside import LARGEST
from doxa.records.spec import Policy, Prior
from doxa.records.validating import settled
from doxa.tasks.base import template_of

OWN = ("name", "persona", "side", "model")
"""Columns that are settings of an agent by their own names."""

SETTINGS = {"openness": "belief.u", "prior": "prior.stance"}
"""Column → the path of the agent's setting that it is; a column may also be called by a path, such as ``belief.a``."""

PARTS: Mapping[str, type[BaseModel]] = {"memory": Admission, "policy": Policy, "prior": Prior}


class Range(Settings):
    """Numbers between two bounds, both included."""

    least: float = -LARGEST
    most: float = LARGEST


Cell = str | int | float
Wanted = Range | Cell | tuple[Cell, ...]


class QuotaScenario(Settings):
    """How many rows of a kind become agents."""

    where: dict[str, Wanted] = Field(default_factory=dict)
    """Column → what its cell must be, as in ``panel.where``."""
    count: int = Field(ge=1, le=100_000)
    """How many of these rows are drawn. A row that an earlier quota took is not drawn again."""


class PanelScenario(Settings):
    """Agents from the rows of a table (docs/people.md). What ``[agents.ID]`` says of an agent stands over its row;
    other agents of the scenario take part beside the panel."""

    file: str
    """A CSV or TSV file with a header, beside the scenario. Columns: ``name`` (needed), ``persona``, ``side``,
    ``prior`` (a stance), ``openness`` (the uptake u), ``model``, or the path of a setting such as ``belief.a``. Each
    further column is a variable of prompts, ``{{ actor.variables.COLUMN }}``."""
    sha256: str = ""
    """The hash of the file's bytes, which every run records; where you give it, another file is refused."""
    persona: str = ""
    """A template of each persona from the columns, such as ``"{{ age }} years old, {{ job }}."``; the column
    ``persona`` when absent."""
    where: dict[str, Wanted] = Field(default_factory=dict)
    """Column → what its cell must be: ``"left"``, ``["left", "green"]``, or ``{ least = 18, most = 35 }``."""
    count: int | None = Field(default=None, ge=1, le=100_000)
    """How many of these rows are drawn; all of them when absent."""
    quota: tuple[QuotaScenario, ...] = ()
    """In place of ``count``: how many rows of each kind are drawn."""
    seed: int | None = None
    """The seed of the draw; the scenario's when absent. All replicates have the same agents."""


@dataclass(frozen=True, kw_only=True)
class PanelRow:
    """One row: its line in the file, its agent's id, and its cells by column, "" where one is empty."""

    file: str
    line: int
    id: str
    cells: Mapping[str, str]

    def refuse(self, column: str, message: str, hint: str = "") -> ScenarioError:
        """Return the error of a cell, with its line and column."""
        return ScenarioError(f"{self.file}, line {self.line}, column {column}: {message}", hint=hint, key="panel.file")


def seat_panel(raw: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return a scenario's plain tables with a table for each agent of its panel; the same tables where it has none.

    Args:
        folder: of the scenario, where a relative path is looked for first.

    Raises:
        ScenarioError: the panel's settings or its file cannot be used; an error in a row names line and column.
    """
    if not isinstance(raw.get("panel"), dict):
        return dict(raw)
    panel = settled(PanelScenario, raw["panel"], "panel")
    path = find_file(panel.file, folder)
    try:
        rows = _read_rows(path)
        sha256 = hashlib.sha256(path.read_bytes()).hexdigest()
    except CorpusError as error:
        raise ScenarioError(f"panel.file: {error.message}", hint=error.hint, key="panel.file") from None
    if panel.sha256 not in ("", sha256):
        raise ScenarioError(
            "panel.sha256: the file is another one", hint=f"{path.name} has {sha256}.", key="panel.sha256"
        )
    own = raw["agents"] if isinstance(raw.get("agents"), dict) else {}
    seated = {row.id: _agent_table(row, raw, panel) for row in _choose_rows(panel, rows, raw.get("seed", 0))}
    agents = {id: {**seated.get(id, {}), **own.get(id, {})} for id in {**seated, **own}}
    return {**raw, "agents": agents, "panel": {**raw["panel"], "sha256": sha256}}


def _read_rows(path: Path) -> list[PanelRow]:
    """Return the rows of a file, each with a name of its own."""
    lines = [
        (line, {_variable_name(column): clean(cell.strip()) for column, cell in cells.items()})
        for line, cells in table_rows(path.name, decode_file(path), {"names": ("name",)})
    ]
    ids = choose_ids([cells["name"] for _, cells in lines])
    rows = [
        PanelRow(file=path.name, line=line, id=id, cells=cells) for id, (line, cells) in zip(ids, lines, strict=True)
    ]
    named: dict[str, PanelRow] = {}
    for row in rows:
        name = row.cells["name"]
        first = named.setdefault(" ".join(name.split()).casefold(), row)
        if first is not row or not name:
            message = f"{name!r} is also the name in line {first.line}" if name else "there is no name"
            raise row.refuse("name", message, "Give each row a name of its own: prompts know it by that.")
    return rows


def _variable_name(column: str) -> str:
    """Return a column's name as that of a variable; the path of a setting stays as it is."""
    is_path = column.partition(".")[0] in SHARED
    return column if is_path else "_".join("".join(c if c.isalnum() else " " for c in column).split())


def _choose_rows(panel: PanelScenario, rows: Sequence[PanelRow], usual: int) -> list[PanelRow]:
    """Return the rows that become agents, in the order of the file.

    Args:
        usual: the seed of the draw where the panel has none.

    Raises:
        ScenarioError: fewer rows are such than are wanted.
    """
    seed = usual if panel.seed is None else panel.seed
    left = sorted(_fitting(rows, panel.where), key=lambda row: stream(seed, row.id, "panel").random())
    quotas = panel.quota or (QuotaScenario(count=panel.count or max(len(left), 1)),)
    if panel.quota and panel.count is not None:
        raise ScenarioError("panel.count: panel.quota says how many are drawn", key="panel.count")
    taken: set[str] = set()
    for number, quota in enumerate(quotas):
        fitting = [row for row in _fitting(left, quota.where) if row.id not in taken]
        if len(fitting) < quota.count:
            key = f"panel.quota.{number}" if panel.quota else "panel.count" if panel.count else "panel.where"
            raise ScenarioError(
                f"{key}: {quota.count} rows are wanted, and {len(fitting)} of {len(rows)} are such",
                hint="Ask for fewer, or change what their cells must be.",
                key=key,
            )
        taken |= {row.id for row in fitting[: quota.count]}
    return [row for row in rows if row.id in taken]


def _fitting(rows: Sequence[PanelRow], where: Mapping[str, Wanted]) -> list[PanelRow]:
    return [row for row in rows if all(_is_wanted(row, column, wanted) for column, wanted in where.items())]


def _is_wanted(row: PanelRow, column: str, wanted: Wanted) -> bool:
    """Return whether a row's cell is what is wanted; an empty cell lies within no bounds."""
    if (cell := row.cells.get(column)) is None:
        raise ScenarioError(
            f"panel.where.{column}: {row.file} has no such column",
            hint=f"{did_you_mean(column, row.cells)}Columns: {', '.join(row.cells)}.",
            key="panel",
        )
    number = parse_value(cell)
    if not isinstance(wanted, Range):
        options = wanted if isinstance(wanted, tuple) else (wanted,)
        return any(number == option or cell.casefold() == str(option).casefold() for option in options)
    if cell and (isinstance(number, bool) or not isinstance(number, int | float)):
        raise row.refuse(column, f"{cell!r} is not a number")
    return isinstance(number, int | float) and wanted.least <= number <= wanted.most


def _agent_table(row: PanelRow, raw: Mapping[str, Any], panel: PanelScenario) -> dict[str, Any]:
    """Return the plain table of a row's agent, its settings checked.

    Raises:
        ScenarioError: a cell is not what its column must be.
    """
    table: dict[str, Any] = {name: row.cells[name] for name in OWN if row.cells.get(name)}
    if "side" in table:
        side = stated_side(table["side"])
        if side is None:
            raise row.refuse("side", f"{table['side']!r} is no side", "Sides: pro, con, neutral.")
        table["side"] = "neutral" if side == "none" else side
    settings = {column: path for column in row.cells if (path := _path_of(column)) and row.cells[column]}
    for column, path in settings.items():
        part, _, name = path.partition(".")
        table.setdefault(part, {})[name] = parse_value(row.cells[column])
        kind = kernel_class(str(rule_of({}, raw))).Settings if part == "belief" else PARTS[part]
        try:
            settled(kind, {name: table[part][name]}, part)
        except ScenarioError as error:
            raise row.refuse(column, error.message, error.hint) from None
    if "stance" in table.get("prior", {}):
        table["prior"].setdefault("mode", "target")
    table["variables"] = {name: cell for name, cell in row.cells.items() if name not in OWN and not _path_of(name)}
    if panel.persona:
        try:
            table["persona"] = template_of(panel.persona).render(row.cells)
        except TemplateError as error:
            raise ScenarioError(
                f"panel.persona: it cannot be filled in from line {row.line} of {row.file}: {error}",
                hint=f"Columns: {', '.join(row.cells)}.",
                key="panel.persona",
            ) from None
    return table


def _path_of(column: str) -> str:
    """Return the path of the setting that a column is; "" for a variable of prompts."""
    return SETTINGS.get(column) or (column if column.partition(".")[0] in SHARED and "." in column else "")
