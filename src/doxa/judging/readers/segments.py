"""Spoken turns as a debate: who speaks for which side, and whose few words are called into another's speech.

A speaker's segment goes on through what people of no side say and through the other debaters' interjections, until
another debater takes the floor or a new phase begins (opening, discussion, closing). So a word called into a speech is
no speech of its own, and ends none.
"""

from collections.abc import Sequence

from doxa.conversations.record import Said
from doxa.errors import CorpusError, OneSidedError
from doxa.records.base import clean
from doxa.records.transcripts import SIDE_NAMES, SIDES, Aside, Debate, Utterance

INTERJECTION = 12
"""The words from which on a turn is a speech where interjections are merged."""


def make_debate(source: str, turns: Sequence[Said], motion: str, *, merged: bool) -> Debate:
    """Return the debate of spoken turns.

    Args:
        merged: whether a speaker's turns are merged into segments, and short turns are interjections.

    Raises:
        CorpusError: nobody names the motion.
        OneSidedError: there is no speech of a side.
    """
    if not clean(motion).strip():
        raise CorpusError(f"{source}: the file names no motion", hint="Give the motion with --motion 'This House …'.")
    segments = _merge_segments(turns) if merged else list(turns)
    spoken: list[Utterance] = []
    asides: list[Aside] = []
    speech = ""
    for turn in segments:
        if turn.side not in SIDES:
            asides.append(Aside(name=turn.speaker, text=turn.text, after=spoken[-1].id if spoken else ""))
            continue
        id = f"t{len(spoken) + 1:02d}"
        speech = id if turn.kind == "speech" else speech
        spoken.append(
            Utterance(
                id=id,
                speaker=turn.speaker,
                name=turn.speaker,
                side=turn.side,
                text=turn.text,
                kind=turn.kind,
                team=turn.team,
                within="" if turn.kind == "speech" else speech,
            )
        )
    _check_sides(source, spoken)
    return Debate(motion=clean(motion).strip(), turns=tuple(spoken), asides=tuple(asides))


def _check_sides(source: str, turns: Sequence[Utterance]) -> None:
    speaking = {turn.side for turn in turns if turn.kind == "speech"}
    if silent := [side for side in SIDES if side not in speaking]:
        called = sum(turn.side == silent[0] for turn in turns)
        short = f", and {called} interjection{'s' * (called > 1)} of fewer than {INTERJECTION} words" if called else ""
        raise OneSidedError(
            f"{source}: there is no speech of the side {silent[0]}{short}",
            silent=SIDE_NAMES[silent[0]],
            hint="A debate needs both sides.",
        )


def _merge_segments(turns: Sequence[Said]) -> list[Said]:
    """Return the turns with each speaker's merged into segments, in the order in which segments begin.

    Short speeches are interjections where their side has a longer speech.
    """
    merged: list[Said] = []
    floor: int | None = None
    for turn in _join_neighbours(turns):
        if floor is not None and turn.phase != merged[floor].phase:
            floor = None
        if turn.side == "none" or turn.kind != "speech":
            merged.append(turn)
        elif floor is not None and _same_speaker(merged[floor], turn):
            merged[floor] = _with(merged[floor], text=f"{merged[floor].text} {turn.text}")
        elif floor is not None and _is_short(turn):
            merged.append(_with(turn, kind="interjection"))
        else:
            merged.append(turn)
            floor = len(merged) - 1
    longer = {turn.side for turn in merged if turn.kind == "speech" and not _is_short(turn)}
    return [
        _with(turn, kind="interjection") if turn.kind == "speech" and turn.side in longer and _is_short(turn) else turn
        for turn in merged
    ]


def _join_neighbours(turns: Sequence[Said]) -> list[Said]:
    """Return the turns with a debater's turns that follow each other as one.

    Captions name the speaker again and again, a few words at a time, which are no interjections.
    """
    joined: list[Said] = []
    for turn in turns:
        last = joined[-1] if joined else None
        goes_on = last and _same_speaker(last, turn) and last.kind == turn.kind == "speech" and last.phase == turn.phase
        if last and goes_on and turn.side != "none":
            joined[-1] = _with(last, text=f"{last.text} {turn.text}")
        else:
            joined.append(turn)
    return joined


def _with(turn: Said, **changes: str) -> Said:
    return turn.model_copy(update=changes)


def _same_speaker(segment: Said, turn: Said) -> bool:
    return (segment.speaker, segment.side) == (turn.speaker, turn.side)


def _is_short(turn: Said) -> bool:
    return len(turn.text.split()) < INTERJECTION
