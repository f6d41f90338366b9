"""The verdict of a layer of judging: a winner or none, both sides' numbers, and the margin."""

from typing import Literal

from doxa.records.base import Record
from doxa.records.transcripts import Side

Margin = Literal["landslide", "clear", "narrow"]

LANDSLIDE, CLEAR = 0.4, 0.2


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


def margin(pro: float, con: float) -> Margin:
    """Return the name of difference / larger score: a landslide from 0.4 on, clear from 0.2 on, else narrow."""
    larger = max(pro, con)
    # rounded, since means are not exact in binary: 8.0 to 6.4 is a fifth
    share = round(abs(pro - con) / larger, 9) if larger > 0 else 0.0
    if share >= LANDSLIDE:
        return "landslide"
    return "clear" if share >= CLEAR else "narrow"
