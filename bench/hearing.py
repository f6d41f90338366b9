"""How often direction is heard rightly: read blind, and by the speaker's side.

    python bench/hearing.py

Messages whose argued side is known: those of 24 models and people (valid ones), our own, and the persuader's of
persuasiontrace. *Blind*, a message is read in windows, and points to the sign of the sum of its claims' signed
strengths. By the speaker's side every claim is read alone and points to that side, but for those that the extractor
calls conceded and the judge does not read so. Then what counts is what that loses: our own messages mark the sentences
that concede or quote; one is *kept* where its claim does not take the speaker's side. Of the other sentences, which
argue the side, some are *turned away* wrongly.
"""

import sys
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from doxa.corpora.message_sets import MODEL_MESSAGES, OWN_MESSAGES, SentenceMark
from doxa.humans.data.persuasiontrace import read_persuasiontrace
from doxa.minds.hearing import POLARITIES, turn_claim
from doxa.models.embedded import embedder
from doxa.models.offline.classifying import directions_of
from doxa.models.offline.extracting import claims_in
from doxa.models.offline.scoring import strengths_of
from doxa.models.offline.shelf import Library
from doxa.records.claims import Claim, Polarity


@dataclass(frozen=True)
class Argued:
    """A message, the side that it argues, and its sentences that do not."""

    motion: str
    side: Polarity
    text: str
    marks: tuple[SentenceMark, ...] = ()


def own() -> Iterator[Argued]:
    for one in OWN_MESSAGES.read():
        yield Argued(one.motion, one.side, one.text, one.marks)


def models() -> Iterator[Argued]:
    for one in MODEL_MESSAGES.read():
        if one.valid:
            yield Argued(one.motion, one.side, one.text)


def people() -> Iterator[Argued]:
    for round in read_persuasiontrace().rounds:
        for message in round.messages:
            if round.argued and not message.own:
                yield Argued(round.proposition, 1 if round.argued > 0 else -1, message.text)


SETS = {"models": models, "own": own, "persuasiontrace": people}


def read_claims(message: Argued, library: Library, *, words: str) -> list[Claim]:
    """Return a message's claims as the offline judge reads them in some words; alone where these are empty."""
    drawn = claims_in(message.text, message.motion, embedder())
    texts = tuple(claim.claim for claim in drawn)
    directions = directions_of(texts, message.motion, library, message=words) if texts else ()
    strengths = strengths_of(texts, message.motion, None, library, "anchored") if texts else ()
    return [
        Claim(
            id=str(number),
            proposition="motion",
            text=claim.claim,
            snippet=claim.snippet,
            polarity=POLARITIES[direction],
            strengths={"scorer": strength},
            conceded=claim.conceded,
            source="",
        )
        for number, (claim, direction, strength) in enumerate(zip(drawn, directions, strengths, strict=True))
    ]


def points_to(claims: list[Claim]) -> int:
    total = sum(claim.polarity * claim.strengths["scorer"] for claim in claims)
    return (total > 0) - (total < 0)


def of(part: int, whole: int) -> str:
    return f"{part / whole:.3f} ({part} of {whole})" if whole else "–"


def main() -> None:
    library = Library(embedder())
    for name in sys.argv[1:] or SETS:
        counts: Counter[tuple[str, ...]] = Counter()
        for message in SETS[name]():
            claims = read_claims(message, library, words=message.text)
            sided = [turn_claim(claim, message.side) for claim in read_claims(message, library, words="")]
            way = "for" if message.side > 0 else "against"
            counts[way, "messages"] += 1
            counts[way, "blind"] += points_to(claims) == message.side
            counts[way, "speaker"] += points_to(sided) == message.side
            for claim, turned in zip(claims, sided, strict=True):
                mark = next((one.role for one in message.marks if _overlaps(one.sentence, claim.snippet)), "argues")
                counts[mark, "claims"] += 1
                counts[mark, "cued"] += claim.conceded
                counts[mark, "blind on the side"] += claim.polarity == message.side
                counts[mark, "blind against it"] += claim.polarity == -message.side
                counts[mark, "speaker not on the side"] += turned.polarity != message.side
                counts[mark, "speaker against it"] += turned.polarity == -message.side
        print(f"\n{name}")
        for way in ("for", "against"):
            for how in ("blind", "speaker"):
                print(f"  messages argued {way:<8} {how:<8} right {of(counts[way, how], counts[way, 'messages'])}")
        for mark in ("argues", "concedes", "quotes", "says_nothing"):
            total = counts[mark, "claims"]
            for what in (
                "cued",
                "blind on the side",
                "blind against it",
                "speaker not on the side",
                "speaker against it",
            ):
                if total:
                    print(f"  claims where it {mark:<13} {what:<24} {of(counts[mark, what], total)}")


def _overlaps(sentence: str, snippet: str) -> bool:
    return snippet in sentence or sentence in snippet


if __name__ == "__main__":
    main()
