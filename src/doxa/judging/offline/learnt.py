"""Seven measures of how a debate was argued, none of which grows with length.

    answering     how much of an earlier speech of the other side a speech takes up, less what is expected of a speech
                  of its length and subject that does not answer it, in standard deviations
    evidence      share of sentences with a figure, a source or a name
    consistency   minus the share of sentences that say the opposite of a sentence of one's own
    relevance     mean cosine of the sentences with the motion
    order         mean cosine of neighbouring sentences, less that of all sentences of the speech
    opening       w · v of the first sentence: how much it sounds like the first of a speech
    closing       u · v of the last sentence: how much it sounds like the last of a speech

A party's measure is the mean over its speeches; points of information and answers to them are said in another's time,
and what a speech is worth must not depend on whether one was taken. What is expected of a speech that does not answer
was learnt from mismatched pairs: speeches of one debate of which one could not answer the other. A
speech answers the speech that it takes up most, so the expectation is that of the largest of as many chances as there
are speeches to answer. v is a sentence's unit vector; w and u were learnt by ridge regression
(``tools/learn_offline_judge.py``): 1 for the first (last) sentence of a written speech, −1 for a sentence within it. A
speech that was cut off has no end, and one whose sentences changed places has neither, however long it is.

``tools/learn_offline_judge.py`` writes ``learnt.json`` from the debates for training. The expectations are regressions
over pairs of speeches of which one could not answer the other; the usual means and deviations are those of whole sides;
the weights are those of a logistic regression that tells a whole side from one made worse (``known.py``). A
measure has two weights, since what lies below the usual may say more than what lies above it. Each seat is named by
what it measures. Seats differ, and they are not independent: all go by one embedding and by lists of words.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property, lru_cache
from importlib.resources import files
from typing import Literal

import numpy as np
from numpy.typing import NDArray
from pydantic import Field

from doxa.judging.ballots.scores import Criteria, Score
from doxa.judging.offline.cues import has_evidence, is_negated, likeness, mean, sentences_of
from doxa.models.embedded.exact import dot
from doxa.models.hearing.sentences import content_words
from doxa.models.offline.shelf import Library
from doxa.records.base import Record
from doxa.records.transcripts import ShownTurn


@dataclass(frozen=True)
class MeasuredSpeech:
    """One speech in sentences; ``party`` is the label of those for whom it is given."""

    party: str
    sentences: tuple[str, ...]
    motion: str
    library: Library

    @cached_property
    def words(self) -> tuple[frozenset[str], ...]:
        """The words of each sentence that tell what it is about."""
        return tuple(frozenset(content_words(sentence)) for sentence in self.sentences)

    @cached_property
    def relevance(self) -> float:
        """The mean cosine of the sentences with the motion."""
        return float(likeness(self.sentences, [self.motion], self.library).mean())

    @cached_property
    def likenesses(self) -> NDArray[np.float64]:
        """The cosine of each sentence with each other one, shape (sentences, sentences)."""
        return likeness(self.sentences, self.sentences, self.library)

    @cached_property
    def units(self) -> NDArray[np.float64]:
        """The unit vector of each sentence, shape (sentences, dimensions)."""
        rows = np.stack(self.library.vectors(self.sentences))
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))

    def nearness_to(self, other: "MeasuredSpeech") -> NDArray[np.float64]:
        """Return the cosine of each sentence with each of another speech, shape (sentences, others)."""
        return likeness(self.sentences, other.sentences, self.library)


def speeches_of(
    turns: Sequence[ShownTurn], parties: Sequence[str], motion: str, library: Library
) -> list[MeasuredSpeech]:
    """Return the speeches with at least one sentence.

    Args:
        parties: for each turn, the label of those for whom it is given.
    """
    return [
        MeasuredSpeech(party, sentences, motion, library)
        for party, turn in zip(parties, turns, strict=True)
        if turn.kind == "speech" and (sentences := tuple(sentences_of([turn])))
    ]


FEWEST_SENTENCES = 2
"""The fewest sentences of a speech that has a beginning and an end."""

DECIMALS = 6


@dataclass(frozen=True)
class Places:
    """The directions in the space of vectors in which first and last sentences lie."""

    opening: NDArray[np.float64]
    closing: NDArray[np.float64]

    def measure_opening(self, speech: MeasuredSpeech) -> float | None:
        """Return how much a speech's first sentence sounds like one; None for a single sentence."""
        return self._measure(speech, 0, self.opening)

    def measure_closing(self, speech: MeasuredSpeech) -> float | None:
        """Return how much a speech's last sentence sounds like one; None for a single sentence."""
        return self._measure(speech, -1, self.closing)

    def _measure(self, speech: MeasuredSpeech, place: int, direction: NDArray[np.float64]) -> float | None:
        if len(speech.sentences) < FEWEST_SENTENCES:
            return None
        return round(float(dot(speech.units[place], direction)), DECIMALS)


Measure = Literal["answering", "evidence", "consistency", "relevance", "order", "opening", "closing"]

MEASURES: tuple[Measure, ...] = ("answering", "evidence", "consistency", "relevance", "order", "opening", "closing")

FEWEST = 4
"""The fewest sentences whose order can be told from any other."""

CLOSEST = 3
"""The number of sentences that show how closely a speech takes up another."""

ALIKE = 0.8
"""Cosine from which two sentences of which one is negated contradict each other."""

LARGEST = (0.0, 0.564, 0.846, 1.029, 1.163, 1.267, 1.352, 1.424)
"""The expected largest of 1, 2, 3 … draws from a standard normal distribution (Harter 1961)."""


class Expected(Record):
    """What is expected of a speech that does not answer another: linear in ``predictors``, with a deviation."""

    coefficients: tuple[float, ...]
    deviation: float = Field(gt=0)

    def standardise(self, value: float, predictors: Sequence[float]) -> float:
        """Return how many deviations a value lies above what is expected."""
        expected = math.fsum(a * b for a, b in zip(self.coefficients, predictors, strict=True))
        return (value - expected) / self.deviation


def measure_party(
    speeches: Sequence[MeasuredSpeech], party: str, expected: Sequence[Expected], places: Places
) -> dict[Measure, float]:
    """Return a party's measures; no ``answering`` where it had nobody to answer, no ``order`` where it said little."""
    own = [speech for speech in speeches if speech.party == party]
    known: dict[Measure, list[float | None]] = {
        "answering": [
            measure_answering(speeches, place, expected)
            for place, speech in enumerate(speeches)
            if speech.party == party
        ],
        "evidence": [measure_evidence(speech) for speech in own],
        "consistency": [-measure_contradiction(own)] if own else [],
        "relevance": [speech.relevance for speech in own],
        "order": [measure_order(speech) for speech in own],
        "opening": [places.measure_opening(speech) for speech in own],
        "closing": [places.measure_closing(speech) for speech in own],
    }
    present = {name: [value for value in values if value is not None] for name, values in known.items()}
    return {name: mean(values) for name, values in present.items() if values}


def measure_answering(speeches: Sequence[MeasuredSpeech], place: int, expected: Sequence[Expected]) -> float | None:
    """Return how much more of an opposing speech the speech at a place takes up than can be expected.

    None where the other side had not spoken.
    """
    speech = speeches[place]
    surpluses = [
        mean(
            [
                way.standardise(value, predictors(speech, other))
                for way, value in zip(expected, taken_up(speech, other), strict=True)
            ]
        )
        for other in speeches[:place]
        if other.party != speech.party
    ]
    return max(surpluses) - LARGEST[min(len(surpluses), len(LARGEST)) - 1] if surpluses else None


def taken_up(speech: MeasuredSpeech, other: MeasuredSpeech) -> tuple[float, float, float]:
    """Return how a speech takes up another: how much of it in meaning, how much of it in words, and how closely.

    In meaning: the mean over the other's sentences of the largest cosine with a sentence of the speech. In words: the
    mean over the other's sentences of the share of its words that the speech contains. How closely: the mean of the
    largest cosines of the three sentences of the speech that come nearest to it.
    """
    near = other.nearness_to(speech)
    said = frozenset[str]().union(*speech.words)
    shares = [len(words & said) / len(words) for words in other.words if words]
    closest = np.sort(near.max(axis=0))[-CLOSEST:]
    return float(near.max(axis=1).mean()), mean(shares), float(closest.mean())


def predictors(speech: MeasuredSpeech, other: MeasuredSpeech) -> tuple[float, ...]:
    """Return what the expectation is computed from: one, both lengths (logarithms) and both relevances."""
    return (1.0, *(math.log(len(said.sentences)) for said in (speech, other)), speech.relevance, other.relevance)


def measure_evidence(speech: MeasuredSpeech) -> float:
    """Return the share of sentences with a figure, a source or a name."""
    return mean([float(has_evidence(text)) for text in speech.sentences])


def measure_contradiction(speeches: Sequence[MeasuredSpeech]) -> float:
    """Return the share of sentences that say the opposite of a sentence of the same speaker's side."""
    contradicting = 0
    for place, speech in enumerate(speeches):
        negated = np.array([is_negated(text) for text in speech.sentences])
        hits = np.zeros(len(speech.sentences), dtype=bool)
        for earlier in speeches[: place + 1]:
            others = np.array([is_negated(text) for text in earlier.sentences])
            hits |= ((speech.nearness_to(earlier) >= ALIKE) & (negated[:, None] != others[None, :])).any(axis=1)
        contradicting += int(hits.sum())
    return contradicting / sum(len(speech.sentences) for speech in speeches)


def measure_order(speech: MeasuredSpeech) -> float | None:
    """Return how much nearer neighbouring sentences are than any two; None for fewer than four sentences."""
    count = len(speech.sentences)
    if count < FEWEST:
        return None
    near = speech.likenesses
    neighbours = float(np.diagonal(near, offset=1).mean())
    return neighbours - float((near.sum() - np.trace(near)) / (count * (count - 1)))


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
