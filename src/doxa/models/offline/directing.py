"""Which way claims speak on a proposition: what the polarity model says, within guards that hold whatever it says.

    p(for | motion)        of a plain motion
    1 − p(for | motion⁺)   of a negated one, motion⁺ its affirmative
    ½ (p + 1 − p′)         of a comparison, p′ toward the motion with its two things swapped; unclear unless p and p′
                           lie on different sides of ½

Guards look at a claim and its motion alone, so that no answer depends on the company in which a claim is judged.
"""

from collections.abc import Sequence
from typing import Literal

from doxa.models.embedded import Embedder, polarity
from doxa.models.embedded.guards.comparisons import swap_comparison
from doxa.models.embedded.guards.negations import affirm
from doxa.models.embedded.phrasing import canonical

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
    return [round(1.0 - chance, 6) for chance in chances] if affirmative else chances


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


def _antisymmetric(chance: float, swapped: float) -> float:
    """Return what two readings of a comparison say together: nothing unless they disagree."""
    if (chance - EVEN) * (swapped - EVEN) >= 0:
        return EVEN
    return round((chance + 1.0 - swapped) / 2, 6)
