"""What several answers agree on: the strict majority, and the votes with which debates are compared.

Votes without a debate, by one of three rules; each gives an answer wherever somebody gave one:

- solution: the complete solution proposed most often. This is self-consistency (Wang et al., arXiv:2203.11171), which
  takes the most common answer; the answer to a puzzle is a role for every player.
- player: for each player the role given most often. It can put consistent solutions together to one that nobody
  proposed and that fits no statement.
- confidence: the complete solution with the largest sum of stated confidences.

Of answers with as many votes the one given first wins. A proposal that lacks a player's role is no vote for a solution,
and one without a stated confidence has no weight by confidence; both still cost their calls. A missing role is no vote,
but its agent counts among those of whom a strict majority is more than half.
"""

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from typing import Literal, TypeVar, get_args

from doxa.systems.puzzle.measures.sittings import Answer, Label

By = Literal["solution", "player", "confidence"]
RULES: tuple[By, ...] = get_args(By)

T = TypeVar("T")


def majority(labels: Sequence[Label]) -> Label:
    """Return the label that more than half of all agents give; None where there is none."""
    leading = most(labels)
    return leading if leading is not None and labels.count(leading) * 2 > len(labels) else None


def most(labels: Sequence[Label]) -> Label:
    """Return the label given most often, of several the one given first; None where nobody gives one."""
    return _first_of_largest(Counter(label for label in labels if label is not None))


def majority_answer(answers: Sequence[Answer]) -> Answer:
    """Return the strict majority's label for each player; None where a player has none."""
    return tuple(majority(labels) for labels in zip(*answers, strict=True))


def most_common_answer(
    answers: Sequence[Answer], by: By = "player", confidences: Sequence[float | None] = ()
) -> Answer:
    """Return the answer that wins a vote by a rule; None for every player where nobody gave a valid vote.

    Args:
        answers: in the order in which they were given, which settles ties.
        confidences: the stated confidence of each answer; only for the rule ``confidence``.
    """
    if by == "player":
        return tuple(most(labels) for labels in zip(*answers, strict=True))
    weights: defaultdict[Answer, float] = defaultdict(float)
    stated = confidences if by == "confidence" else [1.0] * len(answers)
    for answer, weight in zip(answers, stated, strict=True):
        if None not in answer and weight is not None:
            weights[answer] += weight
    return _first_of_largest(weights) or (None,) * len(answers[0])


def _first_of_largest(weights: Mapping[T, float]) -> T | None:
    """Return the key of the largest weight, of equal ones the first; None where there is none."""
    return max(weights, key=lambda key: weights[key], default=None)
