"""Stems of words, so that "abolition" is found where a proposition has "abolish"."""

import re

from doxa.corpora import normalised

IRREGULAR = {
    "kept": "keep", "built": "build", "left": "leave", "made": "make", "gone": "go", "forbidden": "forbid",
    "forbade": "forbid", "gave": "give", "given": "give", "grown": "grow", "paid": "pay", "ditched": "ditch",
    "children": "child", "women": "woman", "men": "man", "fewer": "few", "lowered": "low", "lower": "low",
    "higher": "high", "larger": "large", "stayed": "stay", 
    "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7", "eight": "8", "nine": "9",
    "ten": "10",
    "twelve": "12", "fourteen": "14", "fifteen": "15", "sixteen": "16", "eighteen": "18", "twenty": "20",
    "thirty": "30",
    "forty": "40", "fifty": "50", "sixty": "60", "hundred": "100",
    "sale": "sell", "sold": "sell", "choice": "choose", "chose": "choose",
}  # fmt: skip
SUFFIX = re.compile(
    r"(?:[ai]?lization|[ai]?lisation|ization|isation|ation|ition|ising|izing|ised|ized|ises|izes|ise|ize|"
    r"ishing|ished|"
    r"ishes|ish|ments?|tions?|ions?|ings?|ies|ied|ers?|ed|es|ly|s|e|y)$"
)
SHARED = 5
"""Letters at the beginning of two words that make them forms of one."""


def stem(word: str) -> str:
    """Return the part of a word in lower case that its forms share."""
    word = IRREGULAR.get(word, word).removesuffix("'s").removesuffix("'")
    bare = SUFFIX.sub("", word)
    bare = IRREGULAR.get(bare, bare)
    if len(bare) < 3:
        return word
    return bare[:-1] if len(bare) > 3 and re.search(r"([bdgklmnprtvz])\1$", bare) else bare


def stems(text: str) -> list[str]:
    """Return the stems of a text's words, in order."""
    return [stem(part) for word in normalised(text).split() for part in word.split("-")]


def is_same(first: str, second: str) -> bool:
    """Say whether two stems belong to forms of one word."""
    if first == second:
        return True
    shorter = min(len(first), len(second))
    return shorter >= SHARED and first[: max(SHARED, shorter - 1)] == second[: max(SHARED, shorter - 1)]
