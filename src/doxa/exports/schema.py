"""The nine tables in order, each with the function that yields its rows of one run."""

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType

from doxa.exports.columns import Row, TableSchema
from doxa.exports.opened import OpenedRun
from doxa.exports.tables import agents, calls, claims, measures, meetings, messages, moves, runs, stances

VERSION = 1
"""The version of the tables: it grows when a column is renamed, removed or means something else."""

RowsOf = Callable[[OpenedRun], Iterator[Row]]

MODULES = (runs, agents, stances, messages, claims, meetings, moves, calls, measures)

TABLES: Mapping[str, TableSchema] = MappingProxyType({module.TABLE.name: module.TABLE for module in MODULES})
"""Name → table."""

ROWS: Mapping[str, RowsOf] = MappingProxyType({module.TABLE.name: module.rows for module in MODULES})
"""Name → the function that yields its rows."""
