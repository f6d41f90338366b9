"""TOML from outside doxa, read with a bound on how deeply it is nested: ``a.a.a.a…`` of 5,000 keys is 5,000 tables."""

import tomllib
from typing import Any

from doxa.records.json_text import check_depth


def parse_toml(text: str) -> dict[str, Any]:
    """Return the tables of a TOML text.

    Raises:
        ValueError: it is not TOML, or nested more deeply than ``json_text.DEEPEST``.
    """
    try:
        parsed = tomllib.loads(text)
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    check_depth(parsed)
    return parsed
