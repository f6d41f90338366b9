"""The fourteen predictors of Tables 4 and 5, one row a sitting; the regressions themselves are in ``analysis``.

What the text leaves open, as doxa reads it: initial accuracies are means over the agents' proposals; an agent is in the
minority to the share of players on whom it proposes another role than the strict majority does (a missing role is in no
minority); a sitting has initial chaos where for some player no role has a strict majority.
"""

from doxa.records.base import Record
from doxa.scoring.convergence import mean
from doxa.systems.puzzle.measures.accuracy import smooth, strict
from doxa.systems.puzzle.measures.rounds import area_of
from doxa.systems.puzzle.measures.sittings import Sitting
from doxa.systems.puzzle.measures.votes import majority_answer

PREDICTORS = (
    "game size",
    "agents",
    "debate depth",
    "initial smooth accuracy",
    "initial strict accuracy",
    "strong: initial smooth accuracy",
    "strong: initial strict accuracy",
    "weak: initial smooth accuracy",
    "weak: initial strict accuracy",
    "strong in minority",
    "weak in minority",
    "confidence visible",
    "order the same",
    "initial chaos",
)


class Predicted(Record):
    """One observation: predictors in the order of ``PREDICTORS``, and both outcomes."""

    sitting: str
    values: tuple[float, ...]
    smooth: float
    agreement: float
    """The area of agree_major, the proposals not counted."""


def predictor_row(sitting: Sitting) -> Predicted | None:
    """Return a sitting's row; None where it has no rounds, or where it is not known who is strongest and weakest."""
    agreement = area_of(sitting, "agree_major")
    if agreement is None or sitting.strongest is None or sitting.weakest is None:
        return None
    strong, weak = sitting.initial[sitting.strongest], sitting.initial[sitting.weakest]
    values = (
        float(sitting.size),
        float(len(sitting.agents)),
        float(sitting.depth),
        mean([smooth(answer, sitting.solution) for answer in sitting.initial]),
        mean([strict(answer, sitting.solution) for answer in sitting.initial]),
        smooth(strong, sitting.solution),
        strict(strong, sitting.solution),
        smooth(weak, sitting.solution),
        strict(weak, sitting.solution),
        in_minority(sitting, sitting.strongest),
        in_minority(sitting, sitting.weakest),
        float(sitting.confidence_visible),
        float(sitting.same_order),
        float(None in majority_answer(sitting.initial)),
    )
    return Predicted(
        sitting=sitting.id, values=values, smooth=smooth(sitting.decided, sitting.solution), agreement=agreement
    )


def in_minority(sitting: Sitting, agent: int) -> float:
    """Return the share of players on whom an agent proposes another role than the strict majority."""
    pairs = zip(sitting.initial[agent], majority_answer(sitting.initial), strict=True)
    return mean([float(None not in (label, leading) and label != leading) for label, leading in pairs])
