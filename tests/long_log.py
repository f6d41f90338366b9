"""Long logs in no time: the rounds of a short run, said again and again under later keys."""

import re
from pathlib import Path
from typing import Any

from doxa.log import journal, ledger
from doxa.log.journal import Answers
from doxa.log.shortening import BatchLines
from doxa.records.base import canonical_line, digest
from log.forging import read_objects

ROUND = re.compile(r"^r(\d+)/")


def lengthen(source: Path, out: Path, rounds: int) -> None:
    """Write a run whose rounds are those of a finished run, over and over. It has no end yet."""
    out.mkdir(parents=True)
    for file in source.iterdir():
        (out / file.name).write_bytes(file.read_bytes())
    events = read_objects(source / ledger.NAME)
    opening = [event for event in events if number_of(event) == 0 and event["kind"] != "end"]
    body = [event for event in events if number_of(event)]
    last = max(map(number_of, body))
    lines: list[bytes] = []
    batches = BatchLines(Answers(out / journal.NAME))
    before = digest((source / "spec.json").read_bytes())
    batch = 0

    def write(event: dict[str, Any]) -> None:
        nonlocal before
        lines.append(canonical_line(batches.shorten(event | {"seq": len(lines), "prev": before})))
        before = digest(lines[-1])

    for event in opening:
        write(event)
    for start in range(0, rounds, last):
        for event in body:
            if number_of(event) + start <= rounds:
                batch += event["kind"] == "batch"
                write(shifted(event, start, batch))
    (out / ledger.NAME).write_bytes(b"".join(lines))


def number_of(event: dict[str, Any]) -> int:
    """Return the round of an event; 0 for those before the first round and for the end."""
    body = event["body"]
    named = [event["key"], *body.get("keys", ()), *(one["message"] for one in body.get("exposures", ()))]
    return max((int(found[1]) for name in named if (found := ROUND.match(name))), default=0)


def shifted(value: Any, start: int, batch: int) -> Any:
    """Return an event with the keys of a later round in all that it names."""
    if isinstance(value, dict):
        return {key: shifted(inner, start, batch) for key, inner in value.items()}
    if isinstance(value, list):
        return [shifted(inner, start, batch) for inner in value]
    if not isinstance(value, str):
        return value
    if value.startswith("batch/"):
        return re.sub(r"^batch/\d+", f"batch/{batch}", value)
    if found := re.fullmatch(r"round (\d+)", value):
        return f"round {int(found[1]) + start}"
    return ROUND.sub(lambda found: f"r{int(found[1]) + start:02}/", value)
