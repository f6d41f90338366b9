"""What a judge made of each text of a domain, and its measures, with intervals that resample topics.

A text that takes a side is right where the judge gives that side; unclear counts as wrong. A message's direction is the
sign of Σ polarity · strength over its claims; 0, and no claim, are unclear. Texts that take no side are counted apart:
they should be left unclear. Of two twins (one text under a proposition and its opposite) both are to be decided, in
opposite directions. Topics are resampled with replacement, with all their texts (percentile bootstrap, 4,000 draws).

A baseline reads no sentence: which words stand in arguments for doing something, and which against it.

    score = d · Σ_w log [(n(w, +) + 1) / (N(+) + V)] − log [(n(w, −) + 1) / (N(−) + V)],   direction = sign(score)

n(w, ±) counts the train texts of ArgKP, IBM claim stance and Perspectrum that contain w, where ± is the label times d;
d is −1 where the proposition is against its thing ("ban", "abolish", "not"), else +1: naive Bayes over words.
"""

import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Protocol

from doxa.corpora.corpus import normalised
from doxa.corpora.stances import STANCES, read_stances
from doxa.evaluation.appraising import AppraisingResult
from doxa.evaluation.measures import JudgeMeasure, measure_rate
from doxa.evaluation.sets import GoldSet, GoldText
from doxa.records.base import group_by
from doxa.records.claims import Claim
from doxa.scoring.classification import calibration_error

_NEGATIVE = (
    "abandon abolish against ban banned bad cannot cease close criminalize criminalise disband end eliminate fight "
    "forbid forbidden harmful illegal limit never no not oppose prohibit reduce reject remove restrict scrap stop "
    "wrong worse"
)
NEGATIVE = frozenset(_NEGATIVE.split())
"""Words of a proposition that is against its thing."""


def guess_by_words(proposition: str, text: str) -> int:
    """Return the side, 1 or -1, that the words of a text are found on; 1 where they are found on both alike."""
    weights = _weights()
    score = sum(weights.get(word, 0.0) for word in set(normalised(text).split()))
    return _turn(proposition) if score >= 0 else -_turn(proposition)


def _turn(proposition: str) -> int:
    return -1 if NEGATIVE & set(normalised(proposition).replace("'", " ").split()) else 1


@cache
def _weights() -> Mapping[str, float]:
    counts: dict[int, Counter[str]] = {1: Counter(), -1: Counter()}
    for name in STANCES:
        for row in read_stances(name, "train"):
            counts[row.polarity * _turn(row.proposition)].update(set(normalised(row.claim).split()))
    words = set(counts[1]) | set(counts[-1])
    totals = {side: sum(counter.values()) + len(words) for side, counter in counts.items()}
    return {
        word: math.log((counts[1][word] + 1) / totals[1]) - math.log((counts[-1][word] + 1) / totals[-1])
        for word in words
    }


FEW = 8
"""Topics below which an interval over topics says little."""

STRENGTH = "extractor"
"""Whose strength counts in the sum over a message's claims."""


class Chances(Protocol):
    """How probable a judge finds it that claims speak for a proposition."""

    def __call__(self, proposition: str, claims: Sequence[str], message: str = "") -> Sequence[float]:
        """Return the probability of each claim: alone, or in the message in which it was said."""


@dataclass(frozen=True, kw_only=True)
class Guess:
    """What a judge made of one text."""

    gold: GoldText
    direction: int | None
    """1, -1 or 0 for unclear; None where a step gave no answer."""
    chance: float | None = None
    """The probability of "for" where the judge states one: of a message the mean over claims, weighted by strength."""
    aside: float | None = None
    """The probability of taking no side where the judge states one."""

    @property
    def topic(self) -> str:
        return self.gold.topic or self.gold.proposition

    @property
    def leans(self) -> bool:
        """Whether the judge finds one side likelier; where a guard holds it finds both alike."""
        return self.chance is not None and self.chance != 0.5

    @property
    def leans_rightly(self) -> bool:
        """Whether the likelier side is that of the text."""
        return self.chance is not None and (self.chance - 0.5) * (self.gold.polarity or 0) > 0


Tally = Callable[[Guess], tuple[bool, int]]
"""A guess → what it adds above and below the line of a share."""


def read_guesses(
    gold: GoldSet, result: AppraisingResult, chances: Chances | None = None, *, in_messages: bool = True
) -> tuple[Guess, ...]:
    """Return what a finished run made of each text, in the order of the gold set.

    Args:
        in_messages: whether the run judged claims in their messages; else each alone.
    """
    if gold.reads == "whole" or result.heard is None:
        return _read_wholes(gold.texts, result, chances)
    heard = result.heard or {}
    guesses = []
    for text in gold.texts:
        hearing = heard.get(text.key)
        lost = hearing is None or bool(hearing.lost)
        claims = hearing.claims if hearing and not lost else ()
        chance = _weigh_chances(text, claims, chances, text.text if in_messages else "") if chances else None
        guesses.append(Guess(gold=text, direction=None if lost else message_direction(claims), chance=chance))
    return tuple(guesses)


def message_direction(claims: Iterable[Claim]) -> int:
    """Return the sign of Σ polarity · strength over the claims of a message: 1, -1, or 0 for unclear."""
    total = sum(claim.polarity * claim.strengths[STRENGTH] for claim in claims)
    return (total > 1e-9) - (total < -1e-9)


def _read_wholes(texts: Sequence[GoldText], result: AppraisingResult, chances: Chances | None) -> tuple[Guess, ...]:
    sure = {
        text.key: chance
        for proposition, group in group_by(texts, lambda text: text.proposition).items()
        if chances
        for text, chance in zip(group, chances(proposition, [text.text for text in group]), strict=True)
    }
    wholes = {text.key: result.appraisals[text.key].whole for text in texts}
    return tuple(
        Guess(gold=text, direction=whole.polarity, chance=sure.get(text.key, whole.chance), aside=whole.aside)
        if (whole := wholes[text.key])
        else Guess(gold=text, direction=None, chance=sure.get(text.key))
        for text in texts
    )


def _weigh_chances(text: GoldText, claims: Sequence[Claim], chances: Chances, message: str) -> float | None:
    weights = [claim.strengths[STRENGTH] for claim in claims]
    if not sum(weights):
        return None
    by_claim = chances(text.proposition, [claim.text for claim in claims], message)
    return sum(weight * chance for weight, chance in zip(weights, by_claim, strict=True)) / sum(weights)


def shift_measures(guesses: Sequence[Guess]) -> tuple[JudgeMeasure, ...]:
    """Return every measure of a domain; a measure that nothing rests on has no value."""
    answered = [guess for guess in guesses if guess.direction is not None]
    return (
        JudgeMeasure(name="texts", value=len(guesses), n=len(guesses)),
        JudgeMeasure(name="texts with a lost answer", value=len(guesses) - len(answered), n=len(guesses)),
        JudgeMeasure(name="topics", value=len({guess.topic for guess in guesses}), n=len(guesses)),
        *(_measure_share(name, answered, tally) for name, tally in TALLIES.items()),
        _measure_calibration(answered),
        *_measure_turned(answered),
        *(_measure_share(name, guesses, tally) for name, tally in BASELINES.items()),
    )


def _signed(guess: Guess) -> bool:
    return bool(guess.gold.polarity)


def _is_right(guess: Guess) -> bool:
    return guess.direction == guess.gold.polarity


def _tally(counts: Callable[[Guess], bool], among: Callable[[Guess], bool]) -> Tally:
    return lambda guess: (among(guess) and counts(guess), int(among(guess)))


def _sided(side: int) -> Callable[[Guess], bool]:
    return lambda guess: guess.gold.polarity == side


def _decided(guess: Guess) -> bool:
    return _signed(guess) and bool(guess.direction)


TALLIES: dict[str, Tally] = {
    "accuracy": _tally(_is_right, _signed),
    "coverage": _tally(_decided, _signed),
    "right of the decided": _tally(_is_right, _decided),
    "accuracy, for": _tally(_is_right, _sided(1)),
    "accuracy, against": _tally(_is_right, _sided(-1)),
    "right of the decided, for": _tally(_is_right, lambda guess: _decided(guess) and _sided(1)(guess)),
    "right of the decided, against": _tally(_is_right, lambda guess: _decided(guess) and _sided(-1)(guess)),
    "no side, left unclear": _tally(lambda guess: guess.direction == 0, _sided(0)),
}

BASELINES: dict[str, Tally] = {
    "always for": _tally(_sided(1), _signed),
    "always against": _tally(_sided(-1), _signed),
    "by words": _tally(
        lambda guess: guess_by_words(guess.gold.proposition, guess.gold.text) == guess.gold.polarity, _signed
    ),
}


def _measure_share(name: str, guesses: Sequence[Guess], tally: Tally) -> JudgeMeasure:
    return measure_rate(name, [(guess.topic, *tally(guess)) for guess in guesses])


def _measure_calibration(guesses: Sequence[Guess]) -> JudgeMeasure:
    """Measure how far the stated probability is from the share right, decided or not."""
    sure = [
        (max(guess.chance, 1 - guess.chance), guess.leans_rightly)
        for guess in guesses
        if guess.chance is not None and guess.leans and _signed(guess)
    ]
    name = "calibration error"
    if not sure:
        return JudgeMeasure(name=name, value=None, n=0)
    error = calibration_error([confidence for confidence, _ in sure], [right for _, right in sure])
    return JudgeMeasure(name=name, value=error, n=len(sure))


def _measure_turned(guesses: Sequence[Guess]) -> Iterator[JudgeMeasure]:
    """Measure the shares of twins whose two propositions are decided in opposite directions, as they must, or alike."""
    twins = group_by((guess for guess in guesses if guess.gold.twin), lambda guess: guess.gold.twin)
    products = [math.prod(guess.direction or 0 for guess in pair) for pair in twins.values() if len(pair) == 2]
    return (
        measure_rate(name, [(place, product == wanted, 1) for place, product in enumerate(products)])
        for name, wanted in (("both ways, opposed", -1), ("both ways, alike", 1))
    )


def measures_by_topic(guesses: Sequence[Guess]) -> dict[str, tuple[JudgeMeasure, ...]]:
    """Return topic → accuracy, coverage and right of the decided of its texts that take a side."""
    answered = (guess for guess in guesses if guess.direction is not None and _signed(guess))
    shares = ("accuracy", "coverage", "right of the decided")
    return {
        topic: tuple(_measure_share(name, group, TALLIES[name]) for name in shares)
        for topic, group in group_by(answered, lambda guess: guess.topic).items()
    }
