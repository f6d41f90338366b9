"""How open each model is: uptake u and anchoring a of the rounds of each, and whether the rule fits them at all.

    L = a·logit((1 + S₀)/2) + Σ p·ln(1 + s·u),   S = tanh(L/2)

The direction p of a record is the side that was argued, where that is known, and the judge's elsewhere. u and a are
fitted by least squares on a finer grid than the paper's; intervals are over people, drawn with all of their rounds.

A fit always exists, so three tests say whether it means anything. *Evidence*: without a person's rounds in the fit, is
the rule better than the initial stance alone? *Shape*: are its errors without structure in S₀ and the argued side (1,
S₀, S₀², and the side times each)? Signs of people's errors are drawn at random, as they would be without structure.
*Rival*: is averaging, S ← S + w·(m − S) for each message, no better on people who were not in the fit? p of all models
and tests are corrected together (Holm 1979). Where stances were measured by several probes, the error that remains is
compared with the probes' own: a rule without effect that leaves much more than that leaves a real move unexplained.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import Literal, NamedTuple

import numpy as np

from doxa.humans.data.runs import MODEL
from doxa.humans.replay.evidence import ReplayedRound
from doxa.humans.replay.grid import Exposures, Floats, Ints, lay_exposures, stances
from doxa.humans.replay.rules import average_stances
from doxa.humans.replay.study import Study
from doxa.scoring.bootstrap import bounds, draw_counts, number_clusters, on_grid, sum_clusters
from doxa.scoring.significance import correct_holm, flipped_p, paired_p, random_signs

UPTAKES = (0.0, *(float(u) for u in np.geomspace(0.005, 10.0, 160)))
ANCHORS = tuple(float(a) for a in np.linspace(0.0, 2.0, 61))
WEIGHTS = tuple(float(w) for w in np.linspace(0.0, 1.0, 51))

SIGNIFICANT = 0.05

LEAST_FLIPS = 1000
"""The fewest random signs of a test, also where fewer bootstrap replicates are asked for."""

UNEXPLAINED = 2.0
"""How many times the probes' own error the remaining error is where a real move stays unexplained."""

FEWEST = 6
"""The fewest people of a model for whom the rule's fit is tested."""

Verdict = Literal["fits", "does not fit", "does not move", "cannot be told"]


@dataclass(frozen=True, kw_only=True)
class ModelRounds:
    """The rounds of one model, as arrays."""

    model: str
    met: Exposures
    clamp: float
    persons: Ints
    side: Floats
    """(N,) the side argued, or the sign of the judged evidence; 0 without either."""
    averaged: Floats
    """(N, len(WEIGHTS)) the final stance under averaging."""
    stance_error: float | None
    """Standard error of a measured stance; None where it is not known."""

    @cached_property
    def errors(self) -> Floats:
        """(N, U·A) squared errors of the rule in every cell."""
        predicted = stances(self.met, UPTAKES, ANCHORS, self.clamp).reshape(len(self.met), -1)
        return np.asarray((predicted - self.met.after[:, None]) ** 2)


class Tests(NamedTuple):
    """The p of the three tests; None with too few people, and for a rival that is not better."""

    evidence: float | None
    shape: float | None
    rival: float | None


@dataclass(frozen=True, kw_only=True)
class Susceptibility:
    """The fit of the rule to one model, and its tests."""

    model: str
    rounds: int
    people: int
    u: float
    u_bounds: tuple[float, float] | None
    a: float
    a_bounds: tuple[float, float] | None
    drawn: Floats
    """(R,) u in each bootstrap replicate."""
    rmse: tuple[float, float, float, float]
    """Held-out errors, each person's rounds predicted without them: the rule, no change, the prior and averaging."""
    stance_error: float | None
    p: Tests

    @property
    def unexplained(self) -> float | None:
        """The remaining error over that of the two measurements; None where that is not known."""
        return self.rmse[0] / (np.sqrt(2.0) * self.stance_error) if self.stance_error else None


def rounds_by_model(study: Study) -> list[ModelRounds]:
    """Return the rounds of each model, models in the order of their names; empty where people are not models."""
    return [
        _model_rounds(model, [replay for replay in study.replays if replay.round.traits.get(MODEL) == model], study)
        for model in sorted({replay.round.traits.get(MODEL, "") for replay in study.replays} - {""})
    ]


def _model_rounds(model: str, replays: Sequence[ReplayedRound], study: Study) -> ModelRounds:
    # by the side that was argued, where it is known
    evidence = [[(replay.round.argued or side, strength) for side, strength in replay.active] for replay in replays]
    errors = [replay.round.stance_error for replay in replays if replay.round.stance_error is not None]
    rounds = [replay.round for replay in replays]
    met = lay_exposures([round.initial for round in rounds], [round.final for round in rounds], evidence)
    argued = np.asarray([float(round.argued) for round in rounds])
    weights = np.asarray(WEIGHTS)
    return ModelRounds(
        model=model,
        met=met,
        clamp=study.options.clamp,
        persons=number_clusters(round.person for round in rounds),
        side=np.where(argued != 0.0, argued, np.sign(met.net)),
        averaged=np.asarray([average_stances(replay, weights, replay.round.argued) for replay in replays]),
        stance_error=float(np.sqrt(np.mean(np.square(errors)))) if errors else None,
    )


def fit_model(rounds: ModelRounds, replicates: int, seed: int) -> Susceptibility:
    """Return the fit of one model with its intervals and tests."""
    met, cells, anchors = rounds.met, rounds.errors, len(ANCHORS)
    u, a = divmod(int(cells.sum(axis=0).argmin()), anchors)
    by_person = sum_clusters(cells, rounds.persons)
    everybody, people = np.arange(len(by_person), dtype=np.intp), len(by_person)
    draws = draw_counts(everybody, replicates, seed)
    drawn = np.concatenate([(weights @ on_grid(by_person, weights)).argmin(axis=1) for weights in draws])
    uptakes = np.asarray(UPTAKES)[drawn // anchors]
    # the first cells have u = 0: the initial stance alone, scaled by each a
    averaged = np.asarray((rounds.averaged - met.after[:, None]) ** 2)
    rule, alone, averaging = (_held_out(errors, rounds.persons) for errors in (cells, cells[:, :anchors], averaged))
    no_change = (met.after - met.before) ** 2
    p = Tests(None, None, None)
    if people >= FEWEST:
        left = met.after - stances(met, (UPTAKES[u],), (ANCHORS[a],), rounds.clamp)[:, 0, 0]
        baseline = no_change if no_change.mean() <= alone.mean() else alone
        p = _test_rule(rounds, left, (rule, baseline, averaging), max(replicates, LEAST_FLIPS), seed)
    return Susceptibility(
        model=rounds.model,
        rounds=len(met),
        people=people,
        u=UPTAKES[u],
        u_bounds=bounds(uptakes),
        a=ANCHORS[a],
        a_bounds=bounds(np.asarray(ANCHORS)[drawn % anchors]),
        drawn=uptakes,
        rmse=(_root_mean(rule), _root_mean(no_change), _root_mean(alone), _root_mean(averaging)),
        stance_error=rounds.stance_error,
        p=p,
    )


def _root_mean(squares: Floats) -> float:
    return float(np.sqrt(squares.mean()))


def _test_rule(
    rounds: ModelRounds, left: Floats, held_out: tuple[Floats, Floats, Floats], flips: int, seed: int
) -> Tests:
    """Return p of evidence, shape and rival; None where the rival is not better.

    Args:
        left: (N,) errors of the cell that fits everybody best.
        held_out: squared errors of the rule, of the better reference without evidence, and of averaging.
    """
    rule, baseline, averaging = held_out
    return Tests(
        evidence=paired_p(baseline, rule, rounds.persons, flips, seed) if rule.mean() < baseline.mean() else 1.0,
        shape=_shape_p(left, rounds, flips, seed),
        rival=paired_p(rule, averaging, rounds.persons, flips, seed) if averaging.mean() < rule.mean() else None,
    )


def _held_out(errors: Floats, persons: Ints) -> Floats:
    """Return each round's squared error by the column that fits everybody but its person best, shape (N,)."""
    chosen = (errors.sum(axis=0) - sum_clusters(errors, persons)).argmin(axis=1)
    return np.asarray(errors[np.arange(len(errors)), chosen[persons]])


def _shape_p(left: Floats, rounds: ModelRounds, flips: int, seed: int) -> float:
    """Return the p of the test that errors have no structure in S₀ and the argued side."""
    s, side = rounds.met.before, rounds.side
    columns = np.column_stack([np.ones(len(s)), s, s**2, side, side * s, side * s**2])
    left_singular, sizes, _ = np.linalg.svd(columns, full_matrices=False)
    basis = left_singular[:, sizes > 1e-9 * sizes.max()]
    projected = sum_clusters(left[:, None] * basis, rounds.persons)
    return flipped_p(projected, random_signs(len(projected), flips, seed))


@dataclass(frozen=True, kw_only=True)
class Fitness:
    """What the tests say of one model, with corrected p."""

    verdict: Verdict
    why: str
    p: Tests


def judge_fits(fits: Sequence[Susceptibility]) -> list[Fitness]:
    """Return what the tests say of each model; p are corrected over all models and tests together."""
    corrected = iter(correct_holm([p for fit in fits for p in fit.p]))
    tests = [Tests(*islice(corrected, 3)) for _ in fits]
    verdicts = [_judge_fit(fit, *p) for fit, p in zip(fits, tests, strict=True)]
    return [Fitness(verdict=verdict, why=why, p=p) for (verdict, why), p in zip(verdicts, tests, strict=True)]


def _judge_fit(
    fit: Susceptibility, evidence: float | None, shape: float | None, rival: float | None
) -> tuple[Verdict, str]:
    """Return the verdict on one model, given the corrected p, and why."""
    if evidence is None or shape is None:
        return "cannot be told", f"fewer than {FEWEST} people"
    if evidence < SIGNIFICANT:
        if rival is not None and rival < SIGNIFICANT:
            return "does not fit", "it moves with the evidence, but averaging predicts it better"
        if shape < SIGNIFICANT:
            return "does not fit", "it moves with the evidence, but where from and how far do not go together so"
        return "fits", "evidence predicts it, and no structure is left"
    if fit.unexplained is None:
        return "cannot be told", "the evidence does not predict it, and how exact its stances are is not known"
    if fit.unexplained > UNEXPLAINED:
        times = f"{fit.unexplained:.1f} times the probes' own error"
        return "does not fit", f"it moves, by {times}, and the evidence does not predict how"
    return "does not move", "no move beyond the probes' own error"
