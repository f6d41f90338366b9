"""Probabilities for each person: a hierarchical posterior over (u, a) on the grid, and over four explanations.

    person j:  S_final ~ Normal(S(u_j, a_j), σ)      population:  (u_j, a_j) ~ Categorical(π), π ~ Dirichlet(1 + 1/C)

On a grid the sum over cells is exact, so that expectation-maximisation finds the mode of π and σ without a sampler
(empirical Bayes: π and σ are fixed at the mode). The second model compares four explanations of a final stance:
nothing (S₀), evidence (S(u, 1) for a u of the grid), a move towards the middle (S(0, a) for an a of the grid below 1)
or something else (any stance is equally likely). A move towards the middle is shrinking, or persuasion that looks like
it: where the other side was argued, nothing in a final stance tells them apart. What would move the person less than
the tolerance counts as nothing; σ is half the tolerance, so that people within it are stable whatever others do.
Neither model uses the groups.
"""

from dataclasses import dataclass
from math import erf, sqrt

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exhibit import Cell, Exhibit, Figure, Panel, Table
from doxa.humans.replay.calibration import KINDS, LABEL
from doxa.humans.replay.grid import Floats, prior, pulls, stances
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import heat_of, plain

ERF = np.vectorize(erf, otypes=[np.float64])

LEAST_NOISE = 0.05
"""The least σ: no stated stance is more exact than a fortieth of the scale."""

ROUNDS, STILL = 500, 1e-7
LEVELS = (0.5, 0.8, 0.95)
EXPLANATIONS = ("stable", "moved by evidence", "towards the middle", "moved by something else")
MIDDLE = 2
MOVERS_KNOWN = "stable, evidence, the middle or something else"


@dataclass(frozen=True, kw_only=True)
class Mixture:
    """A mixture model of final stances: C places with the same noise, and a uniform component."""

    weights: Floats
    """(C + 1,) the last is the weight of the uniform component."""
    sigma: float

    def shares(self, squares: Floats, allowed: Floats | None = None) -> Floats:
        """Return the probability of each component for each person, shape (N, C + 1).

        Args:
            squares: (N, C) squared distance of the final stance from each place.
            allowed: (N, C + 1) of 0 and 1: 0 where a component is impossible for a person.
        """
        exponents = -0.5 * squares / self.sigma**2
        highest = np.maximum(exponents.max(axis=1, keepdims=True), -600.0)
        density = np.empty((len(squares), len(self.weights)))
        density[:, :-1] = np.exp(exponents - highest) / (self.sigma * sqrt(2 * np.pi))
        density[:, -1] = 0.5 * np.exp(-highest[:, 0])
        density *= self.weights if allowed is None else self.weights * allowed
        return np.asarray(density / np.maximum(density.sum(axis=1, keepdims=True), 1e-300))


def fit_mixture(squares: Floats, *, noise: float | None = None, allowed: Floats | None = None) -> Mixture:
    """Return the population's mixture, fitted by expectation-maximisation.

    Args:
        squares: (N, C) squared distances.
        noise: σ, where it is known; then the uniform component is included, and the first component begins with the
            weight of all other places together.
        allowed: as ``Mixture.shares``.
    """
    count = squares.shape[1]
    weights = np.full(count + 1, 1.0 / (count + 1))
    if noise is None:
        weights[-1] = 0.0
    else:
        weights[0] *= count
    first = sqrt(float(squares.min(axis=1).mean())) if noise is None else noise
    mixture = Mixture(weights=weights / weights.sum(), sigma=max(LEAST_NOISE, first))
    for _ in range(ROUNDS):
        share = mixture.shares(squares, allowed)
        total = share.sum(axis=0) + 1.0 / count
        sigma = mixture.sigma
        if noise is None:
            total[-1] = 0.0
            sigma = max(LEAST_NOISE, sqrt(float((share[:, :-1] * squares).sum()) / len(squares)))
        refitted = Mixture(weights=total / total.sum(), sigma=sigma)
        still = np.abs(refitted.weights - mixture.weights).max() < STILL and abs(refitted.sigma - mixture.sigma) < STILL
        mixture = refitted
        if still:
            break
    return mixture


@dataclass(frozen=True, kw_only=True)
class Posterior:
    """The posterior of a study."""

    grid: Mixture
    shares: Floats
    """(N, cells) each person's posterior over (u, a)."""
    why: Mixture
    explanations: Floats
    """(N, 4) probability of each of EXPLANATIONS."""
    coverage: dict[str, dict[float, float]]
    """Model → level → share of people whose final stance is in the held-out predictive interval."""


def posterior(study: Study) -> Posterior:
    """Return both fitted models, each person's posteriors, and the coverage of held-out predictions."""
    met, clamp = study.met, study.options.clamp
    cells = stances(met, study.sums.uptakes, study.sums.anchors, clamp).reshape(len(met), -1)
    squares = (cells - met.after[:, None]) ** 2
    grid = fit_mixture(squares)
    places, allowed = _places(study)
    distances = (places - met.after[:, None]) ** 2
    why = fit_mixture(distances, noise=_reach(study) / 2, allowed=allowed)
    return Posterior(
        grid=grid,
        shares=grid.shares(squares)[:, :-1],
        why=why,
        explanations=_explain(study, places, why.shares(distances, allowed)),
        coverage={
            "one (u, a) a person": _coverage(cells, None, None, study),
            MOVERS_KNOWN: _coverage(places, allowed, _reach(study) / 2, study),
        },
    )


def _places(study: Study) -> tuple[Floats, Floats]:
    """Return S₀, S(u, 1) and S(0, a < 1) of each person, shape (N, 1 + U + A), and what is possible for each."""
    pulled = pulls(study.met, study.sums.uptakes)
    start = prior(study.met.before, study.options.clamp)
    shrunk = np.tanh(0.5 * start[:, None] * np.asarray([a for a in study.sums.anchors if a < 1.0]))
    places = np.column_stack([study.met.before, np.tanh(0.5 * (start[:, None] + pulled)), shrunk])
    allowed = np.ones((len(places), places.shape[1] + 1))
    allowed[~np.any(pulled != 0.0, axis=1), 1 : 1 + pulled.shape[1]] = 0.0
    return places, allowed


def _explain(study: Study, places: Floats, shares: Floats) -> Floats:
    moving = np.abs(places - study.met.before[:, None]) > _reach(study)
    moved, uptakes = shares[:, :-1] * moving, 1 + len(study.sums.uptakes)
    evidence, middle = moved[:, :uptakes].sum(axis=1), moved[:, uptakes:].sum(axis=1)
    return np.stack([1.0 - evidence - middle - shares[:, -1], evidence, middle, shares[:, -1]], axis=-1)


def _reach(study: Study) -> float:
    """Return the largest distance of two stances that count as the same: on six points, half of one point."""
    tolerance = study.options.thresholds.tolerance
    return 0.2 if tolerance == "six-point" else float(tolerance)


def _coverage(places: Floats, allowed: Floats | None, noise: float | None, study: Study) -> dict[float, float]:
    """Return, by level, how often the central interval predicted from the other folds contains the final stance."""
    below, after = _probability_below(places, allowed, noise, study), study.met.after
    # a stance at an end of the scale includes everything beyond it
    aside = np.where(after >= 1.0, below - 0.5, np.where(after <= -1.0, 0.5 - below, np.abs(below - 0.5)))
    return {level: float((aside <= level / 2).mean()) for level in LEVELS}


def _probability_below(places: Floats, allowed: Floats | None, noise: float | None, study: Study) -> Floats:
    """Return the predictive probability of a stance at or below each person's final one, shape (N,)."""
    below, after, folds = np.empty(len(places)), study.met.after, study.fold
    for fold in range(folds.count):
        train, test = folds.train(fold), folds.test(fold)
        squares = (places[train] - after[train, None]) ** 2
        mixture = fit_mixture(squares, noise=noise, allowed=None if allowed is None else allowed[train])
        weights = np.tile(mixture.weights, (int(test.sum()), 1))
        weights *= 1.0 if allowed is None else allowed[test]
        weights /= weights.sum(axis=1, keepdims=True)
        cumulative = 0.5 + 0.5 * ERF((after[test, None] - places[test]) / (mixture.sigma * sqrt(2.0)))
        below[test] = (weights[:, :-1] * cumulative).sum(axis=1) + weights[:, -1] * (after[test] + 1.0) / 2.0
    return below


def posterior_exhibits(study: Study) -> list[Exhibit]:
    """Return the tables of explanations, of coverage and of all people, and the figure of the population."""
    inferred = posterior(study)
    argued = posterior(study.argued) if study.argued else None
    return [
        _explanation_table(study, inferred, argued),
        _coverage_table(inferred),
        _people_table(study, inferred, argued),
        _figure(study, inferred),
    ]


def _explanation_table(study: Study, inferred: Posterior, argued: Posterior | None) -> Table:
    judges = {"by the judge": inferred, **({"by the argued side": argued} if argued else {})}
    rows = [_explanation_row(part, by, study, judges[by], chosen) for part, chosen in study.parts for by in judges]
    rows += [
        _explanation_row(f"{name} ({LABEL})", "by the judge", study, inferred, study.kinds == kind)
        for kind, name in enumerate(KINDS)
    ]
    u, a = _means(study, inferred.shares)
    return Table(
        name="explanations",
        title="Explanations of people's final stances, with probabilities",
        caption="Mean posterior probability of each explanation; the groups rest on the judge and are shown for "
        "comparison, the model does not use them. “Towards the middle” is shrinking, or persuasion that looks like it; "
        "the last column says how much of it was also towards the argued side. "
        f"Noise of a stated stance σ = {inferred.why.sigma:.3f} (half the tolerance). "
        f"Under the model of one (u, a) a person, mean u is {u.mean():.3f} and mean a {a.mean():.3f}, "
        f"σ = {inferred.grid.sigma:.3f}. Where several explanations fit a stance they share the probability, which is "
        "no proof of a cause.",
        columns=("people", "evidence", "N", *EXPLANATIONS, "of the middle, towards the argued side"),
        rows=tuple(rows),
    )


def _explanation_row(
    name: str, evidence: str, study: Study, inferred: Posterior, chosen: NDArray[np.bool_]
) -> tuple[Cell, ...]:
    mine = inferred.explanations[chosen]
    means = [plain(mean) for mean in mine.mean(axis=0)] if len(mine) else [None] * len(EXPLANATIONS)
    toward = (study.sides * (study.met.after - study.met.before) > 0)[chosen]
    middle = mine[:, MIDDLE]
    share = float(middle[toward].sum() / middle.sum()) if study.sides.any() and middle.sum() > 0 else None
    return (name, evidence, len(mine), *means, plain(share))


def _coverage_table(inferred: Posterior) -> Table:
    return Table(
        name="coverage",
        title="Coverage of predictive intervals",
        caption="Share of held-out people whose final stance is in the central predictive interval of the population "
        "fitted on the other folds. A share far below its level shows that the model is overconfident.",
        columns=("model", *(f"{level:.0%} interval" for level in LEVELS)),
        rows=tuple((model, *(plain(shares[level]) for level in LEVELS)) for model, shares in inferred.coverage.items()),
    )


def _people_table(study: Study, inferred: Posterior, argued: Posterior | None) -> Table:
    u, a = _means(study, inferred.shares)
    sides = {1: "for", -1: "against", 0: None}
    rows = tuple(
        (
            replay.round.id, replay.round.person, replay.round.proposition, plain(replay.round.initial),
            plain(replay.round.final), len(replay.active), plain(study.met.net[place]), KINDS[study.kinds[place]],
            *(plain(p) for p in inferred.explanations[place]), plain(u[place]), plain(a[place]),
            "own choice" if replay.round.of_own_choice else "given", sides[replay.round.argued],
            *(plain(p) if argued else None for p in (argued or inferred).explanations[place]),
        )
        for place, replay in enumerate(study.replays)
    )  # fmt: skip
    return Table(
        name="people",
        title="Everybody",
        caption=f"One row a round. The group is an {LABEL}; u and a are posterior means over the grid. The last "
        "columns are the explanations with evidence by the argued side.",
        columns=(
            "round", "person", "proposition", "initial", "final", "accepted", "E", "group", *EXPLANATIONS, "u", "a",
            "chosen by", "argued", *(f"{explanation}, argued" for explanation in EXPLANATIONS),
        ),
        rows=rows,
    )  # fmt: skip


def _figure(study: Study, inferred: Posterior) -> Figure:
    """Return the figure of the population's posterior over the grid."""
    weights = inferred.grid.weights[:-1]
    heat = heat_of(weights, int(weights.argmax()), study.sums)
    return Figure(
        name="population",
        title="The population's posterior over uptake and anchoring",
        caption="Weight of each cell (brighter is more). The star marks the cell of greatest weight.",
        panels=(Panel(title="weight", x_label="anchoring a", y_label="uptake u", lines=(), heat=heat),),
    )


def _means(study: Study, shares: Floats) -> tuple[Floats, Floats]:
    u = np.repeat(np.asarray(study.sums.uptakes), len(study.sums.anchors))
    a = np.tile(np.asarray(study.sums.anchors), len(study.sums.uptakes))
    return shares @ u, shares @ a
