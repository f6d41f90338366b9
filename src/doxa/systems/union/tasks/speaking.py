"""Prepare a case alone, give a speech, offer and answer points of information, and ask and answer questions after it.

A speech is free text and nothing else, since models that must also fill in a form speak a third shorter. Another step
reads the arguments from the finished speech (``reading.py``).
"""

from pydantic import ConfigDict, Field

from doxa.records.base import Paragraph, Record, Sentence, Words
from doxa.records.transcripts import Definitions
from doxa.systems.union.tasks.brief import (
    DEBATE,
    SPEAKER,
    AnnotatedArgument,
    CoachingNote,
    SpeakerBrief,
    blocks,
    framework,
    manner,
    own_words,
)
from doxa.tasks.base import FreeText, Task
from doxa.tasks.known import Known, Patch, in_words


class PrepareInputs(SpeakerBrief):
    others: tuple[str, ...] = ()
    """Who else speaks, each with a side."""
    lens: str = ""
    """What to lay weight on in this preparation."""
    coaching: CoachingNote | None = None
    owes: tuple[str, ...] = ()
    """What the speaker's speeches owe in this format, speech by speech."""


class CasePlan(Record):
    model_config = ConfigDict(title="Reply")  # the name under which requests are recorded

    arguments: tuple[Sentence, ...] = Field(min_length=1, max_length=8)
    """What to argue, one sentence each, the most important first."""
    notes: Paragraph = ""
    """How to argue it, and what to expect from the other side."""


PREPARE = Task(
    name="prepare_case",
    role="speaker",
    Inputs=PrepareInputs,
    Reply=CasePlan,
    recorded=lambda inputs, lines: None,
    says=lambda reply: reply.arguments,
    own=own_words,
    stable=DEBATE,
    material=blocks,
    request=SPEAKER
    + """\
Before the debate you prepare alone. Nobody else sees these notes.
{% if inputs.others %}
Others who speak: {{ inputs.others | join("; ") }}. What they will say is not known.
{% endif %}
{% for duty in inputs.owes %}
What you owe {{ "in speech " ~ loop.index if inputs.owes | length > 1 else "in the speech" }}: {{ duty }}
{% endfor %}
{% if inputs.lens %}
In this preparation: {{ inputs.lens }}
{% endif %}
{% if inputs.coaching %}
A coach who watched earlier debates on this motion writes to you: {{ inputs.coaching.advice }}
{% for one in inputs.coaching.worked %}
Held up before: {{ one }}
{% endfor %}
{% for one in inputs.coaching.failed %}
Fell before: {{ one }}
{% endfor %}
{% for one in inputs.coaching.missed %}
Was never answered: {{ one }}
{% endfor %}
{% endif %}
Choose three to six arguments that you would make, from the passages and from what follows from them.
Answer with one JSON object: {"arguments": ["<one sentence, as you would say it>"], "notes": "<how to argue them, \
what to expect>"}\
""",
)


class SpeechInputs(SpeakerBrief):
    place: str
    """Which speech this is, such as "first speech for the Proposition"."""
    words: int = Field(gt=0)
    """How long the speech is to be."""
    lens: str = ""
    plan: tuple[str, ...] = ()
    """The arguments of the speaker's own preparation."""
    notes: str = ""
    definitions: Definitions | None = None
    defines: bool = False
    """Whether this is the speech that says what the words of the motion mean."""
    contests: bool = False
    """Whether this is the first speech that can contest the definitions."""
    made: tuple[AnnotatedArgument, ...] = ()
    """Arguments of both sides so far."""
    repeated: tuple[str, ...] = ()
    """Arguments of the plan that this side has made already."""
    coaching: CoachingNote | None = None
    last: bool = False
    """Whether nobody speaks afterwards."""
    owes: str = ""
    """What the format asks of this speech."""
    draft: str = ""
    """The first version, where it was too long or too short."""

    @property
    def framework(self) -> str:
        return framework(self.definitions)

    @property
    def drafted(self) -> int:
        """Words of the first version."""
        return len(self.draft.split())

    @property
    def least(self) -> int:
        return round(0.8 * self.words)

    @property
    def most(self) -> int:
        return round(1.2 * self.words)


GIVE_SPEECH = Task(
    name="give_speech",
    role="speaker",
    Inputs=SpeechInputs,
    Reply=FreeText,
    line="speech",
    says_again=lambda inputs: bool(inputs.draft),
    own=lambda inputs: (*own_words(inputs), *inputs.plan, inputs.notes, inputs.draft),
    stable=DEBATE,
    material=blocks,
    request=SPEAKER
    + """\
You give the {{ inputs.place }}.
{% if inputs.owes %}

What this speech owes the debate: {{ inputs.owes }}
{% endif %}
{% if inputs.framework %}

What the words mean in this debate:
{{ inputs.framework }}
Argue within this. To disagree with a definition, say so and say why; do not quietly use another one.
{% endif %}
{% if inputs.defines %}

This is the opening speech: say what the words of the motion mean, what is in question and what is not, and what \
the debate turns on.
{% endif %}
{% if inputs.contests %}

This is the first speech for the other side: say what you accept of the definitions, what you contest, and how you see \
what the debate turns on.
{% endif %}

What you prepared{{ ", with the aim: " + inputs.lens if inputs.lens else "" }}
{% for one in inputs.plan %}
- {{ one }}
{% endfor %}
{{ inputs.notes }}
{% if inputs.repeated %}

Of these, your side has made the following already. Do not make them again; build on them or leave them out:
{% for one in inputs.repeated %}
- {{ one }}
{% endfor %}
{% endif %}
{% if inputs.made %}

Arguments so far:
{% for one in inputs.made %}
- {{ one.speaker }}: {{ one.text }}
{% endfor %}
Answer the strongest of the other side by name, and say why its reasoning fails.
{% endif %}
{% if inputs.coaching %}

A coach's advice: {{ inputs.coaching.advice }}
{% endif %}
{% if inputs.last %}

Nobody speaks afterwards: weigh the debate, and bring no new argument that could not be answered.
{% endif %}
{% if inputs.draft %}

A first version had {{ inputs.drafted }} words:
<draft>
{{ inputs.draft | quotation }}
</draft>
That is too {{ "long" if inputs.drafted > inputs.words else "short" }}. Write it anew at the right length.
{% endif %}

Write about {{ inputs.words }} words, no fewer than {{ inputs.least }} and no more than {{ inputs.most }}: the speech \
as you speak it, in the first person, without headings, lists, stage directions or a name in front.\
""",
)


LONGEST = 40
"""The most words of a point of information."""


class OfferInputs(SpeakerBrief):
    """A brief of which the prompt shows the manner alone: a point answers one argument, and is asked for at each."""

    speaker: str
    """Who is speaking, by name."""
    argument: str = Field(min_length=1)
    """The argument that is being made."""


class Offer(Record):
    rises: bool
    point: Words = ""
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
    says=lambda reply: (reply.point,) if reply.rises else (),
    own=own_words,
    stable=DEBATE,
    material=manner,
    check=_said_when_rising,
    known=lambda inputs: RISING_OR_NOT,
    request=SPEAKER
    + """\
{{ inputs.speaker }}, on the other side, is arguing: "{{ inputs.argument }}"

Do you rise on a point of information? Only for a question or an objection that would put the speaker \
on the wrong foot: one or two sentences, to the argument and not to the person.
Answer with one JSON object: {"rises": <true or false>, "point": "<the words; empty where you do not rise>"}\
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
    own=own_words,
    stable=DEBATE,
    material=blocks,
    request=SPEAKER
    + """\
In the middle of the speech, on the argument "{{ inputs.argument }}", you take a point of information \
from {{ inputs.asker }}: "{{ inputs.point }}"

Write your answer: one to three sentences, to the point, giving nothing away, and back to the speech. Write only the \
words that you speak.\
""",
)


class AskInputs(SpeakerBrief):
    period: str
    """The name of the period, such as "first crossfire"."""
    answerer: str
    """Who has to answer, by name."""
    argument: str = ""
    """The argument of the answerer that the question is about; empty where nobody noted any."""


ASK_QUESTION = Task(
    name="ask_question",
    role="speaker",
    Inputs=AskInputs,
    Reply=FreeText,
    line="point",
    own=own_words,
    stable=DEBATE,
    material=blocks,
    request=SPEAKER
    + """\
It is the {{ inputs.period }}: you ask, and {{ inputs.answerer }}, on the other side, has to answer.
{% if inputs.argument %}
The question is about this argument of {{ inputs.answerer }}: "{{ inputs.argument | quotation }}"
{% endif %}

Write one question, of one or two sentences: it asks for a concession, a reason or a fact that {{ inputs.answerer }} \
cannot easily give. Do not make a speech. Write only the words that you speak.\
""",
)


class AskedInputs(SpeakerBrief):
    period: str
    asker: str
    """Who asked, by name."""
    question: str = Field(min_length=1)


ANSWER_QUESTION = Task(
    name="answer_question",
    role="speaker",
    Inputs=AskedInputs,
    Reply=FreeText,
    line="answer",
    own=own_words,
    stable=DEBATE,
    material=blocks,
    request=SPEAKER
    + """\
It is the {{ inputs.period }}. {{ inputs.asker }}, on the other side, asks you: \
"{{ inputs.question | quotation }}"

Write your answer: one to three sentences that answer what was asked and give nothing away. Write only the words that \
you speak.\
""",
)
