"""Pack the conversations of real people that doxa ships for human replay.

    python tools/pack_persuasiontrace.py SOURCE TARGET

SOURCE contains the published ``human_rounds.jsonl.gz`` and ``LICENSE.md``; TARGET is
``src/doxa/corpora/shipped/persuasiontrace``. Every run gives the same bytes: rounds are in the order of the data set,
keys are sorted, and the gzip header has no time.
"""

import gzip
import json
import sys
from pathlib import Path

NOTICE = "# Changed from persuasiontrace (jlcmoore/persuasiontrace): keys sorted. MIT."


def packed(source: bytes) -> bytes:
    """Return the rounds as compressed JSON lines whose first line says what was changed."""
    rounds = [json.loads(line) for line in gzip.decompress(source).decode().splitlines()]
    lines = [json.dumps(one, sort_keys=True, ensure_ascii=False) for one in rounds]
    return gzip.compress("\n".join([NOTICE, *lines, ""]).encode(), 9, mtime=0)


def main() -> None:
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    target.mkdir(parents=True, exist_ok=True)
    (target / "rounds.jsonl.gz").write_bytes(packed((source / "human_rounds.jsonl.gz").read_bytes()))
    (target / "LICENSE").write_bytes((source / "LICENSE.md").read_bytes())


if __name__ == "__main__":
    main()
