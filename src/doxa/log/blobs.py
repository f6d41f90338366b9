"""What a run stores by the hash of its content: prompt blocks, reply schemas and vectors, and large arrays.

Blobs stand once each in ``blobs.jsonl``. A line is ``{"block": {"part", "tag", "text"}}`` for a prompt block,
``{"schema": …}`` for the schema of a reply (null for free text), or ``{"int8": …}`` (base64) for a vector. Calls and
claims name a blob by its id, the SHA-256 of its content, so that a changed one is missed. A line of a prompt that
stood in an earlier block is named by its number (``SharedLines``).

Arrays, and the posts that an audience met, lie in ``shards/``, each file named by the hash of its bytes; events name
them as they name blobs. The saved
state of an audience lies in ``shards/state`` and is no part of the log: without it, resuming computes earlier rounds
again.
"""

import base64
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any, TypeVar, cast

import numpy as np
from numpy.typing import NDArray

from doxa.errors import DamagedLogError
from doxa.evidence.vectors import integers
from doxa.log.disk import write_whole
from doxa.log.lines import LineFile, Lines
from doxa.log.shortening import leave_out
from doxa.records.base import JsonValue, canonical, canonical_line, clean, digest
from doxa.records.outside import parse_json
from doxa.records.steps import Block

NAME = "blobs.jsonl"


@dataclass(frozen=True)
class Schema:
    """The JSON schema of a reply; None for free text."""

    content: JsonValue

    @cached_property
    def id(self) -> str:
        return digest(canonical(self.content))


Content = Block | Schema | bytes
Kind = TypeVar("Kind", Block, Schema, bytes)


MOST_VECTORS = 1 << 10
"""Vectors that are kept of those that were read alone: those of a batch, which many listeners ask for."""

LABEL = re.compile(r"[^.:\n]{1,60}[.:] ")
"""A name or a number before the words of a line."""

SHORTEST = 40
"""Characters of the shortest line that is named by a number."""


class SharedLines:
    """The lines of all blocks of a file so far: a message stands in many prompts, and its words in the file once.

    A line of at least ``SHORTEST`` characters, and what it says behind a label, are numbered where they first stand. A
    block that repeats one is written as ``lines`` instead of ``text``, with the number, or [label, number], in its
    place.
    """

    def __init__(self) -> None:
        self._texts: list[str] = []
        self._numbers: dict[str, int] = {}

    def shorten(self, text: str) -> dict[str, JsonValue]:
        """Return the words of a block as its line in the file has them."""
        lines = text.split("\n")
        pieces = [*map(self._piece_of, lines)]
        self._number(line for line, piece in zip(lines, pieces, strict=True) if line is piece)
        return {"text": text} if pieces == lines else {"lines": pieces}

    def restore(self, block: dict[str, Any]) -> dict[str, Any]:
        """Return a block with its text; LookupError where it names a line that there is not."""
        pieces = block.pop("lines", None) or block["text"].split("\n")
        lines = [piece if isinstance(piece, str) else self._line_of(piece) for piece in pieces]
        self._number(piece for piece in pieces if isinstance(piece, str))
        return {**block, "text": "\n".join(lines)}

    def _piece_of(self, line: str) -> JsonValue:
        label = LABEL.match(line)
        if line in self._numbers or not label:
            return self._numbers.get(line, line)
        behind = self._numbers.get(line[label.end() :])
        return line if behind is None else [label[0], behind]

    def _line_of(self, piece: int | list[Any]) -> str:
        label, number = piece if isinstance(piece, list) else ("", piece)
        return str(label + self._texts[number])

    def _number(self, lines: Iterable[str]) -> None:
        for line in lines:
            label = LABEL.match(line)
            for words in (line, line[label.end() :]) if label else (line,):
                if len(words) >= SHORTEST and words not in self._numbers:
                    self._numbers[words] = len(self._texts)
                    self._texts.append(words)


class Blobs:
    """The blobs of one run, in memory by id; new ones are appended to the file."""

    def __init__(self, path: Path, *, writable: bool = True) -> None:
        self._file = LineFile(path) if writable else None
        self._shared = SharedLines()
        self._contents: dict[str, Content] = {}
        for number, line in enumerate(Lines(path), 1):
            name, content = parse_line(line, f"{path}:{number}", self._shared)
            self._contents[name] = content

    def put_block(self, block: Block) -> str:
        """Store a prompt block and return its id."""
        return self._put(block.id, block)

    def put_schema(self, schema: Schema) -> str:
        """Store the schema of a reply and return its id."""
        return self._put(schema.id, schema)

    def put_vector(self, row: bytes) -> str:
        """Store an int8 row and return its id."""
        return self._put(digest(row), row)

    def block(self, name: str) -> Block:
        """Return a prompt block; DamagedLogError where no block has that id."""
        return self._find(name, Block, "blob")

    def schema(self, name: str) -> Schema:
        """Return the schema of a reply; DamagedLogError where no schema has that id."""
        return self._find(name, Schema, "schema")

    def vector(self, name: str) -> bytes:
        """Return the bytes of a vector; DamagedLogError where no vector has that id."""
        return self._find(name, bytes, "vector")

    def has_vector(self, name: str) -> bool:
        return isinstance(self._contents.get(name), bytes)

    def row(self, name: str) -> NDArray[np.float64]:
        """Return a vector as an integer-valued row; see ``doxa.minds.mind.Vectors``."""
        return integers(self.vector(name))

    def vectors(self) -> Iterator[str]:
        """Return the ids of all vectors."""
        return filter(self.has_vector, self._contents)

    @property
    def is_synced(self) -> bool:
        return self._file is None or self._file.is_synced

    def sync(self) -> None:
        if self._file:
            self._file.sync()

    def close(self) -> None:
        if self._file:
            self._file.close()

    def _put(self, name: str, content: Content) -> str:
        if name not in self._contents:
            assert self._file, "these blobs were opened for reading"
            self._file.append(_line_of(content, self._shared))
            self._contents[name] = content
        return name

    def _find(self, name: str, kind: type[Kind], noun: str) -> Kind:
        content = self._contents.get(name)
        if not isinstance(content, kind):
            raise DamagedLogError(f"{noun} {name[:12]}… is missing from {NAME}")
        return content


class LateBlobs(Blobs):
    """The blobs of one run, read from its file when they are asked for: a vector alone, all others at once."""

    def __init__(self, path: Path) -> None:
        self._path, self._lines = path, Lines(path)
        self._vectors = lru_cache(MOST_VECTORS)(self._read_vector)

    def vector(self, name: str) -> bytes:
        """Return the bytes of a vector, which stands alone in its line; errors as those of ``Blobs``."""
        return self._vectors(name)

    @cached_property
    def _places(self) -> dict[str, int]:
        """Vector → the number of its line."""
        vectors = ((place, line) for place, line in enumerate(self._lines) if line.startswith(b'{"int8":'))
        return {parse_line(line, f"{self._path}:{place + 1}", SharedLines())[0]: place for place, line in vectors}

    def _read_vector(self, name: str) -> bytes:
        if name in self._places:
            line = self._lines[self._places[name]]
            return cast(bytes, parse_line(line, str(self._path), SharedLines())[1])
        return super().vector(name)

    def __getattr__(self, name: str) -> Any:
        """Return what only a read file has; called where it is missing yet."""
        if name in ("_file", "_contents", "_shared"):
            Blobs.__init__(self, self._path, writable=False)
            return getattr(self, name)
        raise AttributeError(name)


def survey(path: Path) -> tuple[set[str], list[str]]:
    """Return the ids of the intact blobs, and the places of the damaged ones."""
    intact, damaged, reading, writing = set(), [], SharedLines(), SharedLines()
    for number, line in enumerate(Lines(path), 1):
        try:
            name, content = parse_line(line, f"{path.name}:{number}", reading)
            if _line_of(content, writing) != line:
                raise DamagedLogError("it is not spelled as doxa writes it")
            intact.add(name)
        except DamagedLogError:
            damaged.append(f"{path.name}:{number}")
    return intact, damaged


def parse_line(line: bytes, where: str, shared: SharedLines) -> tuple[str, Content]:
    """Return the id and content of one line.

    Args:
        shared: the lines of the blocks before it, and after the call of this one too.

    Raises:
        DamagedLogError: the line is not a blob.
    """
    try:
        record = parse_json(line)
        if "int8" in record:
            content = base64.b64decode(record["int8"], validate=True)
            return digest(content), content
        if "schema" in record:
            schema = Schema(record["schema"])
            return schema.id, schema
        block = Block.model_validate(shared.restore(record["block"]))
        return block.id, block
    except (ValueError, LookupError, TypeError, AttributeError):
        raise DamagedLogError(f"{where} is not a blob: it was changed after it was written") from None


def _line_of(content: Content, shared: SharedLines) -> bytes:
    match content:
        case Block():
            fields = leave_out(content.model_dump(exclude={"text"}), Block, {})
            return canonical_line({"block": fields | shared.shorten(clean(content.text))})
        case Schema():
            return canonical_line({"schema": content.content})
        case _:
            return canonical_line({"int8": base64.b64encode(content).decode()})


FOLDER = "shards"
STATE = "state"
SUFFIX = ".npz"
POSTS = ".json"
"""The end of the name of a shard that holds no arrays but what an audience met, as canonical JSON."""


def put_shard(run: Path, content: bytes, suffix: str = SUFFIX) -> str:
    """Write a shard, synced to disk, and return its name.

    Raises:
        LogError: the shard could not be written.
    """
    name = digest(content)
    if not has_shard(run, name):
        write_whole(run / FOLDER / f"{name}{suffix}", content)
    return name


def has_shard(run: Path, name: str) -> bool:
    return _find_shard(run, name).exists()


def _find_shard(run: Path, name: str) -> Path:
    arrays, posts = (run / FOLDER / f"{name}{suffix}" for suffix in (SUFFIX, POSTS))
    return posts if posts.exists() else arrays


def read_shard(run: Path, name: str) -> bytes:
    """Return the bytes of a shard.

    Raises:
        DamagedLogError: the shard is missing, or was changed.
    """
    path = _find_shard(run, name)
    try:
        content = path.read_bytes()
    except OSError:
        raise DamagedLogError(f"shard {name[:12]}… is missing from {run / FOLDER}") from None
    if digest(content) != name:
        raise DamagedLogError(f"{path} was changed after it was written")
    return content
