"""Examples of replies in prompts, and what of a reply was copied from them instead of being said.

An example is JSON in which a placeholder in angle brackets stands for every literal, between quotation marks where the
literal is a text and bare where it is not: ``{"polarity": "<for or against>", "strength": <number from 0 to 1>}``. A
model that gives a literal of its example back has said nothing, and nobody can tell; a placeholder shows.

Prompts of plug-ins may have examples with literals. Of these a text of two words or more counts as a placeholder, and
an object of the reply that equals an object of the example is copied.
"""

import json
import re
from collections.abc import Iterator
from functools import lru_cache

from doxa.records.base import JsonValue
from doxa.records.steps import Prompt

_QUOTED_OR_PLACEHOLDER = re.compile(r'"(?:[^"\\]|\\.)*"|<[^<>\n"]+>')


def is_placeholder(literal: JsonValue) -> bool:
    """Return whether a literal of an example says what stands in its place."""
    return isinstance(literal, str) and re.search("<[^<>]+>", literal) is not None


def find_copied(prompt: Prompt, text: str) -> str:
    """Return what of an answer was copied from the examples in its prompt; '' where nothing was."""
    parts = [part for example in examples_of(prompt) for part in parts_of(example)]
    answers = read_objects(text) if parts else ()
    has_placeholders = any(map(is_placeholder, parts))
    texts = [_fold(part) for part in parts if isinstance(part, str) and (is_placeholder(part) or not has_placeholders)]
    for part in (part for answer in answers for part in parts_of(answer)):
        if isinstance(part, str) and _fold(part) in texts and (has_placeholders or len(_fold(part)) > 1):
            return part
        if isinstance(part, dict) and part in parts and (len(part) > 1 or part in answers) and not has_placeholders:
            return json.dumps(part)
    return ""


def examples_of(prompt: Prompt) -> tuple[JsonValue, ...]:
    """Return the examples in a prompt: those of its unchanging part, or of its request where that part has none."""
    return next(filter(None, (read_objects(block.text) for block in prompt if block.tag in ("task", "request"))), ())


@lru_cache(maxsize=256)
def read_objects(text: str) -> tuple[JsonValue, ...]:
    """Return the JSON objects in a text, each bare placeholder as a text."""
    objects: tuple[JsonValue, ...] = ()
    while start := re.search(r'\{\s*"', text):
        text = _QUOTED_OR_PLACEHOLDER.sub(
            lambda part: part[0] if part[0].startswith('"') else f'"{part[0]}"', text[start.start() :]
        )
        try:
            read, end = json.JSONDecoder().raw_decode(text)
        except (ValueError, RecursionError):
            text = text[1:]
        else:
            objects, text = (*objects, read), text[end:]
    return objects


def parts_of(part: JsonValue) -> Iterator[JsonValue]:
    """Yield a part of a reply and everything in it: objects, lists and literals."""
    yield part
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from parts_of(inner)


def _fold(text: str) -> tuple[str, ...]:
    """Return the words of a text in small letters, without the marks around them."""
    return tuple(re.findall(r"\w+", text.casefold()))
