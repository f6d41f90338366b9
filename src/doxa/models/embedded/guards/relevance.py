"""Whether a claim is about its motion at all: in meaning or, failing that, in words.

    off topic:  cos(claim, motion) < FLOOR  and  no content word in common

FLOOR was fixed on 1,500 claims of the train parts of ArgKP, IBM and Perspectrum: 0.3 % of them fall below on their own
motion, 38 % on another's. No claim of a test part was looked at.
"""

import re
from collections import Counter
from collections.abc import Sequence

from doxa.models.embedded.embedder import Embedder
from doxa.models.embedded.extraction.words import content_words

FLOOR = 0.1

STEM = 5
"""Letters by which two words count as one."""

SHORTEST = 3
"""Letters of a content word, at least."""

REFERRING = re.compile(r"\b(?:they|them|their|theirs|it|its|this|that|these|those|such|here|there)\b", re.IGNORECASE)
"""Words that take up what was said before."""


def off_topic(motion: str, claims: Sequence[str], embedder: Embedder) -> list[bool]:
    """Return of each claim whether it has nothing to do with a motion."""
    motion_stems = _stems(motion)
    apart = [number for number, claim in enumerate(claims) if motion_stems.isdisjoint(_stems(claim))]
    if not apart:
        return [False] * len(claims)
    motion_vector, *vectors = embedder.embed([motion, *(claims[number] for number in apart)])
    far = {number for number, vector in zip(apart, vectors, strict=True) if float(vector @ motion_vector) < FLOOR}
    return [number in far for number in range(len(claims))]


def takes_up(message: str, claim: str) -> bool:
    """Return whether a claim belongs to its message: it refers back, or has a content word that is said elsewhere."""
    if REFERRING.search(claim):
        return True
    counts, own = Counter(_stem_list(message)), Counter(_stem_list(claim))
    return any(counts[stem] > count for stem, count in own.items())


def _stems(text: str) -> frozenset[str]:
    return frozenset(_stem_list(text))


def _stem_list(text: str) -> list[str]:
    return [word[:STEM] for word in content_words(text) if len(word) >= SHORTEST]
