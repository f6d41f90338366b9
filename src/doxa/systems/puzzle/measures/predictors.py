"""The predictors of Tables 4 and 5, one row for each sitting; ``exhibits/regressions.py`` fits them.

The tables list fourteen; the text adds that mixture coefficients (team composition) are omitted. Their number follows
from what is printed: adjusted R² = 1 − (1 − R²)(n − 1)/(n − k − 1), with n = 745, gives k = 15 or 16 for Table 4
(R² .393, adjusted .380) and k = 16 or 17 for Table 5 (.290, .274); 16 fits both. doxa's two terms are those that the
text names for accuracy, Mix B and Mix C; the reference is every other team.

doxa's reading of what the text leaves open: initial accuracies are means over the agents' proposals; an agent's
minority is the share of players for whom it proposes another role than the strict majority does (a missing role does
not count); a sitting has initial chaos where no role has a strict majority for some player.
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
    "team: Het-Mix B",
    "team: Het-Mix C",
)

MIXTURES = {"team: Het-Mix B": "het-mix-b", "team: Het-Mix C": "het-mix-c"}
"""Predictor → the team of which it is 1; 0 of every other team."""


class PredictorRow(Record):
    """One observation: predictors in the order of ``PREDICTORS``, and both outcomes."""

    sitting: str
    values: tuple[float, ...]
    smooth: float
    agreement: float
    """The area of agree_major, without the proposals."""


def predictor_row(sitting: Sitting) -> PredictorRow | None:
    """Return a sitting's row; None without rounds, or without a known strongest and weakest agent."""
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
        *(float(sitting.team == team) for team in MIXTURES.values()),
    )
    return PredictorRow(
        sitting=sitting.id, values=values, smooth=smooth(sitting.decided, sitting.solution), agreement=agreement
    )


def in_minority(sitting: Sitting, agent: int) -> float:
    """Return the share of players on whom an agent proposes another role than the strict majority."""
    pairs = zip(sitting.initial[agent], majority_answer(sitting.initial), strict=True)
    return mean([float(None not in (label, leading) and label != leading) for label, leading in pairs])
