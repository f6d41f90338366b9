"""What a run stores by the hash of its content: prompt blocks, reply schemas and vectors, and large arrays.

Blobs stand once each in ``blobs.jsonl``. A line is ``{"id": …, "block": {"part", "tag", "text"}}`` for a prompt block,
``{"id": …, "schema": …}`` for the schema of a reply (null for free text), or ``{"id": …, "int8": …}`` (base64) for a
vector. The id is the SHA-256 of the content, so that any change is detected.

Arrays, and the posts that an audience met, lie in ``shards/``, each file named by the hash of its bytes; events name
them as they name blobs. The saved
state of an audience lies in ``shards/state`` and is no part of the log: without it, resuming computes earlier rounds
again.
"""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray

from doxa.errors import DamagedLogError
from doxa.evidence.vectors import integers
from doxa.log.disk import write_whole
from doxa.log.lines import LineFile, Lines
from doxa.records.base import JsonValue, canonical, canonical_line, digest
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


class Blobs:
    """The blobs of one run, in memory by id; new ones are appended to the file."""

    def __init__(self, path: Path, *, writable: bool = True) -> None:
        self._file = LineFile(path) if writable else None
        self._rows: dict[str, NDArray[np.float64]] = {}
        lines = enumerate(Lines(path), 1)
        self._contents: dict[str, Content] = dict(parse_line(line, f"{path}:{number}") for number, line in lines)

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
        if name not in self._rows:
            self._rows[name] = integers(self.vector(name))
        return self._rows[name]

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
            self._file.append(_line_of(name, content))
            self._contents[name] = content
        return name

    def _find(self, name: str, kind: type[Kind], noun: str) -> Kind:
        content = self._contents.get(name)
        if not isinstance(content, kind):
            raise DamagedLogError(f"{noun} {name[:12]}… is missing from {NAME}")
        return content


class LateBlobs(Blobs):
    """The blobs of one run, read from its file when the first is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __getattr__(self, name: str) -> Any:
        """Return what only a read file has; called where it is missing yet."""
        if name in ("_file", "_contents", "_rows"):
            Blobs.__init__(self, self._path, writable=False)
            return getattr(self, name)
        raise AttributeError(name)


def survey(path: Path) -> tuple[set[str], list[str]]:
    """Return the ids of the intact blobs, and the places of the damaged ones."""
    intact, damaged = set(), []
    for number, line in enumerate(Lines(path), 1):
        try:
            intact.add(parse_line(line, f"{path.name}:{number}")[0])
        except DamagedLogError:
            damaged.append(f"{path.name}:{number}")
    return intact, damaged


def parse_line(line: bytes, where: str) -> tuple[str, Content]:
    """Return the id and content of one line.

    Raises:
        DamagedLogError: the line is not in canonical form, or its hash differs from its id.
    """
    content: Content
    try:
        record = parse_json(line)
        name = record["id"]
        if "int8" in record:
            content = base64.b64decode(record["int8"], validate=True)
            hashed = digest(content)
        else:
            content = Schema(record["schema"]) if "schema" in record else Block.model_validate(record["block"])
            hashed = content.id
    except (ValueError, KeyError, TypeError):
        raise DamagedLogError(f"{where} is not a blob: it was changed after it was written") from None
    if hashed != name or _line_of(name, content) != line:
        raise DamagedLogError(f"{where}: blob {str(name)[:12]}… was changed after it was written")
    return name, content


def _line_of(name: str, content: Content) -> bytes:
    match content:
        case Block():
            return canonical_line({"id": name, "block": content.model_dump(mode="json")})
        case Schema():
            return canonical_line({"id": name, "schema": content.content})
        case _:
            return canonical_line({"id": name, "int8": base64.b64encode(content).decode()})


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
