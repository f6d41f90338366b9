"""The two turns of a persuasion: the persuader argues the side that it was given, and the target answers.

The persuader's side is given to it in a run's spec; nobody keeps a belief for either of them. What the target thinks is
the model's own, and is measured by hidden probes (``probe``).
"""

from doxa.records.base import Record
from doxa.tasks.base import FreeText, Task


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
