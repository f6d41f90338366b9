"""The task of a moderator: after a round of a dialogue it goes on, ends it, or puts a question to an agent."""

from typing import Literal

from doxa.records.base import JsonValue, Record, Sentence
from doxa.tasks.base import Task
from doxa.tasks.discussion import DISCUSSION

MODERATOR = "moderator"
"""The model role of an agent that plays the moderator."""

MOST_QUESTIONS = 3
"""The most questions after one round."""


class ModerateInputs(Record):
    agents: tuple[str, ...]
    """Those who can be asked, by id."""
    left: int
    """How many more questions can follow this one."""


class Moderation(Record):
    decision: Literal["continue", "end", "ask"]
    agent: Sentence = ""
    """Who is asked."""
    question: Sentence = ""


def _check(inputs: ModerateInputs, reply: Moderation) -> str:
    if reply.decision != "ask":
        return ""
    if reply.agent not in inputs.agents:
        return f"Nobody who can be asked is called {reply.agent[:80]!r}. Choose one of {', '.join(inputs.agents)}."
    return "" if reply.question else "You asked without a question. Write the question."


def _form(inputs: ModerateInputs) -> dict[str, JsonValue]:
    return {
        "type": "object",
        "properties": {
            "decision": {"enum": ["continue", "end", "ask"]},
            "agent": {"enum": ["", *inputs.agents], "description": "who is asked, where you ask"},
            "question": {"type": "string", "optional": True, "description": "your question, where you ask"},
        },
    }


MODERATE = Task(
    name="moderate",
    role=MODERATOR,
    Inputs=ModerateInputs,
    Reply=Moderation,
    sees=frozenset({"transcript"}),
    check=_check,
    form=_form,
    stable=DISCUSSION,
    request="""\
You are {{ actor.name }} and moderate this discussion; you take no side in it.{{ " " ~ actor.persona if actor.persona }}
Decide what happens now: the discussion goes on (continue), it ends because all has been said (end), or you put one \
question to one of those who discuss (ask), which everybody hears and that one answers at once. \
They are called: {{ inputs.agents | join(", ") }}.
Answer with one JSON object: {"decision": "<continue, end or ask>", "agent": "<who is asked>", "question": "<one \
sentence>"}. Without a question leave the last two empty.\
""",
)
