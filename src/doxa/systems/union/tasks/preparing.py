"""Prepare: what somebody means to argue, worked out alone before a debate and seen by nobody else."""

from pydantic import Field

from doxa.records.base import Record
from doxa.records.transcripts import SIDE_NAMES
from doxa.systems.union.tasks.brief import PERSONA, CoachingNote, SpeakerBrief, blocks
from doxa.tasks.base import Task


class Inputs(SpeakerBrief):
    others: tuple[str, ...] = ()
    """Who else speaks, each with a side."""
    lens: str = ""
    """What to lay weight on in this preparation."""
    coaching: CoachingNote | None = None
    owes: tuple[str, ...] = ()
    """What the speaker's speeches owe in this format, speech by speech."""

    @property
    def side_name(self) -> str:
        return SIDE_NAMES[self.side]


class Reply(Record):
    arguments: tuple[str, ...] = Field(min_length=1, max_length=8)
    """What to argue, one sentence each, the most important first."""
    notes: str = ""
    """How to argue it, and what to expect from the other side."""


PREPARE = Task(
    name="prepare_case",
    role="speaker",
    Inputs=Inputs,
    Reply=Reply,
    recorded=lambda inputs, lines: None,
    stable=PERSONA,
    material=blocks,
    request="""\
Before the debate {{ inputs.name }} prepares alone, for the {{ inputs.side_name }}. Nobody else sees these notes.
{% if inputs.others %}
Others who speak: {{ inputs.others | join("; ") }}. What they will say is not known.
{% endif %}
{% for duty in inputs.owes %}
What {{ inputs.name }} owes {{ "in speech " ~ loop.index if inputs.owes | length > 1 else "in the speech" }}: {{ duty }}
{% endfor %}
{% if inputs.lens %}
In this preparation: {{ inputs.lens }}
{% endif %}
{% if inputs.coaching %}
A coach who watched earlier debates on this motion writes to {{ inputs.name }}: {{ inputs.coaching.advice }}
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
Choose three to six arguments that {{ inputs.name }} would make, from the passages and from what follows from them.
Answer with one JSON object: {"arguments": ["one sentence", "…"], "notes": "how to argue them, what to expect"}\
""",
)
