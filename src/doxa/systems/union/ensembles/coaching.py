"""What a coach is given of an epoch: a learner's arguments and their fate, its scores, and what went unanswered."""

from collections import Counter
from collections.abc import Sequence

from doxa.corpora import normalised
from doxa.judging.measures.rubric import DIMENSIONS
from doxa.records.transcripts import SIDE_NAMES
from doxa.systems.union.exhibits.ran import Fate, Ran, fates_of
from doxa.systems.union.tasks.brief import CoachingNote
from doxa.systems.union.tasks.coaching import Inputs, Told

MOST = 12
"""Arguments that a coach is shown, those with the clearest fate first."""


def coach_inputs(learner: str, runs: Sequence[Ran], epoch: int, before: CoachingNote | None) -> Inputs | None:
    """Return what the coach is given about one learner; None where no run of the epoch was judged."""
    judged = [one for one in runs if one.judgement is not None and one.held is not None and one.side(learner)]
    if not judged:
        return None
    side = judged[0].side(learner)
    assert judged[0].held is not None
    assert side is not None
    fates = [fate for one in judged for fate in fates_of(one)]
    own = [one for one in fates if one.claim.speaker == learner]
    theirs = [one for one in fates if one.claim.side != side and not one.rebutted]
    return Inputs(
        name=judged[0].held.named(learner),
        side=SIDE_NAMES[side],
        motion=judged[0].held.debate.motion,
        epoch=epoch,
        debates=len(judged),
        won=sum(one.winner == side for one in judged),
        scores=_scores(learner, judged),
        own=tuple(_told(own)),
        unanswered=tuple(text for text, _ in Counter(one.claim.text for one in theirs).most_common(MOST)),
        before=before,
    )


def _told(fates: Sequence[Fate]) -> list[Told]:
    """Return arguments over the runs; those in the same words are one."""
    grouped: dict[str, list[Fate]] = {}
    for one in fates:
        grouped.setdefault(normalised(one.claim.text), []).append(one)
    found = [
        Told(
            text=same[0].claim.text,
            made=len(same),
            survived=sum(not one.demolished for one in same),
            demolished=sum(one.demolished for one in same),
            answer=next((one.by for one in same if one.by), ""),
        )
        for same in grouped.values()
    ]
    return sorted(found, key=lambda one: (-abs(one.survived - one.demolished), -one.made))[:MOST]


def _scores(learner: str, judged: Sequence[Ran]) -> dict[str, float]:
    found: dict[str, list[float]] = {}
    for one in judged:
        for speech in one.judgement.brought.rubric if one.judgement else ():
            if speech.speaker == learner:
                for name, value in speech.scores.items():
                    found.setdefault(DIMENSIONS[name], []).append(value)
    return {name: round(sum(values) / len(values), 3) for name, values in found.items()}
