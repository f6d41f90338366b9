"""What starting takes: whole processes, alternating with a bare interpreter, and with a former version if given.

python bench/startup.py [--repeats 10] [--against PYTHON]

PYTHON is the interpreter of an environment with the former version; ratios are ours to the other's, pair by pair. The
last rows show what the smallest runs take, with one BLAS thread: one text that is embedded, the table of languages that
the offline judge asks, and a debate of one round.
"""

import argparse
import os
import statistics
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass

TEXT = "Voting is fair because every voice counts."

ARGUMENTS = {
    "python -c pass": ["-c", "pass"],
    "import doxa": ["-c", "import doxa"],
    "doxa --help": ["-m", "doxa.app.cli", "--help"],
    "doxa models": ["-m", "doxa.app.cli", "models"],
    "doxa scenarios": ["-m", "doxa.app.cli", "scenarios"],
    "one text": ["-c", f"from doxa.models.embedded.embedder import embedder; embedder().embed([{TEXT!r}])"],
    "table of languages": ["-c", f"from doxa.models.hearing.guards import is_foreign; is_foreign({TEXT!r})"],
    "a debate of one round": [
        "-c",
        "import doxa; doxa.run('compulsory-voting', changes={'script.rounds': 1}, out='run')",
    ],
}


@dataclass(frozen=True)
class Process:
    """What a process took."""

    wall: float
    """Seconds."""
    cpu: float
    """Seconds, of all its threads."""
    peak: float
    """Megabytes."""


def start(command: list[str]) -> Process:
    """Return what a process takes, in a folder that is thrown away."""
    environment = os.environ | {"OPENBLAS_NUM_THREADS": "1"}
    with tempfile.TemporaryDirectory() as folder:
        began = time.perf_counter()
        process = subprocess.Popen(command, stdout=subprocess.DEVNULL, cwd=folder, env=environment)
        _, status, used = os.wait4(process.pid, 0)
        wall = time.perf_counter() - began
    if status:
        raise SystemExit(f"{' '.join(command)} failed")
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    return Process(wall, used.ru_utime + used.ru_stime, used.ru_maxrss / unit)


def interleaved(interpreters: list[str], repeats: int) -> dict[str, list[list[Process]]]:
    """Return command → one list of processes for each interpreter; each round runs every command once with each."""
    times: dict[str, list[list[Process]]] = {name: [[] for _ in interpreters] for name in ARGUMENTS}
    for turn in range(repeats + 1):
        for name, arguments in ARGUMENTS.items():
            for place, interpreter in enumerate(interpreters):
                took = start([interpreter, *arguments])
                if turn:  # the first round writes bytecode and fills the file cache
                    times[name][place].append(took)
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--repeats", type=int, default=10)
    parser.add_argument("--against", metavar="PYTHON", help="the interpreter of a former version's environment")
    options = parser.parse_args()
    interpreters = [sys.executable, *([options.against] if options.against else [])]
    for name, (ours, *others) in interleaved(interpreters, options.repeats).items():
        walls = [process.wall for process in ours]
        line = f"{name:22} median {statistics.median(walls):.3f} s, highest {max(walls):.3f} s"
        line += f", CPU {statistics.median(process.cpu for process in ours):.3f} s"
        line += f", peak {statistics.median(process.peak for process in ours):.0f} MB"
        for former in others:
            ratios = [our.wall / other.wall for our, other in zip(ours, former, strict=True)]
            line += f"; former {statistics.median(process.wall for process in former):.3f} s"
            line += f", ratio {statistics.median(ratios):.2f}"
        print(line)


if __name__ == "__main__":
    main()
