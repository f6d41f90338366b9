"""How a turn begins: with the claim that it answers, told again in other words, or with the subject of its own reason.

    address ("You say that it makes people vote, Violet.") + verdict ("I do not accept it.")

Addresses and verdicts that were heard in the debate are used again only when all others were, so that a debate does not
repeat its openings. What stands in an address is the other speaker's ("You say that …"), and verdicts and subjects say
nothing about the motion: no judge takes an opening for a claim.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from doxa.corpora import normalised
from doxa.systems.dialogue.offline.phrases import Manner

ADDRESSES = (
    "You say that {claim}, {name}.",
    "You argue that {claim}, {name}.",
    "You believe that {claim}, {name}.",
    "You insist that {claim}, {name}.",
    "You claim that {claim}, {name}.",
    "You maintain that {claim}, {name}.",
    "You suggest that {claim}, {name}.",
    "You just said that {claim}, {name}.",
    "You often say that {claim}, {name}.",
    "You also say that {claim}, {name}.",
    "You would argue that {claim}, {name}.",
    "You may think that {claim}, {name}.",
    "You said that {claim}, {name}.",
    "You have argued that {claim}, {name}.",
    "You assume that {claim}, {name}.",
    "You have said that {claim}, {name}.",
)
"""Ways to take up what somebody said; each is heard as that person's words."""


@dataclass(frozen=True, kw_only=True)
class OpeningMaterial:
    """What an opening is made from."""

    name: str
    """Who spoke last."""
    claims: Sequence[str]
    """What that person claimed, told again in other words, the claim that the turn answers first."""
    word: str
    """A subject that the person raised; '' for none."""
    said: str
    """All that was said, normalised."""


def begin_answer(material: OpeningMaterial, manner: Manner, random: Random) -> str:
    """Return the opening of a turn that answers somebody."""
    verdict = _fresh(manner.verdicts, material.said, random)
    if material.claims:
        address = _fresh(ADDRESSES, material.said, random)
        return f"{address.format(name=material.name, claim=material.claims[0])} {verdict}"
    shapes = manner.answering if material.word else manner.turning
    return _fresh(shapes, material.said, random).format(name=material.name, word=material.word)


def begin_debate(word: str, manner: Manner, random: Random) -> str:
    """Return the opening of the first turn of a debate."""
    shapes = (*manner.opening, *manner.starting) if word else manner.opening
    return random.choice(shapes).format(word=word)


def _fresh(shapes: Sequence[str], said: str, random: Random) -> str:
    """Return a shape that was not heard yet; where all were, one of those heard least often."""
    heard = [_times_heard(shape, said) for shape in shapes]
    return random.choice([shape for shape, times in zip(shapes, heard, strict=True) if times == min(heard)])


def _times_heard(shape: str, said: str) -> int:
    """Return how often the longest fixed part of a shape was said."""
    fixed = [shape]
    for place in ("{name}", "{word}", "{claim}"):
        fixed = [part for piece in fixed for part in piece.split(place)]
    longest = max((normalised(part) for part in fixed), key=len)
    return f" {said} ".count(f" {longest} ")
