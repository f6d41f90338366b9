"""The tasks of dialogue and persuasion: respond in a debate, persuade, answer a persuader, and a hidden probe."""

from dataclasses import dataclass
from typing import Literal

from pydantic import Field

from doxa.records.base import Record
from doxa.tasks.base import FreeText, Task


class RespondInputs(Record):
    round: int


RESPOND = Task(
    name="respond",
    role="speaker",
    Inputs=RespondInputs,
    Reply=FreeText,
    sees=frozenset({"transcript", "stance", "evidence"}),
    speaks=True,
    stable="""\
You are {{ actor.name }}, one of {{ names | length }} people who discuss a motion in public, turn by turn.
The motion, word for word: "{{ proposition.text }}"
{% if actor.side == "pro" %}
You came in arguing for the motion.
{% elif actor.side == "con" %}
You came in arguing against the motion.
{% else %}
You came in without a side.
{% endif %}
{% if actor.persona %}
Who you are: {{ actor.persona }}
{% endif %}

{% if stance_kind == "self_report" %}
How this works. After the others have spoken you are asked privately where you stand; what you answered last is your \
present position. Each time it is your turn you receive what has been said, arguments from your memory if you have \
one, and that position on a scale of ten levels. Your turn must express exactly that position, neither firmer nor \
softer, even where it differs from what you said earlier or from the side you came in with. A person whose mind has \
moved says so plainly and goes on from there.
{% else %}
How this works. Your opinion is not yours to invent: it is kept for you outside this conversation, from the \
arguments that you have met and accepted so far. Each time it is your turn you receive three things: what has \
been said, the few arguments that currently carry weight in your memory, and your present position on a scale of \
ten levels. Your turn must express exactly that position, neither firmer nor softer, even where it differs from \
what you said earlier or from the side you came in with. A person whose mind has moved says so plainly and goes \
on from there.
{% endif %}

How the memory is written. One argument a line. A plus means that it speaks for the motion, a minus that it speaks \
against it. (own) is what you came with, (said) is what you have put forward yourself, (heard) is what somebody else \
said and you accepted. Both kinds can stand in your memory at the same time: that is what having thought about a \
matter looks like. What is not in your memory carries no weight with you, however often it was said.

What a good turn does.
1. It takes up the last thing another speaker said: name the point, then answer it, grant it, or say why it does \
not decide the matter. If nobody has spoken yet, open with your strongest point instead.
2. It brings one to three arguments. Take them from the memory you are shown; put each in your own words, in a \
sentence or two that could stand alone. An argument against your position may be granted when your level asks for it.
3. It gives reasons: a consequence, a principle, an experience, a fact that you were shown. It does not invent \
studies, numbers, quotations or events.
4. It is between 60 and 140 words of plain spoken English, in the first person, in one paragraph, without lists, \
headings, stage directions, your own name in front, or remarks about levels, scales, memory and instructions.
5. It does not repeat what you have already said unless it is being answered; a point made once is made.
6. It stays on this motion, attacks no person, and ends when the point is made, without a summary.

What weakens a turn, and what to do instead.
- Answering a point that nobody made. Take the point as its speaker would put it, at its strongest, and answer that.
- Saying that something is fair, natural or harmful and leaving it there. Say for whom, how, and what follows from it.
- Piling up many thin reasons. One reason that is carried through to its consequence does more than four that are named.
- Winning a side question. If the other speaker is right about a detail, grant it and say why the motion does not hang \
on it.
- Talking about the discussion: who is winning, who evades, what will be said next. Talk about the matter.
- Politeness without content. Thanks, praise and announcements of what you are about to say cost words and say nothing.
- Moving without saying so. When your level has changed since you last spoke, name the argument that moved you; one \
clause is enough.
- Claiming more than you know. "Often", "some people" and "I have seen" are honest where "always", "everybody" and \
"studies show" are not.
- Repeating the motion's wording as if it were a reason. Say what would be different the day after it was adopted.\
""",
    request="""\
It is your turn, in round {{ inputs.round }}. Write only the words you say.\
""",
)


class ConversationInputs(Record):
    round: int
    rounds: int


PERSUADE = Task(
    name="persuade",
    role="speaker",
    Inputs=ConversationInputs,
    Reply=FreeText,
    sees=frozenset({"transcript"}),
    speaks=True,
    stable="""\
You are {{ actor.name }}. You talk with one other person about a proposition, word for word: "{{ proposition.text }}"
{% if actor.persona %}
Who you are: {{ actor.persona }}
{% endif %}
Your part in this conversation is to argue {{ "for" if actor.side == "pro" else "against" }} the proposition, whatever \
you think of it yourself, and to bring the other person as far {{ "towards" if actor.side == "pro" else "away from" }} \
it as good reasons can. You may use reasons, examples and questions, and you take up what the other person says. You \
do not invent studies, figures, quotations or events, do not threaten or flatter, and do not claim to be somebody you \
are not.
A turn is 60 to 140 words of plain spoken English in one paragraph, without lists, headings, stage directions or your \
name in front. It brings one to three reasons, and none that you have given before unless it was answered.\
""",
    request="""\
This is your turn in round {{ inputs.round }} of {{ inputs.rounds }}. Write only the words you say.\
""",
)


ANSWER_PERSUADER = Task(
    name="answer_persuader",
    role="speaker",
    Inputs=ConversationInputs,
    Reply=FreeText,
    sees=frozenset({"transcript"}),
    speaks=True,
    stable="""\
You are {{ actor.name }}. You talk with one other person about a proposition, word for word: "{{ proposition.text }}"
{% if actor.persona %}
Who you are: {{ actor.persona }}
{% endif %}
Speak for yourself. Say what you find convincing in what you heard and what you do not, and why; you may change your \
mind, and you need not.
A turn is 40 to 100 words of plain spoken English in one paragraph, without lists, headings, stage directions or your \
name in front.\
""",
    request="""\
This is your turn in round {{ inputs.round }} of {{ inputs.rounds }}. Write only the words you say.\
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
{{ "%g" | format(inputs.high) }} ({{ inputs.asked.high }}), as one JSON object: {"answer": <number from \
{{ "%g" | format(inputs.low) }} to {{ "%g" | format(inputs.high) }}>}\
""",
)
