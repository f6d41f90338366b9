"""Controls of the fit: the placebo, recovery of planted (u, a), evidence assigned at random, and other settings.

Placebo: control conversations were about something else and are never fitted. If the evidence moved people, controls
should not move; they also show whether the judge hears evidence where there is none.

Recovery: people with known (u, a) are simulated from the same exposures, S = rule + Normal(0, σ), limited to [−1, 1],
with σ the residual of the real fit; then the grid is fitted as on real people. The interval of u (and a) contains the
fewest values with 95 % of the posterior under a flat prior over cells, exp(−SSE / 2σ̂²). Shuffled evidence: everybody
keeps both stances and gets another person's evidence; the rule's gain on “prior only” is then not due to evidence.

Sensitivity: the whole calibration with one option changed at a time. Extractors are ``claims`` as the judge extracts
them, ``strongest`` of each message only, ``whole``, where every message is one claim (if it was judged so), and the
same with the known side as direction (if the data set has it).
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.replay.calibration import (
    GLOBAL,
    KINDS,
    LABEL,
    NO_CHANGE,
    PRIOR_ONLY,
    PROFILE,
    Steady,
    Thresholds,
    error_bounds,
    fit_folds,
    sums_of,
)
from doxa.humans.replay.evidence import ReplayedRound, replay_round
from doxa.humans.replay.grid import Floats, Ints, stances
from doxa.humans.replay.judged import with_extractor
from doxa.humans.replay.study import Study, exposures_of, make_study
from doxa.humans.replay.writing import estimate, plain, profile, signed
from doxa.scoring.bootstrap import bounds, number_clusters


def placebo_table(study: Study) -> list[Table]:
    """Return the comparison of controls with the fitted people; empty where there are no controls."""
    if not study.people.controls:
        return []
    controls = [replay_round(round, study.judged, study.options.acceptance) for round in study.people.controls]
    return [
        Table(
            name="placebo",
            title="Placebo: control conversations",
            caption="Controls talked about something else. RMSE with the one (u, a) that fits the other people best: "
            "a description of these, and a prediction of the controls, with 95 % bootstrap intervals over people. "
            "Messages heard to bear on the proposition in a control conversation are the judge's false alarms.",
            columns=(
                "people", "N", "mean |Δ|", "no change", "Belief Engine", *signed("BE − no change"), "accepted records",
                "messages heard to bear on it",
            ),
            rows=(_row("fitted people", study.replays, study), _row("controls (placebo)", controls, study)),
        )
    ]  # fmt: skip


def _row(name: str, replays: Sequence[ReplayedRound], study: Study) -> tuple[Cell, ...]:
    met = exposures_of(replays)
    sums = sums_of(met, study.sums.uptakes, study.sums.anchors, study.options.clamp)
    errors = np.column_stack([(met.after - met.before) ** 2, sums.columns[:, study.fit.best]])
    persons = number_clusters(replay.round.person for replay in replays)
    bounds = error_bounds(errors, persons, study.options.replicates, study.options.seed)
    rmse: Floats = np.sqrt(errors.mean(axis=0))
    received = sum(not message.own for replay in replays for message in replay.round.messages)
    return (
        name,
        len(replays),
        plain(np.abs(met.after - met.before).mean()),
        plain(rmse[0]),
        plain(rmse[1]),
        estimate(rmse[1] - rmse[0], bounds[1]),
        plain(float(np.mean([len(replay.active) for replay in replays]))),
        plain(sum(len(replay.shown) for replay in replays) / received) if received else None,
    )


PLANTED = ((0.02, 1.0), (0.1, 0.8), (0.2, 0.5), (0.4, 1.0), (0.8, 1.2))
SIMULATIONS = 200
SHUFFLES = 200
LEVEL = 0.95


@dataclass(frozen=True, kw_only=True)
class RecoveredCell:
    """The fits of simulated people who follow one planted cell."""

    planted: tuple[float, float]
    u: Floats
    """(simulations,) the fitted uptake."""
    a: Floats
    u_inside: NDArray[np.bool_]
    """(simulations,) whether the interval contains the planted uptake."""
    a_inside: NDArray[np.bool_]
    near: NDArray[np.bool_]
    """(simulations,) whether the fitted cell is the planted one or touches it."""


def recover_cell(
    cells: Floats,
    axes: tuple[tuple[float, ...], tuple[float, ...]],
    planted: tuple[int, int],
    sigma: float,
    simulations: int,
    seed: int,
) -> RecoveredCell:
    """Return the fits of simulated people who follow one cell.

    Args:
        cells: (N, U, A) stances of each cell.
        axes: the uptakes and the anchors.
        planted: the places of the planted uptake and anchor in ``axes``.
        sigma: noise of a stated stance.
    """
    random = np.random.default_rng([seed, *planted])
    truth = cells[:, planted[0], planted[1]]
    final = np.clip(truth + random.normal(0.0, sigma, size=(simulations, len(truth))), -1.0, 1.0)
    flat = cells.reshape(len(truth), -1)
    squares = (flat**2).sum(axis=0) - 2.0 * final @ flat + (final**2).sum(axis=1, keepdims=True)
    best_cells = np.stack(np.unravel_index(squares.argmin(axis=1), cells.shape[1:]), axis=-1)
    shares = flat_posterior(squares, len(truth)).reshape(simulations, *cells.shape[1:])
    return RecoveredCell(
        planted=(axes[0][planted[0]], axes[1][planted[1]]),
        u=np.asarray(axes[0])[best_cells[:, 0]],
        a=np.asarray(axes[1])[best_cells[:, 1]],
        u_inside=inside(shares.sum(axis=2), planted[0], LEVEL),
        a_inside=inside(shares.sum(axis=1), planted[1], LEVEL),
        near=np.abs(best_cells - np.asarray(planted)).max(axis=1) <= 1,
    )


def flat_posterior(squares: Floats, people: int) -> Floats:
    """Return the posterior over cells under a flat prior, shape as ``squares`` (simulations, cells)."""
    least = squares.min(axis=1, keepdims=True)
    shares = np.exp(-0.5 * (squares - least) * people / np.maximum(least, 1e-12))
    return np.asarray(shares / shares.sum(axis=1, keepdims=True))


def inside(shares: Floats, place: int, level: float) -> NDArray[np.bool_]:
    """Return whether the smallest set with ``level`` of the probability contains a place, shape (simulations,)."""
    heavier = np.where(shares > shares[:, [place]], shares, 0.0).sum(axis=1)
    return np.asarray(heavier < level)


def recovery_table(study: Study, simulations: int = SIMULATIONS) -> Table:
    """Return the table of planted and fitted cells, simulated from these people's exposures."""
    axes = (study.sums.uptakes, study.sums.anchors)
    cells = stances(study.met, *axes, study.options.clamp)
    sigma = float(np.sqrt(study.sums.columns[:, study.fit.best].mean()))
    rows: list[tuple[Cell, ...]] = []
    for u, a in PLANTED:
        fit = recover_cell(cells, axes, (axes[0].index(u), axes[1].index(a)), sigma, simulations, study.options.seed)
        rows.append(
            (
                f"u {u:g}, a {a:g}", plain(fit.u.mean()), plain(fit.u.mean() - u),
                plain(fit.u_inside.mean()), plain(fit.a.mean()), plain(fit.a.mean() - a),
                plain(fit.a_inside.mean()), plain(fit.near.mean()),
            )
        )  # fmt: skip
    return Table(
        name="recovery",
        title="Parameter recovery: people with known uptake and anchoring, simulated from the same exposures",
        caption=f"{simulations} simulations a row, noise σ = {sigma:.3f}, the residual of the real fit. A 95 % "
        "interval should contain the planted value in about 95 % or more (values are coarse, so that more is usual). "
        "Stances are limited to ±1, which lowers fitted a and u where noise is large. Where fitted u is far from the "
        "planted one, these exposures do not distinguish uptakes, whatever the real fit is.",
        columns=(
            "planted",
            "mean u",
            *signed("bias u"),
            "u in interval",
            "mean a",
            *signed("bias a"),
            "a in interval",
            "cell or next",
        ),
        rows=tuple(rows),
    )  # fmt: skip


@dataclass(frozen=True, kw_only=True)
class ShuffledGains:
    """The rule's held-out gain on “prior only”, with each person's own evidence and with other people's."""

    own: float
    others: Floats
    """(shuffles,)."""

    @property
    def p(self) -> float:
        """How often random evidence gains at least as much: (1 + such shuffles) / (1 + shuffles)."""
        return float((1 + (self.others >= self.own).sum()) / (1 + len(self.others)))


def shuffle_evidence(study: Study, shuffles: int = SHUFFLES) -> ShuffledGains:
    """Return the gains with own evidence, and with evidence assigned at random in many shuffles."""
    random = np.random.default_rng([study.options.seed, 7])
    return ShuffledGains(
        own=_gain(study, np.arange(len(study.met))),
        others=np.asarray([_gain(study, random.permutation(len(study.met))) for _ in range(shuffles)]),
    )


def shuffled_table(study: Study, shuffles: int = SHUFFLES) -> Table:
    """Return the table of gains with own and with randomly assigned evidence."""
    control = shuffle_evidence(study, shuffles)
    gains = estimate(control.others.mean(), bounds(control.others))
    rows = (("each person's own evidence", estimate(control.own), plain(control.p)), ("another person's", gains, None))
    return Table(
        name="shuffled",
        title="Control: the judged evidence assigned at random",
        caption=f"Held-out gain in RMSE on “prior only”; {shuffles} shuffles, with the range of 95 % of them. p: how "
        "often another person's gains at least as much. A large p says of the claims as this judge read them that "
        f"another person's predict as well. It says nothing of evidence: {_why_alike(study)}",
        columns=("evidence", *signed("gain"), "p"),
        rows=rows,
    )


def _why_alike(study: Study) -> str:
    """Return why evidence may matter although another person's predicts as well."""
    if study.design.collinear:
        return (
            "here moving towards what was argued and moving towards the middle are one direction, which the scaled "
            "stance before already predicts, so that no stream of claims can add to it (see the table “design”)."
        )
    return "a judge that errs makes one person's claims as good as another's."


def _gain(study: Study, order: Ints) -> float:
    """Return the held-out gain when stances, with their folds, are paired with evidence in another order."""
    met = replace(study.met, before=study.met.before[order], after=study.met.after[order])
    folds = replace(study.fold, of=study.fold.of[order], aside=study.fold.aside[:, order])
    sums = sums_of(met, study.sums.uptakes, study.sums.anchors, study.options.clamp)
    rmse = fit_folds(sums, np.zeros(len(met), dtype=np.intp), folds).rmse()[0, 0]
    return float(rmse[PRIOR_ONLY] - rmse[GLOBAL])


CLAMPS = (0.8, 0.9, 0.95, 0.98, 0.99, 0.999)
THETAS = (0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 1.0)
STRENGTHS = ("scorer", "extractor", "equal")
TOLERANCES: tuple[Steady, ...] = (0.0, 0.05, 0.1, 0.2, "six-point")
PRESSURES = (0.1, 0.25, 0.5, 1.0, 2.0)


def sensitivity_tables(study: Study) -> list[Table]:
    """Return the sensitivity tables of the fit and of the groups."""
    return [_of_fit(study), _of_groups(study)]


def _of_fit(study: Study) -> Table:
    rows: list[tuple[Cell, ...]] = []
    for option, setting, chosen, variant in _variants(study):
        rmse = variant.fit.rmse()[0, 0]
        accepted = np.asarray([len(replay.active) for replay in variant.replays])
        rows.append(
            (
                option, setting, "chosen" if chosen else None, plain(accepted.mean()), plain(rmse[NO_CHANGE]),
                plain(rmse[PRIOR_ONLY]), plain(rmse[GLOBAL]), plain(rmse[NO_CHANGE] - rmse[GLOBAL]),
                profile(variant.fit.best, variant.sums), sum(replay.lost for replay in variant.replays),
            )
        )  # fmt: skip
    return Table(
        name="sensitivity",
        title="Sensitivity of the fit",
        caption="The whole calibration with one option changed at a time; RMSE of everybody, held out by "
        f"{study.options.split}. No change and the net evidence use stances as stated; the clamp acts on the prior. "
        "A message is lost where the judge gave no answer; it then has no evidence for anybody.",
        columns=(
            "option", "value", "", "accepted records", "no change", "prior only", "Belief Engine", *signed("gain"),
            "describes best", "messages lost",
        ),
        rows=tuple(rows),
    )  # fmt: skip


def _variants(study: Study) -> Iterator[tuple[str, str, bool, Study]]:
    """Yield (option, value, whether it is the study's own value, the study with this value)."""
    options, people, judged = study.options, study.people, study.judged
    acceptance = options.acceptance
    admitted = [
        *(("θ", f"{theta:g}", acceptance.model_copy(update={"theta": theta})) for theta in THETAS),
        *(("strength", name, acceptance.model_copy(update={"strength": name})) for name in STRENGTHS),
    ]
    settings = [
        *(("clamp |S₀|", f"{clamp:g}", replace(options, clamp=clamp)) for clamp in CLAMPS),
        *((option, setting, replace(options, acceptance=changed)) for option, setting, changed in admitted),
    ]
    for option, setting, changed in settings:
        replays = study.replays if changed.acceptance == acceptance else None
        same = changed == options
        yield option, setting, same, study if same else make_study(people, judged, changed, replays)
    yield "extractor", "claims", True, study
    if judged.has_whole and study.argued:
        yield "extractor", "whole, side as known", False, study.argued
    for extractor in ("strongest", "whole") if judged.has_whole else ("strongest",):
        yield "extractor", extractor, False, make_study(people, with_extractor(judged, extractor), options)


def _of_groups(study: Study) -> Table:
    thresholds = study.options.thresholds
    settings = [
        *(("stable within", str(most), replace(thresholds, tolerance=most)) for most in TOLERANCES),
        *(("|E| threshold", f"{least:g}", replace(thresholds, pressure=least)) for least in PRESSURES),
    ]
    return Table(
        name="sensitivity_groups",
        title=f"Sensitivity of the evidence-alignment groups ({LABEL}s)",
        caption="How many people are of each kind under other thresholds, and held-out RMSE with a profile for each "
        "group. The RMSE falls as the groups contain more of the outcome, not as the rule explains more.",
        columns=("threshold", "value", "", *KINDS, "RMSE with profiles"),
        rows=tuple(_group_row(name, setting, changed, study) for name, setting, changed in settings),
    )


def _group_row(threshold: str, setting: str, changed: Thresholds, study: Study) -> tuple[Cell, ...]:
    regrouped = make_study(study.people, study.judged, replace(study.options, thresholds=changed), study.replays)
    return (
        threshold, setting, "chosen" if changed == study.options.thresholds else None,
        *np.bincount(regrouped.kinds, minlength=len(KINDS)).tolist(), plain(regrouped.fit.rmse()[0, 0, PROFILE]),
    )  # fmt: skip
