"""The rubric: every speech on five anchored dimensions, 1 to 10, then all speeches side by side.

overall = mean of the dimensions that were scored; a side's score is the mean over its speeches. Judges give all
speeches nearly the same score unless they compare them, so the side-by-side scores must spread over at least two
points.
"""

import math
from collections.abc import Mapping, Sequence
from typing import Annotated, Literal

from pydantic import Field

from doxa.judging.ballots.verdicts import LayerVerdict, compare_sides
from doxa.records.base import Record
from doxa.records.transcripts import Side

Dimension = Literal["argument", "rebuttal", "evidence", "rhetoric", "persona"]

DIMENSIONS: dict[Dimension, str] = {
    "argument": "argument strength",
    "rebuttal": "rebuttal quality",
    "evidence": "evidence grounding",
    "rhetoric": "rhetorical effectiveness",
    "persona": "persona fidelity",
}

Score = Annotated[float, Field(ge=1.0, le=10.0, allow_inf_nan=False)]
"""A score on the anchored scale from 1 to 10."""

LEAST_SPREAD = 2.0
"""Points between the best and the worst speech that a side-by-side comparison must show."""


class SpeechScores(Record):
    """One speech on the rubric."""

    speech: str
    speaker: str
    side: Side
    scores: dict[Dimension, Score]
    """Scores by dimension, without dimensions that cannot be judged, such as the persona of an undescribed speaker."""
    recalibrated: Score | None = None
    """The overall score after the comparison side by side; None where the comparison failed."""

    @property
    def overall(self) -> float:
        """The recalibrated score, or the mean of the dimensions where there is none."""
        if self.recalibrated is not None:
            return self.recalibrated
        return math.fsum(self.scores.values()) / len(self.scores)


def score_spread(scores: Sequence[float]) -> float:
    """Return the difference between the highest and the lowest score."""
    return max(scores) - min(scores) if scores else 0.0


def wide_enough(scores: Sequence[float]) -> bool:
    """Return whether the scores of a comparison differ enough; always so for a single speech."""
    return len(scores) < 2 or score_spread(scores) >= LEAST_SPREAD


def rubric_verdict(scored: Sequence[SpeechScores]) -> LayerVerdict | None:
    """Return the side with the higher mean; no winner where the means are equal, None where a side has no scores."""
    means = side_means(scored)
    if len(means) < 2:
        return None
    equal = "the sides' means are equal" if means["pro"] == means["con"] else ""
    return compare_sides("rubric", means["pro"], means["con"], because=equal)


def side_means(scored: Sequence[SpeechScores]) -> Mapping[Side, float]:
    """Return the mean overall score of each side that has one."""
    side_scores: dict[Side, list[float]] = {}
    for speech_scores in scored:
        side_scores.setdefault(speech_scores.side, []).append(speech_scores.overall)
    return {side: round(math.fsum(values) / len(values), 12) for side, values in side_scores.items()}
