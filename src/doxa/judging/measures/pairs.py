"""Controlled pairs of a Proposition and an Opposition passage: equally long, in both orders, under both labels.

Each pair is shown in twelve arrangements: which side is first × which side is Team A × no passage longer, Proposition's
longer, Opposition's longer. The longer passage repeats its own sentences, and so adds nothing new. Over all twelve, the
content cancels out of every preference but that for a side.
"""

import itertools
import re

from doxa.judging.measures.anonymity import identity_remover, team
from doxa.judging.measures.panel import ASSIGNMENTS, Assignment
from doxa.records.base import Record
from doxa.records.transcripts import SIDES, Debate, ShownTurn, Side, Utterance

WORDS = 120
"""The most words of a passage."""

FEWEST = 20
"""The fewest words of a passage."""

_SENTENCES = re.compile(r"(?<=[.!?])\s+")


class Pair(Record):
    """One passage of each side, about equally long."""

    id: str
    passages: dict[Side, str]
    speakers: dict[Side, str]


class Arrangement(Record):
    """One of the twelve ways in which a pair is shown."""

    pair: str
    assignment: Assignment
    first: Side
    longer: Side | None
    turns: tuple[ShownTurn, ...]

    @property
    def key(self) -> str:
        """A readable name, unique in a debate."""
        return f"{self.pair}/{self.assignment.replace(' ', '-')}/{self.first}-first/{self.longer or 'nobody'}-longer"


def pairs(debate: Debate, most: int = WORDS) -> tuple[Pair, ...]:
    """Return one pair for the first speeches of both sides, one for the second speeches, and so on.

    Passages are the beginnings of the speeches, cut at ends of sentences, so that their lengths differ by less than a
    sentence. Pairs with a passage of fewer than 20 words are left out.
    """
    speeches = [[speech for speech in debate.speeches if speech.side == side] for side in SIDES]
    candidates = (_pair(number, pro, con, most) for number, (pro, con) in enumerate(zip(*speeches, strict=False), 1))
    return tuple(pair for pair in candidates if all(_count(text) >= FEWEST for text in pair.passages.values()))


def arrangements(debate: Debate, pair: Pair) -> tuple[Arrangement, ...]:
    """Return a pair in its twelve arrangements, with names and sides replaced."""
    hidden = {assignment: identity_remover(debate, assignment) for assignment in ASSIGNMENTS}
    pair_arrangements = []
    for assignment, first, longer in itertools.product(ASSIGNMENTS, SIDES, (None, *SIDES)):
        order: tuple[Side, Side] = ("pro", "con") if first == "pro" else ("con", "pro")
        texts = {side: pair.passages[side] for side in order}
        if longer:
            texts[longer] = f"{texts[longer]} {texts[longer]}"
        # every label is "Speaker 1": another number would show when the speech was given
        turns = [
            ShownTurn(label=f"{team(side, assignment)} Speaker 1", text=hidden[assignment](texts[side]))
            for side in order
        ]
        pair_arrangements.append(
            Arrangement(pair=pair.id, assignment=assignment, first=first, longer=longer, turns=tuple(turns))
        )
    return tuple(pair_arrangements)


def _pair(number: int, pro: Utterance, con: Utterance, most: int) -> Pair:
    length = min(most, _count(pro.text), _count(con.text))
    return Pair(
        id=f"pair-{number}",
        passages={"pro": _cut_text(pro.text, length), "con": _cut_text(con.text, length)},
        speakers={"pro": pro.speaker, "con": con.speaker},
    )


def _cut_text(text: str, words: int) -> str:
    """Return the first sentences of a text, at least one, whose number of words is nearest to the one given."""
    sentences = _SENTENCES.split(text.strip())
    cuts = [" ".join(sentences[:count]) for count in range(1, len(sentences) + 1)]
    return min(cuts, key=lambda cut: abs(_count(cut) - words))


def _count(text: str) -> int:
    return len(text.split())
