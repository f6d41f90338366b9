"""What a conversation is as read, and what a person should look at before it is paid for."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from doxa.conversations.names import plain_name
from doxa.conversations.record import Conversation

FEW = 3
"""Speakers of fewer turns than this may be no people, in a conversation in which others have more."""


def doubts_of(conversation: Conversation) -> Iterator[str]:
    """Yield sentences on names that may be one person's, speakers who may be none, sides, and words of nobody."""
    speakers = conversation.speakers
    for names in _alike(speakers):
        yield f"{' and '.join(names)} may be one person: list them in sides.csv (speaker,side,name) beside the file."
    rare = [speaker for speaker, turns in speakers.items() if turns == 1]
    if rare and max(speakers.values()) >= FEW and len(speakers) > 2:
        more = f" and {len(rare) - FEW} more" if len(rare) > FEW else ""
        yield f"{', '.join(rare[:FEW])}{more} speak once: are these names?"
    stands = {
        name: stand for said in conversation.said if (name := said.speaker) and (stand := conversation.side_of(said))
    }
    if not set(stands.values()) & {"pro", "con"}:
        yield 'Nobody is on a side: doxa judge needs sides, such as "For: NAME" at the head, or sides.csv.'
    elif without := [speaker for speaker in speakers if speaker not in stands]:
        yield f"{', '.join(without[:FEW])} {'is' if len(without) == 1 else 'are'} on no side."
    if lost := conversation.dropped.get("nobody's words", 0):
        yield f"{lost:,} characters before the first speaker, or behind a heading, are nobody's words."


def speaker_rows(conversation: Conversation) -> list[tuple[str, str, int, int]]:
    """Return name, side, turns and words of each speaker; a dash for no known side, all of them where lines differ."""
    return [
        (
            name,
            "/".join(dict.fromkeys(conversation.side_of(one) or "—" for one in said)),
            len(said),
            sum(len(one.text.split()) for one in said),
        )
        for name in conversation.speakers
        for said in [[one for one in conversation.said if one.speaker == name]]
    ]


def facts_of(conversation: Conversation) -> dict[str, Any]:
    """Return what a conversation was read as, in plain values: speakers, motions, characters and doubts."""
    columns = ("name", "side", "turns", "words")
    return {
        "layout": conversation.layout,
        "motions": list(conversation.motions),
        "speakers": [dict(zip(columns, row, strict=True)) for row in speaker_rows(conversation)],
        "characters": conversation.characters,
        "dropped": conversation.dropped,
        "doubts": list(doubts_of(conversation)),
    }


def _alike(speakers: Iterable[str]) -> Iterator[list[str]]:
    """Yield names that differ by case and accents alone, or of which one is the last word of the other."""
    by_plain: dict[str, list[str]] = defaultdict(list)
    for speaker in speakers:
        by_plain[plain_name(speaker)].append(speaker)
    for plain, same in by_plain.items():
        longer = (names for other, names in by_plain.items() if other != plain and other.split()[-1:] == [plain])
        if len(together := [*same, *chain.from_iterable(longer)]) > 1:
            yield together
