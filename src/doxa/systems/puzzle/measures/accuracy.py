"""The accuracy of answers before and after a debate (appendix B; Table 3).

    strict accuracy = (1/N) Σ_i 1[ŷ_i = y_i]        smooth accuracy = (1/N) Σ_i (1/P_i) Σ_p 1[ŷ_ip = y_ip]

A missing label is wrong, whatever the right role is.
"""

from collections import defaultdict
from collections.abc import Sequence

from doxa.records.base import Record, Unit
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.measures.sittings import Answer, Sitting
from doxa.systems.puzzle.measures.votes import majority_answer


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

    @property
    def instance_gain(self) -> float:
        """Return the improvement of the team."""
        return self.final_instance - self.initial_instance

    @property
    def agent_gain(self) -> float:
        """Return the improvement of the agents."""
        return self.final_agent - self.initial_agent


def before_after(sittings: Sequence[Sitting]) -> tuple[BeforeAfter, ...]:
    """Return the columns of Table 3, sizes ascending."""
    return tuple(_column(size, group) for size, group in by_size(sittings).items())


def by_size(sittings: Sequence[Sitting]) -> dict[int, list[Sitting]]:
    """Return number of players → sittings, ascending."""
    groups: defaultdict[int, list[Sitting]] = defaultdict(list)
    for sitting in sittings:
        groups[sitting.size].append(sitting)
    return dict(sorted(groups.items()))


def _column(size: int, sittings: Sequence[Sitting]) -> BeforeAfter:
    return BeforeAfter(
        size=size,
        n=len(sittings),
        initial_instance=mean([strict(majority_answer(sitting.initial), sitting.solution) for sitting in sittings]),
        final_instance=mean([strict(sitting.decided, sitting.solution) for sitting in sittings]),
        initial_agent=mean([strict(answer, sitting.solution) for sitting in sittings for answer in sitting.initial]),
        final_agent=mean([strict(answer, sitting.solution) for sitting in sittings for answer in sitting.final]),
    )
