"""Answers to questions by the offline performer: by the agent's stance where a scale says which end agrees, else drawn.

Nothing is thought: an answer by stance says what the belief rule gave, and a drawn one is the agent's at every moment.
"""

from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.shelf import Library
from doxa.models.port import Request, Response
from doxa.records.base import stream
from doxa.tasks import answering

WORDS = "I am code in the place of a model, and have no words of my own on this."


def answer_survey(request: Request, library: Library) -> Response:
    """Return a point of the scale, a choice, or a sentence that says that nobody thought."""
    question, scene = inputs_of(request, answering.Inputs).question, request.scene
    random = stream(request.seed, scene.actor.id, f"answer/{question.id}")
    answer: float | str = random.choice(question.choices) if question.choices else WORDS
    if question.ends is not None:
        low, high = question.ends
        stance = scene.stance.stance if scene.stance and question.agrees else None
        share = random.random() if stance is None else (1.0 + (stance if question.agrees == "high" else -stance)) / 2.0
        answer = low + share * (high - low)
        if low.is_integer() and high.is_integer() and high - low > 1:
            answer = float(round(answer))
    return reply(answering.Reply(answer=answer))
