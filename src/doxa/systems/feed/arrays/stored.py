"""Arrays as uncompressed npz files, whose bytes follow from the arrays alone, and which can be mapped."""

import io
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

LENGTHS, HEAD = 26, 30
"""Where the header of a zip member states the lengths of its name and extra field, and where these two begin."""


def pack_arrays(**arrays: NDArray[np.generic]) -> bytes:
    """Return arrays as the bytes of an uncompressed npz file; the same arrays give the same bytes."""
    file = io.BytesIO()
    np.savez(file, allow_pickle=False, **arrays)
    return file.getvalue()


def map_array(path: Path, name: str) -> NDArray[Any]:
    """Return an array of an uncompressed npz file without reading it, which numpy does for single arrays alone.

    Raises:
        OSError, KeyError, ValueError, zipfile.BadZipFile: there is no such file or array, or it is damaged.
    """
    with zipfile.ZipFile(path) as archive, path.open("rb") as file:
        head = archive.getinfo(f"{name}.npy").header_offset
        file.seek(head + LENGTHS)
        file.seek(head + HEAD + int(np.frombuffer(file.read(4), "<u2").sum()))
        np.lib.format.read_magic(file)
        shape, _, kind = np.lib.format.read_array_header_1_0(file)
        return np.memmap(path, kind, "r", file.tell(), shape) if shape[0] else np.zeros(shape, kind)
