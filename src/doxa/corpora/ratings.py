"""Ratings of strength on one anchored scale: 2,000 claims of the shipped sets, 300 of them rated twice.

Three readers, all language models of one family, rated blind: they saw the anchors, the proposition and the claim,
and neither labels, ranks, the others' ratings nor doxa's code. People rated nothing here. The ratings were committed
before any exhibit was run under the scale, so that no result chose the scale. Their NOTICE.md says how
they were made.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache

from doxa.corpora.argument_sets import RANKED_ARGUMENTS
from doxa.corpora.corpus import Side
from doxa.corpora.motions import group_motions, is_same_motion
from doxa.corpora.packed import Columns, ShippedSet
from doxa.corpora.stances import STANCES, read_stances


@dataclass(frozen=True, kw_only=True)
class StrengthRating:
    """A rated claim."""

    set: str
    """The shipped set of the claim: argkp, ibm or perspectrum (train parts), or ukp (all debates)."""
    id: str
    """The claim's id in its set."""
    proposition: str
    text: str
    polarity: Side
    """The side for which the set has the claim."""
    rating: float
    """Strength in [0, 1] on the scale of ``doxa.records.claims``."""
    second: float | None
    """The other reader's rating; None where only one reader rated the claim."""


def _rated(line: Columns) -> Iterator[Columns]:
    yield line | _claims()[line["set"], line["id"]] | {"second": line["second"] or None}


@cache
def _claims() -> dict[tuple[str, str], Columns]:
    """Return (set, id) → proposition, text and polarity of every claim that may be rated."""
    stances = {
        (name, claim.id): {"proposition": claim.proposition, "text": claim.claim, "polarity": claim.polarity}
        for name in STANCES
        for claim in read_stances(name, "train")
    }
    ranked = {
        ("ukp", argument.id): {
            "proposition": argument.proposition, "text": argument.text, "polarity": argument.polarity
        }
        for argument in RANKED_ARGUMENTS.read()
    }  # fmt: skip
    return stances | ranked


STRENGTH_RATINGS = ShippedSet(kind=StrengthRating, folder="strength-ratings", file="ratings.csv.gz", rows_of=_rated)
"""All ratings, in an order that was drawn."""

EVERY = 5
"""Of the groups of motions every fifth is held out, besides those of UKPConvArg1's test debates."""

NEAR_WHEN_DRAWN = 0.65
"""Cosine from which on pairs of motions were listed when they were drawn; the shipped weights saw all others."""


@cache
def held_out_motions() -> frozenset[str]:
    """Return the propositions of ratings and of UKPConvArg1 that no training of strength may see, by meaning.

    They are those that are one motion, in whatever words, with a debate of UKPConvArg1's test part, and every fifth
    group of the motions that UKPConvArg1 does not have. Pairs listed below ``NEAR_WHEN_DRAWN`` do not change the draw.
    """
    arguments = RANKED_ARGUMENTS.read()
    groups = group_motions(_rated_or_ranked(), NEAR_WHEN_DRAWN)
    debated = {groups[argument.proposition] for argument in arguments}
    tested = {groups[argument.proposition] for argument in arguments if argument.part == "test"}
    drawn = sorted(set(groups.values()) - debated)[::EVERY]
    return frozenset(proposition for proposition, group in groups.items() if group in tested or group in drawn)


@cache
def held_out_ratings() -> tuple[StrengthRating, ...]:
    """Return the ratings of claims on motions that no training of strength has seen, in whatever words."""
    seen = _rated_or_ranked() - held_out_motions()
    new = {one for one in held_out_motions() if not any(is_same_motion(one, other) for other in seen)}
    return tuple(rating for rating in STRENGTH_RATINGS.read() if rating.proposition in new)


def _rated_or_ranked() -> frozenset[str]:
    return frozenset(row.proposition for rows in (RANKED_ARGUMENTS.read(), STRENGTH_RATINGS.read()) for row in rows)
