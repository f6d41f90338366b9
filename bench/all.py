"""Measure every figure of docs/performance.md in turn, and print the machine.

make bench
"""

import os
import platform
import subprocess
import sys
from pathlib import Path

SCRIPTS = (
    "startup.py",
    "debate.py",
    "discussions.py",
    "provider_path.py",
    "logged_calls.py",
    "judgement.py",
    "messages.py",
    "strength.py",
    "calibration.py",
    "graph.py",
    "feed.py",
    "populations.py",
    "puzzles.py",
    "puzzle_debates.py",
    "frames.py",
)


def main() -> None:
    print(f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}")
    for name in SCRIPTS:
        print(f"\n== python bench/{name}", flush=True)
        subprocess.run([sys.executable, str(Path(__file__).with_name(name))], check=True)


if __name__ == "__main__":
    main()
