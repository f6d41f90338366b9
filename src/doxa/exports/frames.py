"""``doxa.frames``: a run, or a folder of them, as nine long tables.

Runs are read one after another and forgotten again, so that only the rows that are asked for fill memory; ``stream``
keeps those of one run at a time.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from pathlib import Path
from types import MappingProxyType

from doxa.errors import UnknownNameError, did_you_mean
from doxa.exports.finding import find_runs
from doxa.exports.frame import Frame, Row, TableSchema
from doxa.exports.opened import OpenedRun, opened
from doxa.exports.tables.beliefs import MEETINGS, MOVES, STANCES, list_meetings, list_moves, list_stances
from doxa.exports.tables.measures import MEASURES, list_measures
from doxa.exports.tables.runs import AGENTS, RUNS, list_agents, list_runs
from doxa.exports.tables.spoken import CALLS, CLAIMS, MESSAGES, list_calls, list_claims, list_messages
from doxa.log.rundir import RunLike
from doxa.records.notebook import render, table, title

VERSION = 1
"""The version of the tables: it grows when a column is renamed, removed or means something else."""

_TABLES: tuple[tuple[TableSchema, Callable[[OpenedRun], Iterator[Row]]], ...] = (
    (RUNS, list_runs),
    (AGENTS, list_agents),
    (STANCES, list_stances),
    (MESSAGES, list_messages),
    (CLAIMS, list_claims),
    (MEETINGS, list_meetings),
    (MOVES, list_moves),
    (CALLS, list_calls),
    (MEASURES, list_measures),
)

TABLES: Mapping[str, TableSchema] = MappingProxyType({table.name: table for table, _ in _TABLES})
"""Name → table."""

ROWS = MappingProxyType({table.name: list_rows for table, list_rows in _TABLES})
"""Name → the function that yields its rows."""

JOINED = ("replicate", "block")
"""Columns of ``runs`` that every table gets beside the settings where these are asked for."""


class Frames:
    """The tables of some runs. Each table is read when it is asked for, and then kept."""

    def __init__(self, path: RunLike, *, wide_settings: bool = False, verify: bool = False) -> None:
        """Find the runs.

        Args:
            path: a run directory, or a folder of runs such as a sweep's; runs in its folders are found as well.
            wide_settings: whether every table, and not only ``runs``, has the settings that vary.
            verify: whether each run is verified as ``doxa verify`` does, for the column ``verified``.

        Raises:
            LogError: it is no directory, or no run is in it.
        """
        self.path = Path(path)
        self.verify = verify
        self.wide_settings = wide_settings
        self._places = find_runs(self.path)
        self._frames: dict[str, Frame] = {}

    @cached_property
    def tables(self) -> dict[str, TableSchema]:
        """Name → table, with the columns of the settings that vary."""
        settings = self._places.variation.columns()
        columns = {column.name: column for column in TABLES["runs"].columns}
        beside = (*(columns[name] for name in JOINED), *settings) if self.wide_settings else ()
        further = {"runs": settings, "agents": (*beside, *self._places.own_columns())}
        return {
            name: table.widened(tuple(c for c in further.get(name, beside) if c.name not in table.names))
            for name, table in TABLES.items()
        }

    @property
    def names(self) -> tuple[str, ...]:
        """The names of the tables."""
        return tuple(TABLES)

    def __len__(self) -> int:
        """Return how many runs there are."""
        return len(self._places.runs)

    def __getitem__(self, name: str) -> Frame:
        """Return a table by name.

        Raises:
            UnknownNameError: there is no table of that name.
        """
        check_tables([name])
        if name not in self._frames:
            rows = (row for run in self.runs_opened() for row in self.rows_of(run, name))
            self._frames[name] = Frame.of_rows(self.tables[name], rows)
        return self._frames[name]

    def stream(self, *names: str) -> Iterator[dict[str, Frame]]:
        """Yield the named tables, or all, of one run after another; the tables of one run are in memory at a time."""
        for run in self.runs_opened():
            yield {name: Frame.of_rows(self.tables[name], self.rows_of(run, name)) for name in names or TABLES}

    def runs_opened(self) -> Iterator[OpenedRun]:
        """Yield the runs in order, each opened when it is its turn."""
        return (opened(place, check=self.verify) for place in self._places.runs)

    def rows_of(self, run: OpenedRun, name: str) -> Iterator[Row]:
        """Yield the rows of one table of one run, with its settings where the table has them."""
        if name == "agents" and run.log is not None:
            own = {agent.id: self._places.own_cells(agent.variables) for agent in run.log.spec.participants}
            yield from (row | own[str(row["agent"])] for row in self._design_of(run, name))
        else:
            yield from self._design_of(run, name)

    def _design_of(self, run: OpenedRun, name: str) -> Iterator[Row]:
        if name != "runs" and not self.wide_settings:
            yield from ROWS[name](run)
            return
        beside: Row = self._places.settings_in(run.place, run.spec)
        if name != "runs":
            (design,) = ROWS["runs"](run)
            beside = {column: design.get(column) for column in JOINED} | beside
        for row in ROWS[name](run):
            yield beside | row

    @property
    def runs(self) -> Frame:
        """One row for each run."""
        return self["runs"]

    @property
    def agents(self) -> Frame:
        """One row for each agent of a run."""
        return self["agents"]

    @property
    def stances(self) -> Frame:
        """Where every agent stands after every batch."""
        return self["stances"]

    @property
    def messages(self) -> Frame:
        """Everything that was said."""
        return self["messages"]

    @property
    def claims(self) -> Frame:
        """What was drawn from messages, and what agents start with."""
        return self["claims"]

    @property
    def meetings(self) -> Frame:
        """What became of every claim in every memory."""
        return self["meetings"]

    @property
    def moves(self) -> Frame:
        """The parts of every change of a belief."""
        return self["moves"]

    @property
    def calls(self) -> Frame:
        """Every call to a model."""
        return self["calls"]

    @property
    def measures(self) -> Frame:
        """What was asked, voted or scored."""
        return self["measures"]

    def _repr_html_(self) -> str:
        rows = [(name, schema.about, len(schema.columns)) for name, schema in self.tables.items()]
        count = f"{len(self):,} run{'' if len(self) == 1 else 's'} in {self.path}"
        return render(title(count), table(("table", "about", "columns"), rows))

    def __repr__(self) -> str:
        return f"<Frames of {len(self):,} runs in {self.path}: {', '.join(TABLES)}>"


def frames(path: RunLike, *, wide_settings: bool = False, verify: bool = False) -> Frames:
    """Return the long tables of a run, or of all runs in a folder; arguments and errors as ``Frames``."""
    return Frames(path, wide_settings=wide_settings, verify=verify)


def check_tables(names: Sequence[str]) -> None:
    """Raise UnknownNameError where a name is no table's."""
    for name in names:
        if name not in TABLES:
            raise UnknownNameError(
                f"no table is named {name!r}", hint=f"{did_you_mean(name, TABLES)}Tables: {', '.join(TABLES)}."
            )
