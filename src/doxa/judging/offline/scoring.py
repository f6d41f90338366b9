"""The tasks ``score_speech`` and ``compare_speeches`` in plain code. SIMULATED.

argument: mean strength of the speech's claims · rebuttal: share of its sentences near the other side's last turn ·
evidence: share of claims with a figure or a source · rhetoric: how many different words it has · persona: likeness to
the description. Side by side, scores are stretched about their mean until they spread over two points.
"""

from doxa.judging.measures.rubric import LEAST_SPREAD, score_spread
from doxa.judging.offline.cues import NEAR, base_of, likeness, mean, points_of, scale, sentences_of, strengths_of
from doxa.judging.tasks.scoring import ComparedScores, Comparison, Scores, ScoringInputs
from doxa.models.embedded.extraction import word_set
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.transcripts import ShownTurn

RICH = 0.9
"""The share of different words that gives the highest score for rhetoric."""


def score_speech(request: Request, library: Library) -> Response:
    """Return the scores of one speech."""
    inputs = inputs_of(request, ScoringInputs)
    claims, sentences = points_of([inputs.speech], inputs.motion), sentences_of([inputs.speech])
    others = sentences_of([turn for turn in inputs.before if _side(turn) != _side(inputs.speech)][-1:])
    near = likeness(sentences, others, library).max(axis=1, initial=0.0)
    words = inputs.speech.text.split()
    persona = likeness([inputs.persona], [inputs.speech.text], library)[0, 0] if inputs.persona else None
    return reply(
        Scores(
            argument=scale(mean(strengths_of(claims, inputs.motion, library))),
            rebuttal=scale(mean([float(closeness >= NEAR) for closeness in near])) if inputs.answerable else None,
            evidence=scale(mean([float(base_of(claim) == "evidence-backed") for claim in claims])),
            rhetoric=scale(len(word_set(inputs.speech.text)) / (RICH * len(words)) if words else 0.0),
            persona=None if persona is None else scale(float(persona)),
            reason="Simulated: words were counted and compared.",
        )
    )


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
