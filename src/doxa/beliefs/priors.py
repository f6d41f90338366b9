"""Target priors: the one common factor c on the seeds' weight at which Σ p·ln(1 + s·a·c) = 2·artanh(S₀).

c is searched on [0, 1000]. With seeds of one polarity the sum is monotone in c and the solution unique; with
both it may turn, and the smallest solution is taken.
"""

import math
from collections.abc import Callable, Sequence

from doxa.errors import UnreachablePriorError

LARGEST = 1000.0
GRID = 600
STEPS = 200


def solve_factor(seeds: Sequence[tuple[int, float]], anchoring: float, stance: float) -> float:
    """Return c ≥ 0.

    Args:
        seeds: (polarity, strength) of each active seed.
        anchoring: a, the prior anchoring at which the target is to be met.
        stance: the target S₀ in [−1, 1].

    Raises:
        UnreachablePriorError: no c in [0, 1000] gives the target; the message states the reachable range.
    """
    target = 2.0 * math.atanh(stance) if abs(stance) < 1.0 else math.copysign(math.inf, stance)

    def gap(factor: float) -> float:
        return math.fsum(p * math.log1p(s * anchoring * factor) for p, s in seeds) - target

    grid = [0.0, *(math.pow(LARGEST, step / GRID * 2 - 1) for step in range(GRID + 1))]
    gaps = [gap(factor) for factor in grid]
    for place, value in enumerate(gaps):
        if value == 0.0:
            return grid[place]
        if place and math.isfinite(value) and (value > 0) != (gaps[place - 1] > 0):
            return _bisected(gap, grid[place - 1], grid[place])
    raise _unreachable(seeds, anchoring, stance, grid)


def _bisected(gap: Callable[[float], float], low: float, high: float) -> float:
    rising = gap(high) > 0
    for _ in range(STEPS):
        middle = (low + high) / 2
        if (gap(middle) > 0) == rising:
            high = middle
        else:
            low = middle
        if high - low <= 1e-15 * high:
            break
    return (low + high) / 2


def _unreachable(
    seeds: Sequence[tuple[int, float]], anchoring: float, stance: float, grid: list[float]
) -> UnreachablePriorError:
    reached = [math.tanh(math.fsum(p * math.log1p(s * anchoring * c) for p, s in seeds) / 2) for c in grid]
    return UnreachablePriorError(
        f"no common factor on the {len(seeds)} seeds gives the target stance {stance:+.3f}: "
        f"they reach {min(reached):+.3f} to {max(reached):+.3f} at anchoring {anchoring:g}",
        hint="Choose a target inside that range, give more or other seeds (seeds.per_side, seeds.sides), "
        "or use prior.mode = 'seeds'.",
    )
