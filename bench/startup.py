"""The time of starting: whole processes, alternating with a bare interpreter, and with a former version if given.

python bench/startup.py [--repeats 10] [--against PYTHON]

PYTHON is the interpreter of an environment with the former version; ratios are ours to the other's, pair by pair.
"""

import argparse
import statistics
import subprocess
import sys
import time

ARGUMENTS = {
    "python -c pass": ["-c", "pass"],
    "import doxa": ["-c", "import doxa"],
    "doxa --help": ["-m", "doxa.app.cli", "--help"],
    "doxa models": ["-m", "doxa.app.cli", "models"],
    "doxa scenarios": ["-m", "doxa.app.cli", "scenarios"],
}


def seconds(command: list[str]) -> float:
    """Return the seconds that a process takes."""
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def interleaved(interpreters: list[str], repeats: int) -> dict[str, list[list[float]]]:
    """Return command → one list of times for each interpreter; each round runs every command once with each."""
    times: dict[str, list[list[float]]] = {name: [[] for _ in interpreters] for name in ARGUMENTS}
    for turn in range(repeats + 1):
        for name, arguments in ARGUMENTS.items():
            for place, interpreter in enumerate(interpreters):
                took = seconds([interpreter, *arguments])
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
        line = f"{name:16} median {statistics.median(ours):.3f} s, highest {max(ours):.3f} s"
        for former in others:
            ratios = [our / other for our, other in zip(ours, former, strict=True)]
            line += f"; former {statistics.median(former):.3f} s, ratio {statistics.median(ratios):.2f}"
        print(line)


if __name__ == "__main__":
    main()
