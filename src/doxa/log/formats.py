"""The format of a log: its number, and which numbers this doxa reads.

The first event says in which format a log is written; a log without the number is of format 1. A log keeps its format
for as long as it is continued, and a fork has that of its parent, whose calls it copies.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from doxa.errors import NewerLogError
from doxa.log import journal, ledger
from doxa.log.code import VERSION, name_code
from doxa.records.events import LOG_FORMAT
from doxa.records.json_text import parse_json
from doxa.records.spec import FORMAT as SPEC_FORMAT

SPEC = "spec.json"


def format_of(path: Path) -> int | None:
    """Return the format of the log in a directory; None where nothing there has a format yet."""
    opened = _first_object(path / ledger.NAME)
    if opened.get("kind") == "opened":
        return _format_in(opened)
    call = next((line for line in plain_objects(path / journal.NAME) if line.get("kind") == "call"), None)
    return None if call is None else 2 if "reply_schema" in call else 1


def check_readable(path: Path) -> None:
    """Raise where a later doxa wrote a log in a format that this one cannot read.

    Raises:
        NewerLogError: it did; the error names the version that wrote it, where the log says.
    """
    spec, opened = _first_object(path / SPEC), _first_object(path / ledger.NAME)
    for found, readable, what in (
        (spec.get("format", SPEC_FORMAT), SPEC_FORMAT, "its spec"),
        (_format_in(opened), LOG_FORMAT, "it"),
    ):
        if isinstance(found, int) and found > readable:
            sitting = next((line for line in plain_objects(path / journal.NAME) if "doxa" in line), {})
            writer = name_code(str(sitting.get("doxa", "of a later version")), str(sitting.get("code", "")))
            raise NewerLogError(
                f"{path} was written by a newer doxa: {what} has format {found}, "
                f"and doxa {VERSION} reads formats up to {readable}",
                hint=f"Nothing is wrong with the log. Read it with {writer}.",
            )


def _format_in(opened: dict[str, Any]) -> int:
    body = opened.get("body")
    number = body.get("format", 1) if isinstance(body, dict) else 1
    return number if isinstance(number, int) else 1


def _first_object(path: Path) -> dict[str, Any]:
    return next(plain_objects(path), {})


def plain_objects(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a file, line by line; other lines are left out."""
    if not path.exists():
        return
    with path.open("rb") as file:
        for line in file:
            try:
                content = parse_json(line)
            except ValueError:
                continue
            if isinstance(content, dict) and line.endswith(b"\n"):
                yield content
