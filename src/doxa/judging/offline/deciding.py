"""The tasks ``judge_teams``, ``rank_teams``, ``audit_claims`` and ``judge_outright`` in plain code. SIMULATED.

Teams: engagement is the share of a team's sentences near a sentence of the other side's last turn (only the last, so
that late speakers have no advantage), argument the mean strength of its claims, rebuttal the share of sentences that
are near and have a word of answering, narrative how alike its speeches are. The audit compares the strength of a claim
with that of its answers. The naive judge names the side that more claims support: it judges what is said about the
motion, not how well.
"""

from collections.abc import Sequence

from doxa.judging.measures.audit import Fate
from doxa.judging.measures.panel import Criteria
from doxa.judging.offline.cues import ANSWERS, NEAR, likeness, mean, points_of, scale, sentences_of, strengths_of
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
from doxa.models.offline.directing import read_directions
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.transcripts import ShownTurn

SIMULATED = "Simulated: words were counted and compared."

LEAD = 0.1
"""How much stronger an answer must be than a claim to demolish it."""


def judge_teams(request: Request, library: Library) -> Response:
    """Return the scores of both teams."""
    inputs = inputs_of(request, Teams)
    a, b = (_criteria(inputs, team, library) for team in ("Team A", "Team B"))
    return reply(SideScores(a=a, b=b, reason=SIMULATED))


def rank_teams(request: Request, library: Library) -> Response:
    """Return the scores of all teams."""
    inputs = inputs_of(request, ManyTeams)
    return reply(TeamScores(scores={team: _criteria(inputs, team, library) for team in inputs.labels}))


def _criteria(inputs: Teams | ManyTeams, team: str, library: Library) -> Criteria:
    team_turns = [turn for turn in inputs.turns if turn.label.startswith(team)]
    answering = [
        flags
        for place, turn in enumerate(inputs.turns)
        if turn in team_turns
        for flags in _flags(inputs, place, library)
    ]
    speeches = [" ".join(sentences_of([turn])) for turn in team_turns if turn.kind == "speech"]
    alike = likeness(speeches, speeches, library)
    pairs = [float(alike[i, j]) for i in range(len(speeches)) for j in range(i)]
    return Criteria(
        engagement=scale(mean([float(near) for near, _ in answering])),
        argument=scale(mean(strengths_of(points_of(team_turns, inputs.motion), inputs.motion, library))),
        rebuttal=scale(mean([float(near and cue) for near, cue in answering])),
        narrative=scale(mean(pairs)),
    )


def _flags(inputs: Teams | ManyTeams, place: int, library: Library) -> list[tuple[bool, bool]]:
    """Return for each sentence whether it is near the others' last turn, and whether it has a word of answering."""
    turn = inputs.turns[place]
    others = sentences_of([earlier for earlier in inputs.turns[:place] if earlier.label[:6] != turn.label[:6]][-1:])
    if not others:
        return []  # the first speaker has nobody to answer
    sentences = sentences_of([turn])
    likenesses = likeness(sentences, others, library).max(axis=1, initial=0.0)
    return [
        (bool(close >= NEAR), ANSWERS.search(sentence) is not None)
        for sentence, close in zip(sentences, likenesses, strict=True)
    ]


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
    """Return the side that more claims support."""
    inputs = inputs_of(request, Whole)
    lean = _lean(inputs.turns, inputs.motion, library)
    return reply(Winner(winner="pro" if lean > 0 else "con", reason=SIMULATED))


def _lean(turns: Sequence[ShownTurn], motion: str, library: Library) -> int:
    directions = read_directions(motion, points_of(turns, motion), library.embedder)
    return directions.count("for") - directions.count("against")
