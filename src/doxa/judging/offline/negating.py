"""Whether a sentence is negated, and the sentence that says the opposite: by its words alone."""

import re

_NOT = re.compile(r"\b(?:not|no|never|nobody|nothing|cannot|without)\b|n['’]t\b", re.IGNORECASE)

_VERBS = "is|are|was|were|will|would|can|could|should|must|do|does|did|has|have|had|may|might"

_NEGATED_VERB = re.compile(rf"\b({_VERBS})(?:\s+not\b|n['’]t\b)", re.IGNORECASE)

_JOINED = re.compile(r"\b(?:(cannot|can['’]t)|won['’]t)(?!\w)", re.IGNORECASE)

_PLAIN_VERB = re.compile(rf"\b({_VERBS})\b(?!\s+not\b)(?!['’])", re.IGNORECASE)


def is_negated(sentence: str) -> bool:
    """Return whether a sentence has an odd number of words that negate."""
    return len(_NOT.findall(sentence)) % 2 == 1


def negate(sentence: str) -> str | None:
    """Return a sentence with its first auxiliary verb negated, or no longer negated; None where it has none."""
    if found := _NEGATED_VERB.search(sentence):
        return f"{sentence[: found.end(1)]}{sentence[found.end() :]}"
    if found := _JOINED.search(sentence):
        return f"{sentence[: found.start()]}{'can' if found[1] else 'will'}{sentence[found.end() :]}"
    if found := _PLAIN_VERB.search(sentence):
        return f"{sentence[: found.end()]} not{sentence[found.end() :]}"
    return None
