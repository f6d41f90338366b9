"""Examples of replies in prompts, and what of a reply was copied from them instead of being said.

An example is JSON in which a placeholder in angle brackets stands for every literal, between quotation marks where the
literal is a text and bare where it is not: ``{"polarity": "<for or against>", "strength": <number from 0 to 1>}``. A
model that gives a literal of its example back has said nothing, and nobody can tell; a placeholder shows.

Prompts of plug-ins may have examples with literals. Of these a text of two words or more counts as a placeholder, and
an object of the reply that equals an object of the example is copied.
"""

import json
import re
from collections.abc import Iterable, Iterator
from functools import lru_cache

from doxa.records.base import JsonValue
from doxa.records.steps import Prompt

OWN_BLOCKS = ("task", "request")
"""Tags of the blocks that a task writes itself; the others quote what somebody else wrote."""

Place = tuple[str | int, ...]
"""Keys and numbers of entries that lead to a part of a reply."""

_OBJECT = re.compile(r'\{\s*"')
_QUOTED_OR_PLACEHOLDER = re.compile(r'"(?:[^"\\]|\\.)*"|<[^<>\n"]+>')
_PLACEHOLDER = re.compile(r"<[^<>]+>")
_DECODER = json.JSONDecoder()


def examples_of(prompt: Prompt) -> tuple[JsonValue, ...]:
    """Return the examples in a prompt: those of its unchanging part, or of its request where that part has none."""
    own_blocks = (read_examples(block.text) for block in prompt if block.tag in OWN_BLOCKS)
    return next(filter(None, own_blocks), ())


@lru_cache(maxsize=256)
def read_examples(text: str) -> tuple[JsonValue, ...]:
    """Return the JSON objects in a text, each bare placeholder as a text."""
    examples: list[JsonValue] = []
    start = _OBJECT.search(text)
    while start:
        text = _QUOTED_OR_PLACEHOLDER.sub(_put_in_quotes, text[start.start() :])
        try:
            example, end = _DECODER.raw_decode(text)
            examples.append(example)
        except (ValueError, RecursionError):
            end = 1
        text = text[end:]
        start = _OBJECT.search(text)
    return tuple(examples)


def _put_in_quotes(part: re.Match[str]) -> str:
    return part[0] if part[0].startswith('"') else f'"{part[0]}"'


def find_copied(examples: Iterable[JsonValue], reply: JsonValue) -> str:
    """Return what of a reply was copied from the examples in its prompt; '' where nothing was."""
    texts = [text for example in examples for _, text in literals_of(example) if isinstance(text, str)]
    placeholders = [text for text in texts if _PLACEHOLDER.search(text)]
    forms = {_fold(text) for text in placeholders or [text for text in texts if len(_fold(text)) > 1]} - {()}
    for _, literal in literals_of(reply):
        if isinstance(literal, str) and _fold(literal) in forms:
            return literal
    if placeholders:
        return ""
    objects = [part for example in examples for part in _objects_of(example)]
    copied = (part for part in _objects_of(reply) if part in objects and (len(part) > 1 or part is reply))
    return next(map(json.dumps, copied), "")


def literals_of(part: JsonValue, place: Place = ()) -> Iterator[tuple[Place, JsonValue]]:
    """Yield every text, number, truth value and null of a part of a reply, with its place."""
    if not isinstance(part, dict | list):
        yield place, part
        return
    for key, inner in part.items() if isinstance(part, dict) else enumerate(part):
        yield from literals_of(inner, (*place, key))


def _objects_of(part: JsonValue) -> Iterator[dict[str, JsonValue]]:
    if isinstance(part, dict):
        yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from _objects_of(inner)


def _fold(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters, without the marks around them."""
    return tuple(re.findall(r"\w+", text.casefold()))
