"""Pieces, which are shown in a terminal: hooks of systems return them, and the app prints them.

A ``str`` is rich markup that wraps at the width of the terminal; a ``Long`` line is never wrapped, so that a path or a
table of our own can be copied whole; anything else is a table or another renderable of rich.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from rich.console import RenderableType

from doxa.terminal.console import console


class Long(str):
    """A line that is never wrapped."""

    __slots__ = ()


Piece = Long | RenderableType


@dataclass(frozen=True, kw_only=True)
class Conclusion:
    """The result of a finished run.

    After ``pieces``, doxa prints by default the curves of stances, a sentence for each agent, how the heard claims
    counted, and costs. A system that prints all this in its own way sets ``is_whole``.
    """

    pieces: Iterable[Piece] = ()
    """The pieces to print, in order; not consumed for ``--json``."""
    facts: dict[str, Any] = field(default_factory=dict)
    """JSON values for ``--json``, in addition to the default keys unless ``is_whole``."""
    commands: tuple[str, ...] = ()
    """Suggested next commands, in addition to the default ones unless ``is_whole``."""
    replaces_curves: bool = False
    """Whether ``pieces`` replace curves, sentences and claims; costs and commands are the default ones."""
    is_whole: bool = False
    """Whether the default output is left out."""


def print_pieces(pieces: Iterable[Piece]) -> None:
    """Print pieces, one below the other."""
    for piece in pieces:
        console.print(piece, soft_wrap=isinstance(piece, Long))
