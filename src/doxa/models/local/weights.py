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

QUANTISATIONS = {
    0: "F32",
    1: "F16",
    2: "Q4_0",
    3: "Q4_1",
    7: "Q8_0",
    8: "Q5_0",
    9: "Q5_1",
    10: "Q2_K",
    11: "Q3_K_S",
    12: "Q3_K_M",
    13: "Q3_K_L",
    14: "Q4_K_S",
    15: "Q4_K_M",
    16: "Q5_K_S",
    17: "Q5_K_M",
    18: "Q6_K",
    32: "BF16",
}
"""``general.file_type`` → its name (llama.cpp's ``llama_ftype``)."""

NO_GGUF = "is no GGUF file, or not a whole one"
NAME_ANOTHER = "Name the whole file of an instruct or chat model in GGUF."


class ModelFile(Record):
    """A GGUF file of a chat model, and what it takes to run it."""

    weights: ModelWeights
    size: int
    """Bytes."""
    context: int
    """Tokens of context that it was trained with."""
    token_bytes: int
    """Bytes of memory of one token of context."""
    thinks: bool
    """Whether its chat template has a place for what the model thinks before it answers."""


def file_of(model: str) -> Path:
    """Return the file of ``local:FILE.gguf``, where a relative path begins at the working directory, or of the hub.

    Raises:
        ModelSetupError: as ``fetch``.
    """
    return fetch(model) if model.startswith(HUB) else Path(model.partition(":")[2]).expanduser()


def read_model_file(path: Path) -> ModelFile:
    """Return what a GGUF file says of its model.

    Raises:
        ModelSetupError: there is no such file, or it is no whole chat model in GGUF.
    """
    try:
        state = path.stat()
        identity = f"{path.resolve()} {state.st_size} {state.st_mtime_ns}"
        return recall(ModelFile, identity) or _read(path, state.st_size, identity)
    except OSError as error:
        nearby = sorted(other.name for other in path.parent.glob("*.gguf"))
        listed = f"In {path.parent.resolve()}: {', '.join(nearby)}." if nearby else "Write local:FILE.gguf."
        raise ModelSetupError(
            f"{path} cannot be read: {error.strerror}", hint=did_you_mean(path.name, nearby) + listed
        ) from None
    except (ArithmeticError, AttributeError, TypeError, ValueError):
        raise ModelSetupError(f"{path} {NO_GGUF}: its header makes no sense", hint=NAME_ANOTHER) from None


def _read(path: Path, size: int, identity: str) -> ModelFile:
    """Return what a file says, and keep it."""
    with path.open("rb") as opened:
        header = _read_header(path, opened)
        opened.seek(0)
        sum = hashlib.file_digest(opened, "sha256").hexdigest()
    kind = header.get("general.file_type", "not stated")
    weights = ModelWeights(
        sha256=sum,
        name=str(header.get("general.name", path.stem)),
        quantisation=QUANTISATIONS.get(kind, str(kind)),
        template=digest(header["tokenizer.chat_template"]),
    )
    file = ModelFile(
        weights=weights,
        size=size,
        context=header.get("context_length", 0),
        token_bytes=_token_bytes(header),
        thinks="think" in header["tokenizer.chat_template"].lower(),
    )
    with suppress(LogError):
        keep(file, identity)
    return file


def _read_header(path: Path, file: BinaryIO) -> dict[str, Any]:
    """Return the entries of a header by key, those of the model's architecture without its name."""
    try:
        magic, version, _, entries = _unpack(file, "4sIQQ")
        header = {_read_value(file, TEXT): _read_value(file, *_unpack(file, "I")) for _ in range(entries)}
    except (struct.error, LookupError, ValueError, OverflowError, MemoryError, RecursionError):
        magic, version, header = b"", 0, {}
    header = {key.removeprefix(f"{header.get('general.architecture')}."): value for key, value in header.items()}
    faults = {
        NO_GGUF: magic != b"GGUF" or version < 2,
        "is one part of a split file; llama-gguf-split --merge joins the parts": header.get("split.count", 1) > 1,
        "is a model of embeddings, which writes no words": bool(header.get("pooling_type", 0))
        or not header.get("attention.causal", True),
        "has no chat template: it is a base model, or a part of one": not header.get("tokenizer.chat_template"),
    }
    for fault in (fault for fault, applies in faults.items() if applies):
        raise ModelSetupError(f"{path} {fault}", hint=NAME_ANOTHER)
    return header


def _token_bytes(header: dict[str, Any]) -> int:
    layers, heads = header.get("block_count", 0), header.get("attention.head_count", 1)
    pairs = header.get("attention.head_count_kv", heads)  # a list has a number for each layer
    length = header.get("embedding_length", 0) // (max(heads) if isinstance(heads, list) else heads)
    both = header.get("attention.key_length", length) + header.get("attention.value_length", length)
    return int(2 * both * (sum(pairs) if isinstance(pairs, list) else pairs * layers))


def _read_value(file: BinaryIO, kind: int) -> Any:
    """Return the next value, of a type."""
    if kind == TEXT:
        return file.read(*_unpack(file, "Q")).decode(errors="replace")
    if kind == LIST:
        entries, length = _unpack(file, "IQ")
        return [_read_value(file, entries) for _ in range(length)]
    return _unpack(file, NUMBERS[kind])[0]


def _unpack(file: BinaryIO, letters: str) -> tuple[Any, ...]:
    return struct.unpack(f"<{letters}", file.read(struct.calcsize(f"<{letters}")))
