"""Pack the messages whose sentences have roles, on which the reader of roles is trained, and divide their motions.

    python tools/pack_roles.py SOURCE TARGET

SOURCE holds ``roles_N.jsonl`` of every writer N; TARGET is ``packages/models/src/doxa_models/texts/roles``. A fifth of
the motions is ``test``, drawn by the hash of their normal form, so that one motion in other words stays in one part. A
message that repeats another one's words is left out. The bytes are the same at every run.
"""

import gzip
import json
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from doxa.corpora.corpus import normalised
from doxa.corpora.motions import normal_form
from doxa.models.embedded.phrasing import canonical
from doxa.models.hearing.roles import ROLES
from doxa.records.base import digest

NOTICE = "# Written by a language model for doxa, as JSON lines. Apache-2.0."
TESTED = 5
"""One motion in so many is held out."""


def read(source: Path) -> list[dict[str, Any]]:
    """Return the rows of all writers in their order, each once.

    Raises:
        SystemExit: a role or a side is none.
    """
    rows: dict[str, dict[str, Any]] = {}
    for file in sorted(source.glob("roles_*.jsonl"), key=writer_of):
        for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(), 1):
            row = json.loads(line)
            if row["side"] not in (1, -1, 0) or any(part["role"] not in ROLES for part in row["parts"]):
                sys.exit(f"{file}:{number}: a side or a role is not known")
            rows.setdefault(normalised(" ".join(part["text"] for part in row["parts"])), pack(row, writer_of(file)))
    return list(rows.values())


def writer_of(file: Path) -> int:
    return int(file.stem.removeprefix("roles_"))


def pack(row: dict[str, Any], writer: int) -> dict[str, Any]:
    parts = [
        {"text": part["text"].strip(), "role": part["role"], **({"break": True} if part.get("break") else {})}
        for part in row["parts"]
        if part["text"].strip()
    ]
    told = {"motion": row["motion"], "side": row["side"], "parts": parts, "writer": writer}
    return {**told, "part": part_of(row["motion"])}


def part_of(motion: str) -> str:
    """Return ``test`` for one motion in ``TESTED``, the same for a motion in other words."""
    form = " ".join(sorted(normal_form(canonical(motion))))
    return "test" if int(digest(form), 16) % TESTED == 0 else "train"


def write_packed(rows: Sequence[dict[str, Any]], file: Path) -> int:
    """Write rows as compressed JSON lines with sorted keys below the notice, and return how many bytes they take."""
    lines = [json.dumps(row, sort_keys=True, ensure_ascii=False) for row in rows]
    packed = gzip.compress("\n".join([NOTICE, *lines, ""]).encode(), 9, mtime=0)
    file.parent.mkdir(parents=True, exist_ok=True)
    return file.write_bytes(packed)


def main() -> None:
    rows = read(Path(sys.argv[1]))
    size = write_packed(rows, Path(sys.argv[2]) / "messages.jsonl.gz")
    roles = Counter(part["role"] for row in rows for part in row["parts"])
    print(f"{len(rows)} messages, {sum(roles.values())} sentences, {size} bytes")
    print(dict(roles), dict(Counter(row["part"] for row in rows)))


if __name__ == "__main__":
    main()
