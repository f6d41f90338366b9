"""An effect that papers publish, over blocks of runs: its mean, its interval, and whether it is seen.

A block is a topic and a replicate under every condition, with the same random streams. An effect is a mean over blocks
with its 95 % t interval, or the exact one of a share where every block says yes or no:

    seen        the whole interval lies on the published side of 0
    not seen    the whole interval lies on the other side
    undecided   it contains 0 or has no width, or there are fewer than two blocks
"""

import math
from collections.abc import Mapping, Sequence
from statistics import fmean
from typing import Any

from doxa.analysis.sweep_exhibits import mean_of
from doxa.records.cells import Estimate
from doxa.scoring.shares import share_interval

WIDTH = 1e-9
"""What an interval has at most that differs from a point by rounding alone."""

Numbers = dict[tuple[str, int, str], dict[str, float]]
"""(topic, replicate, condition) → the numbers of a run."""


def estimate_effect(effect: Mapping[str, Any], numbers: Numbers) -> tuple[int, Estimate | None]:
    """Return how many blocks show an effect, and its mean with an interval, of a mean where two or more do."""
    differences = []
    for block in dict.fromkeys((topic, replicate) for topic, replicate, _ in numbers):
        own, less = (
            [
                numbers.get((*block, condition), {}).get(effect["measure"], math.nan)
                for condition in effect.get(part, ())
            ]
            for part in ("of", "less")
        )
        difference = fmean(own or [math.nan]) - fmean(less or [effect.get("number", 0.0)])
        differences += [difference] if math.isfinite(difference) else []  # a block in which a run lacks it has none
    number = effect.get("number", math.nan)
    if differences and {difference + number for difference in differences} <= {0.0, 1.0}:  # yes or no in every block
        low, high = share_interval(sum(difference > 0 for difference in differences), len(differences))
        return len(differences), Estimate(value=fmean(differences), low=low - number, high=high - number)
    return len(differences), estimate_mean(differences)


def estimate_mean(numbers: Sequence[float]) -> Estimate | None:
    """Return a mean with its t interval, without one where there is one number; None where there is none."""
    mean = mean_of(numbers)
    return None if mean.mean is None else Estimate(value=mean.mean, low=mean.low, high=mean.high)


def decide(estimate: Estimate, published: str) -> str:
    """Return whether an estimate shows an effect in the published direction, ``up`` or ``down``.

    An interval without a width is of blocks that do not differ, and says nothing on how much others would.
    """
    low, high = estimate.low, estimate.high
    if low is None or high is None or low <= 0 <= high or math.isclose(low, high, abs_tol=WIDTH):
        return "undecided"
    return "seen" if (low > 0) == (published == "up") else "not seen"
