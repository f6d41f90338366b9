"""What a reader cannot know of a conversation, and a person should look at before it is paid for."""

from collections import defaultdict
from collections.abc import Iterable, Iterator
from itertools import chain

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


def _alike(speakers: Iterable[str]) -> Iterator[list[str]]:
    """Yield names that differ by case and accents alone, or of which one is the last word of the other."""
    by_plain: dict[str, list[str]] = defaultdict(list)
    for speaker in speakers:
        by_plain[plain_name(speaker)].append(speaker)
    for plain, same in by_plain.items():
        longer = (names for other, names in by_plain.items() if other != plain and other.split()[-1:] == [plain])
        if len(together := [*same, *chain.from_iterable(longer)]) > 1:
            yield together
