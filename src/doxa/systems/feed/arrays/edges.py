"""Who hears whom among listeners: edges in compressed sparse rows, from a file or drawn, mapped from a shard.

Listener i is the node with the i-th smallest name, by number where all names are integers; whoever the file does not
name comes after them and hears nobody. Self-loops and repeated edges are left out, since the sources of the rules count
each neighbour once.
"""

import csv
import gzip
import warnings
import zlib
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from hashlib import file_digest
from itertools import chain, islice
from pathlib import Path
from typing import Any, TextIO, cast

import numpy as np
from numpy.typing import NDArray

from doxa.errors import ScenarioError
from doxa.exports.frame import library
from doxa.log.files import available_memory, check_file
from doxa.records.base import canonical
from doxa.records.outside import parse_json, separator_of
from doxa.systems.feed.arrays.generating import draw_graph
from doxa.systems.feed.arrays.stored import map_array, pack_arrays
from doxa.systems.feed.tasks.population_round import ListenerNetwork

HEADS = frozenset({"follower", "source", "from"})
"""Words that mark the first line of an edge list as a header when it begins with one of them."""

READING, PACKED = 12, 4
"""Bytes of memory for each byte of an edge list while it is read and sorted; how much smaller a compressed one is."""

DRAWN_NODE, DRAWN_LINK = 600, 300
"""Bytes of memory for a node and an edge while networkx draws them: 3 GB were measured for a million with 10 each."""

LINES = 1 << 17
"""Lines of an edge list that numpy reads at a time."""

KEY = "script.network.file"

UNREADABLE = (OSError, EOFError, ValueError, zlib.error)
"""What reading a file raises whose content cannot be taken."""


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


def make_network(network: ListenerNetwork, path: Path, listeners: int | None, seed: int) -> tuple[bytes, int, str]:
    """Return the shard of a network, the number of listeners, and the SHA-256 of the file, if it is from one.

    Args:
        path: where the file is.
        listeners: how many there are; as many as the file names when None.
        seed: of the run, from which a generator draws.

    Raises:
        ScenarioError: the file is missing, changed, not readable, too large for the memory, or names more listeners;
            or the generator cannot be used so.
    """
    if network.generator and listeners:
        drawn = draw_edges(network.generator, canonical(network.parameters), network.mutual, listeners, seed)
        return pack_arrays(starts=drawn.starts, heard=drawn.heard, ids=np.arange(listeners)), listeners, ""
    try:
        check_file(path)
        with path.open("rb") as file:
            content_hash = file_digest(file, "sha256").hexdigest()
    except OSError as error:
        raise _unreadable(path, KEY, error) from None
    if network.sha256 not in ("", content_hash):
        raise ScenarioError(
            f"{KEY}: {path} was changed: its SHA-256 was {network.sha256[:12]}…, is {content_hash[:12]}…",
            hint="Put the old file back, or run the scenario anew into another --out.",
            key=KEY,
        )
    edges, ids = read_edges(path, content_hash, network.mutual)
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
    ids: NDArray[Any] | None = _read_numbers(path)
    places: Any = slice(None)
    if ids is None:
        numbers: dict[str, int] = {}
        ends = chain.from_iterable(pair for _, pair in read_pairs(path, KEY))
        places = np.fromiter((numbers.setdefault(name, len(numbers)) for name in ends), np.int64)
        ids = np.array(list(numbers))
        with suppress(ValueError, OverflowError):  # names that are no numbers
            ids = ids.astype(np.int64)
    ids, order = np.unique(ids, return_inverse=True)
    places = order.reshape(-1)[places]
    return compress(places[::2], places[1::2], len(ids), mutual=mutual), ids


def _read_numbers(path: Path) -> NDArray[np.int64] | None:
    """Return the ends of all edges, (E, 2), where numpy can read them, which is many times faster than ``read_pairs``.

    None where a name is not plainly an integer, and where there is a comment or a fault behind the first edge.
    """
    parts: list[NDArray[np.int64]] = []
    with suppress(*UNREADABLE, StopIteration, Warning), warnings.catch_warnings():
        warnings.simplefilter("error")
        if path.suffix == ".parquet":
            followers, followed = (column.to_numpy() for column in _parquet_columns(path))
            is_plain = {followers.dtype.kind, followed.dtype.kind} == {"i"}
            return np.stack([followers, followed], axis=1, dtype=np.int64) if is_plain else None
        number, _ = next(_text_cells(path))
        with _open_text(path) as file:
            later = islice(file, number - 1, None)
            lines = chain([first := next(later)], later)
            separator = separator_of(first) if separator_of(first) in first else None
            while block := list(islice(lines, LINES)):  # in between, Ctrl-C is heard
                parts.append(np.loadtxt(block, np.int64, comments=None, delimiter=separator, usecols=(0, 1), ndmin=2))
        return np.concatenate(parts)
    return None


@lru_cache(maxsize=1)
def draw_edges(generator: str, parameters: str, mutual: bool, size: int, seed: int) -> Edges:
    """Return the edges that a generator draws, with parameters as JSON; the last are kept for the run that follows."""
    settings = parse_json(parameters)
    if size > (most := available_memory() / (DRAWN_NODE + DRAWN_LINK * _expect_links(settings, size))):
        raise ScenarioError(
            f"script.listeners = {size:,}: {generator} needs more memory for them than is available",
            hint=f"The most that fit are {int(most):,} listeners.",
            key="script.listeners",
        )
    graph = draw_graph(generator, settings, size, seed, "script.network")
    numbers = {node: number for number, node in enumerate(graph)}
    ends = np.fromiter((numbers[end] for edge in graph.edges() for end in edge), np.int64)
    mutual = mutual and not graph.is_directed()
    graph.clear()  # since it takes more memory than all that follows
    return compress(ends[::2], ends[1::2], size, mutual=mutual)


def _expect_links(parameters: dict[str, Any], size: int) -> float:
    """Return how many edges a node has on average, each counted once, as far as the names of parameters say it."""
    links = 1.0
    with suppress(TypeError, ValueError):  # a generator says better what is wrong with its parameters
        links = max(links, parameters.get("m", 0), *(parameters.get(degree, 0) / 2 for degree in ("k", "d")))
        if not parameters.keys() & {"m", "k", "d"}:  # beside these p is no probability of an edge
            sizes, chances = np.atleast_1d(parameters.get("sizes", size)), np.atleast_2d(parameters.get("p", 0))
            links = max(links, float(sizes @ chances @ sizes) / 2 / size)
    return links


def read_pairs(path: Path, key: str) -> Iterator[tuple[int, tuple[str, str]]]:
    """Yield the edges of a file with their lines: follower and followed.

    Args:
        key: the setting that names the file.

    Raises:
        ScenarioError: the file cannot be read, or a line has no two names.
    """
    number = 0
    try:
        lines = _parquet_cells(path) if path.suffix == ".parquet" else _text_cells(path)
        for number, cells in lines:
            if len(cells) < 2 or not (cells[0] and cells[1]):
                raise ScenarioError(f"{path}:{number}: a line needs two names, follower and followed", key=key)
            yield number, (cells[0], cells[1])
    except UNREADABLE as error:
        raise _unreadable(path, key, error) from None
    if not number:
        raise ScenarioError(f"{key}: {path} has no edges", hint="Write one a line: follower followed", key=key)


def _unreadable(path: Path, key: str, error: Exception) -> ScenarioError:
    return ScenarioError(f"{key}: {path} cannot be read: {error}", key=key)


def _open_text(path: Path) -> TextIO:
    opened: Callable[..., Any] = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rb") as file:
        encoding = "utf-16" if file.read(2) in (b"\xff\xfe", b"\xfe\xff") else "utf-8-sig"
    return cast("TextIO", opened(path, "rt", encoding=encoding))


def _text_cells(path: Path) -> Iterator[tuple[int, list[str]]]:
    separator = ""
    with _open_text(path) as file:
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


def _parquet_columns(path: Path) -> list[Any]:
    return list(library("pyarrow.parquet", "Arrow and Parquet").read_table(path).columns[:2])


def _parquet_cells(path: Path) -> Iterator[tuple[int, list[str]]]:
    rows = zip(*(column.cast("string").to_pylist() for column in _parquet_columns(path)), strict=True)
    return ((number, list(row)) for number, row in enumerate(rows, 1))


def compress(followers: NDArray[Any], followed: NDArray[Any], size: int, *, mutual: bool) -> Edges:
    """Return edges, (E,) each, as rows, without self-loops and repetitions."""
    keys = followers * np.int64(size) + followed
    if mutual:
        keys = np.concatenate([keys, followed * np.int64(size) + followers])
    keys.sort()  # which np.unique would do many times slower, by a table of hashes
    keys = keys[np.diff(keys, prepend=-1) > 0]
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
