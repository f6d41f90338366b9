"""The five behaviour metrics of a discussion, turn by turn, and their means over turns.

Policy-parameterised prompts, section 3.3. Responsiveness and rebuttal are 0 where no utterance came before (hence
0.90 at most over ten rounds of simultaneous turns); non-repetition is 1 in a speaker's first turn, unless first turns
are left out; evidence usage is that of ``evidence_usage``, and stance the cosine with the persona. A metric that a turn
cannot have is None, never 0, and is left out of means.
"""

import math
from collections.abc import Callable, Iterable

from doxa.records.base import Record, Unit


class MeasuredTurn(Record):
    """One utterance with its metrics; a metric is None where it could not be measured."""

    round: int
    agent: str
    text: str
    passages: tuple[str, ...] = ()
    """Ids of the passages that its prompt showed."""
    no_evidence: bool = False
    no_response: bool = False
    """Whether the agent's turn of the round before gave no evidence, or no response, though its prompt showed passages,
    or the dialogue: weights may correct for both."""
    previous: str = ""
    """Step key of the most recent utterance before it; empty where there was none."""
    responds: bool | None = None
    opposes: bool | None = None
    evidence: bool | None = None
    non_repetition: Unit | None = None
    stance: float | None = None
    """Cosine with the persona's embedding."""


Metric = Callable[[MeasuredTurn], float | None]


def responsiveness(turn: MeasuredTurn) -> float | None:
    """Return 1 where the turn takes up the utterance before, 0 where it does not or there is none."""
    return _score_judgement(turn, turn.responds)


def rebuttal(turn: MeasuredTurn) -> float | None:
    """Return 1 where the turn opposes the utterance before, 0 where it does not or there is none."""
    return _score_judgement(turn, turn.opposes)


def evidence_usage(turn: MeasuredTurn) -> float | None:
    """Return 1 where the turn uses a retrieved passage, 0 where it does not; None where none was retrieved."""
    return None if turn.evidence is None else float(turn.evidence)


METRICS: dict[str, Metric] = {
    "responsiveness": responsiveness,
    "rebuttal": rebuttal,
    "non-repetition": lambda turn: turn.non_repetition,
    "evidence usage": evidence_usage,
    "stance": lambda turn: turn.stance,
}


def mean_of(turns: Iterable[MeasuredTurn], metric: Metric) -> float | None:
    """Return the mean of a metric over the turns that have it; None where no turn has it."""
    scores = [score for score in map(metric, turns) if score is not None]
    return math.fsum(scores) / len(scores) if scores else None


def _score_judgement(turn: MeasuredTurn, judgement: bool | None) -> float | None:
    if not turn.previous:
        return 0.0
    return None if judgement is None else float(judgement)
