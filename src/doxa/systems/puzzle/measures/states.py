"""How often agents are right after a player was debated: by their state before, and by how they took reasons.

States (Figures 4 and 5). Before: in the strict majority (Ma), against it (Mi), or without one (C, chaos); right (C) or
wrong (W): six states. After: its answer on that player is right (C) or wrong (W): twelve transitions. An agent that
gave no role before has no state and is counted separately; an agent that gives none afterwards is wrong. The weight of
each transition for the final accuracy is a ridge regression (Hoerl and Kennard 1970):

    w = (XᵀX + λI)⁻¹ Xᵀy       X, y centred, so that the intercept ȳ − x̄·w is not penalised

A row of X counts one sitting's transitions, y is the smooth accuracy of its decision. The counts of a sitting add up to
rounds × agents, so plain least squares has no single solution here; λ chooses one. The text gives no λ; 1 is the
default of the library that is commonly used.

Reasons (Figure 6). A rater judged each agent's reasons to agree and to disagree; 3 and 4 are sound. The text gives no
formulas; doxa's reading of one agent in one round:

- rational: afterwards it has a role that an agent with sound reasons, itself included, argued for; irrational: it has
  another role, or none. A round in which no reasons were sound is neither and is counted separately.
- self-contradicting: it both agrees and disagrees with an agent; or agrees with an agent of another role than it argues
  for; or disagrees with an agent of the same role.
- provider: its reasons were sound or not; the rate is that of the other agents, its receivers.

A contradiction is counted in every round; rounds that nobody rated are left out of the others.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

import numpy as np
from numpy.typing import ArrayLike, NDArray

from doxa.errors import BeliefError
from doxa.records.base import Record, group_by
from doxa.records.cells import Estimate
from doxa.scoring.bootstrap import Interval, central_range, draw_places, rate_interval
from doxa.systems.puzzle.measures.sittings import DebateOpinion, Label, PlayerRound, Sitting, majority, smooth

State = Literal["MaC", "MaW", "MiC", "MiW", "CC", "CW"]
STATES: tuple[State, ...] = get_args(State)

MISSING = "missing"
"""In place of a state, where an agent had given no role."""

TRANSITIONS = tuple(f"{state}→{after}" for state in STATES for after in ("C", "W"))
"""In the order of the states, right before wrong."""

DRAWS = 1_000
"""Resamples of a regression, each of which is fitted anew."""


class Move(Record):
    """One agent's transition in one round."""

    model: str
    before: State | None
    """None where the agent had given no role for the player."""
    right: bool
    """Whether its role for the player is right after the round."""

    @property
    def transition(self) -> str | None:
        """Return the name of the transition; None where there was no state before."""
        return f"{self.before}→{'C' if self.right else 'W'}" if self.before else None


class Correction(Record):
    """How often a model's agents were in a state or showed a behaviour, and how often they were right afterwards."""

    model: str
    kind: str
    """A state, ``missing``, or a behaviour."""
    n: int
    """How many pairs of agent and round; for providers of reasons, of receiver and round."""
    right: int
    puzzles: int
    """On how many puzzles the kind occurred."""
    interval: Interval | None
    """Of the rate, whole puzzles resampled; None where the kind occurred on fewer than two."""

    @property
    def rate(self) -> float | None:
        """Return the correction rate, the share that is right afterwards; None where the kind never occurred."""
        return self.right / self.n if self.n else None


def count_corrections(
    occurrences: Iterable[tuple[str, str, str, bool]], kinds: Sequence[str]
) -> tuple[Correction, ...]:
    """Return each model with each kind, and with ``missing`` where that occurred.

    Args:
        occurrences: model, kind, puzzle, and whether the answer afterwards was right.
    """
    outcomes = group_by(occurrences, lambda occurrence: occurrence[:2])
    return tuple(
        Correction(
            model=model,
            kind=kind,
            n=len(of_kind := outcomes.get((model, kind), [])),
            right=sum(right for _, _, _, right in of_kind),
            puzzles=len({puzzle for _, _, puzzle, _ in of_kind}),
            interval=rate_interval((puzzle, int(right), 1) for _, _, puzzle, right in of_kind),
        )
        for model in sorted({model for model, _ in outcomes})
        for kind in (*kinds, MISSING)
        if kind in kinds or (model, kind) in outcomes
    )


def moves(sitting: Sitting) -> tuple[Move, ...]:
    """Return the move of every agent in every round."""
    agent_moves: list[Move] = []
    for debate_round, before in zip(sitting.rounds, sitting.after_each, strict=False):
        solution = sitting.solution[debate_round.player]
        labels = [answer[debate_round.player] for answer in before]
        agent_moves += [
            Move(
                model=sitting.models[agent],
                before=state_of(label, labels, solution),
                right=debate_round.answers[agent][debate_round.player] == solution,
            )
            for agent, label in enumerate(labels)
        ]
    return tuple(agent_moves)


def state_of(label: Label, labels: Sequence[Label], solution: str) -> State | None:
    """Return the state of one of the labels among all; None for a missing label."""
    if label is None:
        return None
    leading = majority(labels)
    right = label == solution
    if leading is None:
        return "CC" if right else "CW"
    if label == leading:
        return "MaC" if right else "MaW"
    return "MiC" if right else "MiW"


def state_table(sittings: Iterable[Sitting]) -> tuple[Correction, ...]:
    """Return Figure 4: each model in each state."""
    occurrences = (
        (move.model, move.before or MISSING, sitting.id, move.right) for sitting in sittings for move in moves(sitting)
    )
    return count_corrections(occurrences, STATES)


def transition_counts(sitting: Sitting) -> dict[str, int]:
    """Return how often each of the twelve transitions occurred, in the order of ``TRANSITIONS``."""
    counts = Counter(move.transition for move in moves(sitting))
    return {name: counts[name] for name in TRANSITIONS}


class TransitionWeight(Record):
    """How often a transition occurred, and what it adds to accuracy."""

    count: int
    """Over all sittings."""
    times: Interval | None
    """How often it occurs in a debate, whole puzzles resampled; None with fewer than two puzzles."""
    weight: Estimate | None = None
    """Change of smooth accuracy by one more of it, with the central 95 % where puzzles are resampled; None where it
    never occurred."""


def transition_weights(sittings: Sequence[Sitting], penalty: float = 1.0) -> dict[str, TransitionWeight]:
    """Return Figure 5 for one size of puzzle, by transition; empty with fewer than two sittings.

    Raises:
        BeliefError: the penalty is not positive.
    """
    if len(sittings) < 2:
        return {}
    rows = [transition_counts(sitting) for sitting in sittings]
    puzzles = [sitting.id for sitting in sittings]
    weights = {
        name: TransitionWeight(
            count=sum(row[name] for row in rows),
            times=rate_interval((puzzle, row[name], 1) for puzzle, row in zip(puzzles, rows, strict=True)),
        )
        for name in TRANSITIONS
    }
    occurring = [name for name, weight in weights.items() if weight.count]
    x = np.array([[row[name] for name in occurring] for row in rows], dtype=np.float64)
    y = np.array([smooth(sitting.decided, sitting.solution) for sitting in sittings])
    _, coefficients = ridge(x, y, penalty)
    resampled = [ridge(x[places], y[places], penalty)[1] for places in draw_places(puzzles, DRAWS)]
    low, high = central_range(np.array(resampled))
    ends = zip(low.tolist(), high.tolist(), strict=True) if len(set(puzzles)) > 1 else [None] * len(occurring)
    for name, coefficient, bounds in zip(occurring, coefficients.tolist(), ends, strict=True):
        weights[name] = weights[name].model_copy(update={"weight": Estimate.of(coefficient, bounds)})
    return weights


def ridge(x: ArrayLike, y: ArrayLike, penalty: float) -> tuple[float, NDArray[np.float64]]:
    """Return the intercept and the weights, shape (columns,).

    Args:
        x: shape (rows, columns).
        y: shape (rows,).
        penalty: λ > 0.

    Raises:
        BeliefError: the penalty is not positive.
    """
    if penalty <= 0:
        raise BeliefError(f"a ridge penalty is greater than 0, got {penalty}", hint="Take 1, or a small number.")
    rows, values = np.asarray(x, dtype=np.float64), np.asarray(y, dtype=np.float64)
    centre, level = rows.mean(axis=0), values.mean()
    centred = rows - centre
    gram = centred.T @ centred + penalty * np.eye(rows.shape[1])
    weights = np.linalg.solve(gram, centred.T @ (values - level))
    return float(level - centre @ weights), weights


Behaviour = Literal[
    "rational", "irrational", "nothing sound to follow", "self-contradicting", "sound provider", "unsound provider"
]
BEHAVIOURS: tuple[Behaviour, ...] = get_args(Behaviour)


def behaviour_table(sittings: Iterable[Sitting]) -> tuple[Correction, ...]:
    """Return Figure 6: each model with each behaviour; contradictions over all rounds, the others over rated rounds."""
    occurrences = (
        (sitting.models[agent], behaviour, sitting.id, right)
        for sitting in sittings
        for debate_round, before in zip(sitting.rounds, sitting.after_each, strict=False)
        for agent, behaviour, right in _classify_behaviour(
            debate_round, [answer[debate_round.player] for answer in before], sitting.solution[debate_round.player]
        )
    )
    return count_corrections(occurrences, BEHAVIOURS)


def _classify_behaviour(
    debate_round: PlayerRound, positions: Sequence[Label], solution: str
) -> Iterable[tuple[int, Behaviour, bool]]:
    """Yield each agent's behaviours in a round as (agent, behaviour, whether the answer that counts was right)."""
    after = [answer[debate_round.player] for answer in debate_round.answers]
    right = [label == solution for label in after]
    sound = {opinion.role for opinion in debate_round.opinions if opinion.sound and opinion.role is not None}
    rated = any(opinion.is_rated for opinion in debate_round.opinions)
    for agent, opinion in enumerate(debate_round.opinions):
        if contradicts(opinion, positions):
            yield agent, "self-contradicting", right[agent]
        if not rated:
            continue
        followed: Behaviour = "rational" if after[agent] in sound else "irrational"
        yield agent, followed if sound else "nothing sound to follow", right[agent]
        if opinion.is_rated:
            provided: Behaviour = "sound provider" if opinion.sound else "unsound provider"
            yield from ((agent, provided, right[other]) for other in range(len(right)) if other != agent)


def contradicts(opinion: DebateOpinion, positions: Sequence[Label]) -> bool:
    """Return whether an opinion contradicts itself.

    Args:
        positions: each agent's role when the opinion was given.
    """
    if set(opinion.agrees) & set(opinion.disagrees):
        return True
    if opinion.role is None:
        return False
    labels = {agent: label for agent, label in enumerate(positions) if label is not None}
    unlike = any(labels[agent] != opinion.role for agent in opinion.agrees if agent in labels)
    return unlike or any(labels[agent] == opinion.role for agent in opinion.disagrees if agent in labels)
