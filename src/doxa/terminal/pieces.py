"""What is shown in a terminal, as values: hooks of systems return pieces, and the app prints them.

A ``str`` is markup of rich that breaks where the terminal ends; a ``Long`` line is never broken, so that a path or a
table of our own can be copied whole; anything else is a table or another renderable of rich.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rich.console import RenderableType

from doxa.terminal.console import console


class Long(str):
    """A line that stays whole however narrow the terminal is."""

    __slots__ = ()


Piece = Long | RenderableType


@dataclass(frozen=True, kw_only=True)
class Conclusion:
    """What a finished run came to.

    The common way shows, after ``pieces``, the curves of stances, a sentence for each agent, what became of the claims
    that were heard, and costs. A system that shows all this in its own way says that its conclusion ``is_whole``.
    """

    pieces: Iterable[Piece] = ()
    """What is shown, in order; drawn up only where a person reads."""
    facts: dict[str, Any] = field(default_factory=dict)
    """What ``--json`` says, beside the common keys unless ``is_whole``; values of JSON."""
    commands: tuple[str, ...] = ()
    """Commands that lead on, after the common ones unless ``is_whole``."""
    replaces_curves: bool = False
    """Whether ``pieces`` stand in place of curves, sentences and claims; costs and commands stay the common ones."""
    is_whole: bool = False
    """Whether nothing is added to it."""


def print_pieces(pieces: Iterable[Piece]) -> None:
    """Print pieces, one below the other."""
    for piece in pieces:
        console.print(piece, soft_wrap=isinstance(piece, Long))
