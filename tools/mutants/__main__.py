"""PYTHONPATH=tools .tools/mutants/bin/python -m mutants [--first] [--report] [--only KEY ...]

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
BEFORE = WORK / "before.jsonl"
"""Trials against the tests that were there before any came of a mutant."""
REPORT = ROOT / "tests" / "mutants.md"

DRAWS = ((20, 200), (21, 60))
"""Seed and size: the draw that tests were written after, and one that none were written after."""


def main() -> None:
    """Try every mutant that is drawn, then write the report."""
    parser = argparse.ArgumentParser(description="Hold the tests to small faults in the core rooms.")
    parser.add_argument("--only", nargs="*", metavar="KEY", help="try these mutants again, whatever is known of them")
    parser.add_argument("--first", action="store_true", help="leave the second draw for later")
    parser.add_argument("--report", action="store_true", help="try none, and write what is known")
    arguments = parser.parse_args()
    tree = WORK / "tree"
    copy_tree(ROOT, tree)
    suite = open_suite(tree)
    samples = _samples(tree, DRAWS[:1] if arguments.first else DRAWS)
    if arguments.report:
        return _write_report(samples)
    drawn = [mutant for *_, sample in samples for mutant in sample]
    for budget in BUDGETS:
        _try_all(_due(drawn, suite, budget, arguments.only), suite, budget)
        _write_report(samples)
    _try_without_new_tests(drawn, suite)
    return _write_report(samples)


def _write_report(samples: Sequence[tuple[int, int, list[Mutant]]]) -> None:
    trials = read_trials(TRIALS)
    draws = [
        Draw(seed, of, len(sample), [(mutant, trials[mutant.key]) for mutant in sample if mutant.key in trials])
        for seed, of, sample in samples
    ]
    before = {key: trial.fate for key, trial in read_trials(BEFORE).items()}
    write_report(REPORT, [draw for draw in draws if draw.trials], read_verdicts(), before, ROOT)
    print(f"wrote {REPORT.relative_to(ROOT)}", flush=True)


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


def _try_without_new_tests(drawn: Sequence[Mutant], suite: Suite) -> None:
    """Try what a new test kills against all others, so that the share before it came is known."""
    verdicts = read_verdicts()
    new = {verdict.test for verdict in verdicts.values()}
    tried = read_trials(BEFORE)
    due = [
        mutant for mutant in drawn if mutant.key in verdicts and verdicts[mutant.key].test and mutant.key not in tried
    ]
    for number, mutant in enumerate(due, 1):
        trial = try_mutant(mutant, suite, BUDGETS[-1], without=new)
        add_trial(BEFORE, trial)
        print(f"without new tests, {number}/{len(due)}: {trial.fate} {mutant.path}:{mutant.line}", flush=True)


if __name__ == "__main__":
    main()
