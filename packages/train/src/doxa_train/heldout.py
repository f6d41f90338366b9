"""Rows that no training sees: the dev and test parts of the stance sets, every text in them, and their motions.

Nor does one see the motions of the messages that only examine a judge: every domain of the benchmark under shift that
is read as messages, and the dev part of the written debates. (The shipped weights are older: ``docs/judgement.md`` says
which of these motions they have seen.)

A motion in other words, from the other side, or a wider or narrower form of it, is the same (``corpora.motions``).

IBM's set has no dev part. Every fifth topic of its train part is used instead, so that temperature and threshold are
also fitted on claims from Wikipedia, which are harder than those of crowd workers.
Folds leave every topic out once, with all its texts.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from random import Random

from doxa.corpora.corpus import normalised
from doxa.corpora.message_sets import (
    BALLOT_ARGUMENTS,
    CONVERSATIONS,
    MODEL_DEBATES,
    MODEL_MESSAGES,
    OWN_MESSAGES,
    WRITTEN_DEBATES,
    read_suite,
)
from doxa.corpora.motions import EXAMINED, forms_of, normal_form, read_pairs
from doxa.corpora.stances import STANCES, LabelledClaim, read_stances
from doxa.errors import CorpusError
from doxa.models.embedded.phrasing import canonical

PARTS = ("dev", "test")

OF_DIRECTION = ("swaps", "negated", "irony", "concessions", "hedges", "languages", "everyday")
"""Suites that examine directions."""

EVERY = 5
"""IBM's dev part: the first, the sixth and so on of its train topics in alphabetical order."""


def stances(name: str, part: str) -> tuple[LabelledClaim, ...]:
    """Return the rows of a set's part: train, dev or test."""
    return tuple(stance for stance in read_stances(name) if _part(stance) == part)


def open_stances() -> tuple[LabelledClaim, ...]:
    """Return the rows that a training may see: those of train parts whose proposition no set holds out."""
    return tuple(stance for name in STANCES for stance in stances(name, "train") if is_open(stance.proposition))


def is_open(proposition: str) -> bool:
    """Return whether a proposition occurs in no dev or test part, and examines no message, in whatever words."""
    return forms_of(canonical(proposition)).isdisjoint(_topics())


@cache
def kept_out() -> frozenset[str]:
    """Return the normalised texts of dev and test parts."""
    texts = [text for stance in _held_out() for text in (canonical(stance.proposition), stance.claim)]
    return frozenset(map(normalised, (*texts, *examined_propositions())))


@cache
def examined_propositions() -> tuple[str, ...]:
    """Return the propositions of messages that only examine a judge, each once."""
    suites = [row for name in OF_DIRECTION for row in read_suite(name)]
    propositions = [
        *(message.motion for message in OWN_MESSAGES.read()),
        *(message.motion for message in MODEL_MESSAGES.read()),
        *(message.motion for message in (*MODEL_DEBATES.read(), *BALLOT_ARGUMENTS.read())),
        *(message.motion for part in PARTS for message in WRITTEN_DEBATES.read(part)),
        *(message.proposition for message in CONVERSATIONS.read()),
        *(row.proposition for row in suites),
        *(row.opposite for row in suites),
    ]
    return tuple(dict.fromkeys(canonical(proposition) for proposition in propositions if proposition))


@cache
def _topics() -> frozenset[frozenset[str]]:
    held_out = (canonical(stance.proposition) for stance in _held_out())
    near = (training for (_, training), relation in read_pairs(EXAMINED).items() if relation != "other")
    return frozenset(map(normal_form, (*held_out, *examined_propositions(), *near)))


def _held_out() -> Iterator[LabelledClaim]:
    return (stance for name in STANCES for part in PARTS for stance in stances(name, part))


def _part(row: LabelledClaim) -> str:
    return "dev" if row.set == "ibm" and row.topic in _ibm_dev() else row.part


@cache
def _ibm_dev() -> frozenset[str]:
    return frozenset(sorted({stance.topic for stance in read_stances("ibm", "train")})[::EVERY])


def folds_of(topics: Iterable[str], count: int, seed: int) -> tuple[frozenset[str], ...]:
    """Return ``count`` groups of topics of nearly equal size, the same for the same topics and seed.

    Raises:
        CorpusError: there are fewer topics than folds, or fewer than two folds.
    """
    drawn = sorted(set(topics))
    if not 2 <= count <= len(drawn):
        raise CorpusError(
            f"{len(drawn)} topics cannot be left out in {count} folds", hint=f"Give --folds 2 to {len(drawn)}."
        )
    Random(f"folds/{seed}").shuffle(drawn)
    return tuple(frozenset(drawn[start::count]) for start in range(count))
