"""The check of the design: whether these people's data can tell persuasion from shrinking, and what controls add.

Where others always argue against the side on which a person began, moving towards 0 and being persuaded are one
direction: a fit without controls cannot tell them apart. Movement along one's own sign is sign(S₀)·(S₁ − S₀): below 0
towards the middle and beyond. Controls, who heard nothing about the proposition, move by shrinking alone; the
difference is what was heard beyond it (their conversations being assigned at random).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from doxa.analysis.exhibit import Cell, Table
from doxa.humans.data.people import PersonRound
from doxa.humans.replay.folds import SEED
from doxa.humans.replay.grid import Floats
from doxa.humans.replay.writing import describe, estimate, plain, signed
from doxa.scoring.bootstrap import bounds, draw_counts, number_clusters

COLLINEAR = 0.9
"""The least |mean of sign(S₀)·side|, or |correlation|, at which the two directions count as one."""

REPLICATES = 10_000


@dataclass(frozen=True, kw_only=True)
class Design:
    """The sides on which people began and that were argued to them, and the moves of treated people and controls."""

    begun: Floats
    """(N,) sign of S₀ of each treated round."""
    argued: Floats
    """(N,) the side argued in it, 0 where there is none."""
    by_judge: bool
    """Whether the side is the judge's reading, because the data set does not name it."""
    treated_moves: Floats
    """(N,) movement along one's own sign."""
    control_moves: Floats
    persons: tuple[tuple[str, ...], tuple[str, ...]]
    """The people of the treated rounds and of the controls."""
    seed: int = SEED

    @property
    def against(self) -> int:
        """The number of rounds in which the side argued is not the side on which the person began."""
        return int((self.begun * self.argued < 0).sum())

    @property
    def counted(self) -> int:
        """The number of rounds with both sides."""
        return int((self.begun * self.argued != 0).sum())

    @property
    def correlation(self) -> float | None:
        """The correlation of the sign of S₀ with the argued side; None where one of them is always the same."""
        both = self.begun * self.argued != 0
        begun, argued = self.begun[both], self.argued[both]
        if len(begun) < 2 or begun.std() == 0 or argued.std() == 0:
            return None
        return float(np.corrcoef(begun, argued)[0, 1])

    @property
    def agreement(self) -> float | None:
        """The mean of sign(S₀)·side: −1 where everybody hears the other side; None where no round has both."""
        return float((self.begun * self.argued).sum() / self.counted) if self.counted else None

    @property
    def collinear(self) -> bool:
        """Whether shrinking (or stretching) and being persuaded are one direction."""
        sizes = [abs(size) for size in (self.correlation, self.agreement) if size is not None]
        return bool(sizes) and max(sizes) >= COLLINEAR

    @property
    def treated(self) -> float:
        """Mean movement along one's own sign of treated rounds."""
        return float(self.treated_moves.mean())

    @property
    def control(self) -> float | None:
        """The same of controls; None without any."""
        return float(self.control_moves.mean()) if len(self.control_moves) else None

    @property
    def difference(self) -> float | None:
        """Treated less controls; None without controls."""
        return None if self.control is None else self.treated - self.control

    @cached_property
    def intervals(self) -> tuple[tuple[float, float] | None, ...]:
        """The 95 % bootstrap intervals over people of treated, controls and difference."""
        moves = np.concatenate([self.treated_moves, self.control_moves])
        treated = np.arange(len(moves)) < len(self.treated_moves)
        persons = number_clusters([*self.persons[0], *self.persons[1]])
        drawn = []
        for weights in draw_counts(persons, REPLICATES, self.seed):
            means = [_weighted_means(weights[:, part], moves[part]) for part in (treated, ~treated)]
            drawn.append(np.stack([*means, means[0] - means[1]]))
        return tuple(bounds(values) for values in np.concatenate(drawn, axis=1))


def check_design(rounds: Sequence[PersonRound], nets: Sequence[float] = (), seed: int = SEED) -> Design:
    """Return the check of a set's rounds.

    Args:
        rounds: treated rounds and controls.
        nets: net evidence as the judge reads it, of each treated round, used where no side is named.
    """
    treated = [round for round in rounds if not round.control]
    controls = [round for round in rounds if round.control]
    named = any(round.argued for round in treated)
    sides = [round.argued for round in treated] if named or not len(nets) else np.sign(nets).tolist()
    return Design(
        begun=np.sign([round.initial for round in treated]),
        argued=np.asarray(sides, dtype=np.float64),
        by_judge=not named,
        treated_moves=_along_own_sign(treated),
        control_moves=_along_own_sign(controls),
        persons=(tuple(round.person for round in treated), tuple(round.person for round in controls)),
        seed=seed,
    )


def _along_own_sign(rounds: Sequence[PersonRound]) -> Floats:
    return np.asarray([float(np.sign(round.initial)) * (round.final - round.initial) for round in rounds])


def _weighted_means(weights: Floats, values: Floats) -> Floats:
    total = weights.sum(axis=1)
    return np.asarray(np.where(total > 0, weights @ values / np.where(total > 0, total, 1.0), np.nan))


def design_table(rounds: Sequence[PersonRound], nets: Floats, seed: int) -> Table:
    """Return the check for all rounds, and for given and chosen propositions apart where there are both."""
    chosen = np.asarray([round.of_own_choice for round in rounds if not round.control])
    rows = [_design_row("all rounds", check_design(rounds, nets.tolist(), seed))]
    if chosen.any() and not chosen.all():
        for name, own in (("given propositions", False), ("own choice", True)):
            part = [round for round in rounds if round.of_own_choice == own]
            rows.append(_design_row(name, check_design(part, nets[chosen == own].tolist(), seed)))
    by = "as the judge reads it" if check_design(rounds, nets.tolist(), seed).by_judge else "argued"
    return Table(
        name="design",
        title="What this design can tell apart",
        caption=f"“Against”: rounds in which the side {by} is not the side on which the person began, of those with "
        "both; r: correlation of the sign of S₀ with that side (none where one of them never varies). Near −1 "
        "(or +1) shrinking (or stretching) and being persuaded are one direction, which a fit without controls "
        "cannot tell apart. Movement is along one's own sign, sign(S₀)·(S₁ − S₀): below 0 is towards the middle and "
        "beyond. 95 % bootstrap intervals over people.",
        columns=("rounds", "N", "against", "r", "controls", *signed("treated move", "controls move", "difference")),
        rows=tuple(rows),
    )


def _design_row(name: str, design: Design) -> tuple[Cell, ...]:
    treated, control, difference = design.intervals
    return (
        name,
        len(design.begun),
        f"{design.against} of {design.counted}",
        plain(design.correlation),
        len(design.control_moves),
        estimate(design.treated, treated),
        estimate(design.control, control),
        estimate(design.difference, difference),
    )


def describe_design(design: Design) -> str:
    """Return in words what the design can and cannot tell apart, with its numbers."""
    if not design.counted:
        return (
            "No side is known to have been argued in any round, so that nobody can say whether people moved towards "
            "what they heard or towards the middle."
        )
    correlation, agreement = design.correlation, design.agreement or 0.0
    numbers = (
        f"the correlation of the sign of S₀ with the argued side is {describe(correlation)}"
        if correlation is not None
        else f"the mean of sign(S₀)·side is {describe(agreement)}"
    )
    judge = " as the judge reads it" if design.by_judge else ""
    counts = (
        f"The side argued{judge} is against the side on which the person began in {design.against} of "
        f"{design.counted} rounds; {numbers}."
    )
    if not design.collinear:
        return f"{counts} Moving towards the middle and being persuaded are two directions here."
    one = "Shrinking towards 0" if agreement < 0 else "Stretching away from 0"
    return (
        f"{counts} {one} and being persuaded are therefore one direction: a fit that leaves controls out cannot tell "
        f"them apart, and a gain that is not one on “prior only” does not show that evidence had no effect. "
        f"{describe_controls(design)}"
    )


def describe_controls(design: Design) -> str:
    """Return in words what the controls add."""
    if design.control is None or design.difference is None:
        return "There are no controls, so that nothing in these data tells them apart."
    interval = design.intervals[2]
    moves = (
        f"The {len(design.control_moves)} controls can: along their own sign people moved "
        f"{describe(design.treated)} when treated and {describe(design.control)} as controls, a "
        f"difference of {describe(design.difference, interval)}"
    )
    if interval is None or interval[0] <= 0.0 <= interval[1]:
        return f"{moves}. The interval contains 0: these controls do not show that what was argued moved people."
    if (design.difference < 0) == ((design.agreement or 0.0) < 0):
        return f"{moves}: treated people moved further towards the argued side than shrinking alone takes people."
    return f"{moves}: treated people moved less towards the argued side than controls did."
