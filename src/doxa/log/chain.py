"""The chain of hashes from the spec through all events, as bytes: whether a log was changed, and where first."""

from pathlib import Path

from doxa.log import ledger
from doxa.log.formats import SPEC
from doxa.log.lines import complete_lines
from doxa.records.canonical import canonical_line, digest
from doxa.records.json_text import parse_json


def find_change(path: Path) -> str:
    """Return the first place of a run directory that was changed; '' where the chain of hashes is whole."""
    try:
        before = (path / SPEC).read_bytes()
    except OSError:
        return ""
    place = SPEC
    for number, line in enumerate(complete_lines(path / ledger.NAME), 1):
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
