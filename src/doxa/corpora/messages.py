"""Whole messages whose argued side is known: on these judges of claims are examined, and none is trained.

- ``llm-messages``: 730 persuasive messages of 24 language models and of people on ten issues, rated by three people
  (Hackenburg and others, *Scaling language model size yields diminishing returns for single-message political
  persuasion*).
- ``own-messages``: 744 messages on 186 motions, two for and two against each. A language model wrote them for doxa so
  that words alone do not give the side away; sentences that concede, quote or say nothing are marked.
"""

import json
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from doxa.corpora.corpus import Side
from doxa.corpora.packed import set_folder
from doxa.errors import CorpusError
from doxa.records.inflating import inflate

FILE = "messages.jsonl.gz"
SIDES: dict[str, Side] = {"for": 1, "against": -1}

Role = Literal["concedes", "quotes", "says_nothing"]


@dataclass(frozen=True, kw_only=True)
class SentenceMark:
    """A sentence of a message that does not argue its side, word for word."""

    role: Role
    sentence: str


@dataclass(frozen=True, kw_only=True)
class OwnMessage:
    """A message of ``own-messages``; ``id`` is its number in the file, from 1."""

    id: str
    motion: str
    side: Side
    text: str
    kind: str
    """Of motion: contrastive, causal, policy, first_person, negated or evaluative."""
    style: str
    """Conversation, post, everyday or speech."""
    answers: bool
    """Whether the message answers an opponent."""
    marks: tuple[SentenceMark, ...]


@dataclass(frozen=True, kw_only=True)
class ModelMessage:
    """A message of ``llm-messages``."""

    id: str
    writer: str
    """The language model, or ``human``."""
    motion: str
    side: Side
    text: str
    valid: bool
    """Whether most of three raters found it legible, on its topic and on its side."""
    readers: int
    """How many people read it."""
    effect: float
    """Their mean attitude afterwards, less that of the control group of the issue, from −100 to 100."""


@cache
def read_own_messages() -> tuple[OwnMessage, ...]:
    """Read the shipped messages in the order of the file.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    return tuple(
        OwnMessage(
            id=str(number),
            motion=row["motion"],
            side=SIDES[row["side"]],
            text=row["text"],
            kind=row["kind"],
            style=row["style"],
            answers=row["reply_to"],
            marks=tuple(SentenceMark(role=mark["role"], sentence=mark["sentence"]) for mark in row["marks"]),
        )
        for number, row in enumerate(_rows("own-messages"), 1)
    )


@cache
def read_model_messages() -> tuple[ModelMessage, ...]:
    """Read the shipped messages in the order of the data set, valid or not.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    return tuple(
        ModelMessage(
            id=row["id"],
            writer=row["model"],
            motion=row["proposition"],
            side=SIDES[row["side"]],
            text=row["text"],
            valid=row["rated_valid"] == "1",
            readers=int(row["people"]),
            effect=float(row["mean_effect"]),
        )
        for row in _rows("llm-messages")
    )


def _rows(folder: str) -> list[dict[str, Any]]:
    try:
        content = (set_folder(folder) / FILE).read_bytes()
        lines = inflate(content).decode().split("\n")
        return [json.loads(line) for line in lines if line and not line.startswith("#")]
    except (OSError, ValueError) as error:
        raise CorpusError(f"the messages of {folder} cannot be read: {error}", hint="Install doxa again.") from None
