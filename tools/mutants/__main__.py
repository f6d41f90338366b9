"""PYTHONPATH=tools .tools/mutants/bin/python -m mutants [--only KEY ...]

Draws mutants, tries those that are not settled, and writes tests/mutants.md. Stopped, it goes on where it was.
"""

import argparse
import json
import time
from collections.abc import Sequence
from dataclasses import asdict
from pathlib import Path

from mutants.draw import Mutant, draw, list_mutants
from mutants.report import Draw, Verdict, check_named_tests, read_verdicts, write_report
from mutants.suite import Suite, copy_tree, open_suite, sources_digest
from mutants.trial import BUDGETS, add_trial, check_without_fault, is_settled, read_trials, show_change, try_mutant

ROOT = Path(__file__).resolve().parents[2]
WORK = ROOT / "runs" / "mutants"
REPORT = ROOT / "tests" / "mutants.md"

DRAWS = ((20, 200), (21, 60))
"""Seed and size: the draw that tests were written after, and one that none were written after."""


def main() -> None:
    """Try every mutant that is drawn, then write the report."""
    parser = argparse.ArgumentParser(description="Hold the tests to small faults in the core rooms.")
    parser.add_argument("--only", nargs="*", metavar="KEY", help="try these mutants again, whatever is known of them")
    parser.add_argument("--first", action="store_true", help="leave the second draw for later")
    arguments = parser.parse_args()
    tree = WORK / "tree"
    copy_tree(ROOT, tree)
    suite = open_suite(tree)
    samples = _samples(tree, DRAWS[:1] if arguments.first else DRAWS)
    drawn = [mutant for *_, sample in samples for mutant in sample]
    for budget in BUDGETS:
        _try_all(_due(drawn, suite, budget, arguments.only), suite, budget)
    trials = read_trials(WORK / "trials.jsonl")
    draws = [Draw(seed, of, [(mutant, trials[mutant.key]) for mutant in sample]) for seed, of, sample in samples]
    write_report(REPORT, draws, read_verdicts(), ROOT)
    print(f"wrote {REPORT.relative_to(ROOT)}")


def _samples(tree: Path, draws: Sequence[tuple[int, int]]) -> list[tuple[int, int, list[Mutant]]]:
    """Seed, number to draw from, and what was drawn; none is drawn twice. Kept, as long as the sources are the same."""
    kept = WORK / f"drawn-{len(draws)}-{sources_digest(tree)}.json"
    if not kept.exists():
        left, samples = list_mutants(tree), []
        for seed, total in draws:
            sample = draw(left, total, seed, tree)
            samples.append((seed, len(left), [asdict(mutant) for mutant in sample]))
            left = [mutant for mutant in left if mutant not in set(sample)]
        kept.write_text(json.dumps(samples))
    return [(seed, of, [Mutant(**mutant) for mutant in sample]) for seed, of, sample in json.loads(kept.read_text())]


def _due(drawn: Sequence[Mutant], suite: Suite, budget: float, only: Sequence[str] | None) -> list[Mutant]:
    trials = read_trials(WORK / "trials.jsonl")
    if only is not None:
        return [mutant for mutant in drawn if mutant.key in only]
    return [mutant for mutant in drawn if not is_settled(trials.get(mutant.key), mutant, suite, budget)]


def _try_all(due: Sequence[Mutant], suite: Suite, budget: float) -> None:
    if due:
        check_without_fault(suite)
    verdicts = read_verdicts()
    check_named_tests(verdicts, suite)
    begin = time.monotonic()
    for number, mutant in enumerate(due, 1):
        verdict = verdicts.get(mutant.key, Verdict())
        trial = try_mutant(mutant, suite, budget, list(filter(None, (verdict.test, verdict.elsewhere))))
        add_trial(WORK / "trials.jsonl", trial)
        left = (time.monotonic() - begin) / number * (len(due) - number)
        print(f"{number}/{len(due)}, {left / 60:.0f} min left: {trial.fate} {mutant.path}:{mutant.line}", flush=True)
        if trial.fate == "survived":
            print("\n".join(show_change(mutant, (suite.tree / mutant.path).read_text())), flush=True)


if __name__ == "__main__":
    main()
