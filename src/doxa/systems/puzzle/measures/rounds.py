"""Accuracy and agreement over the rounds of a debate, and the areas under these curves (appendix B).

    area = (1/T) Σ_t value(t)      T = players · passes; with ``round0`` the proposals count as one more round

The text does not say whether the proposals count; each ``Area`` says whether they did. Values at round t are of all
agents' complete answers after that round. strict, smooth: of the strict majority's labels, right as a whole (0 or 1),
or the share of players that is right. agree_all: the share of players on whom all agents agree; agree_major: on whom
at least ⌈A/2⌉ of A agents agree. An agent without a label agrees with nobody.
"""

from collections import Counter
from collections.abc import Sequence
from typing import Literal, get_args

from doxa.records.base import Record, Unit
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.measures.accuracy import smooth, strict
from doxa.systems.puzzle.measures.sittings import Answer, Label, Sitting
from doxa.systems.puzzle.measures.votes import majority_answer

Measure = Literal["strict", "smooth", "agree_all", "agree_major"]
MEASURES: tuple[Measure, ...] = get_args(Measure)


class Area(Record):
    """An area under a curve over rounds, as a mean over sittings."""

    measure: Measure
    value: Unit
    n: int
    """Sittings."""
    rounds: tuple[int, ...]
    """T, the number of rounds averaged; several values, ascending, where sittings differ."""
    round0: bool
    """Whether the proposals count as a round."""


def curve(sitting: Sitting, measure: Measure) -> tuple[float, ...]:
    """Return a measure at rounds 0, 1, … T, each in [0, 1]."""
    return tuple(_value(answers, sitting.solution, measure) for answers in sitting.after_each)


def area_of(sitting: Sitting, measure: Measure, *, round0: bool = False) -> float | None:
    """Return one sitting's area; None where no round was held and the proposals do not count."""
    values = curve(sitting, measure)[0 if round0 else 1 :]
    return mean(values) if values else None


def area(sittings: Sequence[Sitting], measure: Measure, *, round0: bool = False) -> Area | None:
    """Return the mean area of the sittings that have one; None where none has."""
    areas = [(sitting, area_of(sitting, measure, round0=round0)) for sitting in sittings]
    values = [sitting_area for _, sitting_area in areas if sitting_area is not None]
    if not values:
        return None
    rounds = {len(sitting.rounds) + round0 for sitting, sitting_area in areas if sitting_area is not None}
    return Area(measure=measure, value=mean(values), n=len(values), rounds=tuple(sorted(rounds)), round0=round0)


def agree_all(answers: Sequence[Answer]) -> float:
    """Return the share of players to whom all agents give the same role."""
    return mean([float(_largest(labels) == len(labels)) for labels in zip(*answers, strict=True)])


def agree_major(answers: Sequence[Answer]) -> float:
    """Return the share of players to whom at least ⌈A/2⌉ agents give the same role."""
    return mean([float(2 * _largest(labels) >= len(labels)) for labels in zip(*answers, strict=True)])


def _value(answers: Sequence[Answer], solution: Sequence[str], measure: Measure) -> float:
    match measure:
        case "strict":
            return strict(majority_answer(answers), solution)
        case "smooth":
            return smooth(majority_answer(answers), solution)
        case "agree_all":
            return agree_all(answers)
        case "agree_major":
            return agree_major(answers)


def _largest(labels: Sequence[Label]) -> int:
    """Return how many agents give the most common label."""
    return max(Counter(label for label in labels if label is not None).values(), default=0)
