"""Where the words of each claim stand in their message.

An extractor quotes; it is not asked to count, which models do badly. The quotation is looked for letter for letter
first, then without regard to case, white space, kinds of quotes and dashes, and accents in either form, then
without punctuation around it. What is still not found has no place: none is guessed.
"""

import re
import unicodedata
from collections.abc import Callable, Collection, Iterator, Sequence
from functools import cache
from itertools import islice

from doxa.records.canonical import clean

Place = tuple[int, int]
"""Characters (code points) of a text, from the first offset up to the second."""

Folded = tuple[str, list[int]]
"""A text as it is compared, and for each of its characters where it came from."""

MOST = 200
"""Places of one snippet that are weighed against one another."""

ALIKE = str.maketrans(
    dict.fromkeys("“”„‟«»″", '"') | dict.fromkeys("‘’‚‛‹›′`´", "'") | dict.fromkeys("‐‑‒–—―−", "-") | {"…": "..."}
)
"""Characters that a model exchanges for one another when it copies."""

AROUND = " \"'.,;:!?-…()[]"
"""Punctuation that may be missing or added at either end."""


def places_of(snippets: Sequence[str], message: str) -> tuple[Place | None, ...]:
    """Return the place of each snippet in the message as the log holds it; None where it does not stand there.

    A snippet that stands there several times gets the first place that no other of the same words has, if possible
    one that overlaps no other's, does not begin or end within a word, and keeps the order: behind the place of the
    snippet before and in front of that of the next one that stands there once. Snippets of the same words share a
    place only when the message has no more of them.
    """
    text = clean(message)
    folding = cache(lambda: _folded(text))
    standing = [list(islice(_standing(clean(snippet).strip(), text, folding), MOST)) for snippet in snippets]
    unique = [places[0] if len(places) == 1 else None for places in standing]
    for number, places in enumerate(standing):
        if len(places) > 1:
            unique[number] = _placed(places, unique[:number], unique[number + 1 :], text)
    return tuple(unique)


def _standing(words: str, text: str, folding: Callable[[], Folded]) -> Iterator[Place]:
    """Yield the places at which some words stand, by the first way of looking that finds any."""
    if not words:
        return
    if words in text:
        yield from (match.span() for match in re.finditer(re.escape(words), text))
        return
    folded, origins = folding()
    likeness = _folded(words)[0].strip()
    for sought in (likeness, likeness.strip(AROUND)):
        if sought and sought in folded:
            spans = (match.span() for match in re.finditer(re.escape(sought), folded))
            yield from ((origins[start], origins[end - 1] + 1) for start, end in spans)
            return


def _placed(
    places: Sequence[Place], earlier: Sequence[Place | None], later: Sequence[Place | None], text: str
) -> Place:
    """Return which of several places a snippet has, between those of earlier and of later ones."""
    before = next((span for span in reversed(earlier) if span), None)
    after = next((span for span in later if span), None)
    taken = {span for span in (*earlier, *later) if span}
    return min(places, key=lambda one: _rank(one, taken, (before, after), text))


def _rank(
    place: Place, taken: Collection[Place], between: tuple[Place | None, Place | None], text: str
) -> tuple[bool, bool, bool, bool, int]:
    """Order places: not yet taken, beside the others, whole words, between two neighbours, early."""
    start, end = place
    before, after = between
    overlaps = any(span[0] < end and start < span[1] for span in taken)
    within = any(0 < at < len(text) and text[at - 1 : at + 1].isalnum() for at in place)
    strays = (before is not None and start < before[0]) or (after is not None and start > after[0])
    return place in taken, overlaps, within, strays, start


def _folded(text: str) -> Folded:
    """Return a text as it is compared, and for each of its characters where it came from."""
    folded: list[str] = []
    origins: list[int] = []
    for place, character in enumerate(text):
        for folded_character in unicodedata.normalize("NFKD", character.translate(ALIKE)).casefold():
            if folded_character.isspace():
                if folded and folded[-1] == " ":
                    continue
                folded_character = " "
            folded.append(folded_character)
            origins.append(place)
    return "".join(folded), origins
