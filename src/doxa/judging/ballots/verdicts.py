"""The verdict of a layer of judging, and the final verdict: that of the first layer that decides.

A landslide needs judges who are independent of each other. One annotator is one judge, however many claims were noted,
so that the layers that count an annotator's notes are clear at most. Sums are compared as rates where one side spoke
more than five per cent more than the other: length earns nothing. The rule ``published`` compares sums whatever was
said, as the Cambridge Union simulation does. The naive holistic judge stands beside the layers and never decides.
"""

from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from doxa.records.base import Record
from doxa.records.transcripts import SIDE_NAMES, Side

Margin = Literal["landslide", "clear", "narrow"]

LANDSLIDE, CLEAR = 0.4, 0.2

MOST_DECIMALS = 9


class LayerVerdict(Record):
    """One layer's verdict on who won."""

    layer: str
    """engagement, annotation, rubric, audit, holistic, or a layer of another package."""
    winner: Side | None
    """None where the layer does not decide."""
    pro: float
    con: float
    margin: Margin | None = None
    because: str = ""
    """Why, in a few words: how a tie was broken, or why there is no winner."""
    undetermined: bool = Field(default=False, exclude_if=lambda undetermined: not undetermined)
    """Whether there is no winner because every judge's votes follow the label or the order."""


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


def name_larger(pro: float, con: float) -> Side | None:
    """Return the side with the larger number; None where the numbers are equal."""
    return None if pro == con else "pro" if pro > con else "con"


def compare_sides(
    layer: str,
    first: float,
    second: float,
    *,
    pro: float | None = None,
    con: float | None = None,
    independent: bool = False,
    because: str = "",
) -> LayerVerdict:
    """Return the verdict that the side with the larger number wins, and no side where the numbers are equal.

    Args:
        first: Proposition's number.
        second: Opposition's number.
        pro: what is shown as Proposition's number, where it is another.
        con: what is shown as Opposition's number, where it is another.
    """
    return LayerVerdict(
        layer=layer,
        winner=name_larger(first, second),
        pro=first if pro is None else pro,
        con=second if con is None else con,
        margin=None if first == second else margin(first, second, independent=independent),
        because=because,
    )


def tell_apart(first: float, second: float, decimals: int = 1, suffix: str = "") -> tuple[str, str]:
    """Return two numbers in words that are alike only where the numbers are equal.

    Args:
        decimals: how many are printed at least; more where both numbers would look alike.
        suffix: "%" for shares in per cent.
    """
    texts = f"{first:.{decimals}{suffix or 'f'}}", f"{second:.{decimals}{suffix or 'f'}}"
    if first == second or texts[0] != texts[1] or decimals >= MOST_DECIMALS:
        return texts
    return tell_apart(first, second, decimals + 1, suffix)


TallyRule = Literal["rates", "published"]

UNEVEN = 0.05
"""The share of the longer side's words by which the sides may differ before rates decide."""


def word_gap(words: Mapping[Side, int]) -> float:
    """Return the difference of the sides' words as a share of the larger number; 0 where nobody spoke."""
    larger = max(words["pro"], words["con"])
    return abs(words["pro"] - words["con"]) / larger if larger else 0.0


def is_uneven(words: Mapping[Side, int] | None) -> bool:
    """Return whether rates decide: both sides spoke, and one spoke much more. Without words, sums decide."""
    return words is not None and min(words["pro"], words["con"]) > 0 and word_gap(words) > UNEVEN


def per_thousand(points: float, words: int) -> float:
    """Return points per 1,000 words; 0 where nothing was said."""
    return 1_000 * points / words if words else 0.0


ORDER = ("engagement", "annotation", "rubric", "audit")


class FinalVerdict(Record):
    """The winner, the layer that decides, and the layers that agree and differ."""

    winner: Side | None
    """None where no layer decides."""
    decided_by: str = ""
    margin: Margin | None = None
    agree: tuple[str, ...] = ()
    """Layers that name the winner."""
    differ: tuple[str, ...] = ()
    """Layers that name the other side."""
    silent: tuple[str, ...] = ()
    """Layers that name no winner, or have no verdict."""
    statement: str


def final_verdict(
    verdicts: Sequence[LayerVerdict | None],
    *,
    contested: bool = False,
    one_sided: bool = False,
    orders: tuple[Side | None, Side | None] | None = None,
    order: Sequence[str] = ORDER,
) -> FinalVerdict:
    """Return the final verdict.

    Args:
        verdicts: the layers' verdicts, in any order; None for a layer without one.
        contested: whether the passes of the panel name different sides.
        one_sided: whether the annotation notes rebuttals by one side only.
        orders: the sides that the panel names as spoken and mirrored; None where it was not asked in both orders.
        order: the layers in the order of precedence; those of other packages come last.
    """
    layers = {verdict.layer: verdict for verdict in verdicts if verdict is not None}
    winners = {name: layers[name].winner if name in layers else None for name in order}
    winner, deciding = next(((named, layers[name]) for name, named in winners.items() if named), (None, None))
    followed = "".join(f" {_describe_undetermined(name)}" for name, verdict in layers.items() if verdict.undetermined)
    if winner is None or deciding is None:
        return FinalVerdict(winner=None, silent=tuple(order), statement=f"No layer decides.{followed}")
    agree = tuple(name for name in order if winners[name] == winner)
    silent = tuple(name for name in order if winners[name] is None)
    differ = tuple(name for name in order if name not in agree + silent)
    return FinalVerdict(
        winner=winner,
        decided_by=deciding.layer,
        margin=deciding.margin,
        agree=agree,
        differ=differ,
        silent=silent,
        statement=_statement(winner, deciding, agree, differ, silent, contested, one_sided)
        + followed
        + _describe_orders(orders),
    )


def _statement(
    winner: Side,
    deciding: LayerVerdict,
    agree: Sequence[str],
    differ: Sequence[str],
    silent: Sequence[str],
    contested: bool,
    one_sided: bool,
) -> str:
    sentences = [
        f"{SIDE_NAMES[winner]} wins by the {deciding.layer} layer ({deciding.margin}).",
        f"Layers that agree: {len(agree)} of {len(agree) + len(differ)} that decide ({', '.join(agree)})."
        if differ or silent
        else f"Layers that agree: {', '.join(agree)}.",
        f"The other side: {', '.join(differ)}." if differ else "",
        f"Undecided or missing: {', '.join(silent)}." if silent else "",
        "Contested: the panel's passes name different sides." if contested else "",
        "The annotation notes rebuttals one way only, also when asked again." if one_sided else "",
    ]
    return " ".join(filter(None, sentences))


def _describe_undetermined(layer: str) -> str:
    return f"Undetermined: {layer}, since every judge's votes follow the label or the order."


def _describe_orders(orders: tuple[Side | None, Side | None] | None) -> str:
    """Return what the panel says of the debate as spoken and mirrored; '' where it was not asked in both orders."""
    if orders is None:
        return ""
    spoken, mirrored = (SIDE_NAMES[side] if side else "no side" for side in orders)
    if spoken == mirrored:
        return f" As spoken and with the speaking order mirrored the panel names {spoken}."
    named = f" As spoken the panel names {spoken}, with the speaking order mirrored {mirrored}"
    return f"{named}: the verdict changes with the order."
