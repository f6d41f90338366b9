"""Logs that a later doxa wrote in a format that this one reads, with fields or words that it does not know.

Nobody changed such a log: every hash is right. It is told from a damaged one by that, and by the code that wrote it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from itertools import chain
from pathlib import Path

from pydantic import ValidationError

from doxa.errors import DamagedLogError, NewerLogError
from doxa.log import journal, ledger
from doxa.log.chain import find_change
from doxa.log.code import VERSION, code_hash, name_code
from doxa.log.formats import SPEC, plain_objects
from doxa.log.lines import complete_lines
from doxa.records.canonical import canonical_line, digest
from doxa.records.events import EVENTS
from doxa.records.spec import RunSpec


@contextmanager
def telling_later(path: Path) -> Iterator[None]:
    """Raise NewerLogError in place of DamagedLogError, within the block, where a later doxa wrote the log."""
    try:
        yield
    except DamagedLogError:
        check_known(path)
        raise


def check_known(path: Path) -> None:
    """Raise where other code wrote a log with what this doxa does not know, while every hash is right.

    Raises:
        NewerLogError: it did; the error names the code.
    """
    writer = _other_writer(path)
    if not writer or find_change(path) or not _is_linked(path / journal.NAME):
        return
    unknown = next(chain(_unknown_in_spec(path), _unknown_in_events(path), _unknown_in_calls(path)), "")
    if unknown:
        raise NewerLogError(
            f"{path} was written by another doxa: {unknown}, which doxa {VERSION} does not know",
            hint=f"Every hash is right: nothing was changed. Read it with {writer}.",
        )


def _other_writer(path: Path) -> str:
    """Return the code that wrote the last sitting in words; '' where it is this doxa's."""
    sittings = [line for line in plain_objects(path / journal.NAME) if line.get("kind") == "sitting"]
    version, code = (str((sittings or [{}])[-1].get(name, "")) for name in ("doxa", "code"))
    is_own = code == code_hash() or (not code and version == VERSION)
    return name_code(version, code) if sittings and not is_own else ""


def _is_linked(path: Path) -> bool:
    """Return whether every line of a journal has the link that it must have; the lines of format 1 have none."""
    before = ""
    for line in plain_objects(path):
        link = str(line.get("link", ""))
        content = {name: value for name, value in line.items() if name != "link"}
        if link and link != digest(before.encode() + canonical_line(content)):
            return False
        before = link
    return True


def _unknown_in_spec(path: Path) -> Iterator[str]:
    try:
        RunSpec.model_validate_json((path / SPEC).read_bytes())
    except ValidationError as error:
        yield f"{SPEC} has {_describe(error)}"


def _unknown_in_events(path: Path) -> Iterator[str]:
    for number, line in enumerate(complete_lines(path / ledger.NAME)):
        try:
            EVENTS.validate_json(line)
        except ValidationError as error:
            yield f"event {number} has {_describe(error)}"


def _unknown_in_calls(path: Path) -> Iterator[str]:
    for number, line in enumerate(plain_objects(path / journal.NAME), 1):
        kind = journal.KINDS.get(str(line.get("kind")))
        try:
            if kind:
                kind.model_validate(line)
            else:
                yield f"{journal.NAME}:{number} has the kind {line.get('kind')!r}"
        except ValidationError as error:
            yield f"{journal.NAME}:{number} has {_describe(error)}"


def _describe(error: ValidationError) -> str:
    """Return the first part of a record that is unknown."""
    first = error.errors(include_url=False, include_input=False)[0]
    place = ".".join(map(str, first["loc"])) or "its kind"
    return f"the field {place}" if first["type"] == "extra_forbidden" else f"another value at {place}"
