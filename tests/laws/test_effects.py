"""The interval of a planted effect covers it as often as it says, on pairs of simulated audiences.

A replicate is forty listeners with their starts and the voices that they follow, drawn by its seed, and the same in
both arms; they read four of twelve voices for two rounds. In the second arm all of them read one post of stance 1
besides. What this post does to their mean under ``degroot`` is known in closed form; what it does to spread and
polarisation under ``social`` is taken from 20,400 other replicates, which ``measure_truth`` repeats.
"""

from statistics import fmean, stdev

import numpy as np
import pytest

from doxa.analysis.sweep_runs import PairedEffect, SweepRun, SweepRuns, compare_by
from doxa.scoring.polarisation import count_positions, esteban_ray
from doxa.systems.feed.arrays.audience import BLOCK, make_shard, offer
from doxa.systems.feed.tasks.population_round import Audience, Posts

VOICES = tuple(np.linspace(-0.7, 0.9, 12).tolist())
FOLLOWS, ROUNDS, LISTENERS = 4, 2, 40
GROUPS = BLOCK // LISTENERS
"""Replicates that one block of listeners gives: no listener has to do with another."""

PAIRS, REPLICATES = 200, 5

Arms = tuple[dict[str, float], dict[str, float]]
"""The measures of a replicate without the planted post, and with it."""

TRUTH = {"mean": 0.04393, "spread": -0.02392, "polarisation": -0.00195}
"""What the post adds under ``social``: ``measure_truth(200)``, whose standard errors are 8e-5 at most."""


def simulate(kernel: str, first: int, blocks: int) -> list[Arms]:
    """Return the measures of the replicates of some blocks of listeners under both arms."""
    arms = [
        [measures for seed in range(first, first + blocks) for measures in meet(kernel, seed, has)] for has in (0, 1)
    ]
    return list(zip(*arms, strict=True))


def meet(kernel: str, seed: int, planted: int) -> list[dict[str, float]]:
    """Return the measures of each replicate of one block at the end of one arm."""
    count = len(VOICES) + planted
    audience = Audience(
        size=BLOCK, seed=seed, voices=VOICES, follows=FOLLOWS, alike=0.0, start="even", spread=0.0, contents=count,
        kernel=kernel, belief={}, engine="numpy", precision="float64",
    )  # fmt: skip
    places = tuple(range(count))
    posts = Posts(
        stances=(*VOICES, 1.0)[:count], contents=places, ids=tuple(map(str, places)), authors=places, roots=places,
        reach={len(VOICES): None} if planted else {},
    )  # fmt: skip
    listeners = make_shard(audience, 0, BLOCK)
    for number in range(ROUNDS):
        listeners.meet(posts, number + 1, offer(audience, posts, None))
    groups = listeners.crowd.position[: GROUPS * LISTENERS].reshape(GROUPS, LISTENERS)
    return [
        {
            "mean": float(group.mean()),
            "spread": float(group.std()),
            "polarisation": esteban_ray(count_positions(group, 10)),
        }
        for group in groups
    ]


def measure_truth(blocks: int) -> dict[str, tuple[float, float]]:
    """Return measure → (the mean effect under ``social``, its standard error), from seeds that no test uses."""
    arms = simulate("social", 1_000, blocks)
    changes = {name: [after[name] - before[name] for before, after in arms] for name in TRUTH}
    return {name: (fmean(values), stdev(values) / len(values) ** 0.5) for name, values in changes.items()}


def mean_by_hand(planted: int) -> float:
    """Return the expected mean under ``degroot``: everybody begins at 0 on average and follows voices drawn evenly."""
    mean = 0.0
    for _ in range(ROUNDS):
        mean = (mean + FOLLOWS * fmean(VOICES) + planted) / (1 + FOLLOWS + planted)
    return mean


def compare_simulated(arms: list[Arms]) -> list[PairedEffect]:
    """Return the effects on all measures as ``doxa compare`` estimates them."""
    runs = [
        SweepRun(run=f"{k} {arm}", replicate=k, settings={"arm": arm}, status="finished", scores=measures)
        for k, both in enumerate(arms)
        for arm, measures in zip(("without", "with"), both, strict=True)
    ]
    sweep = SweepRuns(folder="simulated", keys=("arm",), runs=tuple(runs))
    return list(compare_by(sweep, ["arm"], list(TRUTH)).effects)


def count_hits(kernel: str, truth: dict[str, float], first: int) -> dict[str, dict[str, float]]:
    """Return measure → how often each interval contains the truth, and the median gain of common random numbers."""
    arms = simulate(kernel, first, 1 + PAIRS * REPLICATES // GROUPS)
    pairs = [arms[REPLICATES * pair : REPLICATES * (pair + 1)] for pair in range(PAIRS)]
    effects = [effect for of_pair in pairs for effect in compare_simulated(of_pair) if effect.measure in truth]
    table = {}
    for measure, value in truth.items():
        own = [effect for effect in effects if effect.measure == measure]
        normal = [1.96 * effect.sd / REPLICATES**0.5 for effect in own]
        table[measure] = {
            "paired": fmean(effect.low <= value <= effect.high for effect in own),
            "unpaired": fmean(effect.unpaired[0] <= value <= effect.unpaired[1] for effect in own),
            "bootstrap": fmean(effect.bootstrap.low <= value <= effect.bootstrap.high for effect in own),
            "normal": fmean(abs(effect.difference - value) <= half for effect, half in zip(own, normal, strict=True)),
            "gain": sorted(effect.gain for effect in own)[PAIRS // 2],
        }
    return table


def within(share: float) -> bool:
    return 0.92 <= share <= 0.98


@pytest.mark.parametrize(
    ("kernel", "truth"), [("degroot", {"mean": mean_by_hand(1) - mean_by_hand(0)}), ("social", TRUTH)]
)
def test_the_interval_covers_a_planted_effect_as_often_as_it_says(kernel: str, truth: dict[str, float]) -> None:
    for measure, share in count_hits(kernel, truth, first=0).items():
        assert within(share["paired"]), measure
        assert share["unpaired"] > 0.98, "without pairing it is so wide that it nearly never misses"
        assert not within(share["bootstrap"]), "five blocks are too few for a bootstrap"
        assert not within(share["normal"]), "and for the quantiles of a normal distribution"
        assert share["gain"] > 3, "what common random numbers gain"


def test_the_effects_on_which_that_rests_are_those_of_other_seeds() -> None:
    """A tenth of the replicates: eight standard errors of each are at most 0.002."""
    for measure, (value, error) in measure_truth(20).items():
        assert value == pytest.approx(TRUTH[measure], abs=4 * error + 1e-5), measure
