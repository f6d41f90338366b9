"""Points of information and questions after a speech, as in a crossfire: asking one, and answering it."""

from pydantic import Field

from doxa.records.base import Record
from doxa.systems.union.tasks.brief import PERSONA, SpeakerBrief, blocks, quote
from doxa.tasks.base import FreeText, Task
from doxa.tasks.known import Known, Patch, in_words

LONGEST = 40
"""The most words of a point of information."""


class OfferInputs(SpeakerBrief):
    speaker: str
    """Who is speaking, by name."""
    argument: str = Field(min_length=1)
    """The argument that is being made."""


class Offer(Record):
    rises: bool
    point: str = ""
    """The words, where somebody rises."""


def _said_when_rising(inputs: OfferInputs, reply: Offer) -> str:
    if reply.rises and not reply.point.strip():
        return "You rise, but the point has no words. Give them in the field point, or do not rise."
    return ""


_WITH_WORDS: Patch = {"rises": {"const": True}, "point": {"minLength": 1}}
_WITHOUT: Patch = {"rises": {"const": False}, "point": {"const": ""}}
RISING_OR_NOT: Known = {
    "point": in_words(LONGEST),
    "": {"anyOf": [{"properties": _WITH_WORDS}, {"properties": _WITHOUT}]},
}

OFFER_POINT = Task(
    name="offer_point",
    role="speaker",
    Inputs=OfferInputs,
    Reply=Offer,
    recorded=lambda inputs, lines: {"rises": False, "point": ""},
    stable=PERSONA,
    material=blocks,
    check=_said_when_rising,
    known=lambda inputs: RISING_OR_NOT,
    request="""\
{{ inputs.speaker }}, on the other side, is arguing: "{{ inputs.argument }}"

Does {{ inputs.name }} rise on a point of information? Only for something that would put the speaker on the wrong \
foot: a question or an objection of one or two sentences, to the argument and not to the person.
Answer with one JSON object: {"rises": true, "point": "the words"} or {"rises": false, "point": ""}\
""",
)


class TakenPointInputs(SpeakerBrief):
    asker: str
    """Who rose, by name."""
    argument: str
    point: str = Field(min_length=1)


ANSWER_POINT = Task(
    name="answer_point",
    role="speaker",
    Inputs=TakenPointInputs,
    Reply=FreeText,
    line="answer",
    stable=PERSONA,
    material=blocks,
    request="""\
In the middle of the speech, on the argument "{{ inputs.argument }}", {{ inputs.name }} takes a point of information \
from {{ inputs.asker }}: "{{ inputs.point }}"

Write the answer of {{ inputs.name }}: one to three sentences, to the point, giving nothing away, and back to the \
speech. Write only the words that are spoken.\
""",
)


class AskInputs(SpeakerBrief):
    period: str
    """The name of the period, such as "first crossfire"."""
    answerer: str
    """Who has to answer, by name."""
    argument: str = ""
    """The argument of the answerer that the question is about; empty where nobody noted any."""

    @property
    def quotation(self) -> str:
        return quote(self.argument)


ASK_QUESTION = Task(
    name="ask_question",
    role="speaker",
    Inputs=AskInputs,
    Reply=FreeText,
    line="point",
    stable=PERSONA,
    material=blocks,
    request="""\
It is the {{ inputs.period }}: {{ inputs.name }} asks, and {{ inputs.answerer }}, on the other side, has to answer.
{% if inputs.argument %}
The question is about this argument of {{ inputs.answerer }}: "{{ inputs.quotation }}"
{% endif %}

Write one question of {{ inputs.name }}, of one or two sentences: it asks for a concession, a reason or a fact that \
{{ inputs.answerer }} cannot easily give. Do not make a speech. Write only the words that are spoken.\
""",
)


class AskedInputs(SpeakerBrief):
    period: str
    asker: str
    """Who asked, by name."""
    question: str = Field(min_length=1)

    @property
    def quotation(self) -> str:
        return quote(self.question)


ANSWER_QUESTION = Task(
    name="answer_question",
    role="speaker",
    Inputs=AskedInputs,
    Reply=FreeText,
    line="answer",
    stable=PERSONA,
    material=blocks,
    request="""\
It is the {{ inputs.period }}. {{ inputs.asker }}, on the other side, asks {{ inputs.name }}: "{{ inputs.quotation }}"

Write the answer of {{ inputs.name }}: one to three sentences that answer what was asked and give nothing away. Write \
only the words that are spoken.\
""",
)
