"""The accuracy of answers before and after a debate (appendix B; Table 3).

    strict accuracy = (1/N) Σ_i 1[ŷ_i = y_i]        smooth accuracy = (1/N) Σ_i (1/P_i) Σ_p 1[ŷ_ip = y_ip]

A missing label is wrong, whatever the right role is.
"""

from collections import Counter, defaultdict
from collections.abc import Sequence
from typing import Literal, get_args

from doxa.records.base import Record, Unit
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.measures.sittings import Answer, Label, Sitting, majority_answer


def strict(answer: Answer, solution: Sequence[str]) -> float:
    """Return 1 where every role is right, else 0."""
    return float(tuple(answer) == tuple(solution))


def smooth(answer: Answer, solution: Sequence[str]) -> float:
    """Return the share of players whose role is right, in [0, 1]."""
    return mean([float(label == role) for label, role in zip(answer, solution, strict=True)])


class BeforeAfter(Record):
    """One column of Table 3."""

    size: int
    n: int
    """Sittings."""
    initial_instance: Unit
    """Share of puzzles that the strict majority of the proposals gets right as a whole."""
    final_instance: Unit
    """Share of puzzles that the team's decision gets right as a whole."""
    initial_agent: Unit
    """Share of proposals that are right as a whole."""
    final_agent: Unit
    """Share of final answers that are right as a whole."""


def before_after(sittings: Sequence[Sitting]) -> tuple[BeforeAfter, ...]:
    """Return the columns of Table 3, sizes ascending."""
    return tuple(
        BeforeAfter(
            size=size,
            n=len(group),
            initial_instance=mean([strict(majority_answer(sitting.initial), sitting.solution) for sitting in group]),
            final_instance=mean([strict(sitting.decided, sitting.solution) for sitting in group]),
            initial_agent=mean([strict(answer, sitting.solution) for sitting in group for answer in sitting.initial]),
            final_agent=mean([strict(answer, sitting.solution) for sitting in group for answer in sitting.final]),
        )
        for size, group in by_size(sittings).items()
    )


def by_size(sittings: Sequence[Sitting]) -> dict[int, list[Sitting]]:
    """Return number of players → sittings, ascending."""
    groups: defaultdict[int, list[Sitting]] = defaultdict(list)
    for sitting in sittings:
        groups[sitting.size].append(sitting)
    return dict(sorted(groups.items()))


Measure = Literal["strict", "smooth", "agree_all", "agree_major"]
MEASURES: tuple[Measure, ...] = get_args(Measure)


def curve(sitting: Sitting, measure: Measure) -> tuple[float, ...]:
    """Return a measure at rounds 0, 1, … T, each in [0, 1]."""
    return tuple(_value(answers, sitting.solution, measure) for answers in sitting.after_each)


def area_of(sitting: Sitting, measure: Measure) -> float | None:
    """Return one sitting's mean after each round, the proposals not counted; None where no round was held."""
    values = curve(sitting, measure)[1:]
    return mean(values) if values else None


def mean_area(sittings: Sequence[Sitting], measure: Measure) -> float | None:
    """Return the mean area of the sittings that have one; None where none has."""
    areas = [area for sitting in sittings if (area := area_of(sitting, measure)) is not None]
    return mean(areas) if areas else None


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
