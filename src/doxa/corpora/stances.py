"""LabelledClaim stances of three data sets in one shape: a claim is for (+1) or against (−1) a proposition.

ArgKP: all 7,238 arguments, official parts (train 5,583, dev 932, test 723). IBM: all 2,394 claims, official parts
(train 1,039, test 1,355). Perspectrum: every perspective of every cluster, parts by claim (train 6,951, dev 2,067, test
2,764); of 11,822 the 40 that repeat a text of the same claim (ignoring case and punctuation) are dropped. The sets have
no neutral label, and in Perspectrum no text both supports and undermines one claim. There, claims of different parts
share perspectives: of the 2,764 texts of test, 915 are in train or dev too.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache

from doxa.corpora.argkp import read_argkp
from doxa.corpora.corpus import Side, normalised
from doxa.corpora.ibm_stance import read_ibm_stance
from doxa.corpora.motions import forms_of, normal_form
from doxa.corpora.perspectrum import read_perspectrum
from doxa.corpora.ukp import read_ukp


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


def argkp_stances(part: str | None = None) -> tuple[LabelledClaim, ...]:
    """Return ArgKP's arguments, of one part or all; a topic is a motion."""
    return _of_part(_argkp(), part)


def ibm_stances(part: str | None = None) -> tuple[LabelledClaim, ...]:
    """Return IBM's claims, of one part (train or test) or all."""
    return _of_part(_ibm(), part)


def perspectrum_stances(part: str | None = None) -> tuple[LabelledClaim, ...]:
    """Return Perspectrum's perspectives, of one part or all; a topic is a claim."""
    return _of_part(_perspectrum(), part)


STANCES: dict[str, Callable[[str | None], tuple[LabelledClaim, ...]]] = {
    "argkp": argkp_stances,
    "ibm": ibm_stances,
    "perspectrum": perspectrum_stances,
}
"""Data set → the function that returns its stances."""


def new_stances(name: str, part: str) -> tuple[LabelledClaim, ...]:
    """Return the rows of a set's part on motions that stand in no train part of any set, in whatever words."""
    return tuple(row for row in STANCES[name](part) if not is_training_motion(row.proposition))


def is_training_motion(proposition: str) -> bool:
    """Return whether a proposition, in whatever words, has labelled claims in a train part of any set."""
    return not forms_of(proposition).isdisjoint(_training_forms())


@cache
def _training_forms() -> frozenset[frozenset[str]]:
    """Return the normal forms of every motion with labelled claims in a train part, UKPConvArg1's among them."""
    labelled = (row.proposition for read in STANCES.values() for row in read("train"))
    ranked = (argument.proposition for argument in read_ukp() if argument.part == "train")
    return frozenset(map(normal_form, (*labelled, *ranked)))


def _of_part(labelled_claims: Iterable[LabelledClaim], part: str | None) -> tuple[LabelledClaim, ...]:
    return tuple(labelled_claim for labelled_claim in labelled_claims if part in (None, labelled_claim.part))


@cache
def _argkp() -> tuple[LabelledClaim, ...]:
    return tuple(
        LabelledClaim(
            id=argument.id,
            proposition=argument.motion,
            claim=argument.text,
            polarity=argument.polarity,
            set="argkp",
            part=argument.part,
            topic=argument.motion,
        )
        for arguments in read_argkp().motions.values()
        for argument in arguments
    )


@cache
def _ibm() -> tuple[LabelledClaim, ...]:
    return tuple(
        LabelledClaim(
            id=claim.id,
            proposition=claim.motion,
            claim=claim.text,
            polarity=claim.polarity,
            set="ibm",
            part=claim.part,
            topic=claim.motion,
        )
        for claim in read_ibm_stance()
    )


@cache
def _perspectrum() -> tuple[LabelledClaim, ...]:
    read = read_perspectrum()
    labelled_claims: dict[tuple[str, str], LabelledClaim] = {}
    for claim in read.claims:
        for cluster in claim.clusters:
            for id in cluster.perspectives:
                text = read.perspectives[id].text
                labelled_claim = LabelledClaim(
                    id=f"{claim.id}/{id}",
                    proposition=claim.text,
                    claim=text,
                    polarity=cluster.polarity,
                    set="perspectrum",
                    part=claim.part,
                    topic=claim.id,
                )
                labelled_claims.setdefault((claim.id, normalised(text)), labelled_claim)
    return tuple(labelled_claims.values())
