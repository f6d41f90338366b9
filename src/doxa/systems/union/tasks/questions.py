"""Questions after a speech, as in a cross-examination or a crossfire: asking one, and answering it."""

from pydantic import Field

from doxa.systems.union.tasks.brief import PERSONA, SpeakerBrief, blocks
from doxa.systems.union.tasks.quoting import quote
from doxa.tasks.base import FreeText, Task


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
