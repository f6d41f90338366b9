"""What doxa says names only commands that it has: "'doxa frames' writes it"."""

import re
from collections.abc import Iterator
from pathlib import Path

from doxa.app.cli import app

SOURCE = Path(__file__).parents[2] / "src"
NAMED = re.compile(r"(?:['\"`]|\b(?:with|next):? )doxa ([a-z][a-z-]+)(?=['\"` ]|$)")
PROSE = {"does", "by", "failed", "runs"}
"""Words behind doxa's name that are no commands: "what doxa does", "the formats that come with doxa by name"."""


def named_commands() -> Iterator[tuple[str, str]]:
    """Yield each command that a text of the source names, with its file."""
    for path in SOURCE.rglob("*.py"):
        yield from ((match[1], path.name) for match in NAMED.finditer(path.read_text(encoding="utf-8")))


def test_every_command_that_a_text_names_is_one() -> None:
    named = list(named_commands())
    assert len(named) > 20
    known = set(app) | PROSE
    assert [(command, file) for command, file in named if command not in known] == []
