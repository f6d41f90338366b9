"""How many tokens the prompts of offline runs have, by task, and how many of them repeat the prompt before.

    python bench/prompt_tokens.py [SCENARIO …]       runs them, or all of those below
    python bench/prompt_tokens.py RUN …              reads runs that are there, such as those of another version

The alternative is no cache: all input tokens are read anew. *Shared* is the part of a task's input that is a common
prefix with the request of the same task before it, whoever made that one. Tokens are WordPieces of the shipped encoder;
Qwen2.5 counts 0.96 to 1.06 of them in debates.
"""

import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "tests"))

import doxa
from doxa.log.rundir import open_run
from experiments.prompt_costs import rows_of, shared

SCENARIOS = {
    "compulsory-voting": {"script.rounds": 20, "policy.recent": 12},
    "persuasion": {"script.rounds": 6},
    "land": {"script.rounds": 6},
    "feed": {"script.rounds": 3},
    "puzzles/anchor": {},
    "union": {},
}


def main(scenarios: list[str]) -> None:
    head = f"{'scenario, task':42} {'requests':>8} {'first':>6} {'longest':>7} {'in all':>9}"
    print(f"{head} {'shared':>6} {'of run':>6}")
    for scenario in scenarios:
        with tempfile.TemporaryDirectory() as folder:
            there = Path(scenario).is_dir()
            log = open_run(scenario) if there else doxa.run(scenario, out=Path(folder), changes=SCENARIOS[scenario])
            rows = rows_of(log)
        whole = sum(tokens for requests in rows.values() for _, tokens, _ in requests)
        for task, requests in rows.items():
            counts = [tokens for _, tokens, _ in requests]
            numbers = f"{len(counts):8,} {counts[0]:6,} {max(counts):7,} {sum(counts):9,}"
            print(f"{scenario + ', ' + task:42} {numbers} {shared(requests):6.2f} {sum(counts) / whole:6.2f}")
        if late := [row for row in rows.get("respond", ()) if row[0][:3] >= "r15"]:
            print(f"{'  respond, rounds 15 to 20':75} {shared(late):6.2f}")


if __name__ == "__main__":
    main(sys.argv[1:] or list(SCENARIOS))
