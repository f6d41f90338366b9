"""Whether the identified model tells persuasion from shrinking at the size of the shipped data: power and coverage.

python bench/replay_recovery.py [--simulations 100]

People are simulated on the rounds of persuasiontrace: their stances before, the side and the number of messages that
each met, and the controls. In the world of shrinking nobody is moved by what was argued; in the others mean uptake is
as printed. Each simulation is fitted as real people are. Evidence is by the argued side, every message with strength
0.5, so that no judge has a part.
"""

import argparse
from dataclasses import dataclass

import numpy as np

from doxa.humans.data.persuasiontrace import read_persuasiontrace
from doxa.humans.identified.model import IdentifiedFit, fit_sample, pull_of
from doxa.humans.identified.sample import Sample
from doxa.humans.replay.grid import Floats, lay_exposures, prior

STRENGTH = 0.5
SEED = 42
UPTAKES = (0.0, 0.1, 0.2)
"""Planted mean uptakes, beside the one that fits the real people."""
EXPECTED = 100
"""Simulations from which the true treated–control difference of a world is taken."""


@dataclass(frozen=True, kw_only=True)
class World:
    """A population that simulated people are drawn from."""

    u: float
    u_spread: float
    a: float
    a_spread: float
    sigma: float


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--simulations", type=int, default=100)
    simulations = parser.parse_args().simulations
    sample = lay_people()
    fit = fit_sample(sample)
    alone = fit_sample(sample, moved=False)
    treated, controls = int((~sample.control).sum()), int(sample.control.sum())
    print(
        f"{treated} treated rounds and {controls} controls of {sample.people} people; {simulations} simulations a row"
    )
    low, high = fit.interval("u")
    print(
        f"real people, every message of strength {STRENGTH:g}: u {fit.u:.3f} [{low:.3f}, {high:.3f}], a {fit.a:.3f}\n"
    )
    print(
        " planted u   mean fitted u   u in interval   u found   mean a   a in interval"
        "   difference (found, in interval)"
    )
    for u in (*UPTAKES, fit.u):
        print_world(sample, plant(u, fit, alone), simulations)
    print(
        "\nu found: the 95 % interval of u lies above 0; in the world of shrinking (planted u 0) that is a false alarm."
    )
    print("difference: movement along one's own sign, treated less controls; found: its 95 % interval excludes 0.")


def lay_people() -> Sample:
    """Return the shipped rounds, each received message one record for the argued side."""
    rounds = sorted(read_persuasiontrace().rounds, key=lambda row: row.person)
    records = [
        [(row.argued, STRENGTH) for message in row.messages if not message.own and not row.control] for row in rounds
    ]
    met = lay_exposures([row.initial for row in rounds], [row.final for row in rounds], records)
    _, persons = np.unique([row.person for row in rounds], return_inverse=True)
    return Sample(rounds=tuple(rounds), met=met, log_odds=prior(met.before), persons=persons.astype(np.intp))


def plant(u: float, fit: IdentifiedFit, alone: IdentifiedFit) -> World:
    """Return a world with a mean uptake: the shape is the real fit's, or without uptake that of anchoring alone."""
    if u == 0.0:
        return World(u=0.0, u_spread=0.0, a=alone.a, a_spread=alone.a_spread, sigma=alone.sigma)
    return World(u=u, u_spread=fit.u_spread * u / fit.u, a=fit.a, a_spread=fit.a_spread, sigma=fit.sigma)


def simulate(sample: Sample, world: World, random: np.random.Generator) -> Floats:
    """Return final stances of people who are drawn anew from a world, shape (N,)."""
    u = random.normal(world.u, world.u_spread, sample.people)
    a = random.normal(world.a, world.a_spread, sample.people)[sample.persons]
    # an uptake for each person: between the points of a fine grid the pull is a straight line
    points = np.linspace(float(u.min()), float(u.max()) + 1e-9, 81)
    pulls = np.stack([pull_of(sample, float(point))[0] for point in points])
    pulled = [float(np.interp(u[person], points, pulls[:, row])) for row, person in enumerate(sample.persons)]
    mean = np.tanh(0.5 * (a * sample.log_odds + np.asarray(pulled)))
    return np.asarray(np.clip(mean + random.normal(0.0, world.sigma, len(sample)), -1.0, 1.0))


def difference(sample: Sample, after: Floats) -> tuple[float, float]:
    """Return the treated–control difference of movement along one's own sign, and its standard error."""
    moves = np.sign(sample.met.before) * (after - sample.met.before)
    parts = (moves[~sample.control], moves[sample.control])
    error = np.sqrt(sum(part.var(ddof=1) / len(part) for part in parts))
    return float(parts[0].mean() - parts[1].mean()), float(error)


def print_world(sample: Sample, world: World, simulations: int) -> None:
    """Print one row: what is fitted to people of a world."""
    random = np.random.default_rng([SEED, round(1000 * world.u)])
    truth = float(np.mean([difference(sample, simulate(sample, world, random))[0] for _ in range(EXPECTED)]))
    rows = []
    for _ in range(simulations):
        after = simulate(sample, world, random)
        fit = fit_sample(sample.ending(after))
        (u_low, u_high), (a_low, a_high) = fit.interval("u"), fit.interval("a")
        moved, error = difference(sample, after)
        rows.append(
            (
                fit.u, u_low <= world.u <= u_high, u_low > 0, fit.a, a_low <= world.a <= a_high,
                abs(moved) > 1.96 * error, abs(moved - truth) <= 1.96 * error,
            )
        )  # fmt: skip
    u, u_inside, u_found, a, a_inside, found, inside = np.mean(np.asarray(rows, dtype=float), axis=0)
    print(
        f"{world.u:10.3f} {u:15.3f} {u_inside:15.2f} {u_found:9.2f} {a:8.3f} {a_inside:15.2f}"
        f"   {truth:+.3f} ({found:.2f}, {inside:.2f})"
    )


if __name__ == "__main__":
    main()
