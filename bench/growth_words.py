"""How the cost of judging a debate from a file grows with its words: texts and characters read, pairs compared, CPU.

    python bench/growth_words.py [--sizes 1000,2000,4000,8000,16000]

Each size is judged in a process of its own, offline, from a file of eight speeches that are made of the sentences of
written debates. Each sentence is read once by the network, so that characters grow as words do. Every sentence is
compared with every sentence of the speeches before it: pairs grow with the square, and cost little.
"""

import argparse
import itertools
import math
import subprocess
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

SIZES = (1_000, 2_000, 4_000, 8_000, 16_000)
SPEECHES = 8
COUNTED = ("texts", "characters", "pairs")


def write_debate(words: int, folder: Path) -> Path:
    """Return a new file with a debate of so many words."""
    from doxa.judging.known import known_debates

    texts = [turn.text for debate in known_debates("train") for turn in debate.turns]
    spoken = list(itertools.islice(itertools.cycle(" ".join(texts).split()), words))
    each = words // SPEECHES
    speakers = (("Ann Lee", "Proposition"), ("Ben Ode", "Opposition"))
    turns = [
        f"{name} ({side}): {' '.join(spoken[number * each : (number + 1) * each])}"
        for number, (name, side) in zip(range(SPEECHES), itertools.cycle(speakers), strict=False)
    ]
    path = folder / f"debate-{words}.txt"
    path.write_text("Motion: We should ban cars\n\n" + "\n\n".join(turns) + "\n", encoding="utf-8")
    return path


def judge_file(path: Path) -> str:
    """Return what judging a file counted and its CPU seconds, separated by spaces."""
    from doxa.judging.cases import Judges, case_of_file, judge
    from doxa.judging.offline import cues, learnt, noting
    from doxa.models.embedded.trunk import Trunk

    counts: Counter[str] = Counter()
    read_texts, likeness = Trunk.read_texts, cues.likeness

    def read(trunk: Trunk, texts: Sequence[str]) -> object:
        counts.update(texts=len(texts), characters=sum(map(len, texts)))
        return read_texts(trunk, texts)

    def compare(texts: Sequence[str], others: Sequence[str], library: object) -> object:
        counts["pairs"] += len(texts) * len(others)
        return likeness(texts, others, library)  # type: ignore[arg-type]

    Trunk.read_texts = read  # type: ignore[assignment,method-assign]
    for module in (learnt, noting):
        vars(module)["likeness"] = compare
    judges = Judges()
    begun = time.process_time()
    judge([case_of_file(path, "We should ban cars", judges, path.parent)], judges)
    return " ".join([*(str(counts[name]) for name in COUNTED), f"{time.process_time() - begun:.1f}"])


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="numbers of words, rising")
    parser.add_argument("--file", type=Path, help=argparse.SUPPRESS)
    order = parser.parse_args()
    if order.file:
        print(judge_file(order.file))
        return
    sizes, rows = [int(size) for size in order.sizes.split(",")], []
    print(f"{'words':>8} {'texts':>8} {'characters':>12} {'pairs':>12} {'CPU s':>8}")
    for size in sizes:
        with tempfile.TemporaryDirectory() as folder:
            command = [sys.executable, __file__, "--file", str(write_debate(size, Path(folder)))]
            row = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
        rows.append([float(cell) for cell in row[-4:]])
        print(f"{size:>8} {row[-4]:>8} {row[-3]:>12} {row[-2]:>12} {row[-1]:>8}", flush=True)
    ratio = math.log(sizes[-1] / sizes[0])
    exponents = [math.log(last / first) / ratio for first, last in zip(rows[0], rows[-1], strict=True)]
    print(f"exponent {exponents[0]:>8.2f} {exponents[1]:>12.2f} {exponents[2]:>12.2f} {exponents[3]:>8.2f}")


if __name__ == "__main__":
    main()
