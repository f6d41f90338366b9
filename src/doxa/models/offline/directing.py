"""Which way claims speak on a proposition: what the polarity model says, within guards that hold whatever it says.

    p(for | motion)        of a plain motion
    1 − p(for | motion⁺)   of a negated one, motion⁺ its affirmative
    ½ (p + 1 − p′)         of a comparison, p′ toward the motion with its two things swapped; unclear unless p and p′
                           lie on different sides of ½
    ½                      of a claim in another language, without a side, or off topic

Guards look at a claim and its motion alone, so that no answer depends on the company in which a claim is judged.
"""

from collections.abc import Sequence
from typing import Literal

from doxa.models.embedded import Embedder, polarity
from doxa.models.embedded.guards.comparisons import swap_comparison
from doxa.models.embedded.guards.hedges import takes_no_side
from doxa.models.embedded.guards.languages import is_foreign
from doxa.models.embedded.guards.negations import affirm
from doxa.models.embedded.guards.relevance import off_topic
from doxa.models.embedded.phrasing import canonical, sentence

Direction = Literal["for", "against", "unclear"]

EVEN = 0.5
"""The probability that tells nothing."""


def read_directions(proposition: str, claims: Sequence[str], embedder: Embedder) -> tuple[Direction, ...]:
    """Return the direction of each claim."""
    return tuple(direction_of(chance) for chance in read_chances(proposition, claims, embedder))


def read_chances(proposition: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
    """Return for each claim the probability in [0, 1] that it speaks for a proposition; ½ where a guard holds."""
    motion = canonical(proposition)
    affirmative = affirm(motion)
    chances = _compare(affirmative or motion, claims, embedder)
    if affirmative:
        chances = [round(1.0 - chance, 6) for chance in chances]
    silent = _say_nothing(motion, claims, embedder)
    return [EVEN if says_nothing else chance for chance, says_nothing in zip(chances, silent, strict=True)]


def direction_of(chance: float) -> Direction:
    """Return the direction that a probability tells."""
    if not polarity().clear(chance):
        return "unclear"
    return "for" if chance > EVEN else "against"


def _compare(motion: str, claims: Sequence[str], embedder: Embedder) -> list[float]:
    """Return probabilities toward an affirmative motion, a comparison read in both orders."""
    chances = polarity().probabilities(motion, claims, embedder)
    swapped = swap_comparison(motion)
    if swapped is None:
        return chances
    others = polarity().probabilities(swapped, claims, embedder)
    return [_antisymmetric(chance, other) for chance, other in zip(chances, others, strict=True)]


def _say_nothing(motion: str, claims: Sequence[str], embedder: Embedder) -> list[bool]:
    """Return of each claim whether no direction can be read in it: foreign, without a side, or off topic."""
    if is_foreign(motion):
        return [True] * len(claims)
    far = off_topic(motion, [sentence(claim) for claim in claims], embedder)
    return [is_far or is_foreign(claim) or takes_no_side(claim) for claim, is_far in zip(claims, far, strict=True)]


def _antisymmetric(chance: float, swapped: float) -> float:
    """Return what two readings of a comparison say together: nothing unless they disagree."""
    if (chance - EVEN) * (swapped - EVEN) >= 0:
        return EVEN
    return round((chance + 1.0 - swapped) / 2, 6)
