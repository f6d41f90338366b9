"""The final verdict: that of the first layer that decides, with the layers that agree and differ.

Order: engagement, annotation, rubric, audit. The naive holistic judge stands beside them as a baseline and never
decides.
"""

from collections.abc import Sequence

from doxa.judging.ballots.verdict import LayerVerdict, Margin
from doxa.records.base import Record
from doxa.records.transcripts import SIDE_NAMES, Side

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
) -> FinalVerdict:
    """Return the final verdict.

    Args:
        verdicts: the layers' verdicts, in any order; None for a layer without one.
        contested: whether the passes of the panel name different sides.
        one_sided: whether the annotation notes rebuttals by one side only.
        orders: the sides that the panel names as spoken and mirrored; None where it was not asked in both orders.
    """
    layers = {verdict.layer: verdict for verdict in verdicts if verdict is not None and verdict.layer in ORDER}
    deciding = next((layers[name] for name in ORDER if name in layers and layers[name].winner), None)
    if deciding is None:
        return FinalVerdict(winner=None, silent=ORDER, statement="No layer decides.")
    winners = {name: layers[name].winner if name in layers else None for name in ORDER}
    winner = deciding.winner
    agree = tuple(name for name in ORDER if winners[name] == winner)
    silent = tuple(name for name in ORDER if winners[name] is None)
    differ = tuple(name for name in ORDER if name not in agree + silent)
    return FinalVerdict(
        winner=winner,
        decided_by=deciding.layer,
        margin=deciding.margin,
        agree=agree,
        differ=differ,
        silent=silent,
        statement=_statement(deciding, agree, differ, silent, contested, one_sided) + _describe_orders(orders),
    )


def _statement(
    deciding: LayerVerdict,
    agree: Sequence[str],
    differ: Sequence[str],
    silent: Sequence[str],
    contested: bool,
    one_sided: bool,
) -> str:
    assert deciding.winner is not None
    sentences = [
        f"{SIDE_NAMES[deciding.winner]} wins by the {deciding.layer} layer ({deciding.margin}).",
        f"Layers that agree: {', '.join(agree)}."
        if not differ and not silent
        else f"Layers that agree: {len(agree)} of {len(agree) + len(differ)} that decide ({', '.join(agree)}).",
    ]
    sentences += [f"The other side: {', '.join(differ)}."] if differ else []
    sentences += [f"Undecided or missing: {', '.join(silent)}."] if silent else []
    sentences += ["Contested: the panel's passes name different sides."] if contested else []
    sentences += ["The annotation notes rebuttals one way only, also when asked again."] if one_sided else []
    return " ".join(sentences)


def _describe_orders(orders: tuple[Side | None, Side | None] | None) -> str:
    """Return what the panel says of the debate as spoken and mirrored; '' where it was not asked in both orders."""
    if orders is None:
        return ""
    spoken, mirrored = (SIDE_NAMES[side] if side else "no side" for side in orders)
    if spoken == mirrored:
        return f" As spoken and with the speaking order mirrored the panel names {spoken}."
    named = f" As spoken the panel names {spoken}, with the speaking order mirrored {mirrored}"
    return f"{named}: the verdict changes with the order."
