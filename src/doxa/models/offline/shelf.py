"""The labelled arguments of a motion that the offline performer uses, with their words and vectors."""

import os
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise

import numpy as np
from numpy.typing import NDArray

from doxa.corpora import SHIPPED, Argument, Corpus, load_corpus, normalised
from doxa.evidence.vectors import cosines, integers
from doxa.models.embedded import Embedder
from doxa.models.hearing.sentences import word_set
from doxa.models.offline.vectors_cache import as_integers, cached_rows

DEFAULT_CORPUS = "argkp"

DETERMINERS = word_set("a an any her his its my no of our some the their these this those your")

GENERAL = word_set(
    """
    ability another better different entire first great greater important individual large lives matter number
    other others people person point reason right same second thing things times whole world years
    """
)
"""Words that follow an article and name nothing specific."""


@dataclass(frozen=True)
class Shelf:
    """A motion's arguments; row i of ``rows`` is the vector of argument i."""

    arguments: tuple[Argument, ...]
    rows: NDArray[np.float64]

    @cached_property
    def words(self) -> tuple[str, ...]:
        """The arguments' normalised texts."""
        return tuple(normalised(argument.text) for argument in self.arguments)

    @cached_property
    def topics(self) -> dict[str, int]:
        """The topics of the arguments: words that often follow a determiner, with their counts."""
        texts = [words.split() for words in self.words]
        counts = Counter(word for text in texts for word in text)
        named = Counter(word for text in texts for before, word in pairwise(text) if before in DETERMINERS)
        return {
            word: count
            for word, count in counts.items()
            if count >= 4 and len(word) >= 5 and named[word] >= 0.25 * count and word not in GENERAL
        }

    def said_in(self, text: str) -> NDArray[np.bool_]:
        """Return for every argument whether a normalised text contains it word for word."""
        return np.array([f" {words} " in f" {text} " for words in self.words], dtype=bool)

    def near(self, row: NDArray[np.float64]) -> NDArray[np.float64]:
        """Return the cosine of a vector with the vector of every argument."""
        return cosines(row, self.rows)


class Library:
    """The corpora in use and their shelves, each loaded once, with the embedder of the vectors."""

    def __init__(self, embedder: Embedder, places: Mapping[str, str] | None = None) -> None:
        self.embedder = embedder
        self._places = places or {}
        self._corpora: dict[tuple[object, ...], Corpus] = {}
        self._shelves: dict[tuple[str, str], Shelf] = {}

    def corpus(self, name: str | None) -> Corpus:
        """Return a corpus by shipped name or path; the default one for None."""
        name = self._places.get(name or DEFAULT_CORPUS, name or DEFAULT_CORPUS)
        key = (name, *_stamp_file(name))
        if key not in self._corpora:
            self._corpora[key] = load_corpus(name)
        return self._corpora[key]

    def shelf(self, name: str | None, motion: str) -> Shelf | None:
        """Return the shelf of a motion; None where the corpus does not have the motion."""
        corpus = self.corpus(name)
        key = (corpus.hash, normalised(motion))
        if key not in self._shelves and corpus.has(motion):
            arguments = corpus.motion(motion)
            rows = cached_rows([argument.text for argument in arguments], self.embedder)
            self._shelves[key] = Shelf(arguments, as_integers(rows, self.embedder.dimensions))
        return self._shelves.get(key)

    def corpus_strengths(self, name: str | None, motion: str) -> dict[str, float]:
        """Return the corpus' own strengths of a motion's arguments, by normalised text; empty where it has none."""
        corpus = self.corpus(name)
        arguments = corpus.motion(motion) if corpus.has(motion) else ()
        return {normalised(argument.text): argument.strength for argument in arguments if argument.strength is not None}

    def vectors(self, texts: Sequence[str]) -> list[NDArray[np.float64]]:
        """Return the integer rows of texts."""
        return [integers(blob) for blob in self.embedder.rows(texts)]


def _stamp_file(name: str) -> tuple[int, ...]:
    """Return the time and size of a user's own file, so that an edited corpus is loaded again."""
    if name in SHIPPED:
        return ()
    try:
        status = os.stat(name)
    except (OSError, ValueError):
        return ()
    return status.st_mtime_ns, status.st_size
