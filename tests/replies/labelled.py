"""99 replies of small real language models to doxa's prompts, with what two readers made of each: ``README.md``."""

import csv
import gzip
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class LabelledReply:
    """A reply with its label, on which the readers agreed or was decided between them."""

    number: int
    kind: str
    """``words`` or ``json``."""
    label: str
    first: str
    """Kind and label as the first reader gave them; ``second`` as the second, who had not seen them."""
    second: str
    remains: str
    """Of a reply that has to be cut the words that stay."""
    recorded: dict[str, Any]
    """Model, task, messages, schema, settings and reply."""


def read_replies() -> list[LabelledReply]:
    with (FOLDER / "labels.csv").open(encoding="utf-8", newline="") as labels:
        rows = list(csv.DictReader(labels))
    with gzip.open(FOLDER / "replies.jsonl.gz", "rt", encoding="utf-8") as lines:
        recorded = [json.loads(line) for line in lines]
    return [
        LabelledReply(
            number=int(row["number"]),
            recorded=reply,
            **{name: row[name] for name in ("kind", "label", "first", "second", "remains")},
        )
        for row, reply in zip(rows, recorded, strict=True)
    ]
