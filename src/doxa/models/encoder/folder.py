"""The folder that ``doxa train … --backbone`` writes, read without torch.

config.json, model.safetensors, tokenizer.json …   the network, in the format of transformers
head.safetensors                                   the linear head
encoder.json                                       the task, and how scores become answers
"""

import importlib.util
from pathlib import Path

from pydantic import Field, ValidationError

from doxa.errors import ModelSetupError
from doxa.records.base import Record, digest
from doxa.records.plugins import install_command

ENCODER = "encoder"
"""The prefix of a model's name: encoder:DIR."""

TOLD = "encoder.json"
HEAD = "head.safetensors"

MESSAGES = "messages"
"""The task of an encoder that learned from windows of messages, beside single claims."""

FROM_TRAINING = "Give the --out of a finished `doxa train polarity|messages|strength` with --backbone."


class Calibration(Record):
    """The calibration of raw scores: a temperature and a threshold for directions, or knots for strengths."""

    temperature: float | None = Field(default=None, gt=0)
    threshold: float | None = Field(default=None, ge=0.5, le=1)
    """The least probability of either side at which a claim has a direction."""
    knots: tuple[float, ...] = ()
    """Raw scores, rising, at equally spaced strengths from 0 to 1."""


class EncoderManifest(Record):
    """The content of ``encoder.json``."""

    task: str
    """polarity, messages or strength."""
    pair: bool
    """Whether the encoder reads the proposition with the claim."""
    max_tokens: int = Field(gt=0)
    calibration: Calibration = Calibration()


class Folder(Record):
    """A folder that contains an encoder."""

    path: Path
    told: EncoderManifest


def open_folder(place: str | Path) -> Folder:
    """Return a folder with its settings.

    Raises:
        ModelSetupError: torch or transformers is missing, or the folder contains no encoder that doxa trained.
    """
    if lacking := lacking_torch():
        raise ModelSetupError(f"an encoder needs {' and '.join(lacking)}", hint=install_command("train"))
    if not str(place):
        raise ModelSetupError("an encoder's name says where it is: encoder:DIR", hint=FROM_TRAINING)
    path = Path(place)
    if not ((path / TOLD).is_file() and (path / HEAD).is_file()):
        raise ModelSetupError(f"{path} contains no encoder that doxa trained", hint=FROM_TRAINING)
    try:
        settings = EncoderManifest.model_validate_json((path / TOLD).read_bytes())
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "its JSON"
        raise ModelSetupError(f"{path / TOLD} cannot be read: {where}: {first['msg']}", hint=FROM_TRAINING) from None
    return Folder(path=path, told=settings)


def is_for_messages(model: str) -> bool:
    """Return whether a model's name is that of an encoder that learned from windows of messages; nothing is loaded."""
    prefix, _, place = model.partition(":")
    try:
        told = EncoderManifest.model_validate_json((Path(place) / TOLD).read_bytes()) if prefix == ENCODER else None
    except (OSError, ValidationError):
        return False  # what is wrong with the folder is told when it is opened
    return told is not None and told.task == MESSAGES


def lacking_torch() -> list[str]:
    """Return which of torch and transformers are not installed."""
    return [name for name in ("torch", "transformers") if importlib.util.find_spec(name) is None]


def revision(folder: Path) -> str:
    """Return a folder's revision: a hash of its weights and settings, 16 hexadecimal digits."""
    files = sorted([*folder.glob("*.safetensors"), folder / TOLD])
    return digest("".join(f"{file.name}:{digest(file.read_bytes())}" for file in files))[:16]
