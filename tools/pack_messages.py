"""Pack the whole messages on which doxa examines judges: those of 24 language models, and its own.

    python tools/pack_messages.py SOURCE TARGET

SOURCE holds ``llm-messages`` (``messages.csv.gz``, ``LICENSE``) and ``own-messages`` (``messages.jsonl.gz``); TARGET is
``packages/models/src/doxa_models/texts``. The bytes are the same at every run: rows in the order of the data set, keys
sorted, no time in the gzip header.
"""

import csv
import gzip
import io
import json
import sys
from collections.abc import Iterable
from pathlib import Path

NOTICE = "# Changed from scaling-LLM-persuasion (Kobi Hackenburg): selected columns, as JSON lines. MIT."
OWN_NOTICE = "# Messages written by a language model for doxa, as JSON lines. Apache-2.0."


def packed_rows(notice: str, rows: Iterable[dict[str, object]]) -> bytes:
    """Return rows as compressed JSON lines behind a line that says what they are."""
    lines = [json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows]
    return gzip.compress("\n".join([notice, *lines, ""]).encode(), 9, mtime=0)


def main() -> None:
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    for name in ("llm-messages", "own-messages"):
        (target / name).mkdir(parents=True, exist_ok=True)
    table = gzip.decompress((source / "llm-messages/messages.csv.gz").read_bytes()).decode()
    written = csv.DictReader(io.StringIO(table, newline=""))
    (target / "llm-messages/messages.jsonl.gz").write_bytes(packed_rows(NOTICE, (dict(row) for row in written)))
    (target / "llm-messages/LICENSE").write_bytes((source / "llm-messages/LICENSE").read_bytes())
    lines = gzip.decompress((source / "own-messages/messages.jsonl.gz").read_bytes()).decode().splitlines()
    (target / "own-messages/messages.jsonl.gz").write_bytes(packed_rows(OWN_NOTICE, map(json.loads, lines)))


if __name__ == "__main__":
    main()
