"""Errors as services word them: what doxa makes of each body in every interface, as right/all by kind of fault.

The bodies and their sources are in tests/servers/service_bodies.jsonl. Right means: a wrong setup stops, a refusal of
the content refuses that call alone, what is too long is not asked again, all else is asked again and then given up,
and the service's own words are kept. ``held`` are bodies that were looked for after the rule was written.

    python bench/service_bodies.py [--dialect openai] [--held]
"""

import argparse
import os
import sys
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

from servers.openai_server import KEYS, OpenAIServer
from servers.provider_faults import DIALECTS
from servers.service_bodies import describe_wrong, dialects_of, service_bodies


def main() -> None:
    """Print right/all for every kind of fault, and the bodies of which doxa makes something else."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--dialect", choices=DIALECTS, help="only this interface")
    parser.add_argument("--held", action="store_true", help="only the bodies that were held back")
    options = parser.parse_args()
    os.environ |= dict.fromkeys(KEYS, "sk-secret-key-of-the-bench")
    bodies = [body for body in service_bodies() if body.held or not options.held]
    right: Counter[str] = Counter()
    every: Counter[str] = Counter()
    with OpenAIServer() as server:
        for body in bodies:
            dialects = [options.dialect] if options.dialect else dialects_of(body)
            wrong = {dialect: fault for dialect in dialects if (fault := describe_wrong(server, dialect, body))}
            for kind in (body.kind, "all", ("seen", "held", "held again")[body.held]):
                every[kind] += len(dialects)
                right[kind] += len(dialects) - len(wrong)
            for fault in sorted(set(wrong.values())):
                names = ", ".join(dialect for dialect in wrong if wrong[dialect] == fault)
                print(f"    {body.service} {body.status} {body.words!r} ({names}): {fault}")
    print(f"{len(bodies)} bodies of {len({body.service for body in bodies})} services")
    for kind in every:
        print(f"{kind:16} {f'{right[kind]}/{every[kind]}':>16}", flush=True)


if __name__ == "__main__":
    main()
