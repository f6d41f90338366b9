"""Runs that were cut off: calls are on the disk before the events that rest on them, whatever ends the process."""

import json
from pathlib import Path

from doxa.log.journal import read_calls


def drop_unfounded(run: Path) -> None:
    """Cut the events of a run before the first outcome whose calls are not all in its journal."""
    calls = {call.id for call in read_calls(run / "calls.jsonl")}
    kept = []
    for line in (run / "events.jsonl").read_bytes().splitlines(keepends=True):
        event = json.loads(line)
        if event["kind"] == "outcome" and not calls.issuperset(event["body"].get("calls", [f"{event['key']}#1"])):
            break
        kept.append(line)
    (run / "events.jsonl").write_bytes(b"".join(kept))
