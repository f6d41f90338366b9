"""Messages whose every sentence has a role, on which the reader of roles is trained.

A language model wrote them for doxa, ten writers in different voices. ``test`` holds a fifth of the motions; the
figures of the training also leave every writer out in turn. Their NOTICE.md says how they were made and checked.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Literal

from doxa.corpora.packed import packed_lines
from doxa.errors import CorpusError

RolePart = Literal["train", "test"]


@dataclass(frozen=True, kw_only=True)
class RoleSentence:
    """A sentence, a clause of one, or a heading or block of code."""

    text: str
    role: str
    """One of ``doxa.models.embedded.extraction.doing.ROLES``."""
    breaks: bool
    """Whether it begins a line."""


@dataclass(frozen=True, kw_only=True)
class RoleMessage:
    """A message in the order of its sentences."""

    motion: str
    writer: int
    side: int
    """1 argues for the motion, -1 against it, 0 takes no side."""
    sentences: tuple[RoleSentence, ...]
    part: RolePart


@cache
def read_role_messages(part: RolePart | None = None) -> tuple[RoleMessage, ...]:
    """Read the shipped messages of a part, or all of them, in the order of the file.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    return tuple(message for message in _every() if part in (None, message.part))


@cache
def _every() -> tuple[RoleMessage, ...]:
    try:
        return tuple(_message(json.loads(line)) for line in packed_lines("roles", "messages.jsonl.gz"))
    except (ValueError, KeyError) as error:
        raise CorpusError(f"the messages with roles cannot be read: {error}", hint="Install doxa again.") from None


def _message(row: dict[str, object]) -> RoleMessage:
    parts: list[dict[str, object]] = row["parts"]  # type: ignore[assignment]
    return RoleMessage(
        motion=str(row["motion"]),
        writer=int(str(row["writer"])),
        side=int(str(row["side"])),
        sentences=tuple(
            RoleSentence(text=str(one["text"]), role=str(one["role"]), breaks=bool(one.get("break"))) for one in parts
        ),
        part="test" if row["part"] == "test" else "train",
    )
