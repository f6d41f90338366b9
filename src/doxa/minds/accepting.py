"""Accepting: which entries of an extractor's reply are claims, and what the text of a claim is.

    said        the words of the message at the snippet's place; the extractor's sentence is a note if it has others
    canonical   the extractor's sentence, as in the Belief Engine
    unchecked   the same, and every entry is a claim

Refused is, under the first two settings,

    unplaced    a claim of whose snippet and sentence neither is in the message, unless ``hearing.unplaced`` keeps it
    motion      a claim whose words, but for negations, are those of the motion
    whole       a claim with nine tenths of the words of a message of more than 50 words in several sentences
    duplicate   a claim whose words a claim before it has, alone or among others

and a claim or snippet without a word is unplaced. Case, marks and accents of words do not count (``minds.labels``).
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from doxa.minds.labels import STOP, says_only, words_of
from doxa.minds.places import Place, places_of, widen_place
from doxa.records.base import clean
from doxa.records.spec import Hearing

LONG_MESSAGE = 50
"""Words from which on a message of several sentences is no single point."""

MOST_OF_MESSAGE = 0.9
"""The share of a message's words that is the whole message: copies leave out a greeting."""

Entry = Mapping[str, Any]
"""An entry of an extractor's reply, and of the claim that is made of it."""


def place_snippets(entries: Sequence[Entry], text: str) -> list[dict[str, Any]]:
    """Return the entries of an extractor's reply, each with the place of its snippet in the message."""
    places = places_of([entry["snippet"] for entry in entries], text)
    return [{**entry, "place": place} for entry, place in zip(entries, places, strict=True)]


def accept_claims(
    entries: Sequence[Entry], message: str, motion: str, settings: Hearing
) -> tuple[list[dict[str, Any]], dict[str, int]]:
    """Return the entries of an extractor's reply that are claims, and why others are not, with the number of each.

    An accepted entry has its ``place``, and a ``note`` where its ``claim`` is not the extractor's sentence.
    """
    placed = place_snippets(entries, message)
    if settings.claims == "unchecked":
        return placed, {}
    accepted: list[dict[str, Any]] = []
    refused: Counter[str] = Counter()
    for entry in placed:
        claim = _quote_message(entry, clean(message), settings)
        reason = _why_refused(claim, accepted, message, motion, settings)
        if reason:
            refused[reason] += 1
        else:
            accepted.append(claim)
    return accepted, dict(sorted(refused.items()))


def _quote_message(entry: dict[str, Any], message: str, settings: Hearing) -> dict[str, Any]:
    """Return an entry whose snippet is the words at its place, and whose claim is these words where claims are said.

    Where the message has the extractor's sentence and not its snippet, the place is that of the sentence. A sentence
    of the words at the place stays as the extractor wrote it: it differs by its capital letter and its stop.
    """
    stands_at = next(filter(None, _places_of_words(entry, message)), None)
    if stands_at is None:
        return {**entry, "place": None}
    start, end = place = widen_place(stands_at, message)
    words = message[start:end]
    quoted = {**entry, "snippet": words, "place": place}
    if settings.claims == "canonical" or _words(words) == _words(entry["claim"]):
        return quoted
    return {**quoted, "claim": words, "note": entry["claim"]}


def _places_of_words(entry: Entry, message: str) -> Iterator[Place | None]:
    """Yield the place of an entry's snippet and then that of its sentence; None where they are not of the message."""
    yield entry["place"] if _words(entry["snippet"]) else None
    yield from places_of([entry["claim"]], message) if _words(entry["claim"]) else ()


def _why_refused(claim: Entry, accepted: Sequence[Entry], message: str, motion: str, settings: Hearing) -> str:
    """Return the reason for which a claim is refused; '' where it is accepted."""
    words = _words(claim["claim"])
    if not words or (claim["place"] is None and settings.unplaced == "drop"):
        return "unplaced"
    if says_only(claim["claim"], motion):
        return "motion"
    if _is_long(message) and len(words) >= MOST_OF_MESSAGE * len(_words(message)):
        return "whole"
    if any(f" {' '.join(words)} " in f" {' '.join(_words(earlier['claim']))} " for earlier in accepted):
        return "duplicate"
    return ""


def _is_long(message: str) -> bool:
    """Return whether a message has many words and more than one sentence."""
    return len(_words(message)) > LONG_MESSAGE and sum(map(bool, map(_words, STOP.split(message)))) > 1


def _words(text: str) -> tuple[str, ...]:
    return tuple(word.text for word in words_of(text))
