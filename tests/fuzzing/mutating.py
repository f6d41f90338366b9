"""Seeded damage to texts, bytes and parsed data, and the outcome of reading them: right, a clear error, or a violation.

Every mutation depends on its number alone, so that a number names a case.
"""

import json
import traceback
import warnings
from collections.abc import Callable
from random import Random
from typing import Any

from doxa.errors import DoxaError

ODD_VALUES: tuple[Any, ...] = (
    *(None, True, False, 0, -1, 1, 3, 2**31, 2**63, 10**30, -(10**30), 0.5, -0.0, 1e-400, 1e-9, 1e308),
    *(float("nan"), float("inf"), "", " ", "text", "../../x", "=1+1", "\x00", "\u202e", "\ud800", "ä" * 500, "a.b"),
    *("offline", "nobody:x", "1", "nan", "-", [], {}, [[]], [None], [1, "a"], {"a": 1}, {"": {}}, {"id": 3}),
)

ODD_BYTES = (
    *(b"\x00", b"\xff\xfe", b"\xef\xbb\xbf", b"\r", b"\n\n", b'"', b"'", b"{", b"}", b"[" * 500, b"]", b",", b"="),
    *(b"\xed\xa0\x80", b"\xf0\x9f\x98\x80", b"NaN", b"1e999", b"-", b"9" * 5000, b"\\u0000", b"\\ud800", b"#", b"\t"),
)


def damage_bytes(content: bytes, random: Random) -> bytes:
    """Return bytes with one to three places cut, doubled, replaced or added to."""
    for _ in range(random.randint(1, 3)):
        start = random.randrange(len(content) + 1)
        end = min(len(content), start + random.choice((0, 1, 2, 8, 64, 4096)))
        odd = random.choice((b"", *ODD_BYTES, content[start:end] * 2, bytes([random.randrange(256)])))
        content = content[:start] + odd + content[end:]
    return content


def damage_value(value: Any, random: Random) -> Any:
    """Return parsed data in which one value, key or item is replaced, removed or doubled."""
    places = [place for place in _places(value) if place]
    if not places:
        return random.choice(ODD_VALUES)
    copy = _copied(value)
    *path, last = random.choice(places)
    holder = copy
    for name in path:
        holder = holder[name]
    match random.choice(("replace", "replace", "replace", "remove", "rename", "wrap")):
        case "remove":
            del holder[last]
        case "rename" if isinstance(holder, dict):
            holder[random.choice((last + "x", last.upper(), "", "../x"))] = holder.pop(last)
        case "wrap":
            holder[last] = random.choice(([holder[last]], {"x": holder[last]}, str(holder[last])))
        case _:
            holder[last] = random.choice(ODD_VALUES)
    return copy


def damage_lines(content: bytes, random: Random) -> bytes:
    """Return JSON lines of which one is changed as parsed data, moved, doubled, removed, or damaged as bytes."""
    lines = content.splitlines(keepends=True)
    if not lines or random.random() < 0.3:
        return damage_bytes(content, random)
    place = random.randrange(len(lines))
    match random.choice(("value", "value", "value", "double", "remove", "swap", "cut")):
        case "value":
            lines[place] = json.dumps(damage_value(json.loads(lines[place]), random)).encode() + b"\n"
        case "double":
            lines.insert(place, lines[place])
        case "remove":
            del lines[place]
        case "swap":
            other = random.randrange(len(lines))
            lines[place], lines[other] = lines[other], lines[place]
        case "cut":
            lines[place:] = [lines[place][: random.randrange(len(lines[place]) + 1)]]
    return b"".join(lines)


def find_violation(read: Callable[[], object]) -> str:
    """Return the last lines of the traceback of an error that is not doxa's own; '' where reading behaves."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            read()
    except (DoxaError, OSError):  # both are told without a traceback
        return ""
    except Exception as error:
        return "".join(traceback.format_exception(error)[-4:])
    return ""


def _places(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [path, *(place for name, item in inner for place in _places(item, (*path, name)))]


def _copied(value: Any) -> Any:
    if isinstance(value, dict):
        return {name: _copied(item) for name, item in value.items()}
    return [_copied(item) for item in value] if isinstance(value, list) else value
