"""Judged stances beside maintained ones: message by message, and how far both agree."""

from collections.abc import Mapping, Sequence
from statistics import fmean

from doxa.analysis.exhibit import Cell, Table
from doxa.judging.exhibits.captions import is_offline
from doxa.judging.messages import RunMessage
from doxa.scoring.agreement import alpha
from doxa.scoring.ranking import pearson

WORDS = 36
"""The most characters of a message in a table."""

EVERYBODY = "everybody"

CAPTION = (
    "judged: the stance that an outside judge reads in the message alone, without its run. maintained: the stance that "
    "the speaker's belief rule had when it was said. A dash: the message shows none, or the speaker maintains none."
)


def message_table(messages: Sequence[RunMessage], judged: Mapping[str, float | None], judge: str) -> Table:
    """Return a row for each message, with both stances."""
    rows: list[tuple[Cell, ...]] = []
    for message in messages:
        stance = judged.get(message.key)
        gap = None if stance is None or message.maintained is None else round(stance - message.maintained, 3)
        rows.append(
            (message.key, message.name, _round(stance), _round(message.maintained), gap, _shorten(message.text))
        )
    return Table(
        name="stances",
        title=f"Stances of {len(messages)} messages, judged and maintained",
        caption=f"{CAPTION}{_simulated(judge)}",
        columns=("message", "speaker", "judged", "maintained", "difference", "begins"),
        rows=tuple(rows),
    )


def agreement_table(messages: Sequence[RunMessage], judged: Mapping[str, float | None], judge: str) -> Table:
    """Return how far judged and maintained stances agree, over everybody and for each speaker."""
    rows: list[tuple[Cell, ...]] = []
    for name in (EVERYBODY, *dict.fromkeys(message.name for message in messages)):
        chosen = [message for message in messages if name in (EVERYBODY, message.name)]
        pairs = [
            (stance, message.maintained)
            for message in chosen
            if (stance := judged.get(message.key)) is not None and message.maintained is not None
        ]
        unread = sum(judged.get(message.key) is None for message in chosen)
        rows.append((name, len(chosen), unread, len(pairs), *_agreement(pairs)))
    return Table(
        name="stance-agreement",
        title="Agreement of judged and maintained stances",
        caption="both: messages with both stances. gap: mean absolute difference. lean: mean difference. "
        "same side: neither is 0 and both have one sign. r: Pearson's correlation. alpha: Krippendorff's, interval "
        f"level. A dash: too few messages, or no spread.{_simulated(judge)}",
        columns=("speaker", "messages", "no stance read", "both", "gap", "lean", "same side", "r", "alpha"),
        rows=tuple(rows),
    )


def _agreement(pairs: Sequence[tuple[float, float]]) -> tuple[Cell, ...]:
    if not pairs:
        return None, None, None, None, None
    judged, maintained = zip(*pairs, strict=True)
    return (
        _round(fmean(abs(one - other) for one, other in pairs)),
        _round(fmean(one - other for one, other in pairs)),
        _round(fmean(float(one * other > 0) for one, other in pairs)),
        _round(pearson(judged, maintained)) if len(pairs) > 2 else None,
        _round(alpha(pairs, "interval")) if len(pairs) > 1 else None,
    )


def _simulated(judge: str) -> str:
    return " Judged offline: a simulation." if is_offline(judge) else ""


def _round(number: float | None) -> float | None:
    return None if number is None else round(number, 3)


def _shorten(text: str) -> str:
    flat = " ".join(text.split())
    return flat if len(flat) <= WORDS else f"{flat[: WORDS - 1].rstrip()}…"
