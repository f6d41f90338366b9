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
from typing import Literal

import numpy as np

from doxa.humans.data.runs import MODEL
from doxa.humans.replay.evidence import ReplayedRound
from doxa.humans.replay.grid import Exposures, Floats, Ints, lay_exposures, prior, pulls
from doxa.humans.replay.study import Study
from doxa.scoring.bootstrap import bounds, draw_counts, number_clusters, sum_clusters
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
        half = 0.5 * (
            pulls(self.met, UPTAKES)[:, :, None]
            + prior(self.met.before, self.clamp)[:, None, None] * np.asarray(ANCHORS)
        )
        squares = (np.tanh(half) - self.met.after[:, None, None]) ** 2
        return np.asarray(squares.reshape(len(self.met), -1))

    @property
    def prior_errors(self) -> Floats:
        """(N, A) squared errors of the initial stance alone, scaled by each a."""
        return self.errors[:, : len(ANCHORS)]

    @property
    def averaging_errors(self) -> Floats:
        """(N, W) squared errors of averaging."""
        return np.asarray((self.averaged - self.met.after[:, None]) ** 2)


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
    rmse: float
    """Held-out errors, each person's rounds predicted without them: of the rule and of its references."""
    rmse_no_change: float
    rmse_prior: float
    rmse_averaging: float
    stance_error: float | None
    p_evidence: float | None
    p_shape: float | None
    p_rival: float | None
    """None with too few people, and for a rival that is not better."""

    @property
    def unexplained(self) -> float | None:
        """The remaining error over that of the two measurements; None where that is not known."""
        return self.rmse / (np.sqrt(2.0) * self.stance_error) if self.stance_error else None


def rounds_by_model(study: Study) -> list[ModelRounds]:
    """Return the rounds of each model, models in the order of their names; empty where people are not models."""
    models = sorted({replay.round.traits.get(MODEL, "") for replay in study.replays} - {""})
    return [
        _model_rounds(model, [one for one in study.replays if one.round.traits.get(MODEL) == model], study)
        for model in models
    ]


def _model_rounds(model: str, replays: Sequence[ReplayedRound], study: Study) -> ModelRounds:
    # by the side that was argued, where it is known
    evidence = [[(replay.round.argued or side, strength) for side, strength in replay.active] for replay in replays]
    errors = [replay.round.stance_error for replay in replays if replay.round.stance_error is not None]
    met = lay_exposures([one.round.initial for one in replays], [one.round.final for one in replays], evidence)
    argued = np.asarray([float(one.round.argued) for one in replays])
    return ModelRounds(
        model=model,
        met=met,
        clamp=study.options.clamp,
        persons=number_clusters(one.round.person for one in replays),
        side=np.where(argued != 0.0, argued, np.sign(met.net)),
        averaged=np.asarray([_average(replay) for replay in replays]),
        stance_error=float(np.sqrt(np.mean(np.square(errors)))) if errors else None,
    )


def _average(replay: ReplayedRound) -> Floats:
    """Return the final stance under averaging for each weight, shape (len(WEIGHTS),)."""
    weights = np.asarray(WEIGHTS)
    stance = np.full(len(weights), replay.round.initial)
    for _, shown in replay.shown:
        stance = (1.0 - weights) * stance + weights * (float(replay.round.argued) or shown)
    return stance


def fit_model(rounds: ModelRounds, replicates: int, seed: int) -> Susceptibility:
    """Return the fit of one model with its intervals and tests."""
    cells, anchors = rounds.errors, len(ANCHORS)
    best = int(cells.sum(axis=0).argmin())
    by_person = sum_clusters(cells, rounds.persons)
    everybody, people = np.arange(len(by_person), dtype=np.intp), len(by_person)
    drawn = np.concatenate(
        [(weights @ by_person).argmin(axis=1) for weights in draw_counts(everybody, replicates, seed)]
    )
    uptakes = np.asarray(UPTAKES)[drawn // anchors]
    rule, alone, averaging = (
        _held_out(errors, rounds.persons) for errors in (cells, rounds.prior_errors, rounds.averaging_errors)
    )
    no_change = (rounds.met.after - rounds.met.before) ** 2
    baseline = no_change if no_change.mean() <= alone.mean() else alone
    flips = max(replicates, LEAST_FLIPS) if people >= FEWEST else 0
    tests = _tests(rounds, best, (rule, baseline, averaging), flips, seed)
    return Susceptibility(
        model=rounds.model,
        rounds=len(rounds.met),
        people=people,
        u=UPTAKES[best // anchors],
        u_bounds=bounds(uptakes),
        a=ANCHORS[best % anchors],
        a_bounds=bounds(np.asarray(ANCHORS)[drawn % anchors]),
        drawn=uptakes,
        rmse=float(np.sqrt(rule.mean())),
        rmse_no_change=float(np.sqrt(no_change.mean())),
        rmse_prior=float(np.sqrt(alone.mean())),
        rmse_averaging=float(np.sqrt(averaging.mean())),
        stance_error=rounds.stance_error,
        p_evidence=tests[0],
        p_shape=tests[1],
        p_rival=tests[2],
    )


def _tests(
    rounds: ModelRounds, best: int, held_out: tuple[Floats, Floats, Floats], flips: int, seed: int
) -> tuple[float | None, float | None, float | None]:
    """Return p of evidence, shape and rival; None where nobody is tested, or the rival is not better.

    Args:
        best: the cell that fits everybody best.
        held_out: squared errors of the rule, of the better reference without evidence, and of averaging.
    """
    if not flips:
        return None, None, None
    rule, baseline, averaging = held_out
    better = rule.mean() < baseline.mean()
    rival = averaging.mean() < rule.mean()
    return (
        paired_p(baseline, rule, rounds.persons, flips, seed) if better else 1.0,
        _shape_p(_errors_left(rounds, best), rounds, flips, seed),
        paired_p(rule, averaging, rounds.persons, flips, seed) if rival else None,
    )


def _errors_left(rounds: ModelRounds, best: int) -> Floats:
    """Return the stances after less those that a cell predicts, shape (N,)."""
    u, a = UPTAKES[best // len(ANCHORS)], ANCHORS[best % len(ANCHORS)]
    half = 0.5 * (pulls(rounds.met, (u,))[:, 0] + a * prior(rounds.met.before, rounds.clamp))
    return np.asarray(rounds.met.after - np.tanh(half))


def _held_out(errors: Floats, persons: Ints) -> Floats:
    """Return each round's squared error by the column that fits everybody but its person best, shape (N,)."""
    own = sum_clusters(errors, persons)
    chosen = (errors.sum(axis=0) - own).argmin(axis=1)
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
    p_evidence: float | None
    p_shape: float | None
    p_rival: float | None


def judge_fits(fits: Sequence[Susceptibility]) -> list[Fitness]:
    """Return what the tests say of each model; p are corrected over all models and tests together."""
    tests = [[fit.p_evidence for fit in fits], [fit.p_shape for fit in fits], [fit.p_rival for fit in fits]]
    corrected = correct_holm([p for test in tests for p in test])
    by_test = [corrected[start : start + len(fits)] for start in range(0, len(corrected), max(1, len(fits)))]
    return [_fitness(fit, *p) for fit, *p in zip(fits, *by_test, strict=True)]


def _fitness(fit: Susceptibility, evidence: float | None, shape: float | None, rival: float | None) -> Fitness:
    verdict: Verdict
    if evidence is None or shape is None:
        verdict, why = "cannot be told", f"fewer than {FEWEST} people"
    elif evidence >= SIGNIFICANT:
        verdict, why = _without_effect(fit)
    elif rival is not None and rival < SIGNIFICANT:
        verdict, why = "does not fit", "it moves with the evidence, but averaging predicts it better"
    elif shape < SIGNIFICANT:
        verdict, why = "does not fit", "it moves with the evidence, but where from and how far do not go together so"
    else:
        verdict, why = "fits", "evidence predicts it, and no structure is left"
    return Fitness(verdict=verdict, why=why, p_evidence=evidence, p_shape=shape, p_rival=rival)


def _without_effect(fit: Susceptibility) -> tuple[Verdict, str]:
    if fit.unexplained is not None and fit.unexplained > UNEXPLAINED:
        times = f"{fit.unexplained:.1f} times the probes' own error"
        return "does not fit", f"it moves, by {times}, and the evidence does not predict how"
    if fit.unexplained is not None:
        return "does not move", "no move beyond the probes' own error"
    return "cannot be told", "the evidence does not predict it, and how exact its stances are is not known"
