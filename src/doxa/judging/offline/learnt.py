"""What the simulated judge learnt from the written debates: what is usual, and how much each measure tells.

``tools/learn_offline_judge.py`` writes ``learnt.json`` from the debates for training. The expectations are regressions
over pairs of speeches of which one could not answer the other; the usual means and deviations are those of whole sides;
the weights are those of a logistic regression that tells a whole side from one made worse (``known/worsening.py``).
"""

import json
from functools import cache
from importlib.resources import files

from pydantic import Field

from doxa.judging.measures.rubric import Score
from doxa.judging.offline.measuring import Expected, Measure
from doxa.records.base import Record

FILE = "learnt.json"

MIDDLE, LEAST, MOST = 5.5, 1.0, 10.0

POINTS = 1.5
"""Points for one unit of log-odds that a side is the whole one."""

FARTHEST = 5.0
"""Deviations from what is usual beyond which nothing more is told."""


class Usual(Record):
    """A measure's mean and standard deviation over whole sides."""

    mean: float
    deviation: float = Field(gt=0)


class Expectation(Record):
    """What is expected of a speech that does not answer: a regression's coefficients and residual deviation."""

    coefficients: tuple[float, ...]
    deviation: float = Field(gt=0)


class Learnt(Record):
    """Everything learnt."""

    taken_up: tuple[Expectation, ...]
    """In meaning, and in words."""
    usual: dict[Measure, Usual]
    weights: dict[Measure, float]
    """Log-odds per standard deviation."""

    @property
    def expected(self) -> tuple[Expected, ...]:
        """The expectations as the measures take them."""
        return tuple(Expected(one.coefficients, one.deviation) for one in self.taken_up)

    def log_odds(self, measured: dict[Measure, float], names: tuple[Measure, ...]) -> float:
        """Return what some measures tell of a side, 0 where it argues as is usual; a missing measure tells nothing."""
        told = 0.0
        for name in names:
            if name in measured:
                deviations = (measured[name] - self.usual[name].mean) / self.usual[name].deviation
                told += self.weights[name] * max(-FARTHEST, min(FARTHEST, deviations))
        return told

    def points(self, measured: dict[Measure, float], names: tuple[Measure, ...]) -> Score:
        """Return points from 1 to 10, to two decimals: 5.5 for what is usual."""
        return round(min(MOST, max(LEAST, MIDDLE + POINTS * self.log_odds(measured, names))), 2)


@cache
def learnt() -> Learnt:
    """Return what was learnt."""
    content = (files("doxa.judging.offline") / FILE).read_text(encoding="utf-8")
    return Learnt.model_validate(json.loads(content))
