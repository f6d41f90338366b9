"""Pack the ArgKP-2021 files of IBM/KPA_2021_shared_task into the two files that doxa ships.

    python tools/pack_argkp.py SOURCE TARGET

Every run gives the same bytes: rows are in the order of the data set, and the gzip header has no time.
"""

import csv
import gzip
import io
import sys
from pathlib import Path

PARTS = ("train", "dev", "test")

NOTICE = (
    "# Changed from ArgKP-2021 (IBM/KPA_2021_shared_task): parts joined with a column 'part', ids prefixed with it, "
    "columns renamed, white space at the ends of texts removed. CDLA-Sharing-1.0.\n"
)


def pack(source: Path, target: Path, kind: str, column: str) -> None:
    """Write the three parts of one kind of row (arguments or key points) into one compressed CSV file."""
    lines = io.StringIO(newline="")
    lines.write(NOTICE)
    writer = csv.writer(lines, lineterminator="\n")
    writer.writerow(["id", "proposition", "polarity", "part", "text"])
    for part in PARTS:
        with (source / f"{kind}_{part}.csv").open(encoding="utf-8", newline="") as rows:
            for row in csv.DictReader(rows):
                name = f"{part}/{next(iter(row.values()))}"
                writer.writerow([name, row["topic"].strip(), int(row["stance"]), part, row[column].strip()])
    (target / f"{kind}.csv.gz").write_bytes(gzip.compress(lines.getvalue().encode(), 9, mtime=0))


def main() -> None:
    source, target = Path(sys.argv[1]), Path(sys.argv[2])
    target.mkdir(parents=True, exist_ok=True)
    pack(source, target, "arguments", "argument")
    pack(source, target, "key_points", "key_point")


if __name__ == "__main__":
    main()
