"""An offline debate: the time of fifteen rounds after the start, and the cost per round over a thousand rounds.

python bench/debate.py [--rounds 1000]
"""

import argparse
import resource
import statistics
import tempfile
import time
from pathlib import Path

from doxa.engine.drive import Progress
from doxa.experiments.sitting import run
from doxa.models.embedded import embedder


class Clock:
    """A watcher that records when each batch ended, and the memory of the process at that time."""

    def __init__(self) -> None:
        self.times = [time.perf_counter()]
        self.memory = [_megabytes()]

    def __call__(self, progress: Progress) -> None:
        self.times.append(time.perf_counter())
        self.memory.append(_megabytes())


def _megabytes() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024


def short(folder: Path) -> None:
    """Print the time of fifteen rounds: the first run of a process, and five more, with most sentences embedded."""
    began = time.perf_counter()
    run("compulsory-voting", out=folder / "first")
    print(f"15 rounds, 2 agents, first of a process: {time.perf_counter() - began:.2f} s")
    seconds = []
    for number in range(5):
        began = time.perf_counter()
        run("compulsory-voting", out=folder / f"short{number}")
        seconds.append(time.perf_counter() - began)
    print(f"15 rounds, 2 agents, further ones: median {statistics.median(seconds):.2f} s, highest {max(seconds):.2f} s")


def long(folder: Path, rounds: int) -> None:
    """Print the cost of many rounds, by tenths."""
    clock = Clock()
    log = run("compulsory-voting", out=folder / "long", changes={"script.rounds": rounds}, watch=clock)
    shown = [sum(len(log.blobs.block(name).text) for name in call.blocks) for call in log.calls() if "#1" in call.id]
    speaking = [size for size, call in zip(shown, log.calls(), strict=True) if call.role == "speaker"]
    tenth = 2 * rounds // 10
    print(f"{'rounds':>12} {'ms a round':>11} {'MB':>7} {'prompt, characters':>19}")
    for part in range(10):
        first, last = part * tenth, (part + 1) * tenth
        cost = (clock.times[last] - clock.times[first]) / (tenth / 2) * 1e3
        prompt = statistics.mean(speaking[first:last])
        print(f"{first // 2 + 1:>5} – {last // 2:>4} {cost:11.1f} {clock.memory[last]:7.0f} {prompt:19.0f}")
    size = sum(file.stat().st_size for file in log.path.iterdir()) / 1e6
    print(f"whole: {clock.times[-1] - clock.times[0]:.1f} s, run directory {size:.1f} MB")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=1000)
    asked = parser.parse_args()
    embedder().rows(["warm"])
    with tempfile.TemporaryDirectory() as folder:
        short(Path(folder))
        long(Path(folder), asked.rounds)


if __name__ == "__main__":
    main()
