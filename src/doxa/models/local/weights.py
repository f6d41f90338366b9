"""What a GGUF file says of itself: its header is read here, so that no model is loaded to refuse it.

    "GGUF" · version · number of tensors · number of entries · entries of (key, type, value) · …

all little-endian, after https://github.com/ggml-org/ggml/blob/master/docs/gguf.md. A token of context takes
2 bytes × (key length + value length) × key-value heads of all layers. What was read is kept by path, size and time of
change, so that a gigabyte is hashed once.
"""

import hashlib
import struct
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from doxa.errors import LogError, ModelSetupError, did_you_mean
from doxa.models.known import keep, recall
from doxa.models.local.hub import HUB, fetch
from doxa.records.base import Record, digest
from doxa.records.spec import ModelWeights

NUMBERS = {0: "B", 1: "b", 2: "H", 3: "h", 4: "I", 5: "i", 6: "f", 7: "?", 10: "Q", 11: "q", 12: "d"}
"""Type of a value → its letter in ``struct``."""
TEXT, LIST = 8, 9
LONGEST = 1 << 24
"""The most bytes of a text, such as a chat template."""

_EARLY = {0: "F32", 1: "F16", 2: "Q4_0", 3: "Q4_1", 7: "Q8_0", 8: "Q5_0", 9: "Q5_1", 10: "Q2_K", 11: "Q3_K_S"}
_LATER = {12: "Q3_K_M", 13: "Q3_K_L", 14: "Q4_K_S", 15: "Q4_K_M", 16: "Q5_K_S", 17: "Q5_K_M", 18: "Q6_K", 32: "BF16"}
QUANTISATIONS = _EARLY | _LATER
"""``general.file_type`` → its name (llama.cpp's ``llama_ftype``)."""

HALF = 2
"""Bytes of a number in the cache of keys and values."""


class ModelFile(Record):
    """A GGUF file of a chat model, and what it takes to run it."""

    weights: ModelWeights
    size: int
    """Bytes."""
    context: int
    """Tokens of context that it was trained with."""
    token_bytes: int
    """Bytes of memory of one token of context."""


def file_of(model: str) -> Path:
    """Return the file of ``local:FILE.gguf``, where a relative path begins at the working directory, or of the hub.

    Raises:
        ModelSetupError: as ``fetch``.
    """
    return fetch(model) if model.startswith(HUB) else Path(model.partition(":")[2]).expanduser()


def read_weights(path: Path) -> ModelWeights:
    """Return what identifies a model's weights; errors as ``read_model_file``."""
    return read_model_file(path).weights


def read_model_file(path: Path) -> ModelFile:
    """Return what a GGUF file says of its model.

    Raises:
        ModelSetupError: there is no such file, or it is no whole chat model in GGUF.
    """
    try:
        state = path.stat()
        identity = f"{path.resolve()} {state.st_size} {state.st_mtime_ns}"
        return recall(ModelFile, identity) or _keep(_read(path, state.st_size), identity)
    except OSError as error:
        nearby = sorted(other.name for other in path.parent.glob("*.gguf"))
        listed = f"In {path.parent.resolve()}: {', '.join(nearby)}." if nearby else "Write local:FILE.gguf."
        raise ModelSetupError(
            f"{path} cannot be read: {error.strerror}", hint=did_you_mean(path.name, nearby) + listed
        ) from None


def _keep(file: ModelFile, identity: str) -> ModelFile:
    with suppress(LogError):
        keep(file, identity)
    return file


def _read(path: Path, size: int) -> ModelFile:
    with path.open("rb") as file:
        try:
            header = _read_header(file)
        except (struct.error, ValueError, KeyError, RecursionError, MemoryError):
            raise ModelSetupError(
                f"{path} is no GGUF file, or not a whole one", hint="Fetch it again, or convert the model to GGUF."
            ) from None
        _check_usable(path, header)
        file.seek(0)
        sum = hashlib.file_digest(file, "sha256").hexdigest()
    kind = header.get("general.file_type", "not stated")
    weights = ModelWeights(
        sha256=sum,
        name=str(header.get("general.name", path.stem)),
        quantisation=QUANTISATIONS.get(kind, str(kind)),
        template=digest(header["tokenizer.chat_template"]),
    )
    context = _of_model(header, "context_length") or 0
    return ModelFile(weights=weights, size=size, context=context, token_bytes=_token_bytes(header))


def _check_usable(path: Path, header: dict[str, Any]) -> None:
    if header.get("split.count", 1) > 1:
        raise ModelSetupError(f"{path} is one part of a split file", hint="Join them: llama-gguf-split --merge.")
    if _of_model(header, "attention.causal") is False or _of_model(header, "pooling_type"):
        raise ModelSetupError(f"{path} is a model of embeddings, which writes no words", hint="Name a chat model.")
    if not header.get("tokenizer.chat_template"):
        raise ModelSetupError(
            f"{path} has no chat template: it is a base model, or a part of one",
            hint="Name an instruct or chat model, which was taught to answer.",
        )


def _of_model(header: dict[str, Any], name: str) -> Any:
    """Return a setting of the model's architecture; None where the file does not say it."""
    return header.get(f"{header.get('general.architecture')}.{name}")


def _token_bytes(header: dict[str, Any]) -> int:
    layers, width = _of_model(header, "block_count") or 0, _of_model(header, "embedding_length") or 0
    heads = _all_layers(_of_model(header, "attention.head_count") or 1, layers)
    pairs = _all_layers(
        _of_model(header, "attention.head_count_kv") or _of_model(header, "attention.head_count") or 1, layers
    )
    length = width * layers // max(1, heads)
    lengths = [_of_model(header, f"attention.{part}_length") or length for part in ("key", "value")]
    return HALF * pairs * sum(lengths)


def _all_layers(number: int | list[int], layers: int) -> int:
    """Return the sum over all layers of a number that is one for all, or one for each."""
    return sum(number) if isinstance(number, list) else number * layers


def _read_header(file: BinaryIO) -> dict[str, Any]:
    magic, version, _, entries = struct.unpack("<4sIQQ", file.read(24))
    if magic != b"GGUF" or version < 2:
        raise ValueError(magic)
    return {_read_value(file, TEXT): _read_value(file) for _ in range(entries)}


def _read_value(file: BinaryIO, kind: int | None = None) -> Any:
    """Return the next value of a type, which stands before it where the type is None."""
    if kind is None:
        kind = _read_number(file, "I")
    if kind == TEXT:
        return _read_bytes(file, _read_number(file, "Q")).decode(errors="replace")
    if kind == LIST:
        entries, length = _read_number(file, "I"), _read_number(file, "Q")
        return [_read_value(file, entries) for _ in range(length)]
    return _read_number(file, NUMBERS[kind])


def _read_number(file: BinaryIO, letter: str) -> Any:
    return struct.unpack(f"<{letter}", file.read(struct.calcsize(letter)))[0]


def _read_bytes(file: BinaryIO, length: int) -> bytes:
    if length > LONGEST:
        raise ValueError(length)
    return file.read(length)
