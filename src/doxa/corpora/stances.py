"""Stances of three data sets in one shape: a claim is for (+1) or against (−1) a proposition.

ArgKP: all 7,238 arguments, official parts (train 5,583, dev 932, test 723). IBM: all 2,394 claims, official parts
(train 1,039, test 1,355). Perspectrum: every perspective of every cluster, parts by claim (train 6,951, dev 2,067, test
2,764); of 11,822 the 40 that repeat a text of the same claim (ignoring case and punctuation) are dropped. The sets have
no neutral label, and in Perspectrum no text both supports and undermines one claim. There, claims of different parts
share perspectives: of the 2,764 texts of test, 915 are in train or dev too.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache, partial

from doxa.corpora.argument_sets import (
    ARGUMENTS,
    DEBATED_CLAIMS,
    IBM_CLAIMS,
    PERSPECTIVES,
    RANKED_ARGUMENTS,
    StanceClaim,
    clusters_of_claims,
)
from doxa.corpora.corpus import Argument, Side, normalised
from doxa.corpora.motions import forms_of, normal_form
from doxa.corpora.packed import ShippedSet


@dataclass(frozen=True, kw_only=True)
class LabelledClaim:
    """A claim with its polarity toward a proposition, as people labelled it."""

    id: str
    """Unique in its set."""
    proposition: str
    claim: str
    polarity: Side
    set: str
    part: str
    """train, dev or test; every split is by topic."""
    topic: str
    """The group that a split and a bootstrap keep together."""


def read_stances(name: str, part: str | None = None) -> tuple[LabelledClaim, ...]:
    """Return the stances of a set, of one part or all."""
    return tuple(claim for claim in _every_stance(name) if part in (None, claim.part))


def new_stances(name: str, part: str) -> tuple[LabelledClaim, ...]:
    """Return the rows of a set's part on motions that stand in no train part of any set, in whatever words."""
    return tuple(claim for claim in read_stances(name, part) if not is_training_motion(claim.proposition))


def is_training_motion(proposition: str) -> bool:
    """Return whether a proposition, in whatever words, has labelled claims in a train part of any set."""
    return not forms_of(proposition).isdisjoint(_training_forms())


@cache
def _training_forms() -> frozenset[frozenset[str]]:
    """Return the normal forms of every motion with labelled claims in a train part, UKPConvArg1's among them."""
    labelled = (claim.proposition for name in STANCES for claim in read_stances(name, "train"))
    ranked = (argument.proposition for argument in RANKED_ARGUMENTS.read("train"))
    return frozenset(map(normal_form, (*labelled, *ranked)))


@cache
def _every_stance(name: str) -> tuple[LabelledClaim, ...]:
    return tuple(STANCES[name]())


def _of_motions(name: str, shipped: ShippedSet[Argument] | ShippedSet[StanceClaim]) -> Iterator[LabelledClaim]:
    return (
        LabelledClaim(
            id=claim.id,
            proposition=claim.motion,
            claim=claim.text,
            polarity=claim.polarity,
            set=name,
            part=claim.part,
            topic=claim.motion,
        )
        for claim in shipped.read()
    )


def _perspectrum() -> Iterator[LabelledClaim]:
    texts = {perspective.id: perspective.text for perspective in PERSPECTIVES.read()}
    for claim in DEBATED_CLAIMS.read():
        words_before: set[str] = set()
        for cluster in clusters_of_claims()[claim.id]:
            for id in cluster.perspectives:
                words = normalised(texts[id])
                if words in words_before:
                    continue
                words_before.add(words)
                yield LabelledClaim(
                    id=f"{claim.id}/{id}",
                    proposition=claim.text,
                    claim=texts[id],
                    polarity=cluster.polarity,
                    set="perspectrum",
                    part=claim.part,
                    topic=claim.id,
                )


STANCES: dict[str, Callable[[], Iterator[LabelledClaim]]] = {
    "argkp": partial(_of_motions, "argkp", ARGUMENTS),
    "ibm": partial(_of_motions, "ibm", IBM_CLAIMS),
    "perspectrum": _perspectrum,
}
"""Data set → the function that yields its stances."""
