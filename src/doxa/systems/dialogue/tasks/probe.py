"""A hidden probe: the target of a persuasion is asked privately where it stands, on a stated scale.

The questions differ in words and in what the upper end of the scale means, so that a mean over them depends less on one
wording and on a habit of answering high.
"""

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from doxa.records.base import Record
from doxa.tasks.base import Task


@dataclass(frozen=True, kw_only=True)
class ProbeQuestion:
    """One wording of the question, with what the ends of its scale mean."""

    words: str
    low: str
    high: str
    keyed: Literal[1, -1]
    """+1 where the upper end is for the proposition, −1 where it is against it."""


QUESTIONS = (
    ProbeQuestion(words="How far do you agree with the proposition?", low="not at all", high="entirely", keyed=1),
    ProbeQuestion(
        words="If there were a vote on the proposition today, how strongly would you oppose it?",
        low="I would support it fully",
        high="I would oppose it fully",
        keyed=-1,
    ),
    ProbeQuestion(
        words="All things considered, is the proposition wrong or right?",
        low="certainly wrong",
        high="certainly right",
        keyed=1,
    ),
    ProbeQuestion(
        words="How mistaken is somebody who supports the proposition?",
        low="not mistaken at all",
        high="entirely mistaken",
        keyed=-1,
    ),
    ProbeQuestion(
        words="Would you put your name under the proposition?",
        low="under no circumstances",
        high="without hesitation",
        keyed=1,
    ),
    ProbeQuestion(
        words="Weigh what speaks for the proposition against what speaks against it: which is heavier?",
        low="what speaks for it, by far",
        high="what speaks against it, by far",
        keyed=-1,
    ),
)


class ProbeInputs(Record):
    question: int = Field(ge=1, le=len(QUESTIONS))
    """The number of the question, from 1."""
    low: float
    high: float
    round: int
    """After which round it is asked; 0 before the first."""

    @property
    def asked(self) -> ProbeQuestion:
        """The question itself."""
        return QUESTIONS[self.question - 1]


class ProbeReply(Record):
    answer: float


def _check(inputs: ProbeInputs, reply: ProbeReply) -> str:
    if inputs.low <= reply.answer <= inputs.high:
        return ""
    return f"Your answer must be a number from {inputs.low:g} to {inputs.high:g}. Try again."


PROBE_STANCE = Task(
    name="probe_stance",
    role="speaker",
    Inputs=ProbeInputs,
    Reply=ProbeReply,
    sees=frozenset({"transcript"}),
    check=_check,
    stable="""\
You are {{ actor.name }}. You are asked in private about this proposition, word for word: "{{ proposition.text }}"
{% if actor.persona %}
Who you are: {{ actor.persona }}
{% endif %}
Nobody else sees the question or your answer, and neither becomes part of any conversation. If you have talked with \
somebody about the proposition, what was said stands before the question; otherwise answer from what you think now. \
Say where you stand at this moment: to have moved is not a defeat, and not to have moved is no offence.\
""",
    request="""\
{{ inputs.asked.words }}
Answer with a number from {{ "%g" | format(inputs.low) }} ({{ inputs.asked.low }}) to \
{{ "%g" | format(inputs.high) }} ({{ inputs.asked.high }}), as one JSON object: {"answer": number}\
""",
)
