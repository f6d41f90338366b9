"""Forging: a log changed by somebody who knows docs/log-format.md and makes every hash anew."""

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from doxa.log.journal import Answers, CallRecord, Shorthand, answer_hash, read_lines
from doxa.log.shortening import BatchLines
from doxa.records.base import canonical_line, digest


def read_objects(file: Path) -> list[dict[str, Any]]:
    """Return the objects of a file, a line each, in full where lines leave something out."""
    lines = [json.loads(line) for line in file.read_bytes().splitlines()]
    match file.name:
        case "events.jsonl":
            return list(map(BatchLines(Answers(file.with_name("calls.jsonl"))).restore, lines))
        case "calls.jsonl":
            return list(map(Shorthand().restore, lines))
        case _:
            return lines


def write_objects(file: Path, objects: Sequence[dict[str, Any]]) -> None:
    """Write the objects of a file, given in full, as its lines have them."""
    match file.name:
        case "events.jsonl":
            objects = list(map(BatchLines(Answers(file.with_name("calls.jsonl"))).shorten, objects))
        case "calls.jsonl":
            objects = list(map(Shorthand().shorten, objects))
    file.write_bytes(b"".join(map(canonical_line, objects)))


def relink_journal(run: Path) -> None:
    """Give every line of a journal the link that it must have."""
    file = run / "calls.jsonl"
    link, lines, shorthand = "", [], Shorthand()
    for line in read_lines(file):
        link = line.link_after(link)
        lines.append(shorthand.line_of(line if line.link == link else line.model_copy(update={"link": link})))
    file.write_bytes(b"".join(lines))


def rehash_answers(run: Path) -> None:
    """Give every outcome the hash of the calls that it names, where the journal has them."""
    calls = {line.id: line for line in read_lines(run / "calls.jsonl") if isinstance(line, CallRecord)}
    file = run / "events.jsonl"
    lines = file.read_bytes().splitlines(keepends=True)
    for place, line in enumerate(lines):
        event = json.loads(line) if b'"kind":"outcome"' in line else {}
        names = event.get("body", {}).get("calls", [f"{event.get('key')}#1"])
        if names and all(name in calls for name in names):
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
