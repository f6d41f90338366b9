"""The verdict of a layer of judging: a winner or none, both sides' numbers, and the margin.

A landslide needs judges who are independent of each other. One annotator is one judge, however many claims were noted,
so that the layers that count an annotator's notes are clear at most.
"""

from typing import Literal

from doxa.records.base import Record
from doxa.records.transcripts import Side

Margin = Literal["landslide", "clear", "narrow"]

LANDSLIDE, CLEAR = 0.4, 0.2

MOST_DECIMALS = 9


class LayerVerdict(Record):
    """One layer's verdict on who won."""

    layer: str
    """engagement, annotation, rubric, audit or holistic."""
    winner: Side | None
    """None where the layer does not decide."""
    pro: float
    con: float
    margin: Margin | None = None
    because: str = ""
    """Why, in a few words: how a tie was broken, or why there is no winner."""


def margin(pro: float, con: float, *, independent: bool = False) -> Margin:
    """Return the name of difference / larger score: a landslide from 0.4 on, clear from 0.2 on, else narrow.

    Args:
        independent: whether the numbers are those of judges who are independent; without them there is no landslide.
    """
    larger = max(pro, con)
    # rounded, since means are not exact in binary: 8.0 to 6.4 is a fifth
    share = round(abs(pro - con) / larger, 9) if larger > 0 else 0.0
    if independent and share >= LANDSLIDE:
        return "landslide"
    return "clear" if share >= CLEAR else "narrow"


def tell_apart(first: float, second: float, decimals: int = 1, suffix: str = "") -> tuple[str, str]:
    """Return two numbers in words that are alike only where the numbers are equal.

    Args:
        decimals: how many are printed at least; more where both numbers would look alike.
        suffix: "%" for shares in per cent.
    """
    kind = "%" if suffix else "f"
    texts = f"{first:.{decimals}{kind}}", f"{second:.{decimals}{kind}}"
    if first == second or texts[0] != texts[1] or decimals >= MOST_DECIMALS:
        return texts
    return tell_apart(first, second, decimals + 1, suffix)
