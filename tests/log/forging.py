"""Forging: a log changed by somebody who knows docs/log-format.md and makes every hash anew."""

import json
from pathlib import Path
from typing import Any

from doxa.log.journal import CallRecord, answer_hash, read_lines
from doxa.records.canonical import canonical_line, digest


def read_objects(file: Path) -> list[dict[str, Any]]:
    """Return the objects of a file, a line each."""
    return [json.loads(line) for line in file.read_bytes().splitlines()]


def relink_journal(run: Path) -> None:
    """Give every line of a journal the link that it must have."""
    file = run / "calls.jsonl"
    link, lines = "", []
    for line in read_lines(file):
        link = line.link_after(link)
        lines.append(canonical_line(line.model_copy(update={"link": link})))
    file.write_bytes(b"".join(lines))


def rehash_answers(run: Path) -> None:
    """Give every outcome the hash of the calls that it names, where the journal has them."""
    calls = {line.id: line for line in read_lines(run / "calls.jsonl") if isinstance(line, CallRecord)}
    file = run / "events.jsonl"
    events = read_objects(file)
    for event in events:
        body = event["body"]
        if event["kind"] == "outcome" and body.get("calls") and all(name in calls for name in body["calls"]):
            body["answer"] = answer_hash(calls[name] for name in body["calls"])
    file.write_bytes(b"".join(map(canonical_line, events)))


def relink_events(run: Path) -> None:
    """Give every event the hash of the line before, and the last one its seal."""
    file = run / "events.jsonl"
    before = digest((run / "spec.json").read_bytes())
    lines = []
    for event in read_objects(file):
        event["prev"] = before
        if event["kind"] == "end":
            event["body"]["seal"] = ""
            event["body"]["seal"] = digest(canonical_line(event))
        lines.append(canonical_line(event))
        before = digest(lines[-1])
    file.write_bytes(b"".join(lines))


def make_hashes_anew(run: Path) -> None:
    """Make every hash of a changed log anew."""
    relink_journal(run)
    rehash_answers(run)
    relink_events(run)
