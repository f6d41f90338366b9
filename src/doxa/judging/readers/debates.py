"""Conversations from outside as debates: motion, sides, and the turns that judges read.

Whoever is on no side is shown to judges, and never judged. Where somebody is on no side, or phases are known, and in
captions and documents, each speaker's turns are merged into segments (``segments.py``). A folder holds a debate a file.
"""

from pathlib import Path

from doxa.conversations.reading import SUFFIXES, read_conversation
from doxa.conversations.record import Conversation
from doxa.errors import CorpusError
from doxa.judging.readers.segments import make_debate
from doxa.records.transcripts import Debate

NOT_DEBATES = ("votes", "sides", "users", "readme", "notice", "license", "licence", "notes")
"""Names of files that stand beside debates."""


def read_debate(path: Path, motion: str = "") -> Debate:
    """Return the debate of a file.

    Args:
        motion: the motion; the file's own when empty.

    Raises:
        CorpusError: as ``read_conversation`` and ``debate_of_conversation``.
        OneSidedError: the file has no speech of a side.
    """
    return debate_of_conversation(read_conversation(path), motion, str(path))


def debate_of_conversation(conversation: Conversation, motion: str, where: str) -> Debate:
    """Return a conversation as a debate.

    Raises:
        CorpusError: nobody is known to be on a side, or it names no motion or several.
        OneSidedError: there is no speech of a side.
    """
    stands = [conversation.side_of(said) for said in conversation.said]
    if not any(stand in ("pro", "con") for stand in stands):
        ordered = sorted(conversation.speakers)
        more = f" and {len(ordered) - 5} more" if len(ordered) > 5 else ""
        raise CorpusError(
            f"{where}: nobody says who speaks for which side; speakers: {', '.join(ordered[:5])}{more}",
            hint='A column "side"; "For: NAME, NAME" and "Against: NAME" at the head of a document; or sides.csv '
            "(speaker,side) beside the file, which doxa stances FILE drafts.",
        )
    motions = conversation.motions
    if not motion and len(motions) != 1:
        count = "no motion" if not motions else f"{len(motions)} motions"
        raise CorpusError(f"{where}: the file names {count}", hint="Give the motion with --motion 'This House …'.")
    flows = conversation.layout in ("captions", "document", "ConvoKit")
    turns = [
        said.model_copy(update={"side": stand or "none", "text": " ".join(said.text.split()) if flows else said.text})
        for said, stand in zip(conversation.said, stands, strict=True)
    ]
    merged = flows or any(turn.side == "none" or turn.phase for turn in turns)
    return make_debate(where, turns, motion or motions[0], merged=merged)


def transcripts(folder: Path) -> list[Path]:
    """Return the transcripts of a folder, by name.

    Raises:
        CorpusError: the folder holds no transcript.
    """
    paths = sorted(
        path
        for path in folder.iterdir()
        if path.suffix.lower() in SUFFIXES and path.stem.lower() not in NOT_DEBATES and path.is_file()
    )
    if not paths:
        raise CorpusError(f"{folder} holds no transcript", hint="Add a CSV or JSON lines file for each debate.")
    return paths
