"""What 500 agents from a table cost on a feed, with three questions before and after, and without: offline.

    python bench/people.py [AGENTS]

Each run, and its verification, is a process of its own, whose processor time and peak memory are read at its end. The
run with questions is compared with the other: every request but those of the questions must be the same.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path
from random import Random

import doxa

JOBS = ("nurse", "teacher", "farmer", "clerk", "driver")

FEED = """\
proposition = "We should subsidize journalism"
protocol = "feed"
kernel = "social"
seed = 8
script = { rounds = 3, posts = 10, replies = 2 }
[panel]
file = "people.csv"
persona = "{{ persona }} {{ age }} years old, from the {{ region }}."
"""

QUESTIONS = """
[[questions]]
id = "support"
ask = "How strongly do you support subsidies for journalism?"
scale = { 0 = "not at all", 100 = "entirely" }
agrees = "high"
[[questions]]
id = "oppose"
ask = "How strongly do you oppose subsidies for journalism?"
scale = { 0 = "not at all", 100 = "entirely" }
agrees = "low"
opposite_of = "support"
[[questions]]
id = "vote"
ask = "How would you vote on them today?"
choices = ["for", "against"]
"""


def main() -> None:
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 500
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        write_people(place / "people.csv", count)
        (place / "without.toml").write_text(FEED, encoding="utf-8")
        (place / "with.toml").write_text(FEED + QUESTIONS, encoding="utf-8")
        for name in ("without", "with"):
            measure(
                f"{count} agents {name} questions", "run", f"{place}/{name}.toml", "--quiet", "--out", f"{place}/{name}"
            )
            measure("  verified", "verify", f"{place}/{name}")
        without, asked = (requests(place / name) for name in ("without", "with"))
        answers = {call: request for call, request in asked.items() if call.startswith("ask/")}
        assert {call: request for call, request in asked.items() if call not in answers} == without
        print(f"{len(without):,} requests without questions; the same and {len(answers):,} answers with them")


def write_people(path: Path, count: int) -> None:
    """Write a table of people, drawn by a seed."""
    random = Random(1)
    rows = ["name,persona,side,prior,age,region"]
    for number in range(count):
        stance = round(random.uniform(-0.9, 0.9), 2)
        side = "pro" if stance > 0.2 else "con" if stance < -0.2 else "neutral"
        region, age = random.choice(("north", "south")), random.randint(18, 88)
        rows.append(f"Person {number},Works as a {random.choice(JOBS)}.,{side},{stance},{age},{region}")
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")


def measure(what: str, *call: str) -> None:
    """Run a command of doxa, and print its processor time and its peak memory."""
    program = Path(sys.executable).with_name("doxa")
    process = subprocess.Popen([program, *call], stdout=subprocess.DEVNULL)
    _, status, used = os.wait4(process.pid, 0)
    assert status == 0, f"doxa {' '.join(call)} failed"
    print(f"{what}: {used.ru_utime + used.ru_stime:.1f} s of processor time, {used.ru_maxrss / 1024:.0f} MB")


def requests(path: Path) -> dict[str, str]:
    """Return call → the hash of its request."""
    return {call.id: call.request for call in doxa.open_run(path).calls()}


if __name__ == "__main__":
    main()
