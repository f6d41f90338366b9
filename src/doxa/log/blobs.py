"""What a run stores by the hash of its content: prompt blocks, reply schemas and vectors, and large arrays.

Blobs stand once each in ``blobs.jsonl``. A line is ``{"id": …, "block": {"part", "tag", "text"}}`` for a prompt block,
``{"id": …, "schema": …}`` for the schema of a reply (null for free text), or ``{"id": …, "int16": …}`` (base64) for a
vector. The id is the SHA-256 of the content, so that any change is detected.

Arrays lie in ``shards/``, each file named by the hash of its bytes; events name them as they name blobs. The saved
state of an audience lies in ``shards/state`` and is no part of the log: without it, resuming computes earlier rounds
again.
"""

import base64
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from doxa.errors import DamagedLogError
from doxa.evidence.vectors import integers
from doxa.log.disk import write_whole
from doxa.log.lines import LineFile, complete_lines
from doxa.records.base import JsonValue
from doxa.records.canonical import canonical, canonical_line, digest
from doxa.records.outside import parse_json
from doxa.records.prompt import Block

NAME = "blobs.jsonl"


@dataclass(frozen=True)
class Schema:
    """The JSON schema of a reply; None for free text."""

    content: JsonValue

    @cached_property
    def id(self) -> str:
        return digest(canonical(self.content))


class Blobs:
    """The blobs of one run, in memory by id; new ones are appended to the file."""

    def __init__(self, path: Path, *, writable: bool = True) -> None:
        self._file = LineFile(path) if writable else None
        self._blocks: dict[str, Block] = {}
        self._vectors: dict[str, bytes] = {}
        self._schemas: dict[str, Schema] = {}
        self._rows: dict[str, NDArray[np.float64]] = {}
        for number, line in enumerate(complete_lines(path), 1):
            self._take(line, f"{path}:{number}")

    def put_block(self, block: Block) -> str:
        """Store a prompt block and return its id."""
        if block.id not in self._blocks:
            self._append({"id": block.id, "block": {"part": block.part, "tag": block.tag, "text": block.text}})
            self._blocks[block.id] = block
        return block.id

    def put_schema(self, schema: Schema) -> str:
        """Store the schema of a reply and return its id."""
        name = schema.id
        if name not in self._schemas:
            self._append({"id": name, "schema": schema.content})
            self._schemas[name] = schema
        return name

    def put_vector(self, row: bytes) -> str:
        """Store an int16 row and return its id."""
        name = digest(row)
        if name not in self._vectors:
            self._append({"id": name, "int16": base64.b64encode(row).decode()})
            self._vectors[name] = row
        return name

    def block(self, name: str) -> Block:
        """Return a prompt block.

        Raises:
            DamagedLogError: no block has that id.
        """
        if name not in self._blocks:
            raise DamagedLogError(f"blob {name[:12]}… is missing from {NAME}")
        return self._blocks[name]

    def schema(self, name: str) -> Schema:
        """Return the schema of a reply.

        Raises:
            DamagedLogError: no schema has that id.
        """
        if name not in self._schemas:
            raise DamagedLogError(f"schema {name[:12]}… is missing from {NAME}")
        return self._schemas[name]

    def vector(self, name: str) -> bytes:
        """Return the bytes of a vector.

        Raises:
            DamagedLogError: no vector has that id.
        """
        if name not in self._vectors:
            raise DamagedLogError(f"vector {name[:12]}… is missing from {NAME}")
        return self._vectors[name]

    def has_vector(self, name: str) -> bool:
        return name in self._vectors

    def row(self, name: str) -> NDArray[np.float64]:
        """Return a vector as an integer-valued row; see ``doxa.minds.mind.Vectors``."""
        if name not in self._rows:
            self._rows[name] = integers(self.vector(name))
        return self._rows[name]

    def vectors(self) -> Iterator[str]:
        """Return the ids of all vectors."""
        return iter(self._vectors)

    @property
    def is_synced(self) -> bool:
        return self._file is None or self._file.is_synced

    def sync(self) -> None:
        if self._file:
            self._file.sync()

    def close(self) -> None:
        if self._file:
            self._file.close()

    def _append(self, line: dict[str, object]) -> None:
        assert self._file, "these blobs were opened for reading"
        self._file.append(canonical_line(line))

    def _take(self, line: bytes, where: str) -> None:
        """Read one line and check it against its hash."""
        name, content = parse_line(line, where)
        if isinstance(content, Block):
            self._blocks[name] = content
        elif isinstance(content, Schema):
            self._schemas[name] = content
        else:
            self._vectors[name] = content


class LateBlobs(Blobs):
    """The blobs of one run, read from its file when the first is asked for."""

    def __init__(self, path: Path) -> None:
        self._path = path

    def __getattr__(self, name: str) -> Any:
        """Return what only a read file has; called where it is missing yet."""
        if name in ("_file", "_blocks", "_vectors", "_schemas", "_rows"):
            Blobs.__init__(self, self._path, writable=False)
            return getattr(self, name)
        raise AttributeError(name)


def survey(path: Path) -> tuple[set[str], list[str]]:
    """Return the ids of the intact blobs, and the places of the damaged ones."""
    intact, damaged = set(), []
    for number, line in enumerate(complete_lines(path), 1):
        try:
            intact.add(parse_line(line, f"{path.name}:{number}")[0])
        except DamagedLogError:
            damaged.append(f"{path.name}:{number}")
    return intact, damaged


def parse_line(line: bytes, where: str) -> tuple[str, Block | Schema | bytes]:
    """Return the id and content of one line.

    Raises:
        DamagedLogError: the line is not in canonical form, or its hash differs from its id.
    """
    content: Block | Schema | bytes
    try:
        record = parse_json(line)
        name = record["id"]
        if "int16" in record:
            content = base64.b64decode(record["int16"], validate=True)
            intact = digest(content) == name
            again: dict[str, object] = {"id": name, "int16": base64.b64encode(content).decode()}
        elif "schema" in record:
            content = Schema(record["schema"])
            intact = content.id == name
            again = {"id": name, "schema": content.content}
        else:
            content = Block.model_validate(record["block"])
            intact = content.id == name
            again = {"id": name, "block": content.model_dump(mode="json")}
    except (ValueError, KeyError, TypeError):
        raise DamagedLogError(f"{where} is not a blob: it was changed after it was written") from None
    if not intact or canonical_line(again) != line:
        raise DamagedLogError(f"{where}: blob {str(name)[:12]}… was changed after it was written")
    return name, content


FOLDER = "shards"
STATE = "state"
SUFFIX = ".npz"


def put_shard(run: Path, content: bytes) -> str:
    """Write a shard, synced to disk, and return its name.

    Raises:
        LogError: the shard could not be written.
    """
    name = digest(content)
    if not has_shard(run, name):
        write_whole(run / FOLDER / f"{name}{SUFFIX}", content)
    return name


def has_shard(run: Path, name: str) -> bool:
    return (run / FOLDER / f"{name}{SUFFIX}").exists()


def read_shard(run: Path, name: str) -> bytes:
    """Return the bytes of a shard.

    Raises:
        DamagedLogError: the shard is missing, or was changed.
    """
    path = run / FOLDER / f"{name}{SUFFIX}"
    try:
        content = path.read_bytes()
    except OSError:
        raise DamagedLogError(f"shard {name[:12]}… is missing from {run / FOLDER}") from None
    if digest(content) != name:
        raise DamagedLogError(f"{path} was changed after it was written")
    return content
