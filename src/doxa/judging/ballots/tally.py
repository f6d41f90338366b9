"""The tally: points for claims and rebuttals, from annotations alone.

    demolished(c) = some rebuttal of c by the other side addresses its logic and undermines it
    points(c) = (base + 1 if specific) · ½ if demolished · ½ if new and of the last speech
    base = 3 evidence-backed, 2 principled, 1 assertion
    points(r) = 2 if logic and undermines, else 1.5 if direct and new information, else ½ if logic or new information

A tie goes to the side with more surviving evidence-backed claims, then to Proposition. Where the sides' words differ by
more than five per cent, points per 1,000 words decide (``rates.py``); the source compares sums. Rebuttals of
rebuttals have no points but count in the argument graph (``attacks.py``). Source: the Cambridge Union simulation, its
layer 2a, in which everybody speaks once. Where the last speaker also gave an earlier speech, that one can be answered
and counts in full.
"""

from collections.abc import Collection, Mapping

from pydantic import Field

from doxa.errors import BeliefError
from doxa.judging.ballots.notes import Annotation, Base, ClaimNote, RebuttalNote
from doxa.judging.ballots.rates import is_uneven, per_thousand
from doxa.judging.ballots.verdict import LayerVerdict, margin, tell_apart
from doxa.records.base import Record
from doxa.records.transcripts import SIDES, Side, other

BASES: dict[Base, float] = {"evidence-backed": 3.0, "principled": 2.0, "assertion": 1.0}
SPECIFIC = 1.0
WEAKENED = 0.5
"""Factor of a demolished claim, and of a new claim that nobody can answer any more; both multiply."""

DEMOLITION, STRONG, PARTIAL = 2.0, 1.5, 0.5

ONE_WAY = 10
"""Rebuttals by one side, with none by the other, from which an annotation is one-sided."""


class Points(Record):
    """One side's points."""

    claims: float
    rebuttals: float
    surviving_evidence: int
    """Evidence-backed claims that were not demolished."""
    words: int | None = Field(default=None, exclude_if=lambda words: words is None)
    """The words of the side's speeches; None where nobody counted them."""

    @property
    def per_thousand(self) -> float | None:
        """Points per 1,000 words."""
        return None if self.words is None else per_thousand(self.total, self.words)

    @property
    def total(self) -> float:
        return self.claims + self.rebuttals


class Tally(Record):
    """The points of one annotation, item by item."""

    claims: dict[str, float]
    """Claim → its points."""
    rebuttals: dict[str, float]
    """Rebuttal of a claim by the other side → its points."""
    demolished: tuple[str, ...]
    sides: dict[Side, Points]
    one_sided: bool
    verdict: LayerVerdict


def tally_points(notes: Annotation, last_speech: str, words: Mapping[Side, int] | None = None) -> Tally:
    """Return the points of an annotation.

    Args:
        last_speech: the id of the last speech; new claims in it count half.
        words: of each side's speeches, where rates may decide; None compares sums, as published.

    Raises:
        BeliefError: as ``check_annotation``.
    """
    check_annotation(notes)
    fallen = demolished_claims(notes)
    claims = {claim.id: claim_points(claim, claim.id in fallen, last_speech) for claim in notes.claims}
    rebuttals = {rebuttal.id: rebuttal_points(rebuttal) for rebuttal in rebuttals_across(notes)}
    sides = {side: _points(notes, side, claims, rebuttals, fallen, words[side] if words else None) for side in SIDES}
    return Tally(
        claims=claims,
        rebuttals=rebuttals,
        demolished=tuple(claim.id for claim in notes.claims if claim.id in fallen),
        sides=sides,
        one_sided=one_sided(notes),
        verdict=_rate_verdict(sides) if is_uneven(words) else _verdict(sides),
    )


def rebuttals_across(notes: Annotation) -> tuple[RebuttalNote, ...]:
    """Return the rebuttals that answer a claim of the other side."""
    sides = {claim.id: claim.side for claim in notes.claims}
    return tuple(rebuttal for rebuttal in notes.rebuttals if sides.get(rebuttal.target) == other(rebuttal.side))


def demolished_claims(notes: Annotation) -> frozenset[str]:
    """Return the claims whose logic a rebuttal of the other side addresses, and which it undermines."""
    return frozenset(
        rebuttal.target for rebuttal in rebuttals_across(notes) if rebuttal.addresses_logic and rebuttal.undermines
    )


def claim_points(claim: ClaimNote, is_demolished: bool, last_speech: str) -> float:
    """Return the points of one claim, from 0.25 to 4."""
    points = BASES[claim.base] + (SPECIFIC if claim.specific else 0.0)
    too_late = claim.new and claim.speech == last_speech
    return points * (WEAKENED if is_demolished else 1.0) * (WEAKENED if too_late else 1.0)


def rebuttal_points(rebuttal: RebuttalNote) -> float:
    """Return the points of one rebuttal, from 0 to 2: those of the first rule that applies."""
    if rebuttal.addresses_logic and rebuttal.undermines:
        return DEMOLITION
    if rebuttal.direct and rebuttal.new_information:
        return STRONG
    return PARTIAL if rebuttal.addresses_logic or rebuttal.new_information else 0.0


def one_sided(notes: Annotation) -> bool:
    """Return whether ten rebuttals or more of one side are noted and none of the other."""
    counts = sorted(len(notes.rebuttals_of(side)) for side in SIDES)
    return counts[0] == 0 and counts[1] >= ONE_WAY


def check_annotation(notes: Annotation) -> None:
    """Check that ids are unique and that every rebuttal answers another note.

    Raises:
        BeliefError: an id is used twice, or a rebuttal answers itself or an unknown id.
    """
    ids = [*(note.id for note in notes.claims), *(note.id for note in notes.rebuttals)]
    if len(set(ids)) < len(ids):
        twice = next(note_id for note_id in ids if ids.count(note_id) > 1)
        raise BeliefError(f"the annotation uses the id {twice!r} twice", hint="Give every note an id of its own.")
    noted_ids = set(ids)
    for rebuttal in notes.rebuttals:
        if rebuttal.target == rebuttal.id:
            raise BeliefError(
                f"the rebuttal {rebuttal.id!r} answers itself", hint="Give the id of an earlier claim or rebuttal."
            )
        if rebuttal.target not in noted_ids:
            raise BeliefError(
                f"the rebuttal {rebuttal.id!r} answers {rebuttal.target!r}, which is not noted",
                hint="Note the claim, or leave the rebuttal out.",
            )


def _points(
    notes: Annotation,
    side: Side,
    claims: dict[str, float],
    rebuttals: dict[str, float],
    fallen: Collection[str],
    words: int | None,
) -> Points:
    side_claims = notes.claims_of(side)
    return Points(
        claims=sum(claims[claim.id] for claim in side_claims),
        rebuttals=sum(rebuttals.get(rebuttal.id, 0.0) for rebuttal in notes.rebuttals_of(side)),
        surviving_evidence=sum(claim.base == "evidence-backed" and claim.id not in fallen for claim in side_claims),
        words=words,
    )


def _rate_verdict(sides: dict[Side, Points]) -> LayerVerdict:
    """Return the verdict by points per 1,000 words; no winner where they are equal."""
    pro, con = (round(sides[side].per_thousand or 0.0, 9) for side in SIDES)
    rates = tell_apart(pro, con)
    return LayerVerdict(
        layer="annotation",
        winner=None if pro == con else "pro" if pro > con else "con",
        pro=sides["pro"].total,
        con=sides["con"].total,
        margin=None if pro == con else margin(pro, con),
        because=f"words differ: {rates[0]} to {rates[1]} points per 1,000 words",
    )


def _verdict(sides: dict[Side, Points]) -> LayerVerdict:
    pro, con = sides["pro"], sides["con"]
    because = ""
    winner: Side = "pro" if pro.total > con.total else "con"
    if pro.total == con.total:  # points are multiples of a quarter, so that equality is exact
        more = pro.surviving_evidence - con.surviving_evidence
        winner = "con" if more < 0 else "pro"
        because = "tied; more surviving evidence-backed claims" if more else "tied in all; Proposition by rule"
    return LayerVerdict(
        layer="annotation",
        winner=winner,
        pro=pro.total,
        con=con.total,
        margin=margin(pro.total, con.total),
        because=because,
    )
