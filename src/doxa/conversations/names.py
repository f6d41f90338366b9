"""Names of people as files write them, and the sides that stand beside names."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Sequence
from typing import Literal

from doxa.records.base import clean
from doxa.records.transcripts import SIDES_BY_NAME, Side

Stand = Side | Literal["none"]
"""A side, or none, as a moderator has."""

LONGEST_NAME = 6
"""The most words of a name that only a colon marks as one."""

LONGEST_ID = 40
"""Characters of an id that is made of a name, without the number that tells it from another."""


def plain_name(name: str) -> str:
    """Return a name without case, accents, and more than single spaces, so that "ZOË" and "Zoe" are one."""
    parts = unicodedata.normalize("NFKD", name)
    letters = "".join(letter for letter in parts if not unicodedata.combining(letter))
    return " ".join(letters.replace("_", " ").split()).casefold()


def shown_name(name: str) -> str:
    """Return a name without the marks of Markdown around it, and with single spaces."""
    return " ".join(clean(name).strip("*_~\u200e\u202a\u202c ").split())


def stated_side(word: str) -> Stand | None:
    """Return the side that a word names; None for any other word."""
    return SIDES_BY_NAME.get(word.strip().lower())


def doubtful_names(speakers: Iterable[str], listed: Collection[str]) -> dict[str, str]:
    """Return listed name that nobody speaks under → a speaker who is not listed, and whose last word is the same."""
    spoken, known = {plain_name(speaker): speaker for speaker in speakers}, set(map(plain_name, listed))
    unlisted = {plain.split()[-1]: speaker for plain, speaker in spoken.items() if plain not in known and plain}
    silent = (person for person in listed if plain_name(person) not in spoken)
    return {person: unlisted[last] for person in silent if (last := plain_name(person).split()[-1]) in unlisted}


def choose_ids(names: Sequence[str]) -> list[str]:
    """Return an id for each name: its letters and digits as ASCII, with a number where two would be alike."""
    ids: dict[str, None] = {}
    for place, name in enumerate(names, start=1):
        ascii_name = fold_accents(name).lower().encode("ascii", "ignore").decode()
        base = re.sub(r"[^a-z0-9]+", "-", ascii_name).strip("-")[:LONGEST_ID].strip("-") or f"agent-{place}"
        id, number = base, 2
        while id in ids:
            id, number = f"{base}-{number}", number + 1
        ids[id] = None
    return list(ids)


def fold_accents(text: str) -> str:
    """Return a text without the accents of Latin letters; other scripts stay as they are."""
    folded = "".join(
        character for character in unicodedata.normalize("NFKD", text) if not unicodedata.combining(character)
    )
    return folded if folded.isascii() else unicodedata.normalize("NFC", text)
