"""How fast people are calibrated: the grid under five folds beside a plain loop, and the bootstrap of the whole table.

python bench/calibration.py
"""

import math
import time
from collections.abc import Callable

import numpy as np

from doxa.humans.data.people import PersonRound
from doxa.humans.replay.calibration import GLOBAL, Thresholds, fit_folds, kinds_of, resample, sums_of
from doxa.humans.replay.folds import Folds, split_folds
from doxa.humans.replay.grid import ANCHORS, UPTAKES, Exposures, lay_exposures, stance_by_hand, stances

PEOPLE, RECORDS, REPLICATES = 2_495, 30, 10_000
LOOPED = 25
"""People on whom the plain loop is timed; it does the same for each."""


def main() -> None:
    befores, afters, records = _people()
    began = time.perf_counter()
    met = lay_exposures(befores, afters, records)
    loaded = time.perf_counter() - began
    folds = _folds()
    alike = kinds_of(met, Thresholds())
    nobody = np.zeros(PEOPLE, dtype=np.intp)
    grid = _best(lambda: fit_folds(sums_of(met), nobody, folds))
    loop = _loop(befores, afters, records) * PEOPLE / LOOPED
    print(f"{PEOPLE:,} people × {RECORDS} records × {len(UPTAKES) * len(ANCHORS)} cells × {folds.count} folds")
    print(f"laid side by side: {loaded * 1000:.0f} ms")
    print(f"grid and folds: {grid * 1000:.1f} ms; plain loop: {loop:.1f} s ({loop / grid:,.0f} times as long)")
    print(f"largest difference from the plain loop: {_difference(met, befores, records):.1e}")
    began = time.perf_counter()
    drawn = resample(sums_of(met), alike, folds, np.arange(PEOPLE), REPLICATES)
    took = time.perf_counter() - began
    low, high = np.percentile(drawn.rmse[:, 0, GLOBAL], [2.5, 97.5])
    print(f"{REPLICATES:,} replicates of the whole table, fitted anew: {took:.1f} s (RMSE [{low:.3f}, {high:.3f}])")


def _people() -> tuple[list[float], list[float], list[list[tuple[int, float]]]]:
    random = np.random.default_rng(42)
    signs = random.choice([-1, 1], size=(PEOPLE, RECORDS))
    strengths = random.uniform(0, 1, size=(PEOPLE, RECORDS))
    records = [
        [(int(sign), float(s)) for sign, s in zip(one, other, strict=True)]
        for one, other in zip(signs, strengths, strict=True)
    ]
    befores, afters = (random.uniform(-1, 1, PEOPLE).tolist() for _ in range(2))
    return befores, afters, records


def _folds() -> Folds:
    rounds = [
        PersonRound(id=str(n), person=str(n), proposition="P", group=str(n // 4), initial=0.0, final=0.0, messages=())
        for n in range(PEOPLE)
    ]
    return split_folds(rounds)


def _best(work: Callable[[], object], times: int = 20) -> float:
    took = []
    for _ in range(times):
        began = time.perf_counter()
        work()
        took.append(time.perf_counter() - began)
    return min(took)


def _loop(befores: list[float], afters: list[float], records: list[list[tuple[int, float]]]) -> float:
    """Return the time of a plain loop over the errors of every cell for a few people, and their sums in five folds."""
    began = time.perf_counter()
    for u in UPTAKES:
        for a in ANCHORS:
            totals = [0.0] * 5
            for n in range(LOOPED):
                totals[n % 5] += (stance_by_hand(befores[n], records[n], u, a) - afters[n]) ** 2
            assert math.isfinite(sum(totals))
    return time.perf_counter() - began


def _difference(met: Exposures, befores: list[float], records: list[list[tuple[int, float]]]) -> float:
    found = stances(met)[:LOOPED]
    return max(
        abs(float(found[n, i, j]) - stance_by_hand(befores[n], records[n], u, a))
        for n in range(LOOPED)
        for i, u in enumerate(UPTAKES)
        for j, a in enumerate(ANCHORS)
    )


if __name__ == "__main__":
    main()
