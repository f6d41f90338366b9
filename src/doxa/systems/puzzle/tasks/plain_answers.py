"""Answers about a puzzle in their plain form: what a model said is counted, however it wrote it.

A role in capitals, in the plural, marked up or with an article before it is that role. A player or an agent in other
letters is that player or agent. A confidence that is absent, or no whole number from 1 to 10, is null: it alone is
missing, and the roles beside it stay. What cannot be read stays as it is, so that the model is asked again.

Runs from before the setting ``prompts`` were read word for word, and still are: their recorded repetitions followed
from that reading.
"""

import re
import unicodedata
from collections.abc import Sequence
from typing import Any

from doxa.records.base import JsonValue
from doxa.systems.puzzle.puzzles.roles import PLURALS, ROLES, Role
from doxa.systems.puzzle.tasks.record import PuzzleContext

ROLE_WORDS: dict[str, Role] = {**{role: role for role in ROLES}, **{PLURALS[role]: role for role in ROLES}}

ODD_CONFIDENCE = "Your answer was JSON, but the field confidence was missing or not as described. Try again."
"""The advice of runs that were read word for word; its words are part of their recorded requests."""


def is_read_word_for_word(inputs: PuzzleContext) -> bool:
    """Return whether a run is from before the setting ``prompts``."""
    return inputs.prompts is None


def put_assignment_plainly(inputs: PuzzleContext, answer: JsonValue) -> JsonValue:
    """Return an answer with a role for each of some players in its plain form."""
    if is_read_word_for_word(inputs) or not isinstance(answer, dict):
        return answer
    rows = answer.get("players")
    players: Any = [_plain_row(row, inputs.players) for row in rows] if isinstance(rows, list) else rows
    return {**answer, **({"players": players} if "players" in answer else {}), "confidence": _plain_confidence(answer)}


def put_opinion_plainly(inputs: PuzzleContext, others: Sequence[str], answer: JsonValue) -> JsonValue:
    """Return an answer in a debate about a player in its plain form.

    An agent that is named twice in one list is named once. An agent in both lists stays in both: this is a
    contradiction, which is counted.
    """
    if is_read_word_for_word(inputs) or not isinstance(answer, dict):
        return answer
    plain: dict[str, Any] = {**answer, "confidence": _plain_confidence(answer)}
    for key in ("agree_with", "disagree_with"):
        if isinstance(named := answer.get(key), list):
            plain[key] = _each_once([find_name(name, others) for name in named])
    if "player" in answer:
        plain["player"] = find_name(answer["player"], inputs.players)
    if "role" in answer:
        plain["role"] = find_role(answer["role"])
    return plain


def find_role(word: JsonValue) -> JsonValue:
    """Return the role that a word names; the word itself where it names none."""
    return ROLE_WORDS.get(_bare(word), word) if isinstance(word, str) else word


def find_name(word: JsonValue, names: Sequence[str]) -> JsonValue:
    """Return the one name that a word spells in other letters; the word itself where there is none, or several."""
    if not isinstance(word, str) or word in names:
        return word
    spelt = [name for name in names if _bare(name) == _bare(word)]
    return spelt[0] if len(spelt) == 1 else word


def _plain_row(row: JsonValue, players: Sequence[str]) -> JsonValue:
    if not isinstance(row, dict):
        return row
    plain = dict(row)
    if "name" in row:
        plain["name"] = find_name(row["name"], players)
    if "role" in row:
        plain["role"] = find_role(row["role"])
    return plain


def _plain_confidence(answer: dict[str, JsonValue]) -> int | None:
    """Return the stated confidence; None where there is none, or it is no whole number from 1 to 10."""
    stated = answer.get("confidence")
    if isinstance(stated, str):
        stated = int(stated) if re.fullmatch(r"\s*[0-9]{1,2}\s*", stated) else None
    if isinstance(stated, bool) or not isinstance(stated, int | float) or stated not in range(1, 11):
        return None
    return int(stated)


def _bare(word: str) -> str:
    """Return a word in small letters, without an article before it and without marks around it."""
    letters = unicodedata.normalize("NFKC", word).casefold()
    bare = re.sub(r"^[\W_]+|[\W_]+$", "", letters)
    return re.sub(r"^(?:an?|the)\s+", "", bare)


def _each_once(names: list[JsonValue]) -> list[JsonValue]:
    kept: list[JsonValue] = []
    for name in names:
        if name not in kept:
            kept.append(name)
    return kept
