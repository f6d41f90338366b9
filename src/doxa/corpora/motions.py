"""Motions by meaning: which propositions ask one question in other words, so that what is tested is not also learned.

Two propositions are one motion where

1. their normal forms are equal: words in lower case without those of grammar ("we should … the"), without what is to
   be done about the thing and in which direction ("ban", "legalise", "compulsory"), each cut to its stem; or
2. ``motions.csv`` lists them. Listed is every pair of a held-out proposition and one of a training part whose vectors
   (of the embedder that doxa carries) have a cosine of 0.50 or more, each read one by one, with what it is: the same
   in other words, the opposite, a wider or narrower form of it, or another motion. Two readers read most of the pairs
   below 0.65; where only one of them called a pair one motion, it is one. Statements of the Habermas Machine's
   questions are listed from a cosine of 0.80 on and were not read one by one: they count as the same.

``examined_motions.csv`` lists the same pairs of propositions under which messages examine a judge; trainings hold these
out as well.

A motion and its opposite are one, because an argument on the first is one on the second. ``tools/find_motions.py``
makes the list of pairs; a pair that it finds and nobody has read fails its check.
"""

import csv
import re
from collections.abc import Iterable
from functools import cache
from importlib.resources import files
from typing import Literal

from pydantic import TypeAdapter

from doxa.corpora.corpus import normalised
from doxa.errors import CorpusError
from doxa.records.base import group_by

NEAR = 0.50
"""Cosine from which on a pair with a labelled training proposition is read."""

NEAR_STATEMENT = 0.80
"""Cosine from which on a statement that nobody labelled counts as the same motion, unread."""

FILE = "motions.csv"
EXAMINED = "examined_motions.csv"

Relation = Literal["wording", "opposite", "scope", "statement", "other"]
"""``scope``: one is a wider or narrower form of the other; ``other``: another motion after all."""

_RELATIONS = TypeAdapter[Relation](Relation)

_GRAMMAR = (
    "a all allowed also an and any are as at be been being believe believes by can could do does for from get good had "
    "has have house i idea if in into is it its itself let made make may more must need needs no not of on only or "
    "ought our people regarded s shall should some than that the their them there these they this those time to us use "
    "used using was we were when which who will with would"
)
GRAMMAR = frozenset(_GRAMMAR.split())

_ACTIONS = (
    "abandon abolish abolition accept acceptable adopt allow back ban banned bring build cease compulsory continue "
    "create creation criminalise criminalize decriminalise decriminalize discontinue embrace encourage end enforce "
    "establish fight forbid forbidden fund further greater illegal implement increase institute introduce justified "
    "keep legal legalisation legalise legalization legalize lift limit maintain mandatory mandate necessary oppose "
    "permit permitted primary prohibit prohibition promote protect reintroduce remove repeal require required restrict "
    "right scrap stop subsidise subsidize support unacceptable wrong"
)
ACTIONS = frozenset(_ACTIONS.split())

_ENDINGS = re.compile(r"(?:isation|ization|ising|izing|ised|ized|ise|ize|ations?|ings?|ies|ed|es|s|y|e)$")

_LEAST = 4
"""Letters that a stem keeps."""


def normal_form(proposition: str) -> frozenset[str]:
    """Return what a proposition is about: the stems of its words without grammar, action and direction.

    A proposition of such words alone keeps them all.
    """
    words = normalised(proposition).replace("'", " ").split()
    telling = {_cut(word) for word in words if word not in GRAMMAR and _cut(word) not in _actions()}
    return frozenset(telling or words)


def is_same_motion(first: str, second: str) -> bool:
    """Return whether two propositions ask one question, in whatever words and from either side."""
    return normal_form(second) in forms_of(first)


def forms_of(proposition: str, least: float = NEAR) -> frozenset[frozenset[str]]:
    """Return the normal forms of a proposition and of all that are listed as the same motion, its cosine ``least``."""
    form = normal_form(proposition)
    return _partners(least).get(form, frozenset()) | {form}


@cache
def read_pairs(file: str = FILE, least: float = NEAR) -> dict[tuple[str, str], Relation]:
    """Return (held-out proposition, proposition of a training part) → what the one is to the other.

    Pairs are those with a cosine of at least ``least``, in [-1, 1].

    Raises:
        CorpusError: the file is missing or damaged.
    """
    try:
        text = (files("doxa.corpora") / file).read_text(encoding="utf-8")
        rows = [row for row in csv.DictReader(text.splitlines()) if float(row["cosine"]) >= least]
        return {(row["held_out"], row["training"]): _RELATIONS.validate_python(row["relation"]) for row in rows}
    except (OSError, KeyError, TypeError, ValueError) as error:
        raise CorpusError(f"{file} cannot be read: {error}", hint="Install doxa again.") from None


def group_motions(propositions: Iterable[str], least: float = NEAR) -> dict[str, str]:
    """Return the group of every proposition: the first in alphabetical order that is one motion with it.

    Two propositions are in one group where a chain of others links them, each the same motion as the next; pairs below
    a cosine of ``least`` link none.
    """
    groups: dict[str, str] = {}
    members: dict[str, list[str]] = {}
    owners: dict[frozenset[str], str] = {}
    for proposition in sorted(set(propositions)):
        forms = forms_of(proposition, least)
        linked = sorted({groups[owners[form]] for form in forms if form in owners})
        group = linked[0] if linked else proposition
        joined = [proposition, *(member for other in linked for member in members.pop(other))]
        members[group] = joined
        groups |= dict.fromkeys(joined, group)
        owners |= dict.fromkeys(forms - owners.keys(), proposition)
    return groups


@cache
def _partners(least: float) -> dict[frozenset[str], frozenset[frozenset[str]]]:
    listed = [pair for pair, relation in read_pairs(FILE, least).items() if relation != "other"]
    pairs = [(normal_form(first), normal_form(second)) for first, second in listed]
    both_ways = group_by([*pairs, *((second, first) for first, second in pairs)], lambda pair: pair[0])
    return {form: frozenset(other for _, other in of_form) for form, of_form in both_ways.items()}


@cache
def _actions() -> frozenset[str]:
    return frozenset(map(_cut, ACTIONS))


def _cut(word: str) -> str:
    stem = _ENDINGS.sub("", word)
    return stem if len(stem) >= _LEAST else word
