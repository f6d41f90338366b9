"""Pack the statements on which the reader of positions is trained, and divide their propositions.

    python tools/pack_positions.py SOURCE TARGET

SOURCE holds ``positions_N.jsonl`` of every writer N; TARGET is ``packages/models/src/doxa_models/texts/positions``. A
fifth of the propositions is ``test``, drawn as in ``pack_roles.py``. A statement that occurs twice is kept once. The
bytes are the same at every run.
"""

import json
import sys
from collections import Counter
from pathlib import Path
from typing import Any

from pack_roles import part_of, write_packed

from doxa.corpora.corpus import normalised

STANCES = range(-3, 4)


def read(source: Path) -> list[dict[str, Any]]:
    """Return the rows of all writers in their order, each once.

    Raises:
        SystemExit: a stance is none.
    """
    rows: dict[tuple[str, str], dict[str, Any]] = {}
    for file in sorted(source.glob("positions_*.jsonl")):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            row = json.loads(line)
            if row["stance"] not in STANCES:
                sys.exit(f"{file}:{number}: a stance from -3 to 3 is needed")
            told = {name: row[name] for name in ("proposition", "text", "stance")}
            told |= {"writer": int(file.stem.removeprefix("positions_")), "part": part_of(row["proposition"])}
            rows.setdefault((row["proposition"], normalised(row["text"])), told)
    return list(rows.values())


def main() -> None:
    rows = read(Path(sys.argv[1]))
    size = write_packed(rows, Path(sys.argv[2]) / "positions.jsonl.gz")
    print(f"{len(rows)} statements, {size} bytes, {dict(sorted(Counter(row['stance'] for row in rows).items()))}")
    print(dict(Counter(row["part"] for row in rows)))


if __name__ == "__main__":
    main()
