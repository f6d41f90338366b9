"""The bytes and the text of a file of a conversation."""

from pathlib import Path

from doxa.errors import CorpusError

LARGEST = 32 << 20
"""The most bytes of a conversation: its words become part of a run's spec."""


def read_bytes(path: Path) -> bytes:
    """Return the bytes of a file; CorpusError where it is missing or too large."""
    try:
        size = path.stat().st_size
        if size > LARGEST:
            raise CorpusError(
                f"{path} has {size / (1 << 20):,.0f} MB; a transcript may have {LARGEST >> 20} MB",
                hint="Its lines become part of the run. Cut the file, or divide it by debate.",
            )
        return path.read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise CorpusError(f"{path}: the transcript cannot be read: {reason}", hint="Check the path.") from None


def decode(path: Path, content: bytes) -> str:
    """Return the text of a file in UTF-8, or in UTF-16 with its mark; CorpusError where it is neither."""
    is_wide = content[:2] in (b"\xff\xfe", b"\xfe\xff")
    try:
        return content.decode("utf-16" if is_wide else "utf-8-sig")
    except UnicodeDecodeError as error:
        line, name = content.count(b"\n", 0, error.start) + 1, "UTF-16" if is_wide else "UTF-8"
        raise CorpusError(f"{path}, line {line}: not {name}", hint="Save the file as UTF-8.") from None
