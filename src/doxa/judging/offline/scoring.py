"""The tasks ``score_speech`` and ``compare_speeches`` in plain code. SIMULATED.

argument: mean strength of the speech's claims · rebuttal: how much it takes up of an earlier speech of the other side,
against what is expected · evidence: share of claims with a figure or a source · rhetoric: whether its sentences keep to
the motion, follow each other, and begin and end a speech · persona: likeness to the description. Points of information
are not speeches and change no score. Side by side, scores are stretched about their mean until they spread over two
points.
"""

from doxa.judging.ballots.rubric import LEAST_SPREAD, score_spread
from doxa.judging.offline.cues import base_of, likeness, mean, points_of, scale, sentences_of, strengths_of
from doxa.judging.offline.learnt import learnt
from doxa.judging.offline.measuring import Measure, measure_answering, measure_order
from doxa.judging.offline.seats import ANSWERING, COHERENCE
from doxa.judging.offline.speeches import speeches_of
from doxa.judging.tasks.scoring import ComparedScores, Comparison, Scores, ScoringInputs
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.transcripts import ShownTurn


def score_speech(request: Request, library: Library) -> Response:
    """Return the scores of one speech."""
    return reply(score_turn(inputs_of(request, ScoringInputs), library))


def score_turn(inputs: ScoringInputs, library: Library) -> Scores:
    """Return the scores of one speech."""
    claims = points_of([inputs.speech], inputs.motion)
    measured = _measure(inputs, library)
    persona = likeness([inputs.persona], [inputs.speech.text], library)[0, 0] if inputs.persona else None
    return Scores(
        argument=scale(mean(strengths_of(claims, inputs.motion, library))),
        rebuttal=learnt().points(measured, ANSWERING) if inputs.answerable else None,
        evidence=scale(mean([float(base_of(claim) == "evidence-backed") for claim in claims])),
        rhetoric=learnt().points(measured, COHERENCE),
        persona=None if persona is None else scale(float(persona)),
        reason="Simulated: words were counted and compared.",
    )


def _measure(inputs: ScoringInputs, library: Library) -> dict[Measure, float]:
    """Return what is measured of the speech alone; nothing where it has no sentence."""
    turns = [*inputs.before, inputs.speech.model_copy(update={"kind": "speech"})]
    speeches = speeches_of(turns, [_side(turn) for turn in turns], inputs.motion, library)
    if not speeches or not sentences_of([inputs.speech]):
        return {}
    found: dict[Measure, float | None] = {
        "answering": measure_answering(speeches, len(speeches) - 1, learnt().expected),
        "relevance": speeches[-1].relevance,
        "order": measure_order(speeches[-1]),
        "opening": learnt().places.measure_opening(speeches[-1]),
        "closing": learnt().places.measure_closing(speeches[-1]),
    }
    return {name: value for name, value in found.items() if value is not None}


def _side(turn: ShownTurn) -> str:
    """Return the side that a label such as ``Ann Lee (Proposition)`` names."""
    return turn.label[turn.label.rfind("(") :]


def compare_speeches(request: Request, library: Library) -> Response:
    """Return the scores, stretched about their mean until they spread."""
    inputs = inputs_of(request, Comparison)
    middle, width = mean(inputs.scores), score_spread(inputs.scores)
    factor = max(1.0, (LEAST_SPREAD + 0.01) / width) if width else 1.0
    stretched = [middle + factor * (score - middle) for score in inputs.scores]
    shift = max(0.0, 1.0 - min(stretched)) - max(0.0, max(stretched) - 10.0)
    return reply(ComparedScores(scores=tuple(round(min(10.0, max(1.0, score + shift)), 2) for score in stretched)))
