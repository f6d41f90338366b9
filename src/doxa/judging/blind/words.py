"""The words and forms by which the anonymiser and the detector of instructions know names, sides, offices and orders.

``words.toml`` has lists of words, ``patterns.toml`` regular expressions, of which one may be part of another. A short
first name is a form that the table lists, or follows a rule that holds for names of any language: a beginning of the
name, with or without an ending of endearment ("Sam", "Sammy"), or a long enough end of the name ("Hanna" for Johanna).
"""

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any

_PART = re.compile(r"\{(_\w+)\}")
_ENDEARING = re.compile(r"(?:ie|ey|[yios]|es)$")
_PLURALS = (("ies", "y"), ("men", "man"), ("es", ""), ("s", ""))

LONG_END = 4
"""How many letters the end of a name has that can stand for the name."""

LONG_STEM = 3
"""How many letters of the beginning are kept where an ending of endearment follows."""


@cache
def _read_tables(file: str) -> dict[str, Any]:
    return tomllib.loads((files("doxa.judging.blind") / file).read_text(encoding="utf-8"))


def read_patterns(table: str) -> dict[str, re.Pattern[str]]:
    """Return the patterns of a table of ``patterns.toml`` by name, without those that are only parts of others."""
    return {name: read_pattern(table, name) for name in _read_tables("patterns.toml")[table] if name[0] != "_"}


def read_pattern(table: str, name: str, **words: str) -> re.Pattern[str]:
    """Return one pattern of a table, with the caller's words in the places of some of its parts."""
    tables = _read_tables("patterns.toml")
    return re.compile(_fill_parts(tables[table][name], tables | tables[table] | words))


def read_forms(table: str) -> dict[str, tuple[re.Pattern[str], ...]]:
    """Return what a sentence does, in a few words → the patterns of sentences that do it."""
    tables = _read_tables("patterns.toml")
    parts = tables | tables[table]
    return {
        reason: tuple(re.compile(_fill_parts(text, parts)) for text in texts)
        for reason, texts in tables[f"{table} forms"].items()
    }


def _fill_parts(text: str, parts: Mapping[str, Any]) -> str:
    """Return a pattern in one line, with the parts that it names in braces."""
    return _PART.sub(
        lambda match: _fill_parts(parts[match[1]], parts), "".join(line.lstrip(" ") for line in text.split("\n"))
    )


@cache
def read_words(name: str) -> frozenset[str]:
    """Return the words of a list, or its phrases where it has commas."""
    text = _read_tables("words.toml")[name]
    return frozenset(" ".join(phrase.split()) for phrase in (text.split(",") if "," in text else text.split()))


FUNCTION_WORDS = read_words("function_words")
NAMES_BEFORE_ALL = read_words("names_before_all")
VERBS, FAMOUS = read_words("verbs"), read_words("famous")
TITLES, OFFICES, LETTERS = read_words("titles"), read_words("offices"), read_words("letters")

BEFORE_NAMES = tuple(sorted(TITLES | OFFICES, key=lambda title: (-len(title), title)))
"""Titles and offices, the longest first, so that "Prime Minister" is found before "Minister"."""

_SHORT_FORMS = {name: frozenset(forms.split()) for name, forms in (row.split(":") for row in read_words("short_forms"))}


def is_ordinary(name: str) -> bool:
    """Return whether a name is also a word of everyday English, or its plural: "grace", "summers"."""
    word, ordinary = name.lower(), read_words("ordinary")
    singulars = (word.removesuffix(plural) + ending for plural, ending in _PLURALS if word.endswith(plural))
    is_common = any(word in words for words in (FUNCTION_WORDS, VERBS, read_words("short_words"), ordinary))
    return is_common or any(singular in ordinary for singular in singulars)


def short_forms(name: str) -> frozenset[str]:
    """Return the short forms of a first name that the table holds, in small letters."""
    return _SHORT_FORMS.get(name.lower(), frozenset())


def is_short_for(short: str, name: str) -> bool:
    """Return whether one word can be the short form of a first name: "Sam", "Sammy" for Samuel, "Hanna" for Johanna."""
    short, name = short.lower(), name.lower()
    if short == name or len(short) < 2:
        return False
    if short in short_forms(name) or name.startswith(short):
        return True
    stem = _ENDEARING.sub("", short)
    single = re.sub(r"(.)\1$", r"\1", stem)  # Sammy, Sam
    is_kept = any(len(beginning) >= LONG_STEM and name.startswith(beginning) for beginning in (stem, single))
    if is_kept and stem != short:
        return len(short) <= len(name)
    return len(short) >= LONG_END and name.endswith(short)


def are_forms_of_one(first: str, second: str) -> bool:
    """Return whether one of two first names can be short for the other, or both are short for a third."""
    pair = {first.lower(), second.lower()}
    is_short = is_short_for(first, second) or is_short_for(second, first)
    return is_short or any(pair <= forms for forms in _SHORT_FORMS.values())
