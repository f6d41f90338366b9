"""What was found out about a model, kept by its identity: one file a model and kind of fact, in the cache.

    <cache>/models/<hash of the identity>.<kind>.json      kind: the name of the record's class, in lower case

A model's identity is the service, its base URL and the service's name for the model, or the SHA-256 of its file. What
is kept is read where models are named; nothing in a run depends on it unless planning wrote it into the spec. Where it
did, the facts can be kept beside the runs too: another machine, which may find others, then goes on with these.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from pydantic import ValidationError

from doxa.errors import LogError
from doxa.log.disk import write_text
from doxa.models.cache import cache_folder
from doxa.models.conditions import Conditions
from doxa.models.providers.endpoints import service_of, url_of
from doxa.records.base import Record, digest
from doxa.records.spec import is_local

Kept = TypeVar("Kept", bound=Record)

_BESIDE_RUNS: list[Path] = []
"""Folders whose facts take the place of those in the cache, the last one first."""


@contextmanager
def recalled_from(folder: Path) -> Iterator[None]:
    """Recall, in this process, what a folder keeps of models in place of what the cache does."""
    _BESIDE_RUNS.append(folder)
    try:
        yield
    finally:
        _BESIDE_RUNS.remove(folder)


def identity_of(model: str, conditions: Conditions) -> str:
    """Return what distinguishes a model from every other, by its name as ``provider:model``.

    Raises:
        ModelSetupError: the file of a local model cannot be used.
    """
    if is_local(model):
        from doxa.models.local.weights import file_of, read_model_file  # which keeps here what it reads

        return read_model_file(file_of(model)).weights.sha256
    service = service_of(model)
    return f"{model} at {url_of(service, conditions)}" if service else model


def recall(kind: type[Kept], identity: str) -> Kept | None:
    """Return what was kept of a model; None where nothing was, or the cache's cannot be read.

    Raises:
        LogError: what a folder beside runs keeps cannot be read: the cache's is not what the runs began with.
    """
    for folder in (*reversed(_BESIDE_RUNS), cache_folder("models")):
        if folder is None:
            continue
        place = folder / _name_of(kind, identity)
        try:
            state = place.stat()
            kept: Kept = _read(kind, place, (state.st_ino, state.st_mtime_ns))
            return kept
        except (OSError, ValidationError) as error:
            if folder in _BESIDE_RUNS and not isinstance(error, FileNotFoundError):
                hint = "Restore it, or delete it to go on with what this machine finds."
                raise LogError(f"{place} cannot be read", hint=hint) from error
    return None


def keep(fact: Record, identity: str, folder: Path | None = None) -> Path | None:
    """Keep a fact of a model, in the place of an earlier one; None where there is no folder for it.

    Args:
        folder: where; by default in the cache.

    Raises:
        LogError: the file cannot be written.
    """
    folder = folder or cache_folder("models")
    if folder is None:
        return None
    write_text(folder / _name_of(type(fact), identity), fact.model_dump_json(indent=1))
    return folder / _name_of(type(fact), identity)


@lru_cache(maxsize=64)
def _read(kind: type[Kept], place: Path, version: tuple[int, int]) -> Kept:
    """Return what a version of a file says, which is read once: a dry run asks at every call."""
    return kind.model_validate_json(place.read_bytes())


def _name_of(kind: type[Record], identity: str) -> str:
    return f"{digest(identity.encode())[:24]}.{kind.__name__.lower()}.json"
