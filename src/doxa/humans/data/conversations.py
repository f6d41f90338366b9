"""People who stated their stances in a conversation: any file or corpus that ``doxa.conversations`` reads.

A person's first stance is the initial one, the last the final one, and those between were stated on the way. The turns
between the first and the last stance are the messages of the round; one conversation is a group.
"""

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from doxa.conversations.convokit import ConvokitCorpus, is_corpus
from doxa.conversations.reading import ENTRIES, TABLES, read_conversation
from doxa.conversations.record import Conversation, Stated
from doxa.errors import CorpusError
from doxa.humans.data.people import MetMessage, People, PersonRound, Remark, StatedStance
from doxa.humans.data.registry import Dataset, truth

SIGNS = {"pro": 1, "con": -1}

FIRST = 100_000
"""The bytes of a file that show its fields."""


def read_conversations(path: Path | None) -> People:
    """Return the people of a conversation, or of all conversations of a ConvoKit corpus.

    Raises:
        CorpusError: it cannot be read, or nobody stated two stances on one proposition.
    """
    if path is None:
        raise CorpusError("give the file of a conversation, or a ConvoKit corpus", hint="doxa replay FILE")
    remarks: list[Remark] = []
    rounds = [
        round for id, talk, control in _conversations(path, remarks) for round in _rounds(id, talk, control, remarks)
    ]
    if not rounds:
        first = f"; {remarks[0].where}: {remarks[0].why}" if remarks else ""
        raise CorpusError(
            f"{path}: nobody in it has an initial and a final stance{first}",
            hint="A column stance has what its speaker stated; of ConvoKit the metadata (doxa docs replay).",
        )
    return People(
        name=path.resolve().stem,
        about=f"The speakers of {path.resolve().name}.",
        rounds=tuple(rounds),
        remarks=tuple(remarks),
        belief_follows="a stance was stated after the turns before it" if any(one.stated for one in rounds) else "",
    )


def _conversations(path: Path, remarks: list[Remark]) -> Iterator[tuple[str, Conversation, bool]]:
    """Yield the conversations with their names, and whether each is a control."""
    if not is_corpus(path):
        yield path.stem, read_conversation(path), False
        return
    corpus = ConvokitCorpus(path)
    for name in corpus.names:
        try:
            yield name, corpus.read(name), truth(corpus.about(name).get("control"))
        except (CorpusError, ValueError) as error:
            remarks.append(Remark(where=f"conversation {name}", why=str(error).splitlines()[0]))


def _rounds(id: str, talk: Conversation, control: bool, remarks: list[Remark]) -> Iterator[PersonRound]:
    """Yield the round of everybody who stated two stances."""
    where = f"conversation {id}"
    if len(talk.motions) != 1:
        remarks.append(Remark(where=where, why=f"{len(talk.motions) or 'no'} propositions"))
        return
    for person in dict.fromkeys([*(one.person for one in talk.stated), *talk.speakers]):
        stated = [one for one in talk.stated if one.person == person]
        if len(stated) > 1:
            yield _round(id, talk, stated, control)
        else:
            why = f"stated {'one stance' if stated else 'no stance'}, and a round has an initial and a final one"
            remarks.append(Remark(where=f"{where}, {person}", why=why))


def _round(id: str, talk: Conversation, stated: list[Stated], control: bool) -> PersonRound:
    """Return a person's round of a conversation.

    Args:
        stated: the person's stances, at least two.
    """
    first, *between, last = stated
    turns = talk.said[first.after : last.after]
    sides = {talk.side_of(turn) for turn in turns if turn.speaker != first.person}
    return PersonRound(
        id=f"{id}/{first.key or first.person}",
        person=first.key or first.person,
        proposition=talk.motions[0],
        group=id,
        initial=first.stance,
        final=last.stance,
        messages=tuple(
            MetMessage(
                key=turn.id or f"{id}/{turn.at}", speaker=turn.speaker, text=turn.text, own=turn.speaker == first.person
            )
            for turn in turns
        ),
        stated=tuple(StatedStance(after=one.after - first.after, stance=one.stance) for one in between),
        control=control,
        argued=SIGNS.get(str(sides.pop()), 0) if len(sides) == 1 else 0,
    )


def _recognises(path: Path) -> bool:
    """Return whether a path is a corpus, or turns with a field each: a list of persons (``own.py``) names a person."""
    if not path.is_file() or path.suffix.lower() not in (*TABLES, *ENTRIES):
        return path.is_dir() and is_corpus(path)
    with suppress(OSError), path.open("rb") as file:
        return b"person" not in file.readline(FIRST)
    return False


CONVERSATION = Dataset(read=read_conversations, recognises=_recognises)
