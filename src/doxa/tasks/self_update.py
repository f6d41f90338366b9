"""Self-update: an agent without a maintained belief says what stance it now has (the prompt baseline)."""

from doxa.records.base import Record, Stance
from doxa.tasks.base import Task
from doxa.tasks.discussion import DISCUSSION


class Inputs(Record):
    previous: Stance
    """The stance the agent reported last."""
    heard: tuple[str, ...]
    """The messages since then, by others, in order."""


class Reply(Record):
    stance: Stance


SELF_UPDATE = Task(
    name="self_update",
    role="speaker",
    Inputs=Inputs,
    Reply=Reply,
    sees=frozenset({"transcript", "evidence"}),
    stable=DISCUSSION,
    request="""\
{% if not last %}
Since you were last asked, you heard:
{% for message in inputs.heard %}
<message>
{{ message | quotation }}
</message>
{% endfor %}

{% endif %}
You are {{ actor.name }}.{{ " " ~ actor.persona if actor.persona }}
Before the next turn you are asked in private where you stand on "{{ proposition.text }}": -1 is entirely against it, \
0 undecided, 1 entirely for it. Last time you said {{ "%.2f" | format(inputs.previous) }}. To move is no defeat, and \
to stay is no duty.
Answer with one JSON object: {"stance": <number from -1 to 1>}\
""",
    to_person="""\
Where do you stand now on "{{ proposition.text }}"? -1 is entirely against it, 0 undecided, 1 entirely for it. Nobody \
else sees your answer. To move is no defeat, and to stay is no duty.\
""",
)
