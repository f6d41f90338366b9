"""Evidence usage: whether key phrases of the retrieved passages appear in an utterance.

Policy-parameterised prompts, section 3.3: 1 if they appear, else 0; the text leaves open what a key phrase is. Here
it is a run of ``words`` words of a passage, by default 3, that the utterance has in the same order; function words,
case and punctuation are ignored in both.
"""

import re
from collections.abc import Iterator, Sequence

WORDS = 3
"""Words of a key phrase."""

_LISTED = (
    "a about all also an and any are as at be because been being but by can could did do does for from had has have "
    "he her his i if in into is it its may me might more most my no not of on one only or other our out over she "
    "should so some such than that the their them then there these they this those to us was we were what when where "
    "which who whom whose why will with would you your"
)

FUNCTION_WORDS = frozenset(_LISTED.split())
"""Words that carry no content of their own."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def uses_evidence(text: str, passages: Sequence[str], words: int = WORDS) -> bool | None:
    """Return whether an utterance uses one of the retrieved passages; None where none was retrieved.

    Args:
        words: length of a key phrase in words, 1 or more.

    Raises:
        ValueError: ``words`` is less than 1.
    """
    if words < 1:
        raise ValueError(f"a key phrase has at least one word, not {words}")
    if not passages:
        return None
    said_phrases = set(_phrases(text, words))
    return any(phrase in said_phrases for passage in passages for phrase in _phrases(passage, words))


def _phrases(text: str, words: int) -> Iterator[tuple[str, ...]]:
    content_words = [word for word in _WORD.findall(text.lower().replace("’", "'")) if word not in FUNCTION_WORDS]
    return (tuple(content_words[start : start + words]) for start in range(len(content_words) - words + 1))
