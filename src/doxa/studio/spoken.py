"""A conversation that a page brings: it is read as every command reads it, and listened to by a command of its own."""

from hashlib import sha256
from pathlib import Path
from typing import Any

from pydantic import Field

from doxa.conversations.doubts import facts_of
from doxa.conversations.reading import SIDES_FILE, read_conversation
from doxa.errors import UsageError
from doxa.log.disk import make_folders, write_text
from doxa.records.base import Record
from doxa.records.outside import file_name, has_words

CONVERSATIONS = "conversations"
"""The folder, below the studio's, of the conversations that pages brought."""


class BroughtConversation(Record):
    """A conversation from a page, and who shall hear it."""

    name: str = Field(min_length=1, max_length=200)
    """The file's, whose ending says how it is laid out."""
    content: str
    motion: str = ""
    listeners: tuple[str, ...] = Field(default=(), max_length=100)
    grid: str = ""


def keep_spoken(spoken: BroughtConversation, root: Path) -> tuple[Path, dict[str, Any]]:
    """Write a conversation below a folder, and return where, and what it was read as.

    Raises:
        UsageError: it is a list of sides, or has no words.
        CorpusError: it is no conversation.
    """
    name = file_name(spoken.name)
    if name == SIDES_FILE or not has_words(spoken.content):
        raise UsageError(f"{name} is no conversation", hint="Paste what was said, as NAME: words, or choose its file.")
    path = root / CONVERSATIONS / sha256(spoken.content.encode()).hexdigest()[:8] / name
    make_folders(path.parent)
    write_text(path, spoken.content)
    return path, facts_of(read_conversation(path))


def listening_words(spoken: BroughtConversation, path: Path, out: Path) -> list[str]:
    """Return the command that listens to a conversation."""
    words = ["listen", str(path), f"--motion={spoken.motion}", *(f"--listener={one}" for one in spoken.listeners)]
    return [*words, f"--grid={spoken.grid}", "--out", str(out), "--quiet"]
