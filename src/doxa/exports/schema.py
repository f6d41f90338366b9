"""The nine tables in order, each with the function that yields its rows of one run."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from doxa.exports.columns import Row, TableSchema
from doxa.exports.opened import OpenedRun
from doxa.exports.tables.beliefs import MEETINGS, MOVES, STANCES, list_meetings, list_moves, list_stances
from doxa.exports.tables.measures import MEASURES, list_measures
from doxa.exports.tables.runs import AGENTS, RUNS, list_agents, list_runs
from doxa.exports.tables.spoken import CALLS, CLAIMS, MESSAGES, list_calls, list_claims, list_messages

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
