"""Faults of services: what doxa makes of every wrong answer in every interface, as right/all.

Right means: the status is the one that the fault has, no good answer is thrown away, nothing that was only thought or
that broke off is taken for speech, and nothing is asked twice that need not be.

    python bench/provider_faults.py [--dialect openai]
"""

import argparse
import os
import sys
from collections.abc import Iterable
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from servers.openai_server import KEYS, OpenAIServer
from servers.provider_faults import DIALECTS, ask, cases, fault_of


def count_right(server: OpenAIServer, dialect: str) -> tuple[int, int]:
    """Return how many misbehaviours doxa handles rightly, and how many there are; print the others."""
    plain = ask(server, dialect).answer
    if plain is None:
        raise SystemExit(f"{dialect}: no right answer to compare with")
    names = list(cases(dialect))
    faults = {name: fault for name in names if (fault := fault_of(server, dialect, name, plain))}
    for name, fault in faults.items():
        print(f"    {dialect}, {name}: {fault}")
    return len(names) - len(faults), len(names)


def main() -> None:
    """Print right/all for every interface, and their sum."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dialect", choices=DIALECTS, help="only this interface")
    chosen = parser.parse_args().dialect
    show_right([chosen] if chosen else DIALECTS)


def show_right(dialects: Iterable[str]) -> None:
    """Print right/all for some interfaces, and their sum."""
    os.environ |= dict.fromkeys(KEYS, "sk-secret-key-of-the-bench")
    totals = (0, 0)
    print(f"{'provider faults':16} {'right':>16}")
    with OpenAIServer() as server:
        for dialect in dialects:
            right, every = count_right(server, dialect)
            totals = (totals[0] + right, totals[1] + every)
            print(f"{dialect:16} {f'{right}/{every}':>16}", flush=True)
    print(f"{'all':16} {f'{totals[0]}/{totals[1]}':>16}")


if __name__ == "__main__":
    main()
