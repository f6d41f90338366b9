"""The words of an answer, for every family of models: without the model's reasoning, and an object without wrapping.

Services that know a model's format send its reasoning apart. Others send it in the text, between tags. Whatever stands
between them is not spoken, and neither is what follows a tag that never closes, or what stands before a closing tag
that never opened: chat templates that open the tag themselves do not repeat it. A JSON object is left as it is.

A model without constrained decoding introduces its object ("Here is the JSON:"), fences it, explains it, or adds fields
that nobody asked for. That is left out too before the answer is recorded. An answer with several objects, with none, or
in which the object does not close stays as it is: which was meant is not for doxa to choose, and the model is asked
again.
"""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from doxa.records.outside import check_depth

_DECODER = json.JSONDecoder()

_NAMES = "think|thinking|thought|thoughts|reasoning|reason|reflection|scratchpad|seed:think|analysis"
_OPENING = rf"<(?:{_NAMES})(?:\s[^<>]*)?>|\[THINK\]|◁think▷|<\|begin_of_thought\|>|<\|START_THINKING\|>"
_CLOSING = rf"</(?:{_NAMES})\s*>|\[/THINK\]|◁/think▷|<\|end_of_thought\|>|<\|END_THINKING\|>"
_TAG = re.compile(rf"(?P<opening>{_OPENING})|(?P<closing>{_CLOSING})", re.IGNORECASE)

_CHANNEL = re.compile(
    r"<\|channel\|>\s*(?P<name>\w*)(?P<to>[^<]*)<\|message\|>(?P<text>.*?)(?=<\|(?:end|return|call|start|channel)\|>|\Z)",
    re.DOTALL,
)
_BARE_CHANNELS = re.compile(r"\Aanalysis(?=[A-Z\"'(\s]).*assistantfinal", re.DOTALL)
"""The same channels where a server printed them without their marks."""

_TOOL_CALL = re.compile(
    r"<tool_calls?>|<function_calls?>|<function=|<invoke\s+name=|\[TOOL_CALLS\]|<\|python_tag\|>|<\|tool_calls?"
    r"|<｜tool▁calls?▁begin｜>|<tool_code>|```tool_code",
    re.IGNORECASE,
)

_EDGES = "\u00ad\u061c\u180e\u200b\u200c\u200d\u200e\u200f\u2060\ufeff"
"""Characters without width that mean nothing at either end of a text."""


@dataclass(frozen=True)
class Spoken:
    """What an answer says aloud; ``is_tool_call``: it calls a tool instead, and what it says introduces the call."""

    text: str
    is_tool_call: bool = False


def spoken(text: str) -> Spoken:
    """Return the words of an answer, without reasoning and without characters that show nothing around it."""
    bare = text.strip(_EDGES)
    if bare.lstrip().startswith(("{", "```json", "```\n{")):
        return Spoken(bare)
    words = _without_tags(_without_channels(bare))
    calls_in_a_channel = any(part["name"] != "final" and "to=" in part["to"] for part in _CHANNEL.finditer(bare))
    return Spoken(words.strip(_EDGES), is_tool_call=bool(_TOOL_CALL.search(words)) or calls_in_a_channel)


def _without_tags(text: str) -> str:
    """Return a text without what stands between tags of reasoning, which may nest."""
    kept: list[str] = []
    depth, at = 0, 0
    for tag in _TAG.finditer(text):
        if tag["opening"]:
            kept += [text[at : tag.start()]] if depth == 0 else []
            depth += 1
        elif depth > 0:
            depth -= 1
        else:
            kept.clear()  # the opening tag was part of the prompt
        at = tag.end()
    return text if not at else "".join([*kept, text[at:] if depth == 0 else ""])


def _without_channels(text: str) -> str:
    """Return what the final channel of an answer in channels says; any other text as it is."""
    if "<|channel|>" in text:
        return "".join(part["text"] for part in _CHANNEL.finditer(text) if part["name"] == "final")
    bare = _BARE_CHANNELS.match(text)
    return text[bare.end() :] if bare else text


def bare_object(text: str, schema: Mapping[str, Any]) -> str:
    """Return the only JSON object of an answer, with the fields of the schema alone; any other answer as it is.

    Args:
        schema: the JSON schema of the reply; its references point into its own ``$defs``.
    """
    try:
        objects = list(_objects(text))
    except (ValueError, RecursionError):
        return text
    if len(objects) != 1:
        return text
    source, answer = objects[0]
    asked_for = _known_fields(answer, schema, schema)
    return source if asked_for == answer else json.dumps(asked_for, ensure_ascii=False)


def _objects(text: str) -> Iterator[tuple[str, Any]]:
    """Yield the objects of a text that stand in no other, each with its words.

    Raises:
        ValueError: a brace opens no object, as in an answer that broke off, of which no part is the answer; or it is
            nested too deeply.
    """
    at = text.find("{")
    while at >= 0:
        answer, end = _DECODER.raw_decode(text, at)
        check_depth(answer)
        yield text[at:end], answer
        at = text.find("{", end)


def _known_fields(answer: Any, part: Mapping[str, Any], whole: Mapping[str, Any]) -> Any:
    """Return an answer, or a part of one, without fields that its part of the schema does not list."""
    if str(part.get("$ref", "")).startswith("#/$defs/"):
        part = whole["$defs"][part["$ref"].rpartition("/")[2]]
    if isinstance(answer, list) and "items" in part:
        return [_known_fields(each, part["items"], whole) for each in answer]
    if not isinstance(answer, dict) or "properties" not in part:
        return answer
    fields = part["properties"]
    return {name: _known_fields(field, fields[name], whole) for name, field in answer.items() if name in fields}
