"""The seats of an offline panel, each named by what it measures.

They differ, and they are not independent: all go by one embedding and by lists of words.
"""

from dataclasses import replace
from functools import lru_cache

from doxa.judging.ballots.panel import Criteria
from doxa.judging.offline.learnt import learnt
from doxa.judging.offline.measuring import Measure, measure_party
from doxa.judging.offline.speeches import MeasuredSpeech

ANSWERING: tuple[Measure, ...] = ("answering",)
GROUNDS: tuple[Measure, ...] = ("evidence", "consistency")
COHERENCE: tuple[Measure, ...] = ("relevance", "order", "opening", "closing")

SEATS: dict[str, tuple[Measure, ...]] = {
    "offline:answering": ANSWERING,
    "offline:grounds": GROUNDS,
    "offline:coherence": COHERENCE,
}
"""Model → what it measures."""

MODELS: dict[str, str] = dict.fromkeys(SEATS, "judges debates")
"""Model → what it does, for the errors of whoever asks it for something else."""


def criteria_of(model: str, speeches: list[MeasuredSpeech], party: str) -> Criteria:
    """Return a party's scores by a seat: the same on all criteria, or each by its own measures for ``offline``."""
    labels = {name: str(place) for place, name in enumerate(dict.fromkeys(speech.party for speech in speeches))}
    named = tuple(replace(speech, party=labels[speech.party]) for speech in speeches)
    measured = _measure_once(named, labels.get(party, ""))
    if model in SEATS:
        points = learnt().points(measured, SEATS[model])
        return Criteria(engagement=points, argument=points, rebuttal=points, narrative=points)
    answering, grounds, coherence = (learnt().points(measured, names) for names in SEATS.values())
    return Criteria(engagement=answering, argument=grounds, rebuttal=answering, narrative=coherence)


@lru_cache(maxsize=32)
def _measure_once(speeches: tuple[MeasuredSpeech, ...], party: str) -> dict[Measure, float]:
    """Return a party's measures; all seats and both assignments of labels ask for those of one debate."""
    return measure_party(speeches, party, learnt().expected, learnt().places)
