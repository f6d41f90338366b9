"""Whether this doxa can read a log, and whether somebody changed it.

The first event names the format; doxa reads and writes one, and refuses others by name. A log of this format may hold
fields or words that this doxa does not know, since other code wrote it. Nobody changed such a log: every hash is right.
It is told from a damaged one by that, and by the code that wrote it: a hash of the sources that fold a log, since a
version number is not enough: between two releases, and in a checkout that somebody edits, it stays the same.
"""

import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from itertools import chain
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from doxa.errors import DamagedLogError, LogError, NewerLogError
from doxa.log import journal, ledger
from doxa.log.files import check_file
from doxa.log.lines import Lines
from doxa.log.shortening import BatchLines
from doxa.records.base import canonical_line, digest
from doxa.records.events import EVENTS, LOG_FORMAT
from doxa.records.outside import parse_json
from doxa.records.spec import FORMAT as SPEC_FORMAT, RunSpec

SPEC = "spec.json"

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


def other_code(sittings: Iterable[journal.SittingRecord]) -> str:
    """Return in words which other code than that of this doxa took part in a log; '' where all of it was this code.

    Plug-ins are not looked for here, so that theirs may always be other code. A log without sittings was made by this
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


def format_of(path: Path) -> int | None:
    """Return the format that the first event of a log names, 1 where it names none; None without such an event."""
    opened = next(plain_objects(path / ledger.NAME), {})
    body = opened.get("body")
    number = body.get("format", 1) if opened.get("kind") == "opened" and isinstance(body, dict) else None
    return number if isinstance(number, int) else None


def check_readable(path: Path) -> None:
    """Raise where a log is in another format than this doxa reads; the error names the version that wrote it.

    Raises:
        NewerLogError: the format is a later one.
        LogError: it is an earlier one, and nobody changed the log.
    """
    spec, number = next(plain_objects(path / SPEC), {}).get("format"), format_of(path)
    for named, readable, what in ((spec, SPEC_FORMAT, "its spec"), (number, LOG_FORMAT, "it")):
        if isinstance(named, int) and named > readable:
            raise NewerLogError(
                f"{path} was written by a newer doxa: {what} has format {named}, "
                f"and doxa {VERSION} reads formats up to {readable}",
                hint=f"Nothing is wrong with the log. Read it with {_writer(path)}.",
            )
    if number is not None and number < LOG_FORMAT and not find_change(path):
        raise LogError(
            f"{path} was written by an older doxa: it has format {number}, "
            f"and doxa {VERSION} reads format {LOG_FORMAT} alone",
            hint=f"Nothing is wrong with the log. Read it with {_writer(path)}, or run its scenario again.",
        )


def find_change(path: Path) -> str:
    """Return the first place of a run directory that was changed; '' where the chain of hashes is whole."""
    try:
        before = (path / SPEC).read_bytes()
    except OSError:
        return ""
    place = SPEC
    for number, line in enumerate(Lines(path / ledger.NAME), 1):
        try:
            event = parse_json(line)
            if event["prev"] != digest(before):
                return place
            place = f"{ledger.NAME}:{number}"
            if canonical_line(event) != line:
                return place
        except (ValueError, KeyError, TypeError):
            return f"{ledger.NAME}:{number}"
        before = line
    return ""


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
    if _last_sitting(path).get("code", code_hash()) == code_hash() or find_change(path) or not _is_linked(path):
        return
    unknown = next(chain(_unknown_in_spec(path), _unknown_in_events(path), _unknown_in_calls(path)), "")
    if unknown:
        raise NewerLogError(
            f"{path} was written by another doxa: {unknown}, which doxa {VERSION} does not know",
            hint=f"Every hash is right: nothing was changed. Read it with {_writer(path)}.",
        )


def plain_objects(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the JSON objects of a file, line by line; other lines are left out."""
    check_file(path)
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


def _last_sitting(path: Path) -> dict[str, Any]:
    sittings = [line for line in plain_objects(path / journal.NAME) if line.get("kind") == "sitting"]
    return sittings[-1] if sittings else {}


def _writer(path: Path) -> str:
    """Return in words the code that wrote the last sitting."""
    sitting = _last_sitting(path)
    return name_code(str(sitting.get("doxa", "of another version")), str(sitting.get("code", "")))


def _is_linked(path: Path) -> bool:
    """Return whether every line of the journal has the link that it must have."""
    before = ""
    for line in map(journal.Shorthand().restore, plain_objects(path / journal.NAME)):
        content = {name: value for name, value in line.items() if name != "link"}
        if line.get("link") != digest(before.encode() + canonical_line(content)):
            return False
        before = line["link"]
    return True


def _unknown_in_spec(path: Path) -> Iterator[str]:
    try:
        RunSpec.model_validate_json((path / SPEC).read_bytes())
    except ValidationError as error:
        yield f"{SPEC} has {_describe(error)}"


def _unknown_in_events(path: Path) -> Iterator[str]:
    batch = BatchLines(journal.Answers(path / journal.NAME))
    for number, line in enumerate(plain_objects(path / ledger.NAME)):
        try:
            EVENTS.validate_python(batch.restore(line))
        except ValidationError as error:
            yield f"event {number} has {_describe(error)}"
        except (LookupError, TypeError, AttributeError):
            yield f"event {number} has another form"


def _unknown_in_calls(path: Path) -> Iterator[str]:
    for number, line in enumerate(map(journal.Shorthand().restore, plain_objects(path / journal.NAME)), 1):
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
