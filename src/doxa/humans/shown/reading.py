"""The summary of a study: what its numbers do and do not support, computed from these numbers alone."""

import numpy as np

from doxa.analysis.exhibit import Prose
from doxa.humans.identified.estimates import describe_estimates
from doxa.humans.identified.held_out import describe_scores
from doxa.humans.replay.calibration import GLOBAL, LINEAR, METHODS, NO_CHANGE, PRIOR_ONLY, BootstrapResult
from doxa.humans.replay.design import describe_design
from doxa.humans.replay.evidence import replay_round
from doxa.humans.replay.known_side import agreement
from doxa.humans.replay.study import Study
from doxa.humans.replay.writing import number, profile, with_bounds
from doxa.humans.shown.findings import Findings
from doxa.scoring.bootstrap import bounds

FEW = 0.5
"""The share of rounds with directed evidence below which the summary contains a warning."""


def reading(findings: Findings) -> Prose:
    """Return the text that begins every report."""
    study, drawn = findings.study, findings.drawn
    return Prose(
        name="reading",
        title=f"What these numbers do and do not support: {study.people.name}",
        paragraphs=(
            describe_design(findings.design),
            describe_estimates(findings.estimates),
            f"Held out by {study.options.split}: "
            + describe_scores(findings.scores, study.options.replicates, study.options.seed),
            _verdict(findings),
            _references(study, drawn),
            _evidence(study),
            _people(study),
            _limits(study),
        ),
    )


def gain(study: Study, drawn: BootstrapResult, reference: int) -> tuple[float, tuple[float, float] | None]:
    """Return held-out RMSE of a reference less that of the rule, for everybody, with its bootstrap interval."""
    rmse = study.fit.rmse()[0, 0]
    return float(rmse[reference] - rmse[GLOBAL]), bounds(drawn.rmse[:, 0, reference] - drawn.rmse[:, 0, GLOBAL])


def beats(study: Study, drawn: BootstrapResult, reference: int) -> bool | None:
    """Return whether the rule beats a reference; None where the interval contains 0."""
    _, interval = gain(study, drawn, reference)
    if interval is None or interval[0] <= 0.0 <= interval[1]:
        return None
    return interval[0] > 0.0


def _verdict(findings: Findings) -> str:
    study, drawn = findings.study, findings.drawn
    rmse = study.fit.rmse()[0, 0]
    rmse_gain, interval = gain(study, drawn, NO_CHANGE)
    gain_text = f"{with_bounds(rmse_gain, interval, signed=True)} in RMSE"
    errors_text = (
        f"({number(rmse[GLOBAL])} against {number(rmse[NO_CHANGE])}, held out by {study.options.split}"
        f"{_beside(findings)})"
    )
    better = beats(study, drawn, NO_CHANGE)
    if better is None:
        return (
            f"The paper's protocol does not predict these people better than no change {errors_text}: the gain is "
            f"{gain_text}, and the interval contains 0. The protocol does not show that the evidence they met, as it "
            "was judged here, predicts their final stances."
        )
    if not better:
        return (
            f"The paper's protocol predicts these people worse than no change {errors_text}: the gain is {gain_text}."
        )
    verdict = (
        f"The paper's protocol predicts these people's final stances better than no change {errors_text}: the gain is "
        f"{gain_text}."
    )
    beside, around = gain(study, drawn, PRIOR_ONLY)
    over = f"{with_bounds(beside, around, signed=True)}"
    if beats(study, drawn, PRIOR_ONLY):
        return f"{verdict} It also beats the initial stance alone, scaled by a and without any evidence ({over})."
    return (
        f"{verdict} It does not beat the initial stance alone, scaled by a and without evidence ({over}). "
        f"{_why(findings)}"
    )


def _beside(findings: Findings) -> str:
    """Return the protocol's error with evidence by the argued side; empty where no side is known."""
    if findings.argued is None:
        return ""
    return f"; {number(findings.argued.study.fit.rmse()[0, 0, GLOBAL])} with evidence by the argued side"


def _why(findings: Findings) -> str:
    """Return what follows, and what does not, where the scaled stance before predicts as well as the rule."""
    if findings.design.collinear:
        return (
            "This says nothing of whether evidence moved them: a scaled stance before stands for shrinking and for "
            "being persuaded alike, since both are one direction here."
        )
    return (
        "The evidence, as it was judged here, adds nothing to a scaled stance before that these people could show; a "
        "better judge might find what it adds."
    )


def _references(study: Study, drawn: BootstrapResult) -> str:
    comparisons = []
    for reference in (LINEAR, PRIOR_ONLY):
        rmse_gain, interval = gain(study, drawn, reference)
        comparisons.append(f"{with_bounds(rmse_gain, interval, signed=True)} against “{METHODS[reference]}”")
    return f"The protocol's gain is {' and '.join(comparisons)}."


def _evidence(study: Study) -> str:
    with_any = np.asarray([bool(replay.active) for replay in study.replays])
    share = float(with_any.mean())
    claims = [claim for message in study.judged.heard.values() for claim in message.claims]
    unclear = sum(not claim.polarity for claim in claims)
    lost = sum(bool(message.lost) for message in study.judged.heard.values())
    best = profile(int(study.fit.whole[0]), study.sums)
    warn = (
        " With so few of them the rule has little evidence: this result is first of all about the judge."
        if share < FEW
        else ""
    )
    controls, side = _false_alarms(study), _side(study)
    missing = f" The judge gave no answer for {lost} messages." if lost else ""
    return (
        f"{share:.0%} of the rounds have accepted evidence with a direction; of {len(claims):,} claims heard, "
        f"{unclear:,} are unclear to the judge and do not count.{warn}{missing}{side}{controls} "
        f"The cell of the grid that describes everybody best, without controls, is {best}."
    )


def _side(study: Study) -> str:
    """Return a sentence on how often the judge hears the argued side; empty where the sides are unknown."""
    overall = agreement(study.people.fitted_rounds, study.judged)
    if overall.share is None:
        return ""
    return f" Of the messages with a direction, {overall.share:.0%} are heard on the side that was argued."


def _false_alarms(study: Study) -> str:
    """Return a sentence on how often the judge hears evidence in control conversations; empty without controls."""
    received = [message for round in study.people.controls for message in round.messages if not message.own]
    if not received:
        return ""
    controls = [replay_round(round, study.judged, study.options.acceptance) for round in study.people.controls]
    share = sum(len(replay.shown) for replay in controls) / len(received)
    return f" In control conversations, about something else, it hears such evidence in {share:.0%} of the messages."


def _people(study: Study) -> str:
    people = int(study.persons.max()) + 1
    propositions: dict[str, int] = {}
    for replay in study.replays:
        propositions[replay.round.proposition] = propositions.get(replay.round.proposition, 0) + 1
    most = max(propositions.values())
    topics = f"{len(propositions):,} propositions" if len(propositions) > 1 else "one proposition"
    return (
        f"{study.people.about} {len(study.replays):,} rounds of {people:,} people on {topics}, {most:,} of them "
        "on one. The results say nothing about other people, other propositions, or conversations of another kind."
    )


def _limits(study: Study) -> str:
    return (
        "Rows named by evidence alignment are formed from the outcome: they show that some setting fits some people, "
        "not that anybody's setting can be predicted. A judge's errors are in every figure; a person who moved "
        "with the evidence may have moved for another reason."
    )
