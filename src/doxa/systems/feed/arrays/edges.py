"""Who hears whom among listeners: edges in compressed sparse rows, from a file, stored as a shard and mapped from it.

Listener i is the node with the i-th smallest name, by number where all names are integers; whoever the file does not
name comes after them and hears nobody. Self-loops and repeated edges are left out, since the sources of the rules count
each neighbour once.
"""

import csv
import gzip
import zlib
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import file_digest
from itertools import chain
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.errors import ScenarioError
from doxa.exports.frame import library
from doxa.log.files import available_memory, check_file
from doxa.records.outside import separator_of
from doxa.systems.feed.arrays.stored import map_array, pack_arrays

HEADS = frozenset({"follower", "source", "from"})
"""Words that mark the first line of an edge list as a header when it begins with one of them."""

READING, PACKED = 12, 4
"""Bytes of memory for each byte of an edge list while it is read and sorted; how much smaller a compressed one is."""

KEY = "script.network.file"


@dataclass(frozen=True, kw_only=True)
class Edges:
    """Whom each of N listeners hears."""

    starts: NDArray[np.int64]
    """(N + 1,) where the row of each listener begins."""
    heard: NDArray[np.int32]
    """(E,) numbers of the listeners that it hears, ascending within a row."""

    def rows(self, low: int, high: int) -> "Edges":
        """Return the rows of some listeners."""
        begin, end = self.starts[low], self.starts[high]
        return Edges(starts=self.starts[low : high + 1] - begin, heard=self.heard[begin:end])


def read_network(path: Path, *, sha256: str, mutual: bool, listeners: int | None) -> tuple[bytes, int, str]:
    """Return the shard of an edge list, the number of listeners, and the SHA-256 of the file.

    Args:
        sha256: what the file's must be; any when empty.
        listeners: how many there are; as many as the file names when None.

    Raises:
        ScenarioError: the file is missing, changed, not readable, too large for the memory, or names more listeners.
    """
    try:
        check_file(path)
        with path.open("rb") as file:
            content_hash = file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise _unreadable(path, KEY, error) from None
    if sha256 not in ("", content_hash):
        raise ScenarioError(
            f"{KEY}: {path} was changed: its SHA-256 was {sha256[:12]}…, is {content_hash[:12]}…",
            hint="Put the old file back, or run the scenario anew into another --out.",
            key=KEY,
        )
    edges, ids = read_edges(path, content_hash, mutual)
    size = len(ids) if listeners is None else listeners
    if size < len(ids):
        raise ScenarioError(
            f"script.listeners = {size:,}: {path.name} names {len(ids):,} listeners",
            hint="Leave script.listeners out, or set more.",
            key="script.listeners",
        )
    starts = np.pad(edges.starts, (0, size - len(ids)), mode="edge")
    return pack_arrays(starts=starts, heard=edges.heard, ids=ids), size, content_hash


@lru_cache(maxsize=1)
def read_edges(path: Path, sha256: str, mutual: bool) -> tuple[Edges, NDArray[Any]]:
    """Return the edges of a file, and the names of listeners, (N,); the last are kept for the run that follows."""
    size, free = path.stat().st_size * (PACKED if path.suffix == ".gz" else 1), available_memory()
    if READING * size > free:
        raise ScenarioError(
            f"{KEY}: {path} is too large for the {free / 1e9:.1f} GB of memory that are available",
            hint=f"The largest edge list that fits has {free / READING / 1e9:.1f} GB of text.",
            key=KEY,
        )
    numbers: dict[str, int] = {}
    ends = chain.from_iterable(pair for _, pair in read_pairs(path, KEY))
    places = np.fromiter((numbers.setdefault(name, len(numbers)) for name in ends), np.int64)
    ids: NDArray[Any] = np.array(list(numbers))
    with suppress(ValueError, OverflowError):  # names that are no numbers
        ids = ids.astype(np.int64)
    order = np.argsort(ids)
    places = np.argsort(order)[places]
    return compress(places[::2], places[1::2], len(ids), mutual=mutual), ids[order]


def read_pairs(path: Path, key: str) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the edges of a file with their lines: follower and followed.

    Args:
        key: the setting that names the file.

    Raises:
        ScenarioError: the file cannot be read, or a line has no two names.
    """
    lines = _parquet_cells(path) if path.suffix == ".parquet" else _text_cells(path)
    try:
        number = 0
        for number, cells in lines:
            if len(cells) < 2 or not (cells[0] and cells[1]):
                raise ScenarioError(f"{path}:{number}: a line needs two names, follower and followed", key=key)
            yield number, (cells[0], cells[1])
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise _unreadable(path, key, error) from None
    if not number:
        raise ScenarioError(f"{key}: {path} has no edges", hint="Write one a line: follower followed", key=key)


def _unreadable(path: Path, key: str, error: Exception) -> ScenarioError:
    return ScenarioError(f"{key}: {path} cannot be read: {error}", key=key)


def _text_cells(path: Path) -> Iterator[tuple[int, list[str]]]:
    opened, separator = gzip.open if path.suffix == ".gz" else open, ""
    with opened(path, "rb") as file:
        encoding = "utf-16" if file.read(2) in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    with opened(path, "rt", encoding=encoding) as file:
        for number, line in enumerate(file, 1):
            if not line.strip() or line.lstrip().startswith("#"):
                continue
            is_first, separator = not separator, separator or separator_of(line)
            if separator not in line:
                cells = line.split()
            else:
                row = next(csv.reader([line], delimiter=separator)) if '"' in line else line.split(separator)
                cells = [cell.strip() for cell in row]
            if not (is_first and cells[0].casefold() in HEADS):
                yield number, cells


def _parquet_cells(path: Path) -> Iterator[tuple[int, list[str]]]:
    columns = library("pyarrow.parquet", "Arrow and Parquet").read_table(path).columns[:2]
    rows = zip(*(column.cast("string").to_pylist() for column in columns), strict=True)
    return ((number, list(row)) for number, row in enumerate(rows, 1))


def compress(followers: NDArray[Any], followed: NDArray[Any], size: int, *, mutual: bool) -> Edges:
    """Return edges, (E,) each, as rows, without self-loops and repetitions."""
    keys = followers * np.int64(size) + followed
    if mutual:
        keys = np.concatenate([keys, followed * np.int64(size) + followers])
    keys = np.unique(keys)
    rows, heard = np.divmod(keys, size)
    kept = rows != heard
    starts = np.zeros(size + 1, np.int64)
    np.cumsum(np.bincount(rows[kept], minlength=size), out=starts[1:])
    return Edges(starts=starts, heard=heard[kept].astype(np.int32))


def join_rows(first: Edges, then: Edges) -> Edges:
    """Return rows that each have those of the first edges, and behind them those of the others."""
    starts = first.starts + then.starts
    heard = np.empty(starts[-1], np.int32)
    for part, begins in ((first, starts[:-1]), (then, starts[:-1] + np.diff(first.starts))):
        heard[np.repeat(begins - part.starts[:-1], np.diff(part.starts)) + np.arange(len(part.heard))] = part.heard
    return Edges(starts=starts, heard=heard)


def map_edges(path: Path) -> Edges:
    """Return the edges of a shard of ``read_network``, mapped from the disk."""
    return Edges(starts=map_array(path, "starts"), heard=map_array(path, "heard"))
