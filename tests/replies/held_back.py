"""Further replies of small real models, labelled before any check of speech was run on them: ``README.md``.

Whoever writes a check does not look at them.
"""

import csv
import gzip
import json
from dataclasses import dataclass

from replies.contexts import RecordedContext
from replies.labelled import FOLDER


@dataclass(frozen=True, kw_only=True)
class HeldBackReply:
    """A reply of words with its context and its label."""

    number: int
    model: str
    task: str
    context: RecordedContext
    text: str
    label: str
    """``right`` or ``unfit``; none of them has to be cut."""
    reason: str


def read_held_back() -> list[HeldBackReply]:
    """Return the replies in the order in which they were made."""
    with (FOLDER / "held_back.csv").open(encoding="utf-8", newline="") as labels:
        rows = list(csv.DictReader(labels))
    with gzip.open(FOLDER / "held_back.jsonl.gz", "rt", encoding="utf-8") as lines:
        recorded = [json.loads(line) for line in lines]
    return [
        HeldBackReply(
            number=int(row["number"]),
            label=row["label"],
            reason=row["reason"],
            model=reply["model"],
            task=reply["task"],
            text=reply["reply"],
            context=RecordedContext(
                speaker=reply["speaker"],
                others=tuple(reply["others"]),
                motion=reply["motion"],
                request=reply["request"],
                own=(),
                earlier=tuple((speaker, text) for speaker, text in reply["earlier"]),
            ),
        )
        for row, reply in zip(rows, recorded, strict=True)
    ]
