"""The state of an agent before a player is debated, and whether it is right afterwards (Figures 4 and 5).

Before: in the strict majority (Ma), against it (Mi), or without one (C, chaos); right (C) or wrong (W): six states.
After: its answer on that player is right (C) or wrong (W): twelve transitions. An agent that gave no role before has no
state and is counted separately; an agent that gives none afterwards is wrong. The correction rate of a state is the
share that is right afterwards.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal, get_args

from doxa.records.base import Record
from doxa.scoring.bootstrap import Interval, rate_interval
from doxa.systems.puzzle.measures.sittings import Label, Sitting, majority

State = Literal["MaC", "MaW", "MiC", "MiW", "CC", "CW"]
STATES: tuple[State, ...] = get_args(State)

TRANSITIONS = tuple(f"{state}→{after}" for state in STATES for after in ("C", "W"))
"""In the order of the states, right before wrong."""


class Move(Record):
    """One agent's transition in one round."""

    sitting: str
    round: int
    """From 1."""
    agent: int
    model: str
    before: State | None
    """None where the agent had given no role for the player."""
    right: bool
    """Whether its role for the player is right after the round."""

    @property
    def transition(self) -> str | None:
        """Return the name of the transition; None where there was no state before."""
        return f"{self.before}→{'C' if self.right else 'W'}" if self.before else None


class StateCount(Record):
    """How often a model's agents were in a state, and how often they were right afterwards."""

    model: str
    state: State | Literal["missing"]
    n: int
    right: int
    puzzles: int = 0
    """On how many puzzles the state occurred."""
    interval: Interval | None = None
    """Of the rate, over puzzles; None where the state occurred on fewer than two."""

    @property
    def rate(self) -> float | None:
        """Return the correction rate; None where the state never occurred."""
        return self.right / self.n if self.n else None


def moves(sitting: Sitting) -> tuple[Move, ...]:
    """Return the move of every agent in every round."""
    agent_moves: list[Move] = []
    for number, (debate_round, before) in enumerate(zip(sitting.rounds, sitting.after_each, strict=False), 1):
        solution = sitting.solution[debate_round.player]
        labels = [answer[debate_round.player] for answer in before]
        for agent, label in enumerate(labels):
            agent_moves.append(
                Move(
                    sitting=sitting.id,
                    round=number,
                    agent=agent,
                    model=sitting.models[agent],
                    before=state_of(label, labels, solution),
                    right=debate_round.answers[agent][debate_round.player] == solution,
                )
            )
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


def state_table(sittings: Iterable[Sitting]) -> tuple[StateCount, ...]:
    """Return Figure 4: the counts of each model in each state, and in "missing" where that occurred."""
    all_moves = [move for sitting in sittings for move in moves(sitting)]
    counts = Counter((move.model, move.before or "missing") for move in all_moves)
    right = Counter((move.model, move.before or "missing") for move in all_moves if move.right)
    moved: defaultdict[tuple[str, str], list[tuple[str, int, int]]] = defaultdict(list)
    for move in all_moves:
        moved[move.model, move.before or "missing"].append((move.sitting, int(move.right), 1))
    rows: list[StateCount] = []
    for model in sorted({move.model for move in all_moves}):
        states: list[State | Literal["missing"]] = [*STATES]
        if counts[model, "missing"]:
            states.append("missing")
        for state in states:
            of_state = moved[model, state]
            rows.append(
                StateCount(
                    model=model,
                    state=state,
                    n=counts[model, state],
                    right=right[model, state],
                    puzzles=len({puzzle for puzzle, _, _ in of_state}),
                    interval=rate_interval(of_state),
                )
            )
    return tuple(rows)


def transition_counts(sitting: Sitting) -> dict[str, int]:
    """Return how often each of the twelve transitions occurred, in the order of ``TRANSITIONS``."""
    counts = Counter(move.transition for move in moves(sitting))
    return {name: counts[name] for name in TRANSITIONS}
