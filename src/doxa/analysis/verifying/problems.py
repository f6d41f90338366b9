"""Problems: differences between a log and what was written, or what its replies give."""

import json
import math
from typing import Any

from doxa.records.base import Record
from doxa.records.canonical import canonical
from doxa.records.events import Event
from doxa.records.spec import differences

LAST_DIGITS = 1e-9
"""Numbers that differ by less count as equal: processors differ in the last digits of logarithms and exponentials."""


class Problem(Record):
    """A difference between a log and what was written, or what the fold gives."""

    event: int | None
    """Event number (0 is the first line); None when the problem concerns no event."""
    key: str
    what: str


def problem_at(number: int | None, event: Event | None, what: str) -> Problem:
    """Return a problem of an event, named by its kind and key."""
    return Problem(event=number, key=f"{event.kind} {event.key}" if event is not None else "", what=what)


def describe_shift(recorded: object, recomputed: object) -> str:
    """Return the first field in which two values differ, with what is recomputed and what the log says."""
    field, old, new = first_difference(recorded, recomputed)
    return f"{field} = {new!r}, the log says {old!r}"


def first_difference(recorded: object, recomputed: object) -> tuple[str, Any, Any]:
    """Return (field, recorded, recomputed) of the first difference of two values; ("", None, None) without one."""
    before = json.loads(canonical(recorded))
    after = json.loads(canonical(recomputed)) if recomputed is not None else None
    changes = differences(before, after)
    return changes[0] if changes else ("", None, None)


def is_same_but_for_rounding(left: object, right: object) -> bool:
    """Return whether two plain JSON values differ in nothing but the last digits of numbers."""
    if isinstance(left, dict) and isinstance(right, dict):
        return left.keys() == right.keys() and all(is_same_but_for_rounding(left[key], right[key]) for key in left)
    if isinstance(left, list) and isinstance(right, list):
        return len(left) == len(right) and all(map(is_same_but_for_rounding, left, right))
    if isinstance(left, float) and isinstance(right, float):
        return math.isclose(left, right, rel_tol=LAST_DIGITS, abs_tol=LAST_DIGITS)
    return type(left) is type(right) and left == right
