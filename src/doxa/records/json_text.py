"""JSON from outside doxa: what other programs and services wrote, read with a bound on how deeply it is nested.

Code that walks parsed JSON calls itself once a level, so that a file of 20,000 opening brackets would end the process.
"""

import json
from typing import Any

DEEPEST = 100
"""The most levels of nesting that are read; data that people exchange have fewer than twenty."""

MARK = "\ufeff"
"""The byte-order mark that some editors write before a text."""


def parse_json(text: str | bytes) -> Any:
    """Return what a JSON text says; a byte-order mark before it is no fault.

    Raises:
        ValueError: it is not JSON, not UTF-8, or nested more deeply than ``DEEPEST``.
    """
    content = text.decode("utf-8-sig") if isinstance(text, bytes) else text.removeprefix(MARK)
    try:
        parsed = json.loads(content)
    except RecursionError:
        raise _too_deep() from None
    if content.count("[") + content.count("{") > DEEPEST:
        check_depth(parsed)
    return parsed


def check_depth(parsed: Any) -> None:
    """Raise where a plain value is nested too deeply.

    Raises:
        ValueError: it has more than ``DEEPEST`` levels.
    """
    level = [parsed]
    for _ in range(DEEPEST):
        level = [inner for outer in level for inner in _parts(outer) if isinstance(inner, (dict, list))]
        if not level:
            return
    raise _too_deep()


def _parts(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return list(value.values())
    return value if isinstance(value, list) else []


def _too_deep() -> ValueError:
    return ValueError(f"it is nested more than {DEEPEST} levels deep")
