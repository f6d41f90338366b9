"""How often the bias kit finds a preference of judges that have one, and accuses judges that have none.

    python bench/bias_power.py
    python bench/bias_power.py --debates 20 --pairs 18 --judges 5000

Simulated judges vote for a direction (label A, who is shown first, …) with a known probability, on pairs of passages in
arrangements, and the intervals and tests are those that `doxa judge --bias` uses. Votes are independent within a pair;
or one within a pair, as those of a judge at temperature 0 that nothing but the pair moves; or one within a debate, the
worst case. Power is at a true share of .60, false alarms at .50, coverage at .60. The last columns say how many debates
would find .60 nine times of ten, and how often so many do.
"""

import argparse

import numpy as np
from numpy.typing import NDArray

from doxa.judging.bias.leaning import Floats, clusters_needed, is_partial, lean_p, mean_interval

ARRANGEMENTS = 20

FAIR, PARTIAL = 0.5, 0.6

CLUSTERS = {"independent within a pair": "vote", "one within a pair": "pair", "one within a debate": "debate"}


def debate_means(rng: np.random.Generator, clustering: str, share: float, shape: tuple[int, int, int]) -> Floats:
    """Return each judge's mean over each debate, shape (judges, debates)."""
    judges, debates, pairs = shape
    trials = {"vote": pairs * ARRANGEMENTS, "pair": pairs, "debate": 1}[clustering]
    return np.asarray(rng.binomial(trials, share, size=(judges, debates)) / trials, dtype=np.float64)


def find(means: Floats) -> tuple[Floats, Floats, NDArray[np.bool_]]:
    """Return for each judge both ends of the interval, and whether the kit calls the judge partial."""
    low, high = mean_interval(means)
    p = np.array([lean_p(judge_means - FAIR) for judge_means in means])
    return low, high, is_partial(low, high, p)


def main() -> None:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--judges", type=int, default=5_000)
    parser.add_argument("--debates", type=int, default=20)
    parser.add_argument("--pairs", type=int, default=18)
    parser.add_argument("--seed", type=int, default=0)
    order = parser.parse_args()
    rng = np.random.default_rng(order.seed)
    print(f"{order.judges} judges, {order.debates} debates, {order.pairs} pairs a debate, {ARRANGEMENTS} arrangements")
    print(f"{'votes':<27}{'power':>7}{'false alarms':>14}{'coverage':>10}{'debates needed':>16}{'power then':>12}")
    for name, clustering in CLUSTERS.items():
        shape = (order.judges, order.debates, order.pairs)
        low, high, found = find(debate_means(rng, clustering, PARTIAL, shape))
        covered = ((low <= PARTIAL) & (high >= PARTIAL)).mean()
        alarms = find(debate_means(rng, clustering, FAIR, shape))[2].mean()
        trials = {"vote": order.pairs * ARRANGEMENTS, "pair": order.pairs, "debate": 1}[clustering]
        needed = clusters_needed((PARTIAL * (1 - PARTIAL) / trials) ** 0.5)
        then = find(debate_means(rng, clustering, PARTIAL, (order.judges, needed, order.pairs)))[2].mean()
        print(f"{name:<27}{found.mean():>7.1%}{alarms:>14.1%}{covered:>10.1%}{needed:>16}{then:>12.1%}")


if __name__ == "__main__":
    main()
