"""The written debates as debates to be judged: two speeches a side, and passages about other motions."""

from collections.abc import Sequence
from itertools import groupby

from doxa.corpora.written_debates import DebatePart, read_written_debates
from doxa.models.embedded.extraction import sentences
from doxa.records.transcripts import Debate, Side, Utterance

NAMES: dict[Side, str] = {"pro": "Ada Marsh", "con": "Ben Osei"}
"""The names of the voices, which have none."""


def known_debates(part: DebatePart) -> tuple[Debate, ...]:
    """Return the written debates of a part, one for each conversation."""
    grouped = groupby(read_written_debates(part), key=lambda message: message.id.rpartition("/")[0])
    debates = []
    for _, group in grouped:
        messages = list(group)
        turns = []
        for message in messages:
            side: Side = "pro" if message.side > 0 else "con"
            turns.append(Utterance(id=message.id, speaker=side, name=NAMES[side], side=side, text=message.text))
        debates.append(Debate(motion=messages[0].motion, turns=tuple(turns)))
    return tuple(debates)


def passages_for(debate: Debate, debates: Sequence[Debate]) -> tuple[str, ...]:
    """Return the sentences of the debate that follows among those given, which is about another motion."""
    place = next(number for number, other in enumerate(debates) if other.turns[0].id == debate.turns[0].id)
    others = [other for other in (*debates[place + 1 :], *debates[:place]) if other.motion != debate.motion]
    return tuple(sentence.text for turn in others[0].speeches for sentence in sentences(turn.text)) if others else ()
