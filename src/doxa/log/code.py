"""The code that folds a log: a hash of its sources, by which a log says whether this doxa would fold it the same way.

A version number is not enough: between two releases, and in a checkout that somebody edits, it stays the same.
"""

import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path

from doxa.log.journal import SittingRecord
from doxa.records.base import digest

VERSION: str = sys.modules["doxa"].__version__
"""The version of doxa; no room may import the package itself, which knows all of them."""

FOLDING = (
    "beliefs", "engine", "evidence", "judging", "minds", "policies", "protocols", "records", "scoring", "systems",
    "tasks",
)  # fmt: skip
"""Rooms that determine what a script asks, how a reply is read and how a belief moves, given the replies."""

SHOWN = 8
"""Digits of a code's hash that are shown."""


@cache
def code_hash() -> str:
    """Return the hash of doxa's sources that fold a log, computed once a process."""
    root = Path(__file__).parents[1]
    sources = sorted(path for room in FOLDING for path in (root / room).rglob("*.py"))
    return digest("\n".join(f"{path.relative_to(root).as_posix()} {digest(path.read_bytes())}" for path in sources))


def other_code(sittings: Iterable[SittingRecord]) -> str:
    """Return in words which other code than that of this doxa took part in a log; '' where all of it was this code.

    The code of plug-ins is not hashed, so that it may always be other code. A log without sittings was made by this
    doxa's functions.
    """
    writers: dict[str, None] = {}
    for sitting in sittings:
        if sitting.code != code_hash():
            writers[name_code(sitting.doxa, sitting.code)] = None
        for package in sitting.plugins.values():
            writers[f"the plug-ins of {package}"] = None
    here = name_code(VERSION, code_hash())
    return f"it was computed by {', '.join(writers)}; this is {here}" if writers else ""


def name_code(version: str, code: str) -> str:
    """Return a version of doxa in words, with the hash of its code where that is known."""
    return f"doxa {version}" + (f" (code {code[:SHOWN]})" if code else "")
