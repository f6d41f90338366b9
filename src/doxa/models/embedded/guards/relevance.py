"""Whether a claim is about its motion at all: in meaning or, failing that, in words.

    off topic:  cos(claim, motion) < FLOOR  and  no content word in common

FLOOR was fixed on 1,500 claims of the train parts of ArgKP, IBM and Perspectrum: 0.3 % of them fall below on their own
motion, 38 % on another's. No claim of a test part was looked at.
"""

from collections.abc import Sequence

from doxa.models.embedded.embedder import Embedder
from doxa.models.embedded.extraction.words import content_words

FLOOR = 0.1

STEM = 5
"""Letters by which two words count as one."""

SHORTEST = 3
"""Letters of a content word, at least."""


def off_topic(motion: str, claims: Sequence[str], embedder: Embedder) -> list[bool]:
    """Return of each claim whether it has nothing to do with a motion."""
    motion_stems = _stems(motion)
    apart = [number for number, claim in enumerate(claims) if motion_stems.isdisjoint(_stems(claim))]
    if not apart:
        return [False] * len(claims)
    motion_vector, *vectors = embedder.embed([motion, *(claims[number] for number in apart)])
    far = {number for number, vector in zip(apart, vectors, strict=True) if float(vector @ motion_vector) < FLOOR}
    return [number in far for number in range(len(claims))]


def _stems(text: str) -> frozenset[str]:
    return frozenset(word[:STEM] for word in content_words(text) if len(word) >= SHORTEST)
