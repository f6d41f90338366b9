"""How far two opponents came together: the columns of Table A2 and the convergence of Table A8 (Belief Engine).

With g₀ the distance at the start (1.5 for ±0.75): gap = mean |pro − con|; gap reduction = g₀ − gap; mean absolute
shift averages |end − start| over trials and both agents; centre shift = (g₀ − (pro − con)) / 2; crossing rate = share
of trials with pro < con at the end; convergence = mean (|pro − con| at the start − |pro − con| at the end).
"""

import math
from collections.abc import Sequence

from doxa.records.base import Record, Stance

START = 0.75
"""Both sides start this far from the middle (Table A5)."""


class Ending(Record):
    """The stances of one debate's two agents at start and end, by one kind of stance."""

    pro: Stance
    con: Stance
    start_pro: Stance = START
    start_con: Stance = -START

    @property
    def gap(self) -> float:
        """Return |pro − con| at the end."""
        return abs(self.pro - self.con)

    @property
    def start_gap(self) -> float:
        """Return |pro − con| at the start."""
        return abs(self.start_pro - self.start_con)

    @property
    def convergence(self) -> float:
        """Return by how much the distance shrank; negative where the agents moved apart."""
        return self.start_gap - self.gap

    @property
    def shift(self) -> float:
        """Return |end − start|, averaged over both agents."""
        return (abs(self.pro - self.start_pro) + abs(self.con - self.start_con)) / 2


class Convergence(Record):
    """Table A2's columns over the trials of one topic and setup."""

    n: int
    pro: float
    con: float
    gap: float
    gap_reduction: float
    shift: float
    centre_shift: float
    crossing: float


def converged(endings: Sequence[Ending]) -> Convergence | None:
    """Return the columns of Table A2; None where no trial ended."""
    if not endings:
        return None
    pro, con = mean([ending.pro for ending in endings]), mean([ending.con for ending in endings])
    gap = mean([ending.gap for ending in endings])
    start = mean([ending.start_gap for ending in endings])
    return Convergence(
        n=len(endings),
        pro=pro,
        con=con,
        gap=gap,
        gap_reduction=start - gap,
        shift=mean([ending.shift for ending in endings]),
        centre_shift=centre_shift(pro, con, start),
        crossing=mean([float(ending.pro < ending.con) for ending in endings]),
    )


def centre_shift(pro: float, con: float, start_gap: float = 2 * START) -> float:
    """Return (start gap − (pro − con)) / 2: how far each side moved toward the other, on average, with its sign."""
    return (start_gap - (pro - con)) / 2


def mean(values: Sequence[float]) -> float:
    """Return the mean of at least one value, correctly rounded."""
    return math.fsum(values) / len(values)
