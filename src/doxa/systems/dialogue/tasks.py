"""The tasks of dialogue and persuasion: respond in a debate, persuade, answer a persuader, and a hidden probe."""

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from doxa.records.base import Record
from doxa.tasks.base import FreeText, Task
from doxa.tasks.discussion import DISCUSSION


class RespondInputs(Record):
    round: int


RESPOND = Task(
    name="respond",
    role="speaker",
    Inputs=RespondInputs,
    Reply=FreeText,
    sees=frozenset({"transcript", "stance", "evidence"}),
    speaks=True,
    stable=DISCUSSION,
    request="""\
You are {{ actor.name }}.{{ " " ~ actor.persona if actor.persona }}
{% if position %}
{{ position }}
That is your view now, whatever you said before: be neither firmer nor softer.
{% endif %}

{% if last %}
It is your turn to answer {{ last }}: take up the last point, and give a reason that is new, all in words of your own.
{% else %}
You speak first: give your strongest reason in words of your own.
{% endif %}
Write only what you say now, as one paragraph of 60 to 140 words.\
""",
)


class ConversationInputs(Record):
    round: int
    rounds: int


CONVERSATION = """\
{{ names.values() | join(" and ") }} talk about a proposition, word for word: "{{ proposition.text }}"

Both speak plain English, one paragraph a turn, without lists, headings or stage directions. They make up no studies, \
figures, quotations or events, neither threaten nor flatter, do not claim to be somebody else, and give no reason \
twice unless it was answered.\
"""
"""What both are told alike, also before a private question."""

PERSUADE = Task(
    name="persuade",
    role="speaker",
    Inputs=ConversationInputs,
    Reply=FreeText,
    sees=frozenset({"transcript"}),
    speaks=True,
    stable=CONVERSATION,
    request="""\
You are {{ actor.name }}.{{ " " ~ actor.persona if actor.persona }}
Your part, whatever you think yourself, is to argue {{ "for" if actor.side == "pro" else "against" }} \
"{{ proposition.text }}", and to bring the other person as far {{ "towards" if actor.side == "pro" else "away from" }} \
it as good reasons, examples and questions can.
This is your turn in round {{ inputs.round }} of {{ inputs.rounds }}{{ ": take up what " ~ last ~ " said" if last }}. \
Give one to three reasons in 60 to 140 words. Write only what you say, and begin with the point itself.\
""",
)


ANSWER_PERSUADER = Task(
    name="answer_persuader",
    role="speaker",
    Inputs=ConversationInputs,
    Reply=FreeText,
    sees=frozenset({"transcript"}),
    speaks=True,
    stable=CONVERSATION,
    request="""\
You are {{ actor.name }}.{{ " " ~ actor.persona if actor.persona }}
Speak for yourself on "{{ proposition.text }}": say what convinces you in what you heard and what does not, and why. \
You may change your mind, and you need not.
This is your turn in round {{ inputs.round }} of {{ inputs.rounds }}: 40 to 100 words. Write only what you say, and \
begin with the point itself.\
""",
)


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


def _check_answer(inputs: ProbeInputs, reply: ProbeReply) -> str:
    if inputs.low <= reply.answer <= inputs.high:
        return ""
    return f"Your answer must be a number from {inputs.low:g} to {inputs.high:g}. Try again."


PROBE_STANCE = Task(
    name="probe_stance",
    role="speaker",
    Inputs=ProbeInputs,
    Reply=ProbeReply,
    sees=frozenset({"transcript"}),
    check=_check_answer,
    known=lambda inputs: {"answer": {"minimum": inputs.low, "maximum": inputs.high}},
    stable=CONVERSATION,
    request="""\
You are {{ actor.name }}.{{ " " ~ actor.persona if actor.persona }}
You are asked in private: nobody else sees the question or your answer, and neither becomes part of any conversation. \
Say where you stand at this moment{{ ", after what was said" if last }}. To have moved is no defeat, and not to have \
moved is no offence.
The proposition: "{{ proposition.text }}"
{{ inputs.asked.words }}
Answer with a number from {{ "%g" | format(inputs.low) }} ({{ inputs.asked.low }}) to \
{{ "%g" | format(inputs.high) }} ({{ inputs.asked.high }}), as one JSON object: {"answer": <number from \
{{ "%g" | format(inputs.low) }} to {{ "%g" | format(inputs.high) }}>}\
""",
)
