"""Forging: a log changed by somebody who knows docs/log-format.md and makes every hash anew."""

import json
from pathlib import Path
from typing import Any

from doxa.log.journal import CallRecord, answer_hash, read_lines
from doxa.records.base import canonical_line, digest


def read_objects(file: Path) -> list[dict[str, Any]]:
    """Return the objects of a file, a line each."""
    return [json.loads(line) for line in file.read_bytes().splitlines()]


def relink_journal(run: Path) -> None:
    """Give every line of a journal the link that it must have."""
    file = run / "calls.jsonl"
    link, lines = "", []
    for line in read_lines(file):
        link = line.link_after(link)
        lines.append(canonical_line(line if line.link == link else line.model_copy(update={"link": link})))
    file.write_bytes(b"".join(lines))


def rehash_answers(run: Path) -> None:
    """Give every outcome the hash of the calls that it names, where the journal has them."""
    calls = {line.id: line for line in read_lines(run / "calls.jsonl") if isinstance(line, CallRecord)}
    file = run / "events.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    for place, line in enumerate(lines):
        event = json.loads(line) if b'"kind":"outcome"' in line else {}
        if (names := event.get("body", {}).get("calls")) and all(name in calls for name in names):
            event["body"]["answer"] = answer_hash(calls[name] for name in names)
            lines[place] = canonical_line(event)
    file.write_bytes(b"".join(lines))


def relink_events(run: Path) -> None:
    """Give every event the hash of the line before, and the last one its seal."""
    file = run / "events.jsonl"
    before = digest((run / "spec.json").read_bytes())
    lines = []
    for line in file.read_bytes().splitlines(keepends=True):
        is_end = b'"kind":"end"' in line
        lines.append(line if _is_behind(line, before) and not is_end else _relinked(json.loads(line), before, is_end))
        before = digest(lines[-1])
    file.write_bytes(b"".join(lines))


def _is_behind(line: bytes, before: str) -> bool:
    return f'"prev":"{before}"'.encode() in line


def _relinked(event: dict[str, Any], before: str, is_end: bool) -> bytes:
    event["prev"] = before
    if is_end:
        event["body"]["seal"] = ""
        event["body"]["seal"] = digest(canonical_line(event))
    return canonical_line(event)


def make_hashes_anew(run: Path) -> None:
    """Make every hash of a changed log anew."""
    relink_journal(run)
    rehash_answers(run)
    relink_events(run)
