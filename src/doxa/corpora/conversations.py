"""Messages of people's conversations with a model that argued for or against a proposition (persuasiontrace).

A persuader's message has the side that it was told to argue. A person's message has the side on which the person began
and ended; none where these differ, or where |S| is below ``LEAST`` at either end. Beliefs b in [0, 1] are S = 2b − 1.
Beliefs that were stated on the way are not used: in a third of the rounds that begin and end on one side all of them
lie on the other (``doxa replay check persuasiontrace``). Control conversations are left out.
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
    """One message, and which way its writer argued, or believed at both ends."""

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
    held = _side_of(float(row["initial"]), float(row["final"]))
    for place, message in enumerate(row["messages"]):
        of_persuader = message["role"] == "persuader"
        if message["content"].strip():
            yield ConversationMessage(
                id=f"round-{row['id']}/{place}",
                proposition=row["proposition"],
                text=message["content"],
                writer="persuader" if of_persuader else "person",
                side=argued if of_persuader else held,
                chosen=row["participant_proposition"],
            )


def _side_of(initial: float, final: float) -> Side | None:
    stances = [2 * belief - 1 for belief in (initial, final)]
    if min(stances) >= LEAST:
        return 1
    return -1 if max(stances) <= -LEAST else None
