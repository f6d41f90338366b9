"""A judge's notes about a debate, the points that they give, and the audit of what became of every claim.

Notes are narrow facts. A rebuttal answers a claim of the other side, or a rebuttal that the other side made earlier.

    demolished(c) = some rebuttal of c by the other side addresses its logic and undermines it
    points(c) = (base + 1 if specific) · ½ if demolished · ½ if new and of the last speech
    base = 3 evidence-backed, 2 principled, 1 assertion
    points(r) = 2 if logic and undermines, else 1.5 if direct and new information, else ½ if logic or new information

A tie goes to the side with more surviving evidence-backed claims, then to Proposition. In the audit the side with more
surviving claims wins, then the side with fewer demolished ones, else nobody. Where the sides' words differ by more than
five per cent, points per 1,000 words and shares of claims decide (``verdicts.py``); the source compares sums. Rebuttals
of rebuttals have no points but count in the argument graph (``graph.py``). Source: the Cambridge Union
simulation, its layer 2a, in which everybody speaks once. Where the last speaker also gave an earlier speech, that one
can be answered and counts in full.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from pydantic import Field

from doxa.errors import BeliefError
from doxa.judging.ballots.verdicts import LayerVerdict, compare_sides, is_uneven, margin, per_thousand, tell_apart
from doxa.records.base import Record
from doxa.records.transcripts import SIDE_NAMES, SIDES, Side, other

Base = Literal["evidence-backed", "principled", "assertion"]
"""The support of a claim: named evidence, reasoning from a principle, or none."""


class ClaimNote(Record):
    """One claim of a speech."""

    id: str
    """Unique in its debate."""
    speech: str
    """The id of the claim's speech."""
    speaker: str
    side: Side
    text: str = Field(min_length=1)
    base: Base
    specific: bool = False
    """Whether it names a case, a number, a place or a mechanism."""
    new: bool = True
    """Whether its side had not made it in an earlier speech."""


class RebuttalNote(Record):
    """One answer to something that the other side said earlier."""

    id: str
    """Unique in its debate, among claims and rebuttals."""
    speech: str
    """The id of the rebuttal's speech."""
    speaker: str
    side: Side
    target: str
    """The id of the claim, or of the rebuttal, that it answers."""
    text: str = ""
    addresses_logic: bool = False
    """Whether it answers the reasoning of the target, and does not only state the opposite."""
    undermines: bool = False
    """Whether it weakens the target."""
    new_information: bool = False
    """Whether it brings a fact or reason that had not been said."""
    direct: bool = False
    """Whether it engages the target itself, and does not only touch its subject."""
    method: str = Field(default="", exclude_if=lambda method: not method)
    """How it engages the target, in the annotator's word, such as direct or indirect; empty where nobody said."""
    strawman: bool | None = Field(default=None, exclude_if=lambda strawman: strawman is None)
    """Whether it answers what the other side did not say; None where nobody looked. The tally does not ask."""


class Annotation(Record):
    """Everything that one annotator noted about a debate."""

    claims: tuple[ClaimNote, ...] = ()
    rebuttals: tuple[RebuttalNote, ...] = ()

    @property
    def all(self) -> tuple[ClaimNote | RebuttalNote, ...]:
        """The claims, then the rebuttals."""
        return (*self.claims, *self.rebuttals)

    def claims_of(self, side: Side) -> tuple[ClaimNote, ...]:
        return tuple(claim for claim in self.claims if claim.side == side)

    def rebuttals_of(self, side: Side) -> tuple[RebuttalNote, ...]:
        return tuple(rebuttal for rebuttal in self.rebuttals if rebuttal.side == side)


BASES: dict[Base, float] = {"evidence-backed": 3.0, "principled": 2.0, "assertion": 1.0}
WEAKENED = 0.5
"""Factor of a demolished claim, and of a new claim that nobody can answer any more; both multiply."""

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
    sides = {
        side: Points(
            claims=sum(claims[claim.id] for claim in notes.claims_of(side)),
            rebuttals=sum(rebuttals.get(rebuttal.id, 0.0) for rebuttal in notes.rebuttals_of(side)),
            surviving_evidence=sum(
                claim.base == "evidence-backed" and claim.id not in fallen for claim in notes.claims_of(side)
            ),
            words=words[side] if words else None,
        )
        for side in SIDES
    }
    return Tally(
        claims=claims,
        rebuttals=rebuttals,
        demolished=tuple(claim.id for claim in notes.claims if claim.id in fallen),
        sides=sides,
        one_sided=one_sided(notes),
        verdict=_compare_points(sides, by_rate=is_uneven(words)),
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


def base_points(claim: ClaimNote) -> float:
    """Return the points of one claim before any deduction, from 1 to 4."""
    return BASES[claim.base] + claim.specific


def claim_points(claim: ClaimNote, is_demolished: bool, last_speech: str) -> float:
    """Return the points of one claim, from 0.25 to 4."""
    too_late = claim.new and claim.speech == last_speech
    return base_points(claim) * (WEAKENED if is_demolished else 1.0) * (WEAKENED if too_late else 1.0)


def rebuttal_points(rebuttal: RebuttalNote) -> float:
    """Return the points of one rebuttal, from 0 to 2: those of the first rule that applies."""
    if rebuttal.addresses_logic and rebuttal.undermines:
        return 2.0
    if rebuttal.direct and rebuttal.new_information:
        return 1.5
    return 0.5 if rebuttal.addresses_logic or rebuttal.new_information else 0.0


def one_sided(notes: Annotation) -> bool:
    """Return whether ten rebuttals or more of one side are noted and none of the other."""
    fewer, more = sorted(len(notes.rebuttals_of(side)) for side in SIDES)
    return fewer == 0 and more >= ONE_WAY


def check_annotation(notes: Annotation) -> None:
    """Check that ids are unique and that every rebuttal answers another note.

    Raises:
        BeliefError: an id is used twice, or a rebuttal answers itself or an unknown id.
    """
    counts = Counter(note.id for note in notes.all)
    if twice := [note_id for note_id, count in counts.items() if count > 1]:
        raise BeliefError(f"the annotation uses the id {twice[0]!r} twice", hint="Give every note an id of its own.")
    for rebuttal in notes.rebuttals:
        answers = f"the rebuttal {rebuttal.id!r} answers"
        if rebuttal.target == rebuttal.id:
            raise BeliefError(f"{answers} itself", hint="Give the id of an earlier claim or rebuttal.")
        if rebuttal.target not in counts:
            hint = "Note the claim, or leave the rebuttal out."
            raise BeliefError(f"{answers} {rebuttal.target!r}, which is not noted", hint=hint)


def _compare_points(sides: dict[Side, Points], *, by_rate: bool) -> LayerVerdict:
    """Return the verdict by points, or by points per 1,000 words; by rates no side wins where they are equal."""
    pro, con = (sides[side].total for side in SIDES)
    if by_rate:
        first, second = (round(sides[side].per_thousand or 0.0, 9) for side in SIDES)
        because = f"words differ: {' to '.join(tell_apart(first, second))} points per 1,000 words"
        return compare_sides("annotation", first, second, pro=pro, con=con, because=because)
    verdict = compare_sides("annotation", pro, con)
    if pro != con:
        return verdict
    # points are multiples of a quarter, so that equality is exact
    more = sides["pro"].surviving_evidence - sides["con"].surviving_evidence
    because = "tied; more surviving evidence-backed claims" if more else "tied in all; Proposition by rule"
    winner: Side = "con" if more < 0 else "pro"
    return verdict.model_copy(update={"winner": winner, "margin": margin(pro, con), "because": because})


Fate = Literal["survived", "contested", "demolished"]

FATES: tuple[Fate, ...] = ("survived", "contested", "demolished")


class AuditNote(Record):
    """What became of one claim, according to the auditor."""

    claim: str
    fate: Fate
    reason: str = ""


def fates(claims: Sequence[ClaimNote], audited: Sequence[AuditNote]) -> dict[Side, dict[Fate, int]]:
    """Return the number of each side's claims by fate; claims that were not audited are not counted."""
    sides = {claim.id: claim.side for claim in claims}
    counted = Counter((sides[note.claim], note.fate) for note in audited if note.claim in sides)
    return {side: {fate: counted[side, fate] for fate in FATES} for side in SIDES}


def audit_verdict(
    claims: Sequence[ClaimNote], audited: Sequence[AuditNote], words: Mapping[Side, int] | None = None
) -> LayerVerdict | None:
    """Return the layer's verdict, whose numbers are surviving claims; None where nothing was audited.

    Args:
        words: of each side's speeches, where rates may decide; None compares numbers, as published.
    """
    if not audited:
        return None
    counted = fates(claims, audited)
    by_share = is_uneven(words)
    wholes = {side: max(1, sum(counted[side].values())) if by_share else 1 for side in SIDES}
    # how much survives and, negative, how much was demolished: numbers, or shares of what was audited
    pro, con = (
        (round(counted[side]["survived"] / wholes[side], 9), round(-counted[side]["demolished"] / wholes[side], 9))
        for side in SIDES
    )
    because = _describe_shares(counted, pro, con) if by_share else ""
    if not by_share and pro[0] == con[0]:
        because = "as many survive; fewer were demolished" if pro != con else "as many survive and fall on both sides"
    return LayerVerdict(
        layer="audit",
        winner=None if pro == con else "pro" if pro > con else "con",
        pro=counted["pro"]["survived"],
        con=counted["con"]["survived"],
        margin=None if pro == con else margin(pro[0], con[0]),
        because=because,
    )


def _describe_shares(
    counted: Mapping[Side, Mapping[Fate, int]], pro: tuple[float, float], con: tuple[float, float]
) -> str:
    """Return which shares decide, where the sides' words differ."""
    if missing := [SIDE_NAMES[side] for side in SIDES if not any(counted[side].values())]:
        return f"words differ; {missing[0]} has no audited claim"
    shares = f"words differ: {' and '.join(tell_apart(pro[0], con[0], 0, '%'))} of the claims survive"
    if pro[0] != con[0] or pro == con:
        return shares
    return f"{shares}; {' and '.join(tell_apart(-pro[1], -con[1], 0, '%'))} were demolished"
