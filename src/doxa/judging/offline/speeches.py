"""The speeches of a debate as the simulated judge measures them: sentences, their words and their likeness.

Only speeches are measured. A point of information and the answer to it are said in another's time; what a speech is
worth must not depend on whether one was taken.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from doxa.judging.offline.cues import likeness, sentences_of
from doxa.models.embedded.extraction import content_words
from doxa.models.offline.shelf import Library
from doxa.records.transcripts import ShownTurn


@dataclass(frozen=True)
class MeasuredSpeech:
    """One speech in sentences; ``party`` is the label of those for whom it is given."""

    party: str
    sentences: tuple[str, ...]
    motion: str
    library: Library

    @cached_property
    def words(self) -> tuple[frozenset[str], ...]:
        """The words of each sentence that tell what it is about."""
        return tuple(frozenset(content_words(sentence)) for sentence in self.sentences)

    @cached_property
    def relevance(self) -> float:
        """The mean cosine of the sentences with the motion."""
        return float(likeness(self.sentences, [self.motion], self.library).mean())

    @cached_property
    def likenesses(self) -> NDArray[np.float64]:
        """The cosine of each sentence with each other one, shape (sentences, sentences)."""
        return likeness(self.sentences, self.sentences, self.library)

    @cached_property
    def units(self) -> NDArray[np.float64]:
        """The unit vector of each sentence, shape (sentences, dimensions)."""
        rows = np.stack(self.library.vectors(self.sentences))
        return np.asarray(rows / np.linalg.norm(rows, axis=1, keepdims=True))

    def nearness_to(self, other: "MeasuredSpeech") -> NDArray[np.float64]:
        """Return the cosine of each sentence with each of another speech, shape (sentences, others)."""
        return likeness(self.sentences, other.sentences, self.library)


def speeches_of(
    turns: Sequence[ShownTurn], parties: Sequence[str], motion: str, library: Library
) -> list[MeasuredSpeech]:
    """Return the speeches with at least one sentence.

    Args:
        parties: for each turn, the label of those for whom it is given.
    """
    cut = ((party, tuple(sentences_of([turn])), turn) for party, turn in zip(parties, turns, strict=True))
    return [
        MeasuredSpeech(party, sentences, motion, library)
        for party, sentences, turn in cut
        if turn.kind == "speech" and sentences
    ]
