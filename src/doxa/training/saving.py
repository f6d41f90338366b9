"""What a training leaves: ``weights.safetensors``, ``settings.json``, and figures and calibration as JSON."""

import json
import sys
from collections.abc import Iterable, Mapping
from dataclasses import asdict
from importlib.metadata import distributions, version
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save_file
from torch import nn

from doxa.records.canonical import canonical, digest
from doxa.training.computing import Machine

LIBRARIES = ("doxa", "torch", "transformers", "tokenizers", "numpy", "safetensors")


def save_weights(model: nn.Module, path: Path) -> None:
    """Write a model's parameters and buffers as float32."""
    tensors = {name: value.detach().float().cpu().contiguous() for name, value in model.state_dict().items()}
    save_file(tensors, path)
    path.chmod(0o644)


def save_settings(folder: Path, order: Any, machine: Machine, content: Mapping[str, str], **more: object) -> None:
    """Write every option of a training, what it ran on, and the hashes of what it read."""
    settings = {
        **more,
        "order": _plain(asdict(order)),
        "device": str(machine.device),
        "precision": machine.precision,
        "threads": torch.get_num_threads(),
        "content": dict(content),
        "versions": {"python": sys.version.split()[0], **_versions()},
    }
    save_json(folder / "settings.json", settings)


def save_json(path: Path, value: Any) -> None:
    """Write a value for people and programs."""
    path.write_text(json.dumps(value, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def content_hash(rows: Iterable[Iterable[object]]) -> str:
    """Return one hash of rows, in their order."""
    return digest(canonical([list(row) for row in rows]))


def _plain(value: Any) -> Any:
    """Return a value as JSON knows it; of a path its last part, since where a folder lay is nobody's business."""
    if isinstance(value, Mapping):
        return {key: _plain(one) for key, one in value.items()}
    return value.name if isinstance(value, Path) else value


def _versions() -> dict[str, str]:
    """Return the versions of what is installed."""
    installed = {one.metadata["Name"].lower() for one in distributions()}
    return {name: version(name) for name in LIBRARIES if name in installed}
