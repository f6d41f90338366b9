"""The places of claims in their message, found by searching for the words that the extractor quotes.

An extractor is not asked for offsets, since models count badly. The quotation is searched for letter by letter first,
then without regard to case, white space, kinds of quotes and dashes, full width, and accents in either form, then
without the punctuation around it. A quotation that is still not found has no place; none is guessed.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import islice

from doxa.records.base import clean

Place = tuple[int, int]
"""Characters (code points) of a text, from the first offset up to the second."""

Folded = tuple[str, list[int]]
"""A text in the form in which it is compared, and for each of its characters the offset in the original text."""

MOST = 200
"""The most places of one snippet that are considered."""

ALIKE = str.maketrans(
    dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("‘’‚‛‹›′`´", "'") | dict.fromkeys("‐‑‒–—―−", "-") | {"…": "..."}
)
"""Characters that a model exchanges for one another when it copies."""

AROUND = " \"'.,;:!?-…()[]"
"""Punctuation that may be missing or added at either end."""


def places_of(snippets: Sequence[str], message: str) -> tuple[Place | None, ...]:
    """Return the place of each snippet in the message as the log stores it; None where the message does not contain it.

    A snippet that occurs several times gets the first place that no other snippet of the same words has. Preferred is
    a place that overlaps no other snippet's, does not begin or end within a word, and keeps the order: after the place
    of the snippet before, and before that of the next snippet that occurs once. Snippets of the same words share a
    place only when the message has no further occurrence.
    """
    text = clean(message)
    folding = cache(lambda: _fold_text(text))
    standing = [list(islice(_standing(clean(snippet).strip(), text, folding), MOST)) for snippet in snippets]
    unique = [places[0] if len(places) == 1 else None for places in standing]
    for number, places in enumerate(standing):
        if len(places) > 1:
            unique[number] = _choose_place(places, unique[:number], unique[number + 1 :], text)
    return tuple(unique)


def widen_place(place: Place, text: str) -> Place:
    """Return a place made wider where it begins or ends within a word, as decoders cut what is longer than asked."""
    start, end = place
    while start > 0 and text[start - 1 : start + 1].isalnum():
        start -= 1
    while end < len(text) and text[end - 1 : end + 1].isalnum():
        end += 1
    return start, end


def _standing(words: str, text: str, folding: Callable[[], Folded]) -> Iterator[Place]:
    """Yield the places at which some words occur, by the first way of searching that finds any."""
    if not words:
        return
    if words in text:
        yield from (match.span() for match in re.finditer(re.escape(words), text))
        return
    folded, origins = folding()
    likeness = _fold_text(words)[0].strip()
    for sought in (likeness, likeness.strip(AROUND)):
        if sought and sought in folded:
            spans = (match.span() for match in re.finditer(re.escape(sought), folded))
            yield from ((origins[start], origins[end - 1] + 1) for start, end in spans)
            return


def _choose_place(
    places: Sequence[Place], earlier: Sequence[Place | None], later: Sequence[Place | None], text: str
) -> Place:
    """Return the best of several places for a snippet, between those of earlier and later snippets."""
    before = next((span for span in reversed(earlier) if span), None)
    after = next((span for span in later if span), None)
    taken = {span for span in (*earlier, *later) if span}
    return min(places, key=lambda place: _rank(place, taken, (before, after), text))


def _rank(
    place: Place, taken: Collection[Place], between: tuple[Place | None, Place | None], text: str
) -> tuple[bool, bool, bool, bool, int]:
    """Return a sort key that prefers places not yet taken, without overlap, of whole words, in order, and early."""
    start, end = place
    before, after = between
    overlaps = any(span[0] < end and start < span[1] for span in taken)
    within = any(0 < at < len(text) and text[at - 1 : at + 1].isalnum() for at in place)
    strays = (before is not None and start < before[0]) or (after is not None and start > after[0])
    return place in taken, overlaps, within, strays, start


def _fold_text(text: str) -> Folded:
    """Return a text in the form in which it is compared, and for each of its characters the original offset."""
    folded: list[str] = []
    origins: list[int] = []
    for character, place in fold_characters(text):
        if character.isspace() and folded and folded[-1] == " ":
            continue
        folded.append(" " if character.isspace() else character)
        origins.append(place)
    return "".join(folded), origins


def fold_characters(text: str) -> Iterator[tuple[str, int]]:
    """Yield the characters of a text as they are compared, each with the offset of the one that it comes from."""
    for place, character in enumerate(text):
        for folded in unicodedata.normalize("NFKD", character.translate(ALIKE)).casefold():
            yield folded, place
