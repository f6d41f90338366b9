"""When sums are compared as rates: where one side spoke more than five per cent more than the other.

Length earns nothing: points are then counted for each 1,000 words, and surviving claims as a share of the claims made.
The rule ``published`` compares sums whatever was said, as the Cambridge Union simulation does.
"""

from collections.abc import Mapping
from typing import Literal

from doxa.records.transcripts import Side

TallyRule = Literal["rates", "published"]

UNEVEN = 0.05
"""The share of the longer side's words by which the sides may differ before rates decide."""

THOUSAND = 1_000


def word_gap(words: Mapping[Side, int]) -> float:
    """Return the difference of the sides' words as a share of the larger number; 0 where nobody spoke."""
    larger = max(words["pro"], words["con"])
    return abs(words["pro"] - words["con"]) / larger if larger else 0.0


def is_uneven(words: Mapping[Side, int] | None) -> bool:
    """Return whether rates decide: both sides spoke, and one spoke much more. Without words, sums decide."""
    return words is not None and min(words["pro"], words["con"]) > 0 and word_gap(words) > UNEVEN


def per_thousand(points: float, words: int) -> float:
    """Return points per 1,000 words; 0 where nothing was said."""
    return THOUSAND * points / words if words else 0.0
