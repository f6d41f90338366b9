"""Runs about puzzles as tables and figures use them: debates, and models asked alone."""

from collections.abc import Sequence

from doxa.records.base import Record
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.measures.accuracy import smooth, strict
from doxa.systems.puzzle.measures.sittings import Answer, Sitting

ANCHOR = "A"


class DebateRun(Record):
    """One run of one configuration."""

    configuration: str
    """``A`` for the anchor, else the name of the change."""
    factor: str
    """``A``, or the controlled experiment that it belongs to, C1 to C6."""
    size: int
    path: str
    status: str
    """finished, or failed with its reason in ``reason``."""
    reason: str = ""
    simulated: bool = True
    sitting: Sitting | None = None


class SoloAnswers(Record):
    """One model's answers to one puzzle, asked on its own."""

    model: str
    path: str
    size: int
    replicate: int
    solution: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    confidences: tuple[float | None, ...] = ()
    status: str = "finished"
    reason: str = ""


class Alone(Record):
    """A model in the single-agent benchmark."""

    model: str
    n: int
    """Puzzles."""
    strict: tuple[float, ...]
    """For each puzzle, 1 where it got all players right, else 0."""
    smooth: tuple[float, ...]
    """For each puzzle, the share of players that it got right."""
    confidence: float | None
    """Mean of the confidence that it stated, 1 to 10; None where it never stated one."""
    unstated: int = 0
    """How many valid answers state no confidence from 1 to 10."""
    missing: int
    """How many puzzles have no valid answer."""

    @property
    def accuracy(self) -> float:
        """Return the mean share of players that it got right."""
        return mean(self.smooth)


def sittings_of(debates: Sequence[DebateRun]) -> list[Sitting]:
    """Return the sittings of the debates that ran to their end."""
    return [debate.sitting for debate in debates if debate.sitting is not None]


def benchmark_models(asked: Sequence[SoloAnswers]) -> list[Alone]:
    """Return each model's benchmark over its first answers, in the order given; without models whose runs failed."""
    benchmarks: list[Alone] = []
    for model in dict.fromkeys(respondent.model for respondent in asked):
        answered = [respondent for respondent in asked if respondent.model == model and respondent.answers]
        if not answered:
            continue
        confidences = [respondent.confidences[0] for respondent in answered]
        stated_confidences = [confidence for confidence in confidences if confidence is not None]
        benchmarks.append(
            Alone(
                model=model,
                n=len(answered),
                strict=tuple(strict(respondent.answers[0], respondent.solution) for respondent in answered),
                smooth=tuple(smooth(respondent.answers[0], respondent.solution) for respondent in answered),
                confidence=mean(stated_confidences) if stated_confidences else None,
                missing=sum(None in respondent.answers[0] for respondent in answered),
                unstated=sum(
                    respondent.confidences[0] is None and None not in respondent.answers[0] for respondent in answered
                ),
            )
        )
    return benchmarks
