"""What several answers agree on. A missing label is no vote, but its agent still counts toward the total."""

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from doxa.systems.puzzle.measures.sittings import Answer, Label

By = Literal["player", "solution"]


def majority(labels: Sequence[Label]) -> Label:
    """Return the label that more than half of all agents give; None where there is none."""
    leading = most(labels)
    return leading if leading is not None and labels.count(leading) * 2 > len(labels) else None


def most(labels: Sequence[Label]) -> Label:
    """Return the label given most often; None where nobody gives one, or two lead."""
    ranked = Counter(label for label in labels if label is not None).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return None
    return ranked[0][0]


def majority_answer(answers: Sequence[Answer]) -> Answer:
    """Return the strict majority's label for each player; None where a player has none."""
    return tuple(majority(labels) for labels in zip(*answers, strict=True))


def most_common_answer(answers: Sequence[Answer], by: By = "player") -> Answer:
    """Return the most common answer.

    Args:
        by: "player": the label given most often to each, None where two lead. "solution": the complete answer given
            most often (self-consistency: Wang et al., arXiv:2203.11171); None for every player where several lead or
            no answer is complete.
    """
    if by == "player":
        return tuple(most(labels) for labels in zip(*answers, strict=True))
    ranked = Counter(answer for answer in answers if None not in answer).most_common(2)
    if not ranked or (len(ranked) == 2 and ranked[0][1] == ranked[1][1]):
        return (None,) * len(answers[0])
    return ranked[0][0]
