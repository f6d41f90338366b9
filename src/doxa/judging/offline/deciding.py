"""The tasks ``judge_teams``, ``rank_teams``, ``audit_claims`` and ``judge_outright`` in plain code. SIMULATED.

Teams are scored by the measures of a seat (``seats.py``). The audit compares the strength of a claim with that of its
answers. The naive judge names the side to which the claims lean, all of them together: it judges what is said about the
motion, not how well. Leanings count and not directions, of which a claim has one only where it is nearly sure.
"""

from collections.abc import Sequence

from doxa.judging.ballots.audit import Fate
from doxa.judging.offline.cues import points_of, strengths_of
from doxa.judging.offline.seats import criteria_of
from doxa.judging.offline.speeches import speeches_of
from doxa.judging.tasks.deciding import (
    Audit,
    ClaimFate,
    ClaimToAudit,
    Fates,
    ManyTeams,
    SideScores,
    Teams,
    TeamScores,
    Whole,
    Winner,
)
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.directing import read_chances
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.transcripts import ShownTurn

SIMULATED = "Simulated: words were counted and compared."

LEAD = 0.1
"""How much stronger an answer must be than a claim to demolish it."""


def judge_teams(request: Request, library: Library) -> Response:
    """Return the scores of both teams."""
    inputs = inputs_of(request, Teams)
    speeches = speeches_of(inputs.turns, _parties(inputs.turns), inputs.motion, library)
    a, b = (criteria_of(request.settings.model, speeches, team) for team in ("Team A", "Team B"))
    return reply(SideScores(a=a, b=b, reason=SIMULATED))


def rank_teams(request: Request, library: Library) -> Response:
    """Return the scores of all teams."""
    inputs = inputs_of(request, ManyTeams)
    speeches = speeches_of(inputs.turns, _parties(inputs.turns), inputs.motion, library)
    return reply(
        TeamScores(scores={team: criteria_of(request.settings.model, speeches, team) for team in inputs.labels})
    )


def _parties(turns: Sequence[ShownTurn]) -> list[str]:
    """Return the team that each turn's label names, such as ``Team A`` of ``Team A Speaker 1``."""
    return [turn.label[: len("Team A")] for turn in turns]


def audit_claims(request: Request, library: Library) -> Response:
    """Return what became of every claim."""
    inputs = inputs_of(request, Audit)
    fates = ((claim.id, _fate(claim, inputs.motion, library)) for claim in inputs.claims)
    return reply(Fates(fates=tuple(ClaimFate(claim=id, fate=fate, reason="") for id, fate in fates)))


def _fate(claim: ClaimToAudit, motion: str, library: Library) -> Fate:
    if not claim.answers:
        return "survived"
    claim_strength, *answers = strengths_of([claim.text, *claim.answers], motion, library)
    return "demolished" if max(answers) > claim_strength + LEAD else "contested"


def judge_outright(request: Request, library: Library) -> Response:
    """Return the side to which the claims lean."""
    inputs = inputs_of(request, Whole)
    turns = [turn for turn in inputs.turns if turn.kind != "aside"]
    lean = _lean(turns, inputs.motion, library)
    return reply(Winner(winner="pro" if lean > 0 else "con", reason=SIMULATED))


def _lean(turns: Sequence[ShownTurn], motion: str, library: Library) -> float:
    """Return Σ (2 p − 1) over the points of turns, p the probability that a point is for the motion."""
    return sum(2.0 * chance - 1.0 for chance in read_chances(motion, points_of(turns, motion), library.embedder))
