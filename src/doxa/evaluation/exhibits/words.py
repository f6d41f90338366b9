"""A baseline that reads no sentence: which words stand in arguments for doing something, and which against it.

    score = d · Σ_w log [(n(w, +) + 1) / (N(+) + V)] − log [(n(w, −) + 1) / (N(−) + V)],   direction = sign(score)

n(w, ±) counts the train texts of ArgKP, IBM claim stance and Perspectrum that contain w, where ± is the label times d;
d is −1 where the proposition is against its thing ("ban", "abolish", "not"), else +1: naive Bayes over words.
"""

import math
from collections import Counter
from collections.abc import Mapping
from functools import cache

from doxa.corpora.corpus import normalised
from doxa.corpora.stances import STANCES, read_stances

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
