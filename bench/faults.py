"""How many faults are noticed: single edits of logs that ``doxa verify`` finds, as found/all for each kind of run.

An edit is plain, or forged with every hash made anew (tests/log/edits.py).

    python bench/faults.py [--sample 200] [--whole]
"""

import argparse
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from log.edits import Edit, edits_of, forgeries_of, is_found
from log.kinds import MAKERS

EACH = 3
"""Forgeries of one field in one kind of line."""


def count_found(run: Path, edits: Sequence[Edit], *, forged: bool) -> int:
    """Return how many edits verification finds, and print the others."""
    unseen = [edit for edit in edits if not is_found(run, edit, forged=forged)]
    for edit in unseen:
        print(f"    not found: {edit}{' (forged)' if forged else ''}")
    return len(edits) - len(unseen)


def main() -> None:
    """Print found/all for every kind of run, and their sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sample", type=int, default=200, help="edits of each kind of run")
    parser.add_argument("--whole", action="store_true", help="all edits (an hour)")
    options = parser.parse_args()
    totals = [0, 0, 0, 0]
    print(f"{'kind of run':16} {'edits found':>16} {'forgeries found':>16}")
    for kind, make in MAKERS.items():
        with tempfile.TemporaryDirectory() as folder:
            run = make(Path(folder) / "run")
            every = (list(edits_of(run)), list(forgeries_of(run, EACH)))
            counts: list[int] = []
            for edits, forged in zip(every, (False, True), strict=True):
                chosen = edits if options.whole else Random(kind).sample(edits, min(options.sample, len(edits)))
                counts += [count_found(run, chosen, forged=forged), len(chosen)]
        totals = [total + count for total, count in zip(totals, counts, strict=True)]
        print(f"{kind:16} {f'{counts[0]}/{counts[1]}':>16} {f'{counts[2]}/{counts[3]}':>16}", flush=True)
    print(f"{'all':16} {f'{totals[0]}/{totals[1]}':>16} {f'{totals[2]}/{totals[3]}':>16}")


if __name__ == "__main__":
    main()
