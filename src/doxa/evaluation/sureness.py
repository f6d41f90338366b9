"""How sure a judge is: the probabilities that judges computed here state, beside the directions that they answer.

A hosted model states none. Reading them again asks nobody and stands in no log.
"""

from collections.abc import Sequence

from doxa.evaluation.exhibits.shift_measures import Chances
from doxa.experiments.named_models import OFFLINE
from doxa.models.embedded import embedder
from doxa.models.offline.directing import read_claims


def chances_of(judge: str) -> Chances | None:
    """Return how probable a judge finds "for"; None of a judge that does not say."""
    return _offline_chances if judge == OFFLINE else None


def _offline_chances(proposition: str, claims: Sequence[str], message: str = "") -> Sequence[float]:
    return [reading.chance for reading in read_claims(proposition, claims, embedder(), message=message)]
