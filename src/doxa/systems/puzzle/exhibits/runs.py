"""Runs about puzzles as tables and figures use them: debates, and models asked alone."""

from collections.abc import Sequence

from doxa.records.base import Record
from doxa.records.spec import ModelSettings
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.measures.accuracy import smooth, strict
from doxa.systems.puzzle.measures.sittings import Answer, Sitting

ANCHOR = "A"


def is_simulated(model: str) -> bool:
    """Return whether a model is plain code in place of one."""
    return ModelSettings(model=model).simulated


class StepCost(Record):
    """What one step took, repetitions included."""

    calls: int
    tokens: float


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
    models: tuple[str, ...] = ()
    """Who the agents are."""
    supervisor: str = ""
    """The model of the supervisor; '' where the team has none."""
    judge: str = ""
    """The model that rates the reasons; '' where nobody does."""
    sitting: Sitting | None = None
    tokens: float | None = None
    """What agents and supervisor took; None where it was not counted."""
    tokens_estimated: bool = False
    in_proposals: float | None = None
    """How many proposals like the shortest of its own would cost its tokens; None where they were not counted."""

    @property
    def simulated(self) -> bool:
        """Whether all agents are declared reasoners."""
        return bool(self.models) and all(is_simulated(model) for model in self.models)

    @property
    def partly_simulated(self) -> bool:
        """Whether some agents are declared reasoners, and others models."""
        return not self.simulated and any(is_simulated(model) for model in self.models)


class SoloAnswers(Record):
    """One model's answers to one puzzle, asked on its own."""

    model: str
    path: str
    size: int
    replicate: int
    solution: tuple[str, ...] = ()
    answers: tuple[Answer, ...] = ()
    confidences: tuple[float | None, ...] = ()
    costs: tuple[StepCost, ...] = ()
    """What each answer took; empty where it was not counted."""
    status: str = "finished"
    reason: str = ""


class SupervisedVote(Record):
    """A team's vote on one puzzle in which a supervisor decided about players without a majority."""

    path: str
    size: int
    replicate: int
    decided: Answer | None = None
    """None where the run failed."""
    calls: int = 0
    tokens: float | None = None


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
    stated: tuple[float, ...] = ()
    """The confidences that it stated."""
    size: int = 6
    """Players of the puzzles."""
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
                stated=tuple(stated_confidences),
                size=answered[0].size,
                missing=sum(None in respondent.answers[0] for respondent in answered),
                unstated=sum(
                    respondent.confidences[0] is None and None not in respondent.answers[0] for respondent in answered
                ),
            )
        )
    return benchmarks
