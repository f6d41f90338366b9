"""Sentences of speeches that tell judges what to answer, and appeals to the audience, as a table."""

from collections.abc import Sequence

from doxa.analysis.exhibit import Table
from doxa.judging.blind.instructions import SpeechFlag
from doxa.records.transcripts import SIDE_NAMES, Debate

COLUMNS = ("speaker", "side", "kind", "what it does", "sentence", "judges saw")


def flag_table(debate: Debate, flags: Sequence[SpeechFlag], *, withheld: bool | None) -> Table:
    """Return a row per flagged sentence, in the order spoken.

    Args:
        withheld: whether judges did not see instructions; None where nobody knows.
    """
    rows = []
    for flag in flags:
        turn = debate.turn(flag.speech)
        rows.append((turn.name, SIDE_NAMES[turn.side], flag.kind, flag.reason, flag.text, _shown(flag, withheld)))
    return Table(
        name="flags",
        title="Sentences that ask for a verdict",
        caption=describe_flags(flags, withheld=withheld),
        columns=COLUMNS,
        rows=tuple(rows),
    )


def _shown(flag: SpeechFlag, withheld: bool | None) -> str | None:
    """Return what judges saw of a flagged sentence; None where nobody knows."""
    if withheld is None:
        return None
    return "a mark in its place" if withheld and flag.kind == "instruction" else "the sentence, quoted"


def describe_flags(flags: Sequence[SpeechFlag], *, withheld: bool | None) -> str:
    """Return the sentences that say what was flagged and what judges saw of it; empty where nothing was flagged."""
    told = sum(flag.kind == "instruction" for flag in flags)
    appeals = len(flags) - told
    parts = []
    if told:
        what = "1 sentence tells judges" if told == 1 else f"{told} sentences tell judges"
        it = "it" if told == 1 else "them"
        quoted = f"; judges saw {it} quoted, and may have obeyed"
        seen = "" if withheld is None else "; judges saw a mark instead" if withheld else quoted
        parts.append(f"Flagged: {what} what to answer{seen}.")
    if appeals:
        parts.append(f"{appeals} appeal{'s' * (appeals > 1)} to the audience stayed.")
    return " ".join(parts)
