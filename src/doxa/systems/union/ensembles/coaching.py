"""The coach's inputs after an epoch: a learner's arguments and their fate, its scores, and unanswered arguments."""

from collections import Counter
from collections.abc import Sequence

from doxa.corpora import normalised
from doxa.judging.ballots.rubric import DIMENSIONS
from doxa.records.transcripts import SIDE_NAMES
from doxa.systems.union.exhibits.ran import EnsembleRun, Fate, fates_of
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.coaching import ArgumentTally, Inputs

MOST = 12
"""The most arguments that a coach is shown; those that survived or fell most clearly come first."""


def coach_inputs(learner: str, runs: Sequence[EnsembleRun], epoch: int, before: CoachingNote | None) -> Inputs | None:
    """Return the coach's inputs for one learner; None where no run of the epoch was judged."""
    judged = [run for run in runs if run.judgement is not None and run.held is not None and run.side(learner)]
    if not judged:
        return None
    side = judged[0].side(learner)
    assert judged[0].held is not None
    assert side is not None
    fates = [fate for run in judged for fate in fates_of(run)]
    own_fates = [fate for fate in fates if fate.claim.speaker == learner]
    unanswered = [fate for fate in fates if fate.claim.side != side and not fate.rebutted]
    return Inputs(
        name=judged[0].held.display_name(learner),
        side=SIDE_NAMES[side],
        motion=judged[0].held.debate.motion,
        epoch=epoch,
        debates=len(judged),
        won=sum(run.winner == side for run in judged),
        scores=_scores(learner, judged),
        own=tuple(_group_arguments(own_fates)),
        unanswered=tuple(text for text, _ in Counter(fate.claim.text for fate in unanswered).most_common(MOST)),
        before=before,
    )


def _group_arguments(fates: Sequence[Fate]) -> list[ArgumentTally]:
    """Return a learner's arguments over all runs; arguments in the same words are counted as one."""
    grouped: dict[str, list[Fate]] = {}
    for fate in fates:
        grouped.setdefault(normalised(fate.claim.text), []).append(fate)
    arguments = [
        ArgumentTally(
            text=same_words[0].claim.text,
            made=len(same_words),
            survived=sum(not fate.demolished for fate in same_words),
            demolished=sum(fate.demolished for fate in same_words),
            answer=next((fate.by for fate in same_words if fate.by), ""),
        )
        for same_words in grouped.values()
    ]
    return sorted(arguments, key=lambda argument: (-abs(argument.survived - argument.demolished), -argument.made))[
        :MOST
    ]


def _scores(learner: str, judged: Sequence[EnsembleRun]) -> dict[str, float]:
    scores: dict[str, list[float]] = {}
    for run in judged:
        for speech in run.judgement.brought.rubric if run.judgement else ():
            if speech.speaker == learner:
                for name, score in speech.scores.items():
                    scores.setdefault(DIMENSIONS[name], []).append(score)
    return {name: round(sum(values) / len(values), 3) for name, values in scores.items()}
