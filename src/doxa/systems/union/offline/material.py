"""What an offline debater can say: whole sentences of its passages, and the corpus's arguments of its side."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from doxa.corpora import normalised
from doxa.evidence.vectors import cosines
from doxa.models.embedded.extraction import FIRST_PERSON, sentences
from doxa.models.offline.saying import tidied, unknown_motion
from doxa.models.offline.shelf import Library
from doxa.models.offline.vectors_cache import as_integers, cached_rows
from doxa.models.port import Request
from doxa.records.passages import Passage
from doxa.records.transcripts import Side

FEWEST, MOST = 6, 45
"""The fewest and the most words of a sentence that is used."""

LEANS = re.compile(
    r"(?:and|but|so|or|yet|it|its|they|their|he|she|his|her|this|that|these|those|then|there|such|which|both|neither"
    r"|in (?:\d+|one|two|three|most|all) of them|again|instead|still|even|when (?:it|they|he|she)|if (?:it|they))\b",
    re.IGNORECASE,
)
"""Beginnings of sentences that depend on the sentence before them."""

ASKED = re.compile(r"[A-Z][a-z]+: ")
"""How somebody else's words begin in an interview."""

FROM_CORPUS = -1
"""The passage number of sentences from the corpus."""

AFTER_OWN = 0.6
"""How much larger the cosine of a corpus sentence must be than that of the speaker's own sentence to be preferred."""


@dataclass(frozen=True)
class Material:
    """Sentences in order, each with the number of its passage, and their vectors."""

    sentences: tuple[str, ...]
    passages: tuple[int, ...]
    rows: NDArray[np.float64]
    """Integer rows, shape (n, dimensions)."""

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The sentences, normalised."""
        return tuple(normalised(sentence) for sentence in self.sentences)

    @cached_property
    def standing(self) -> NDArray[np.bool_]:
        """Whether each sentence can be understood alone, shape (n,)."""
        return np.array([LEANS.match(sentence) is None for sentence in self.sentences], dtype=bool)

    @cached_property
    def borrowed(self) -> NDArray[np.bool_]:
        """Whether each sentence comes from the corpus, shape (n,)."""
        return np.array([passage == FROM_CORPUS for passage in self.passages], dtype=bool)

    def near(self, row: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the cosine of a vector with every sentence."""
        return cosines(row, self.rows)

    def unsaid(self, speech: str) -> NDArray[np.bool_]:
        """Return for each sentence whether a normalised text lacks it, shape (n,)."""
        inside = f" {speech} "
        return np.array([f" {sentence} " not in inside for sentence in self.words], dtype=bool)

    def follows(self, place: int) -> int | None:
        """Return the place of the next sentence of the same passage; None where there is none."""
        after = place + 1
        passage = self.passages[place]
        return (
            after if passage != FROM_CORPUS and after < len(self.passages) and self.passages[after] == passage else None
        )


def material_of(request: Request, library: Library, passages: Sequence[Passage], side: Side) -> Material:
    """Return the sentences that a debater can say.

    Raises:
        ModelSetupError: there are no passages, and the corpus does not contain the motion.
    """
    sayable: list[str] = []
    places: list[int] = []
    blobs: list[bytes] = []
    for number, passage in enumerate(passages):
        if passage.id.startswith("bio/"):
            continue
        new_sentences = [sentence for sentence in whole_sentences(passage.text) if sentence not in sayable]
        sayable += new_sentences
        places += [number] * len(new_sentences)
        blobs += cached_rows(new_sentences, library.embedder) if new_sentences else ()
    rows = [as_integers(blobs, library.embedder.dimensions)]
    shelf = library.shelf(request.settings.corpus, request.scene.proposition.text)
    if shelf is not None:
        polarity = 1 if side == "pro" else -1
        argument_places = [
            place
            for place, argument in enumerate(shelf.arguments)
            if argument.polarity == polarity and _usable(argument.text)
        ]
        sayable += [tidied(shelf.arguments[place].text) for place in argument_places]
        places += [FROM_CORPUS] * len(argument_places)
        rows.append(shelf.rows[argument_places])
    if not sayable:
        raise unknown_motion(request, library, request.scene.proposition.text)
    return Material(tuple(sayable), tuple(places), np.concatenate(rows))


def whole_sentences(text: str) -> list[str]:
    """Return a passage's whole sentences, without a first one in lower case and a last one that does not end."""
    parts = [sentence.text for sentence in sentences(text)]
    if parts and not parts[0][:1].isupper():
        parts = parts[1:]
    if parts and parts[-1][-1] not in '.!?…”"':
        parts = parts[:-1]
    return [part for part in parts if _fits(part) and not part.endswith("?") and not ASKED.match(part)]


def _usable(text: str) -> bool:
    """Return whether a crowd-written argument fits into a speech: by its length, and without "I agree"."""
    return _fits(text) and not FIRST_PERSON.search(text)


def _fits(text: str) -> bool:
    return FEWEST <= len(text.split()) <= MOST
