"""Messages of people's conversations with a model that argued for or against a proposition (persuasiontrace).

A persuader's message has the side that it was told to argue. A person's message has the side of the belief that the
person stated last before it: the one on the way that follows the persuader's message before it, else the initial one.
Beliefs b in [0, 1] are S = 2b − 1; a person with |S| below ``LEAST`` has no side. Control conversations are left out.
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal

from doxa.corpora.corpus import Side
from doxa.corpora.packed import packed_lines
from doxa.errors import CorpusError

LEAST = 0.3
"""The least |S| that counts as a side."""


@dataclass(frozen=True, kw_only=True)
class ConversationMessage:
    """One message, and which way its writer argued or believed."""

    id: str
    proposition: str
    text: str
    writer: Literal["persuader", "person"]
    side: Side | None
    """None of a person without a side."""
    chosen: bool
    """Whether the person brought the proposition; a given one otherwise."""


@cache
def read_conversations() -> tuple[ConversationMessage, ...]:
    """Return the messages of the shipped conversations in their order.

    Raises:
        CorpusError: the file is missing or damaged.
    """
    try:
        rounds = [json.loads(line) for line in packed_lines("persuasiontrace", "rounds.jsonl.gz")]
        return tuple(message for row in rounds if not row["control"] for message in _messages(row))
    except (KeyError, ValueError) as error:
        raise CorpusError(f"persuasiontrace cannot be read: {error}", hint="Install doxa again.") from None


def _messages(row: dict[str, Any]) -> Iterator[ConversationMessage]:
    argued: Side = 1 if row["persuader_supports"] else -1
    received, believed = 0, float(row["initial"])
    for place, message in enumerate(row["messages"]):
        of_persuader = message["role"] == "persuader"
        if of_persuader:
            believed = row["per_turn"][received] if received < len(row["per_turn"]) else believed
            received += 1
        if message["content"].strip():
            yield ConversationMessage(
                id=f"round-{row['id']}/{place}",
                proposition=row["proposition"],
                text=message["content"],
                writer="persuader" if of_persuader else "person",
                side=argued if of_persuader else _side_of(believed),
                chosen=row["participant_proposition"],
            )


def _side_of(belief: float) -> Side | None:
    stance = 2 * belief - 1
    if abs(stance) < LEAST:
        return None
    return 1 if stance > 0 else -1
