"""A cache on disk for vectors of texts that many runs use, such as a motion's arguments and knowledge bases.

A file is named by a hash of the texts and the model, and begins with the SHA-256 of its rows; an incomplete or damaged
file is computed again. It is written under another name first, so that concurrent runs read a whole file or none. A
run's bytes are the same with the cache, without it, and when it cannot be written.
"""

import contextlib
import hashlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.models.cache import cache_folder
from doxa.models.embedded import Embedder
from doxa.records.base import canonical, digest

SUM = hashlib.sha256().digest_size
"""The length in bytes of the checksum before the rows."""


def cached_rows(texts: Sequence[str], embedder: Embedder) -> tuple[bytes, ...]:
    """Return the int8 rows of texts, as ``embedder.rows`` does."""
    folder = cache_folder("vectors") if embedder.identity else None
    place = folder / f"{digest(canonical([embedder.identity, list(texts)]))}.rows" if folder else None
    width = embedder.dimensions
    row_bytes = _read_rows(place, width * len(texts)) if place else None
    if row_bytes is None:
        row_bytes = b"".join(embedder.rows(texts))
        if place:
            _write_rows(place, row_bytes)
    return tuple(row_bytes[start : start + width] for start in range(0, len(row_bytes), width))


def as_integers(rows: Sequence[bytes], dimensions: int) -> NDArray[np.float64]:
    """Return int8 rows as integer-valued float64, shape (n, dimensions)."""
    return np.frombuffer(b"".join(rows), dtype=np.int8).reshape(len(rows), dimensions).astype(np.float64)


def _read_rows(place: Path, length: int) -> bytes | None:
    try:
        content = place.read_bytes()
    except (OSError, ValueError):
        return None
    row_bytes = content[SUM:]
    return row_bytes if len(row_bytes) == length and content[:SUM] == hashlib.sha256(row_bytes).digest() else None


def _write_rows(place: Path, row_bytes: bytes) -> None:
    with contextlib.suppress(OSError, ValueError):
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, partial = tempfile.mkstemp(dir=place.parent, suffix=".partial")
        try:
            with os.fdopen(handle, "wb") as file:
                file.write(hashlib.sha256(row_bytes).digest() + row_bytes)
            os.replace(partial, place)
        except OSError:
            os.unlink(partial)
            raise
