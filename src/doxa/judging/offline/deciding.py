"""Scores and decisions of the simulated judge: speeches, teams, the audit, and the naive judge. SIMULATED.

argument: mean strength of the speech's claims · rebuttal: how much it takes up of an earlier speech of the other side,
against what is expected · evidence: share of claims with a figure or a source · rhetoric: whether its sentences keep to
the motion, follow each other, and begin and end a speech · persona: likeness to the description. Points of information
are not speeches and change no score. Side by side, scores are stretched about their mean until they spread over two
points.

Teams are scored by the measures of a seat (``learnt.py``). The audit compares the strength of a claim with that of its
answers. The naive judge names the side to which the claims lean, all of them together: it judges what is said about the
motion, not how well. Leanings count and not directions, of which a claim has one only where it is nearly sure.
"""

from collections.abc import Sequence

from doxa.judging.ballots.annotation import Fate
from doxa.judging.ballots.scores import LEAST_SPREAD, Criteria, score_spread
from doxa.judging.offline.cues import base_of, likeness, mean, points_of, scale, sentences_of, strengths_of
from doxa.judging.offline.learnt import (
    ANSWERING,
    COHERENCE,
    Measure,
    criteria_of,
    learnt,
    measure_answering,
    measure_order,
    speeches_of,
)
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
from doxa.judging.tasks.scoring import ComparedScores, Comparison, Scores, ScoringInputs
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.directing import read_chances
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.transcripts import ShownTurn

SIMULATED = "Simulated: words were counted and compared."


def score_speech(request: Request, library: Library) -> Response:
    """Return the scores of one speech."""
    return reply(score_turn(inputs_of(request, ScoringInputs), library))


def score_turn(inputs: ScoringInputs, library: Library) -> Scores:
    """Return the scores of one speech."""
    claims, measured = points_of([inputs.speech], inputs.motion), _measure(inputs, library)
    persona = likeness([inputs.persona], [inputs.speech.text], library)[0, 0] if inputs.persona else None
    return Scores(
        argument=scale(mean(strengths_of(claims, inputs.motion, library))),
        rebuttal=learnt().points(measured, ANSWERING) if inputs.answerable else None,
        evidence=scale(mean([float(base_of(claim) == "evidence-backed") for claim in claims])),
        rhetoric=learnt().points(measured, COHERENCE),
        persona=None if persona is None else scale(float(persona)),
        reason=SIMULATED,
    )


def _measure(inputs: ScoringInputs, library: Library) -> dict[Measure, float]:
    """Return what is measured of the speech alone; nothing where it has no sentence."""
    turns = [*inputs.before, inputs.speech.model_copy(update={"kind": "speech"})]
    # the side that a label such as "Ann Lee (Proposition)" names
    speeches = speeches_of(turns, [turn.label[turn.label.rfind("(") :] for turn in turns], inputs.motion, library)
    if not speeches or not sentences_of([inputs.speech]):
        return {}
    found: dict[Measure, float | None] = {
        "answering": measure_answering(speeches, len(speeches) - 1, learnt().taken_up),
        "relevance": speeches[-1].relevance,
        "order": measure_order(speeches[-1]),
        "opening": learnt().places.measure_opening(speeches[-1]),
        "closing": learnt().places.measure_closing(speeches[-1]),
    }
    return {name: value for name, value in found.items() if value is not None}


def compare_speeches(request: Request, library: Library) -> Response:
    """Return the scores, stretched about their mean until they spread."""
    scores = inputs_of(request, Comparison).scores
    middle, width = mean(scores), score_spread(scores)
    factor = max(1.0, (LEAST_SPREAD + 0.01) / width) if width else 1.0
    stretched = [middle + factor * (score - middle) for score in scores]
    shift = max(0.0, 1.0 - min(stretched)) - max(0.0, max(stretched) - 10.0)
    return reply(ComparedScores(scores=tuple(round(min(10.0, max(1.0, score + shift)), 2) for score in stretched)))


LEAD = 0.1
"""How much stronger an answer must be than a claim to demolish it."""


def judge_teams(request: Request, library: Library) -> Response:
    """Return the scores of both teams."""
    inputs = inputs_of(request, Teams)
    a, b = _score_teams(request.settings.model, inputs.motion, inputs.turns, ("Team A", "Team B"), library)
    return reply(SideScores(a=a, b=b, reason=SIMULATED))


def rank_teams(request: Request, library: Library) -> Response:
    """Return the scores of all teams."""
    inputs = inputs_of(request, ManyTeams)
    scores = _score_teams(request.settings.model, inputs.motion, inputs.turns, inputs.labels, library)
    return reply(TeamScores(scores=dict(zip(inputs.labels, scores, strict=True))))


def _score_teams(
    model: str, motion: str, turns: Sequence[ShownTurn], teams: Sequence[str], library: Library
) -> list[Criteria]:
    """Return a seat's scores of teams; a label such as ``Team A Speaker 1`` begins with that of the team."""
    speeches = speeches_of(turns, [turn.label[: len("Team A")] for turn in turns], motion, library)
    return [criteria_of(model, speeches, team) for team in teams]


def audit_claims(request: Request, library: Library) -> Response:
    """Return what became of every claim."""
    inputs = inputs_of(request, Audit)
    fates = (ClaimFate(claim=claim.id, fate=_fate(claim, inputs.motion, library)) for claim in inputs.claims)
    return reply(Fates(fates=tuple(fates)))


def _fate(claim: ClaimToAudit, motion: str, library: Library) -> Fate:
    if not claim.answers:
        return "survived"
    claim_strength, *answers = strengths_of([claim.text, *claim.answers], motion, library)
    return "demolished" if max(answers) > claim_strength + LEAD else "contested"


def judge_outright(request: Request, library: Library) -> Response:
    """Return the side to which the claims lean."""
    inputs = inputs_of(request, Whole)
    points = points_of([turn for turn in inputs.turns if turn.kind != "aside"], inputs.motion)
    # Σ (2 p − 1) over the points of turns, p the probability that a point is for the motion
    lean = sum(2.0 * chance - 1.0 for chance in read_chances(inputs.motion, points, library.embedder))
    return reply(Winner(winner="pro" if lean > 0 else "con", reason=SIMULATED))
