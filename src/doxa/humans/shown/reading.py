"""The summary of a study: what its numbers do and do not support, computed from these numbers alone."""

from collections import Counter

import numpy as np

from doxa.analysis.exhibit import Prose
from doxa.humans.identified.estimates import UptakeEstimate, describe_estimates
from doxa.humans.identified.scores import HeldOutScores, describe_scores
from doxa.humans.replay.calibration import GLOBAL, LINEAR, METHODS, NO_CHANGE, PRIOR_ONLY
from doxa.humans.replay.design import describe_design
from doxa.humans.replay.evidence import replay_round
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import describe, profile
from doxa.humans.shown.sides import agreement
from doxa.records.cells import write_number
from doxa.scoring.bootstrap import bounds

FEW = 0.5
"""The share of rounds with directed evidence below which the summary contains a warning."""

LIMITS = (
    "Rows named by evidence alignment are formed from the outcome: they show that some setting fits some people, "
    "not that anybody's setting can be predicted. A judge's errors are in every figure; a person who moved "
    "with the evidence may have moved for another reason."
)


def describe_replay(study: Study, estimates: list[UptakeEstimate], scores: HeldOutScores) -> Prose:
    """Return the text that begins every report."""
    options = study.options
    return Prose(
        name="reading",
        title=f"What these numbers do and do not support: {study.people.name}",
        paragraphs=(
            describe_design(study.design),
            describe_estimates(estimates),
            f"Held out by {options.split}: {describe_scores(scores, options.replicates, options.seed)}",
            _verdict(study),
            f"The protocol's gain is {_gain(study, LINEAR)} against “{METHODS[LINEAR]}” and "
            f"{_gain(study, PRIOR_ONLY)} against “{METHODS[PRIOR_ONLY]}”.",
            _evidence(study),
            _people(study),
            LIMITS,
        ),
    )


def gain(study: Study, reference: int) -> tuple[float, tuple[float, float] | None]:
    """Return held-out RMSE of a reference less that of the rule, for everybody, with its bootstrap interval."""
    rmse, drawn = study.fit.rmse()[0, 0], study.drawn.rmse[:, 0]
    return float(rmse[reference] - rmse[GLOBAL]), bounds(drawn[:, reference] - drawn[:, GLOBAL])


def beats(study: Study, reference: int) -> bool | None:
    """Return whether the rule beats a reference; None where the interval contains 0."""
    _, interval = gain(study, reference)
    if interval is None or interval[0] <= 0.0 <= interval[1]:
        return None
    return interval[0] > 0.0


def _gain(study: Study, reference: int) -> str:
    return describe(*gain(study, reference))


def _verdict(study: Study) -> str:
    rmse = study.fit.rmse()[0, 0]
    gained = f"the gain is {_gain(study, NO_CHANGE)} in RMSE"
    argued = (
        f"; {describe(study.argued.fit.rmse()[0, 0, GLOBAL], signed=False)} with evidence by the argued side"
        if study.argued
        else ""
    )
    rule, reference = write_number(rmse[GLOBAL]), write_number(rmse[NO_CHANGE])
    against = f"({rule} against {reference}, held out by {study.options.split}{argued})"
    better = beats(study, NO_CHANGE)
    if better is None:
        return (
            f"The paper's protocol does not predict these people better than no change {against}: {gained}, and the "
            "interval contains 0. The protocol does not show that the evidence they met, as it was judged here, "
            "predicts their final stances."
        )
    if not better:
        return f"The paper's protocol predicts these people worse than no change {against}: {gained}."
    verdict = f"The paper's protocol predicts these people's final stances better than no change {against}: {gained}."
    over = _gain(study, PRIOR_ONLY)
    if beats(study, PRIOR_ONLY):
        return f"{verdict} It also beats the initial stance alone, scaled by a and without any evidence ({over})."
    # what follows, and what does not, where the scaled stance before predicts as well as the rule
    why = (
        "This says nothing of whether evidence moved them: a scaled stance before stands for shrinking and for "
        "being persuaded alike, since both are one direction here."
        if study.design.collinear
        else "The evidence, as it was judged here, adds nothing to a scaled stance before that these people could "
        "show; a better judge might find what it adds."
    )
    return f"{verdict} It does not beat the initial stance alone, scaled by a and without evidence ({over}). {why}"


def _evidence(study: Study) -> str:
    share = float(np.mean([bool(replay.active) for replay in study.replays]))
    heard = study.judged.heard.values()
    claims = [claim for message in heard for claim in message.claims]
    lost, refused = sum(bool(message.lost) for message in heard), sum(message.refused for message in heard)
    warn = " With so few of them the rule has little evidence: this result is first of all about the judge."
    right = agreement(study.people.fitted_rounds, study.judged).share
    side = (
        ""
        if right is None
        else f" Of the messages with a direction, {right:.0%} are heard on the side that was argued."
    )
    return (
        f"{share:.0%} of the rounds have accepted evidence with a direction; of {len(claims):,} claims heard, "
        f"{sum(not claim.polarity for claim in claims):,} are unclear to the judge and do not count."
        f"{warn if share < FEW else ''}{f' The judge gave no answer for {lost} messages.' if lost else ''}"
        f"{f' {refused} more claims that it proposed are refused (hearing.claims).' if refused else ''}{side}"
        f"{_false_alarms(study)} The cell of the grid that describes everybody best, without controls, is "
        f"{profile(study.fit.best, study.sums)}."
    )


def _false_alarms(study: Study) -> str:
    """Return a sentence on how often the judge hears evidence in control conversations; empty without controls."""
    received = sum(not message.own for round in study.people.controls for message in round.messages)
    if not received:
        return ""
    controls = [replay_round(round, study.judged, study.options.acceptance) for round in study.people.controls]
    share = sum(len(replay.shown) for replay in controls) / received
    return f" In control conversations, about something else, it hears such evidence in {share:.0%} of the messages."


def _people(study: Study) -> str:
    propositions = Counter(replay.round.proposition for replay in study.replays)
    topics = f"{len(propositions):,} propositions" if len(propositions) > 1 else "one proposition"
    return (
        f"{study.people.about} {len(study.replays):,} rounds of {study.count:,} people on {topics}, "
        f"{max(propositions.values()):,} of them on one. The results say nothing about other people, other "
        "propositions, or conversations of another kind."
    )
