"""The tokens that an answer used, as its service reports them: what cannot be is not believed, and absent stays absent.

A count is a finite number of 0 or more; a fraction is rounded up. No prompt has more tokens than bytes, but for what a
service adds to it, and no model writes a million tokens in one answer.

Services add up differently, and a bill has all of it, so that the largest reading that a report allows counts: a part
that is larger than its whole lies outside it, as does reasoning where no total says that it is inside; a total above
the sum of input and output is output; a count that is missing is what the total leaves for it.
"""

import json
import math
from collections.abc import Mapping
from typing import Any

from doxa.models.port import Usage
from doxa.models.providers.endpoints import Family
from doxa.records.outside import read_number

ADDED = 20_000
"""The most tokens that a service adds to a prompt."""
MOST_OUTPUT = 1_000_000
"""The most tokens of one answer."""
MOST = 100_000_000
"""The most tokens of one call, where the bytes of its request are not known."""
EXCERPT = 400
"""The most characters of a report that are recorded."""

USAGE: dict[Family, str] = {"openai": "usage", "anthropic": "usage", "google": "usageMetadata"}
"""Family → the field of a body that says what was used."""

INPUT: dict[Family, tuple[str, ...]] = {
    "openai": ("prompt_tokens",),
    "anthropic": ("input_tokens", "cache_creation_input_tokens", "cache_read_input_tokens"),
    "google": ("promptTokenCount", "toolUsePromptTokenCount"),
}
"""Family → the counts that are the input together; the first is always reported, the others where they apply."""
OUTPUT: dict[Family, tuple[str, ...]] = {
    "openai": ("completion_tokens",),
    "anthropic": ("output_tokens",),
    "google": ("candidatesTokenCount", "thoughtsTokenCount"),
}
CACHED: dict[Family, tuple[str, ...]] = {
    "openai": ("prompt_tokens_details", "cached_tokens"),
    "anthropic": ("cache_read_input_tokens",),
    "google": ("cachedContentTokenCount",),
}
"""Family → the path of the input that was read from a cache."""
REASONING: dict[Family, tuple[str, ...]] = {"openai": ("completion_tokens_details", "reasoning_tokens")}
"""Family → the path of the reasoning, where a service may report it inside the output or beside it."""
TOTAL: dict[Family, str] = {"openai": "total_tokens", "google": "totalTokenCount"}
"""Family → the count of input and output together."""

NO_COUNTS: dict[Family, dict[str, int]] = {
    "openai": {"prompt_tokens": 0, "completion_tokens": 0, "total_tokens": 0},
    "anthropic": {"input_tokens": 0, "output_tokens": 0},
    "google": {},
}
"""Family → counts that its client accepts, in place of ones that it would refuse."""


def read_usage(reported: object, family: Family, sent: int) -> tuple[Usage, str]:
    """Return what an answer used, and the report itself where it is not believed as it came.

    Args:
        sent: the bytes of the request.
    """
    if not isinstance(reported, Mapping):
        return Usage(), _excerpt(reported) if reported is not None else ""
    most = sent + ADDED
    cached = read_count(_at(reported, CACHED[family]), most)
    usage = Usage(
        input_tokens=_sum(reported, INPUT[family], most),
        output_tokens=_sum(reported, OUTPUT[family], MOST_OUTPUT),
        cached_tokens=cached,
    )
    if family == "openai" and OUTPUT[family][0] not in reported:  # an embedding
        usage = usage.model_copy(update={"output_tokens": 0})
    elif family in TOTAL:
        usage = _largest(usage, reported, family, most)
    return usage, "" if _is_believed(reported, family, sent) else _excerpt(reported)


def _largest(usage: Usage, reported: Mapping[str, Any], family: Family, most: int) -> Usage:
    """Return the largest use that a report of input, output, reasoning and a total allows."""
    total = read_count(reported.get(TOTAL[family]), most + MOST_OUTPUT)
    reasoning = read_count(_at(reported, REASONING.get(family, ())), MOST_OUTPUT) or 0
    read, written, cached = usage.input_tokens, usage.output_tokens, usage.cached_tokens or 0
    if read is not None and family == "openai" and cached > read:
        read += cached
    if written is not None and (reasoning > written or total is None):
        written += reasoning
    if total is not None and total >= (read or 0) + (written or 0):
        if read is not None:
            written = total - read
        elif written is not None:
            read = total - written
    is_possible = (read is None or read <= most) and (written is None or written <= MOST_OUTPUT)
    return usage.model_copy(update={"input_tokens": read, "output_tokens": written}) if is_possible else usage


def is_plain(reported: object, family: Family) -> bool:
    """Return whether a client accepts a report: every count in it is a whole number of 0 or more."""
    if not isinstance(reported, Mapping) or any(name not in reported for name in NO_COUNTS[family]):
        return False
    return all(_is_plain(value, name in NO_COUNTS[family]) for name, value in reported.items())


def _is_plain(value: object, is_needed: bool) -> bool:
    if isinstance(value, Mapping):
        return all(_is_plain(inner, False) for inner in value.values())
    if isinstance(value, float):
        return False
    if value is None:
        return not is_needed
    return (isinstance(value, (str, list)) and not is_needed) or (isinstance(value, int) and value >= 0)


def _is_believed(reported: Mapping[str, Any], family: Family, sent: int) -> bool:
    """Return whether every count that is there can be, and is a whole number."""
    counts = [(reported.get(name), sent + ADDED) for name in INPUT[family]]
    counts += [(reported.get(name), MOST_OUTPUT) for name in OUTPUT[family]]
    counts.append((_at(reported, CACHED[family]), sent + ADDED))
    return all(value is None or read_count(value, most) == value for value, most in counts)


def _sum(reported: Mapping[str, Any], names: tuple[str, ...], most: int) -> int | None:
    """Return the sum of counts; None where one of them cannot be, or the first is absent without any other."""
    counts = [read_count(reported[name], most) for name in names if reported.get(name) is not None]
    if not counts or None in counts:
        return None
    total = sum(count or 0 for count in counts)
    return total if total <= most else None


def read_count(value: object, most: int = MOST) -> int | None:
    """Return a count as a whole number; None where it is none, or cannot be."""
    if isinstance(value, str):
        return None
    try:
        return math.ceil(read_number(value, 0, most))
    except ValueError:
        return None


def _at(reported: Mapping[str, Any], path: tuple[str, ...]) -> object:
    value: object = reported
    for name in path:
        value = value.get(name) if isinstance(value, Mapping) else None
    return value


def _excerpt(reported: object) -> str:
    text = json.dumps(reported, ensure_ascii=True)
    return text if len(text) <= EXCERPT else f"{text[:EXCERPT]}…"
