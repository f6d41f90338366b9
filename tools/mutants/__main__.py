"""PYTHONPATH=tools .tools/mutants/bin/python -m mutants [--report] [--only KEY ...]

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
TRIALS = WORK / "trials.jsonl"
REPORT = ROOT / "tests" / "mutants.md"

SEED = 3498
"""Drawn anew when the tests have changed much, before any test is written for what it draws."""
SIZE = 120


def main() -> None:
    """Try every mutant that is drawn, then write the report."""
    parser = argparse.ArgumentParser(description="Hold the tests to small faults in the core rooms.")
    parser.add_argument("--only", nargs="*", metavar="KEY", help="try these mutants again, whatever is known of them")
    parser.add_argument("--report", action="store_true", help="try none, and write what is known")
    arguments = parser.parse_args()
    tree = WORK / "tree"
    copy_tree(ROOT, tree)
    suite = open_suite(tree)
    of, drawn = _sample(tree)
    if not arguments.report:
        for budget in BUDGETS:
            _try_all(_due(drawn, suite, budget, arguments.only), suite, budget)
    trials = read_trials(TRIALS)
    tried = [(mutant, trials[mutant.key]) for mutant in drawn if mutant.key in trials]
    write_report(REPORT, Draw(SEED, of, len(drawn), tried), read_verdicts(), ROOT)
    print(f"wrote {REPORT.relative_to(ROOT)}", flush=True)


def _sample(tree: Path) -> tuple[int, list[Mutant]]:
    """The number to draw from, and what was drawn; kept, as long as the sources are the same."""
    kept = WORK / f"drawn-{SEED}-{SIZE}-{sources_digest(tree)}.json"
    if not kept.exists():
        mutants = list_mutants(tree)
        kept.write_text(json.dumps([len(mutants), [asdict(mutant) for mutant in draw(mutants, SIZE, SEED, tree)]]))
    of, drawn = json.loads(kept.read_text())
    return of, [Mutant(**mutant) for mutant in drawn]


def _due(drawn: Sequence[Mutant], suite: Suite, budget: float, only: Sequence[str] | None) -> list[Mutant]:
    trials = read_trials(TRIALS)
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
        add_trial(TRIALS, trial)
        left = (time.monotonic() - begin) / number * (len(due) - number)
        print(f"{number}/{len(due)}, {left / 60:.0f} min left: {trial.fate} {mutant.path}:{mutant.line}", flush=True)
        if trial.fate == "survived":
            print("\n".join(show_change(mutant, (suite.tree / mutant.path).read_text())), flush=True)


if __name__ == "__main__":
    main()
