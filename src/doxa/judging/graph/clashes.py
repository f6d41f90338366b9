"""Clashes of a debate, from annotations alone: a claim, what was said against it, and who is ahead on it.

A clash is a claim of one side with every rebuttal that leads back to it. Its winner follows from the argument graph
(``standing.py``): the claim's side where the claim is in the grounded extension or no answer undermines it, the other
side where it is out. Otherwise the clash is open. Weight: the claim's points before any deduction, more for every move.
"""

from typing import Literal

from doxa.judging.ballots.notes import Annotation, ClaimNote, RebuttalNote
from doxa.judging.ballots.tally import BASES, SPECIFIC
from doxa.judging.graph.attacks import attack_graph
from doxa.judging.graph.standing import standings
from doxa.records.base import Record
from doxa.records.transcripts import Side, other

Reason = Literal["unmet", "answered back", "demolished", "beaten", "open"]
"""``unmet``: no answer undermines the claim. ``answered back``: its side defeated what did. ``demolished``: an answer
that stands undermines it and addresses its reasoning. ``beaten``: one that stands undermines it. ``open``: the
claim is undecided."""


class Clash(Record):
    """One claim that the other side answered."""

    claim: ClaimNote
    moves: tuple[RebuttalNote, ...]
    """Every rebuttal that leads back to the claim, in order."""
    winner: Side | None
    reason: Reason
    deciding: RebuttalNote | None = None
    """The rebuttal that decided it, where one did."""

    @property
    def weight(self) -> float:
        claim = self.claim
        return (BASES[claim.base] + (SPECIFIC if claim.specific else 0.0)) * (1 + len(self.moves))


def find_clashes(notes: Annotation) -> tuple[Clash, ...]:
    """Return the clashes of a debate, the weightiest first."""
    stands = standings(attack_graph(notes)).arguments
    roots = _roots(notes)
    clashes = []
    for claim in notes.claims:
        moves = tuple(rebuttal for rebuttal in notes.rebuttals if roots.get(rebuttal.id) == claim.id)
        direct = [move for move in moves if move.target == claim.id and move.side == other(claim.side)]
        if not direct:
            continue
        grounded = {move.id: stands[move.id].grounded for move in moves}
        undermining = [move for move in direct if move.undermines]
        standing = [move for move in undermining if grounded[move.id] == "in"]
        standing.sort(key=lambda move: not move.addresses_logic)
        fate = stands[claim.id].grounded
        if fate == "out" and standing:
            reason: Reason = "demolished" if standing[0].addresses_logic else "beaten"
            clashes.append(_clash(claim, moves, other(claim.side), reason, standing[0]))
        elif fate == "in" and undermining:
            defences = [move for move in moves if move.target == undermining[0].id and grounded[move.id] == "in"]
            clashes.append(_clash(claim, moves, claim.side, "answered back", defences[0] if defences else None))
        elif fate == "undecided" and undermining:
            clashes.append(_clash(claim, moves, None, "open", undermining[0]))
        else:  # answers that do not undermine leave the claim where it was
            clashes.append(_clash(claim, moves, claim.side, "unmet", None))
    return tuple(sorted(clashes, key=lambda clash: -clash.weight))


def unanswered(notes: Annotation) -> tuple[ClaimNote, ...]:
    """Return the claims that the other side never answered."""
    sides = {claim.id: claim.side for claim in notes.claims}
    answered = {move.target for move in notes.rebuttals if sides.get(move.target) == other(move.side)}
    return tuple(claim for claim in notes.claims if claim.id not in answered)


def _clash(
    claim: ClaimNote,
    moves: tuple[RebuttalNote, ...],
    winner: Side | None,
    reason: Reason,
    deciding: RebuttalNote | None,
) -> Clash:
    return Clash(claim=claim, moves=moves, winner=winner, reason=reason, deciding=deciding)


def _roots(notes: Annotation) -> dict[str, str]:
    """Return the claim to which each rebuttal leads back."""
    targets = {rebuttal.id: rebuttal.target for rebuttal in notes.rebuttals}
    roots: dict[str, str] = {}
    for rebuttal in notes.rebuttals:
        place, seen = rebuttal.target, {rebuttal.id}
        while place in targets and place not in seen:
            seen.add(place)
            place = targets[place]
        roots[rebuttal.id] = place
    return roots
