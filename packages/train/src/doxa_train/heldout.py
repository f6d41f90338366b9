"""Rows that no training sees: the dev and test parts of the stance sets, every text in them, and their motions.

A motion in other words, from the other side, or a wider or narrower form of it, is the same (``corpora.motions``).

IBM's set has no dev part. Every fifth topic of its train part is used instead, so that temperature and threshold are
also fitted on claims from Wikipedia, which are harder than those of crowd workers.
"""

from collections.abc import Iterator
from functools import cache

from doxa.corpora.corpus import normalised
from doxa.corpora.motions import forms_of, normal_form
from doxa.corpora.stances import STANCES, LabelledClaim, ibm_stances
from doxa.models.embedded.phrasing import canonical

PARTS = ("dev", "test")

EVERY = 5
"""IBM's dev part: the first, the sixth and so on of its train topics in alphabetical order."""


def stances(name: str, part: str) -> tuple[LabelledClaim, ...]:
    """Return the rows of a set's part: train, dev or test."""
    return tuple(stance for stance in STANCES[name](None) if _part(stance) == part)


def open_stances() -> tuple[LabelledClaim, ...]:
    """Return the rows that a training may see: those of train parts whose proposition no set holds out."""
    return tuple(stance for name in STANCES for stance in stances(name, "train") if is_open(stance.proposition))


def is_open(proposition: str) -> bool:
    """Return whether a proposition occurs in no dev or test part, in these words or in others."""
    return forms_of(canonical(proposition)).isdisjoint(_topics())


@cache
def kept_out() -> frozenset[str]:
    """Return the normalised texts of dev and test parts."""
    return frozenset(
        normalised(text) for stance in _held_out() for text in (canonical(stance.proposition), stance.claim)
    )


@cache
def _topics() -> frozenset[frozenset[str]]:
    return frozenset(normal_form(canonical(stance.proposition)) for stance in _held_out())


def _held_out() -> Iterator[LabelledClaim]:
    return (stance for name in STANCES for part in PARTS for stance in stances(name, part))


def _part(row: LabelledClaim) -> str:
    return "dev" if row.set == "ibm" and row.topic in _ibm_dev() else row.part


@cache
def _ibm_dev() -> frozenset[str]:
    return frozenset(sorted({stance.topic for stance in ibm_stances("train")})[::EVERY])
