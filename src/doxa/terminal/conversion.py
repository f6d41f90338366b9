"""How the words of options become values: as cyclopts reads them, but that no number is rounded."""

from collections.abc import Sequence
from typing import Any

from cyclopts import Token, convert


def convert_exactly(kind: Any, tokens: Sequence[Token]) -> Any:
    """Return the value of an option; cyclopts itself would round 1.5 where a whole number belongs.

    Raises:
        ValueError: the number has a fraction.
    """
    if kind is int and any("." in token.value and float(token.value) % 1 for token in tokens):
        raise ValueError("Must be a whole number.")
    return convert(kind, tokens)
