"""The things that claims mention: short noun phrases that several claims have in common.

Propositions are about some six hundred things; claims name many more. From propositions about these a small model
learns what supports and opposes a thing, beyond the topics that people chose to debate.
"""

import re
from collections import Counter
from collections.abc import Sequence

from doxa.models.embedded.extraction.words import FUNCTION_WORDS, is_finite

LEAST = 3
"""The fewest claims that must name a thing."""

LONGEST = 3
"""The most words of a thing; longer runs mostly contain a verb."""

SHORTEST = 4
"""The fewest letters of a thing."""

BEFORE = frozenset((
    "a", "about", "against", "an", "between", "by", "for", "from", "in", "into", "of", "on", "the", "through",
    "toward", "towards", "with", "without",
))  # fmt: skip
"""Words after which a noun phrase may begin; it may also begin a claim."""

AFTER = frozenset((
    "and", "as", "because", "but", "by", "can", "could", "did", "do", "does", "for", "from", "had", "has",
    "have", "if", "in", "is", "are", "may", "might", "must", "not", "of", "on", "or", "should", "than", "that",
    "to", "was", "were", "which", "who", "will", "with", "without", "would",
))  # fmt: skip
"""Words before which a noun phrase ends; it also ends before a punctuation mark."""

PRAISE = frozenset((
    "bad", "best", "better", "fair", "good", "great", "only", "other", "right", "same", "wrong", "worse",
    "worst",
))  # fmt: skip
"""First words of phrases that judge a thing instead of naming it."""

_PIECE = re.compile(r"[a-z][a-z'-]*|[.,;:?!]")


def concepts_of(claims: Sequence[str]) -> list[tuple[str, ...]]:
    """Return the things that each claim names, in lower case; only things that at least ``LEAST`` claims name."""
    runs = [dict.fromkeys(_runs(claim)) for claim in claims]
    counts = Counter(run for claim_runs in runs for run in dict.fromkeys(run for run, _ in claim_runs))
    before_of = Counter(run for claim_runs in runs for run, after in claim_runs if after == "of")
    # "number of", "form of": a word that mostly precedes "of" is not the thing itself
    concepts = {
        concept
        for concept, count in counts.items()
        if count >= LEAST and before_of[concept] * 2 < count and _tells(concept)
    }
    return [tuple(dict.fromkeys(run for run, _ in claim_runs if run in concepts)) for claim_runs in runs]


def _tells(concept: str) -> bool:
    words = concept.split()
    return (
        len(concept) >= SHORTEST and words[0] not in PRAISE and not words[0].endswith("ly") and not is_finite(words[-1])
    )


def _runs(claim: str) -> list[tuple[str, str]]:
    """Return runs of content words that may be noun phrases, with the word or mark after each."""
    followed_runs: list[tuple[str, str]] = []
    before, run = "", list[str]()
    for piece in [*_PIECE.findall(claim.lower()), "."]:
        if piece not in FUNCTION_WORDS and piece not in AFTER and piece[0].isalpha():
            run.append(piece)
            continue
        ends = piece in AFTER or not piece[0].isalpha()
        if ends and 0 < len(run) <= LONGEST and (not before or before in BEFORE):
            followed_runs.append((" ".join(run), piece))
        before, run = piece, []
    return followed_runs
