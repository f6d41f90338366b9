"""The event log: every line contains the hash of the line before.

On a new run ``append`` writes. On a resumed run it first compares with the recorded lines: each must equal, byte for
byte, the event that the script gives when driven again. After the last recorded line it writes.
"""

import json
from pathlib import Path

from doxa.errors import DivergedError
from doxa.log.lines import LineFile, Lines
from doxa.log.recorded import Outcomes
from doxa.log.shortening import AnswerOf, BatchLines
from doxa.records.base import digest
from doxa.records.differences import differences
from doxa.records.events import Body, Event, RunEnded, event, sealed
from doxa.records.outside import parse_json

NAME = "events.jsonl"


class Ledger:
    """The writer of ``events.jsonl``."""

    def __init__(self, path: Path, spec_hash: str, answer_of: AnswerOf) -> None:
        self._file = LineFile(path)
        self._recorded = Lines(path)
        self._batch = BatchLines(answer_of)
        self._at = 0
        self._prev = spec_hash
        self.outcomes = Outcomes(self._recorded, answer_of)

    @property
    def replaying(self) -> bool:
        """Whether there are recorded lines that were not compared yet."""
        return self._at < len(self._recorded)

    def append(self, key: str, body: Body) -> Event:
        """Write one event, or compare it with the recorded one; return it.

        Raises:
            DivergedError: a different event is recorded in its place.
        """
        appended = event(self._at, key, body, self._prev)
        if isinstance(appended, RunEnded):
            appended = sealed(appended)
        line = self._batch.line_of(appended)
        if self.replaying:
            self._compare(self._recorded[self._at], line, appended)
        else:
            self._file.append(line)
        self._at += 1
        self._prev = digest(line)
        return appended

    def sync(self) -> None:
        self._file.sync()

    def close(self) -> None:
        self._file.close()

    def _compare(self, recorded: bytes, driven: bytes, event: Event) -> None:
        if recorded == driven:
            return
        raise DivergedError(
            f"event {event.seq} ({event.kind} {event.key}) is recorded differently from what this run gives: "
            f"{_first_difference(recorded, driven)}",
            hint="The log was changed, or it was made by another version of doxa or of a plug-in. "
            "Run `doxa verify` on the directory; to continue with other settings, fork it.",
        )


def _first_difference(recorded: bytes, driven: bytes) -> str:
    try:
        changed = differences(parse_json(recorded), parse_json(driven))
    except ValueError:
        return "the recorded line is not JSON"
    path, old, new = changed[0] if changed else ("spelling", "", "")
    return f"{path} is {_short(old)} there, {_short(new)} now"


def _short(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:77] + "…"
