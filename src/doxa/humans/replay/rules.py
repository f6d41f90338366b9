"""Every belief rule that doxa can replay without a model, under the same folds, with the same scores.

The rules beside log-odds: no change; uptake alone (a = 1); linear Ŝ = S₀ + β·E; averaging S ← (1 − w)·S + w·m (DeGroot
1974, one listener), w on the grid of u; social pull (SimSwarm) with its published coefficients, where
S ← S + 0.1·(m − S)·trust·0.3·1.5/resistance and trust moves with agreement; and any other installed kernel that needs
nothing but the stance of each message, with its default settings. m is the stance of a message: Σ p·s / Σ s over its
directed claims. A message without such claims moves nobody.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np

from doxa.analysis.exhibit import Cell, Table
from doxa.beliefs.base import Met, build_kernel, kernel_class, kernel_names
from doxa.beliefs.social import SocialSettings, moved_trust, resistance, social_proof
from doxa.errors import BeliefError
from doxa.humans.replay.calibration import GLOBAL, LINEAR, NO_CHANGE, PRIOR_ONLY, error_bounds
from doxa.humans.replay.evidence import ReplayedRound
from doxa.humans.replay.grid import UPTAKES, Floats, stances
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import estimate, plain, profile, signed
from doxa.records.claims import Exposure
from doxa.records.spec import Prior
from doxa.scoring.significance import paired_p

SOCIAL = SocialSettings()
"""The published coefficients of the social rule."""

UNLIKED = SOCIAL.step * social_proof(0, SOCIAL) * SOCIAL.novelty_new / resistance(SOCIAL.default_confidence, SOCIAL)
"""The factor of gap and trust in the social rule: without likes confidence is constant, and all messages are new."""

WITHOUT_OWN = {"fixed", "log_odds"}
"""Installed kernels that already have a row of their own."""


@dataclass(frozen=True, kw_only=True)
class RuleErrors:
    """One rule's squared errors, with each round predicted by the parameters of its fold."""

    name: str
    chosen: str
    errors: Floats
    """(N,)."""


def predict_rules(study: Study) -> list[RuleErrors]:
    """Return the squared errors of every rule; no change is first."""
    errors, sums = study.errors, study.sums
    slopes = " ".join(f"{slope:+.3f}".replace("-", "−") for slope in study.fit.slope[0])
    anchors = _commonest(f"a {sums.anchors[int(anchor)]:g}" for anchor in study.fit.anchor[0])
    cells = _commonest(profile(int(cell), sums) for cell in study.fit.cell[0])
    alone = stances(study.met, UPTAKES, (1.0,), study.options.clamp)
    averaged = [average_stances(replay, np.asarray(UPTAKES)) for replay in study.replays]
    return [
        RuleErrors(name="no change", chosen="", errors=errors[:, NO_CHANGE]),
        RuleErrors(name="log-odds (Belief Engine)", chosen=cells, errors=errors[:, GLOBAL]),
        _fit_rule("log-odds, uptake alone", "u", alone[:, :, 0], study),
        RuleErrors(name="log-odds, prior only", chosen=anchors, errors=errors[:, PRIOR_ONLY]),
        RuleErrors(name="linear", chosen=f"β {slopes}", errors=errors[:, LINEAR]),
        _fit_rule("averaging (DeGroot)", "w", np.asarray(averaged), study),
        _fixed_rule("social pull", "published coefficients", [_pull_stance(replay) for replay in study.replays], study),
        *_others(study),
    ]


def kernel_table(study: Study) -> Table:
    """Return the comparison of all rules."""
    rules, options = predict_rules(study), study.options
    errors = np.stack([rule.errors for rule in rules], axis=-1)
    differences = error_bounds(errors, study.persons, options.replicates, options.seed)
    rows: list[tuple[Cell, ...]] = []
    for place, rule in enumerate(rules):
        (interval,) = error_bounds(errors[:, [place]], study.persons, options.replicates, options.seed)
        rmse, reference = np.sqrt(rule.errors.mean()), np.sqrt(rules[0].errors.mean())
        p = paired_p(rule.errors, rules[0].errors, study.persons, options.replicates, options.seed) if place else None
        rows.append(
            (
                rule.name,
                rule.chosen or None,
                estimate(rmse, interval),
                estimate(rmse - reference, differences[place]) if place else None,
                plain(p),
            )
        )
    return Table(
        name="kernels",
        title="Every belief rule under the same folds",
        caption=f"Held-out RMSE (held out by {options.split}) with 95 % bootstrap intervals over people, for fixed "
        "fits; a difference below 0 is better than no change; p is the paired randomisation test of that difference. "
        "Chosen: by most folds. Rules that need a self-report have no row.",
        columns=("rule", "chosen", "RMSE", *signed("− no change"), "paired p"),
        rows=tuple(rows),
    )


def _fit_rule(name: str, parameter: str, predicted: Floats, study: Study) -> RuleErrors:
    """Return the errors of (N, len(UPTAKES)) predictions with the best column of each fold."""
    squares = (predicted - study.met.after[:, None]) ** 2
    errors, chosen = np.empty(len(squares)), []
    for fold in range(study.fold.count):
        best = int(squares[study.fold.train(fold)].sum(axis=0).argmin())
        errors[study.fold.test(fold)] = squares[study.fold.test(fold), best]
        chosen.append(f"{parameter} {UPTAKES[best]:g}")
    return RuleErrors(name=name, chosen=_commonest(iter(chosen)), errors=errors)


def _fixed_rule(name: str, chosen: str, predicted: list[float], study: Study) -> RuleErrors:
    return RuleErrors(name=name, chosen=chosen, errors=(np.asarray(predicted) - study.met.after) ** 2)


def average_stances(replay: ReplayedRound, weights: Floats, side: int = 0) -> Floats:
    """Return the final stance of repeated averaging for each weight w in [0, 1], shape (len(weights),).

    Args:
        side: that of every message, in place of the judge's reading; 0 where it is unknown.
    """
    stance = np.full(len(weights), replay.round.initial)
    for _, message_stance in replay.shown:
        stance = (1.0 - weights) * stance + weights * (side or message_stance)
    return stance


def _pull_stance(replay: ReplayedRound) -> float:
    """Return the final stance of the social rule, applied message by message."""
    stance, trust = replay.round.initial, dict[str, float]()
    for place, message_stance in replay.shown:
        speaker = replay.round.messages[place].speaker
        trusted = trust.get(speaker, SOCIAL.default_trust)
        stance = max(-1.0, min(1.0, stance + (message_stance - stance) * trusted * UNLIKED))
        trust[speaker] = moved_trust(trusted, message_stance, stance, SOCIAL)
    return stance


def _others(study: Study) -> Iterator[RuleErrors]:
    for name in kernel_names():
        if name in WITHOUT_OWN or kernel_class(name).needs:
            continue
        try:
            predicted = [_by_kernel(name, replay) for replay in study.replays]
        except BeliefError:
            continue  # a kernel that cannot begin at a given stance cannot be replayed
        yield _fixed_rule(f"kernel {name}", "default settings", predicted, study)


def _by_kernel(name: str, replay: ReplayedRound) -> float:
    kernel = build_kernel(name, {})
    state, _ = kernel.init(Prior(mode="target", stance=replay.round.initial), ())
    for place, message_stance in replay.shown:
        message = replay.round.messages[place]
        met = Exposure(
            message=message.key, speaker=message.speaker, origin="peer", stance=max(-1.0, min(1.0, message_stance))
        )
        state, _ = kernel.step(state, Met(exposures=(met,)))
    stance = kernel.readout(state).stance
    if stance is None:
        raise BeliefError(f"kernel {name} shows no stance")
    return stance


def _commonest(names: Iterator[str]) -> str:
    ((name, count),) = Counter(names).most_common(1)
    return f"{name} ({count} folds)"
