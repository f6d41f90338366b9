"""What starting costs: ``import doxa``, ``doxa --help``, and a bare interpreter beside them, as whole processes.

python bench/startup.py [--repeats 10]
"""

import argparse
import statistics
import subprocess
import sys
import time

COMMANDS = {
    "python -c pass": [sys.executable, "-c", "pass"],
    "import doxa": [sys.executable, "-c", "import doxa"],
    "doxa --help": [sys.executable, "-m", "doxa.app.cli", "--help"],
    "doxa models": [sys.executable, "-m", "doxa.app.cli", "models"],
}


def seconds(command: list[str]) -> float:
    began = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - began


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=10)
    asked = parser.parse_args()
    for command in COMMANDS.values():
        seconds(command)  # bytecode is written, files are read
    found: dict[str, list[float]] = {name: [] for name in COMMANDS}
    for _ in range(asked.repeats):
        for name, command in COMMANDS.items():
            found[name].append(seconds(command))
    for name, times in found.items():
        print(f"{name:16} median {statistics.median(times):.3f} s, highest {max(times):.3f} s")


if __name__ == "__main__":
    main()
