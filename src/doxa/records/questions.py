"""Questions of a survey: what is asked in private, of whom, and before, after or between the rounds of a run."""

from fnmatch import fnmatchcase
from typing import Annotated, Literal, Self

from pydantic import Field, StringConstraints, model_validator

from doxa.records.base import Settings
from doxa.records.outside import read_number


class SurveyQuestion(Settings):
    """A question that agents answer in private; neither question nor answer becomes part of any conversation."""

    id: Annotated[str, StringConstraints(pattern=r"^\w[\w -]*$", max_length=64)]
    """Its name in step keys and tables."""
    ask: str = Field(min_length=1)
    """The question, word for word."""
    scale: dict[str, str] = Field(default_factory=dict)
    """Number → what it means, such as ``{ 0 = "not at all", 100 = "entirely" }``: the answer is a number from the
    lowest to the highest of them."""
    choices: tuple[str, ...] = ()
    """The answers to choose from. Without scale and choices the answer is in free words."""
    unsure: bool = True
    """Whether "I do not know" is offered. It is counted apart, and is no point of the scale."""
    when: tuple[Literal["before", "after"], ...] = ("before", "after")
    """Whether the question is asked before the first batch and after the last."""
    every: int | None = Field(default=None, ge=1)
    """After every so many rounds the question is asked too."""
    of: tuple[str, ...] = Field(default=("*",), min_length=1)
    """Who is asked: ids of agents, or patterns such as ``"left-*"``."""
    agrees: Literal["high", "low"] | None = None
    """Which end of the scale is for the proposition, where one is; offline agents answer by their stance then."""
    opposite_of: str = ""
    """The question of the same scale of which this asks the opposite: both answers of an agent are held against each
    other."""

    @property
    def labels(self) -> list[tuple[float, str]]:
        """The labelled points of the scale, from the lowest on; empty where the answer is no number."""
        return sorted((read_number(point), label) for point, label in self.scale.items())

    @property
    def ends(self) -> tuple[float, float] | None:
        """The lowest and the highest point of the scale; None where the answer is no number."""
        return (self.labels[0][0], self.labels[-1][0]) if self.scale else None

    def is_asked_of(self, agent: str) -> bool:
        """Return whether an agent of this id is among those who are asked."""
        return any(fnmatchcase(agent, pattern) for pattern in self.of)

    @model_validator(mode="after")
    def _check(self) -> Self:
        faults = {
            "a question has a scale or choices, not both": self.scale and self.choices,
            "a scale needs labels of its two ends": self.scale and len({point for point, _ in self.labels}) < 2,
            "choices are two or more, each once": len({*self.choices, ""}) != len(self.choices) + 1
            or len(self.choices) == 1,
            "agrees and opposite_of are of questions with a scale": (self.agrees or self.opposite_of)
            and not self.scale,
            "the question is never asked: when is empty, and every is absent": not self.when and self.every is None,
        }
        if fault := next((fault for fault, is_met in faults.items() if is_met), ""):
            raise ValueError(fault)
        return self
