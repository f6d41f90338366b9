"""Tasks that a language model can do for several messages in one call, and how their steps are joined and split.

    extract × n → extract_many      extract_concessions × n → extract_concessions_many      classify × n → classify_many
    classify_anchored × n → classify_many_anchored

The estimate of a reply's length decides how many messages one call may have. A copied snippet and a claim in own words
are together a little more than twice as long as the message; a judgement is about 35 tokens.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from doxa.records.base import JsonValue

CHARACTERS_A_TOKEN = 4
COPIES = 2.4
"""Length of an extraction's reply in lengths of its message."""
MESSAGE_TOKENS = 60
"""Tokens of a message's entry beside its claims: its number and the names of the fields."""
JUDGEMENT_TOKENS = 35

Fields = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class JointTask:
    """How steps of one task are asked together."""

    name: str
    """The task that does it for several messages."""
    reply_tokens: Callable[[Fields], int]
    """(inputs of a step) → the estimated tokens of its reply."""
    join: Callable[[Sequence[Fields]], dict[str, JsonValue]]
    """(inputs of each step) → the inputs of the joint step."""
    split: Callable[[Fields, Sequence[Fields]], list[dict[str, JsonValue]]]
    """(joint reply, inputs of each step) → the reply of each step."""


def _join_messages(steps: Sequence[Fields]) -> dict[str, JsonValue]:
    return {"proposition": steps[0]["proposition"], "messages": [inputs["text"] for inputs in steps]}


def _split_messages(reply: Fields, steps: Sequence[Fields]) -> list[dict[str, JsonValue]]:
    claims = {entry["message"]: entry["claims"] for entry in reply["messages"]}
    return [{"claims": claims[number]} for number in range(1, len(steps) + 1)]


def _join_claims(steps: Sequence[Fields]) -> dict[str, JsonValue]:
    claims = [claim for inputs in steps for claim in inputs["claims"]]
    joined: dict[str, JsonValue] = {"proposition": steps[0]["proposition"], "claims": claims}
    if any("message" in inputs for inputs in steps):
        joined["messages"] = [{"text": inputs["message"], "claims": len(inputs["claims"])} for inputs in steps]
    return joined


def _split_claims(reply: Fields, steps: Sequence[Fields]) -> list[dict[str, JsonValue]]:
    judgements = {
        judgement["claim"]: {field: value for field, value in judgement.items() if field != "claim"}
        for judgement in reply["judgements"]
    }
    replies: list[dict[str, JsonValue]] = []
    first = 1
    for inputs in steps:
        after = first + len(inputs["claims"])
        replies.append({"judgements": [judgements[number] for number in range(first, after)]})
        first = after
    return replies


def _extraction(name: str) -> JointTask:
    return JointTask(
        name=name,
        reply_tokens=lambda inputs: MESSAGE_TOKENS + round(COPIES * len(inputs["text"]) / CHARACTERS_A_TOKEN),
        join=_join_messages,
        split=_split_messages,
    )


def _classification(name: str) -> JointTask:
    return JointTask(
        name=name,
        reply_tokens=lambda inputs: JUDGEMENT_TOKENS * len(inputs["claims"]),
        join=_join_claims,
        split=_split_claims,
    )


JOINT_TASKS: dict[str, JointTask] = {
    "extract": _extraction("extract_many"),
    "extract_concessions": _extraction("extract_concessions_many"),
    "classify": _classification("classify_many"),
    "classify_anchored": _classification("classify_many_anchored"),
}
"""Task → how its steps are asked together."""
