"""The files of a training: ``weights.safetensors``, ``settings.json``, and figures and calibration as JSON."""

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from importlib.metadata import distributions, version
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from safetensors.numpy import save_file

from doxa.records.base import canonical, digest

LIBRARIES = ("doxa", "torch", "transformers", "tokenizers", "numpy", "safetensors")


def save_tensors(tensors: Mapping[str, NDArray[Any]], path: Path) -> None:
    """Write tensors as float32 to a file, whose folder is made where it is not there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    save_file({name: np.ascontiguousarray(tensor, dtype=np.float32) for name, tensor in tensors.items()}, path)
    path.chmod(0o644)


def conclude(
    order: Any,
    figures: Mapping[str, Any],
    card: str,
    *,
    task: str,
    computed: Mapping[str, object],
    content: Mapping[str, str],
) -> None:
    """Write everything but weights to an order's folder, and remove the checkpoint, which nothing needs any more.

    The settings have every option, the machine that computed it, and the hashes of the data.
    """
    out = order.place.out
    settings = {
        "task": task,
        "order": _plain(asdict(order)),
        **computed,
        "content": dict(content),
        "versions": {"python": sys.version.split()[0], **_versions()},
    }
    save_json(out / "settings.json", settings)
    save_json(out / "figures.json", figures)
    if "calibration" in figures:
        save_json(out / "calibration.json", figures["calibration"])
    (out / "MODEL_CARD.md").write_text(card, encoding="utf-8")
    (out / "checkpoint.pt").unlink(missing_ok=True)


def save_json(path: Path, value: Any) -> None:
    """Write a value as indented JSON."""
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def content_hash(rows: Iterable[Iterable[object]]) -> str:
    """Return one hash of rows, in their order."""
    return digest(canonical([list(row) for row in rows]))


def _plain(option: Any) -> Any:
    """Return a value for JSON; a path becomes its last part, as the location of a folder is private."""
    if isinstance(option, Mapping):
        return {key: _plain(nested) for key, nested in option.items()}
    return option.name if isinstance(option, Path) else option


def _versions() -> dict[str, str]:
    """Return the versions of the installed libraries among ``LIBRARIES``."""
    installed = {distribution.metadata["Name"].lower() for distribution in distributions()}
    return {name: version(name) for name in LIBRARIES if name in installed}
