"""What the simulated judge learnt from the written debates, and the seats of an offline panel that go by it.

``tools/learn_offline_judge.py`` writes ``learnt.json`` from the debates for training. The expectations are regressions
over pairs of speeches of which one could not answer the other; the usual means and deviations are those of whole sides;
the weights are those of a logistic regression that tells a whole side from one made worse (``known/cases.py``). A
measure has two weights, since what lies below the usual may say more than what lies above it. Each seat is named by
what it measures. Seats differ, and they are not independent: all go by one embedding and by lists of words.
"""

import json
import math
from dataclasses import replace
from functools import cache, lru_cache
from importlib.resources import files

import numpy as np
from pydantic import Field

from doxa.judging.ballots.scores import Criteria, Score
from doxa.judging.offline.measuring import Expected, Measure, MeasuredSpeech, Places, measure_party
from doxa.records.base import Record

FILE = "learnt.json"

MIDDLE, LEAST, MOST = 5.5, 1.0, 10.0

POINTS = 1.0
"""Points for one unit of log-odds that a side is the whole one."""

FARTHEST = 5.0
"""Deviations from what is usual beyond which nothing more is told."""


class Usual(Record):
    """A measure's mean and standard deviation over whole sides."""

    mean: float
    deviation: float = Field(gt=0)


class TwoWeights(Record):
    """What a measure tells: log-odds for each standard deviation below the usual mean, and above it."""

    below: float = Field(ge=0)
    above: float = Field(ge=0)

    def log_odds(self, deviations: float) -> float:
        """Return what a value so many deviations from the usual mean tells."""
        held = max(-FARTHEST, min(FARTHEST, deviations))
        return held * (self.below if held < 0 else self.above)


class Learnt(Record):
    """Everything learnt."""

    taken_up: tuple[Expected, ...]
    """What is expected of a speech that does not answer: in meaning, in words, and how closely."""
    opening: tuple[float, ...]
    """The direction of first sentences in the space of vectors."""
    closing: tuple[float, ...]
    usual: dict[Measure, Usual]
    weights: dict[Measure, TwoWeights]

    @property
    def places(self) -> Places:
        """The directions of first and last sentences as the measures take them."""
        return Places(np.array(self.opening), np.array(self.closing))

    def log_odds(self, measured: dict[Measure, float], names: tuple[Measure, ...]) -> float:
        """Return what some measures tell of a side, 0 where it argues as is usual; a missing measure tells nothing."""
        return math.fsum(
            self.weights[name].log_odds((measured[name] - self.usual[name].mean) / self.usual[name].deviation)
            for name in names
            if name in measured
        )

    def points(self, measured: dict[Measure, float], names: tuple[Measure, ...]) -> Score:
        """Return points from 1 to 10, to two decimals: 5.5 for what is usual."""
        return round(min(MOST, max(LEAST, MIDDLE + POINTS * self.log_odds(measured, names))), 2)


@cache
def learnt() -> Learnt:
    """Return what was learnt."""
    return Learnt.model_validate(json.loads((files("doxa.judging.offline") / FILE).read_text(encoding="utf-8")))


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
    return measure_party(speeches, party, learnt().taken_up, learnt().places)
