"""Vectors of a motion's arguments on disk, so that they are computed once per machine and not per process.

The cache is a convenience: a run gives the same bytes with it, without it, and when it cannot be written.
"""

import contextlib
import os
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.models.embedded import MODEL_ID, Embedder
from doxa.records.canonical import canonical, digest


def cached_rows(texts: Sequence[str], embedder: Embedder) -> NDArray[np.float64]:
    """Return the int16 rows of texts as integer-valued float64, shape (n, dimensions)."""
    shape = (len(texts), embedder.dimensions)
    place = _place(digest(canonical([MODEL_ID, list(texts)])))
    rows = _read(place, shape) if place else None
    if rows is None:
        rows = np.frombuffer(b"".join(embedder.rows(texts)), dtype="<i2").reshape(shape)
        if place:
            _write(place, rows)
    return rows.astype(np.float64)


def _place(name: str) -> Path | None:
    """Return where vectors are kept: in the user's cache folder (XDG), or None where there is no home."""
    named = os.environ.get("XDG_CACHE_HOME", "")
    try:
        root = Path(named) if os.path.isabs(named) else Path.home() / ".cache"
    except RuntimeError:
        return None
    return root / "doxa" / "vectors" / f"{name}.npy"


def _read(place: Path, shape: tuple[int, int]) -> NDArray[np.int16] | None:
    try:
        rows = np.load(place, allow_pickle=False)
    except (OSError, ValueError, EOFError):
        return None
    return rows if rows.shape == shape and rows.dtype == np.dtype("<i2") else None


def _write(place: Path, rows: NDArray[np.int16]) -> None:
    with contextlib.suppress(OSError):
        place.parent.mkdir(parents=True, exist_ok=True)
        handle, partial = tempfile.mkstemp(dir=place.parent, suffix=".npy")
        try:
            with os.fdopen(handle, "wb") as file:
                np.save(file, rows)
            os.replace(partial, place)
        except OSError:
            os.unlink(partial)
            raise
