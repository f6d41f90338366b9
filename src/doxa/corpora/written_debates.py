"""Written debates: conversations in which two voices argue one motion, on which the reader of messages is trained.

A language model wrote them for doxa, each conversation from both sides, in the words that come naturally to a side.
``train`` is for training. ``dev`` and ``test`` hold a fifth of the motions, apart by meaning, among them every motion
that comes near one of doxa's other examinations. Their NOTICE.md says how they were made and checked.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Literal

from doxa.corpora.corpus import Side
from doxa.corpora.packed import set_folder
from doxa.errors import CorpusError
from doxa.records.inflating import inflate

FILE = "messages.jsonl.gz"

DebatePart = Literal["train", "dev", "test"]
SIDES: dict[str, Side] = {"for": 1, "against": -1}


@dataclass(frozen=True, kw_only=True)
class DebateMessage:
    """A message of a written debate; ``id`` is the conversation and the turn, from 1."""

    id: str
    motion: str
    kind: str
    """Of motion: policy, moral, evaluative, contrastive, causal, factual, prediction or first person."""
    style: str
    """Chat, conversation, forum post, speech, letter or social post."""
    side: Side
    text: str
    part: DebatePart


@cache
def read_written_debates(part: DebatePart | None = None) -> tuple[DebateMessage, ...]:
    """Read the shipped messages of a part, or all of them, in the order of the file.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    return tuple(message for message in _every() if part in (None, message.part))


@cache
def _every() -> tuple[DebateMessage, ...]:
    try:
        content = (set_folder("written-debates") / FILE).read_bytes()
        lines = inflate(content).decode().split("\n")
        rows = [json.loads(line) for line in lines if line and not line.startswith("#")]
    except (OSError, ValueError) as error:
        raise CorpusError(f"the written debates cannot be read: {error}", hint="Install doxa again.") from None
    return tuple(
        DebateMessage(
            id=f"{row['conversation']}/{row['turn']}",
            motion=row["motion"],
            kind=row["kind"],
            style=row["style"],
            side=SIDES[row["side"]],
            text=row["text"],
            part=row["part"],
        )
        for row in rows
    )
