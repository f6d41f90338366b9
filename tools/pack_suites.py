"""Pack the examination suites that doxa carries: JSON lines written by hand, one file a suite.

    python tools/pack_suites.py SOURCE TARGET

SOURCE holds ``NAME.jsonl`` of every suite; TARGET is ``packages/models/src/doxa_models/texts/suites``. The bytes
are the same at every run: rows in their order, keys sorted, no time in the gzip header.
"""

import gzip
import json
import sys
from pathlib import Path

from doxa.corpora.message_sets import SUITES

NOTICE = "# Written by a language model for examining doxa, as JSON lines. Apache-2.0."


def main() -> None:
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    target.mkdir(parents=True, exist_ok=True)
    for name in SUITES:
        rows = [json.loads(line) for line in (source / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()]
        lines = [json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows]
        packed = gzip.compress("\n".join([NOTICE, *lines, ""]).encode(), 9, mtime=0)
        (target / f"{name}.jsonl.gz").write_bytes(packed)


if __name__ == "__main__":
    main()
