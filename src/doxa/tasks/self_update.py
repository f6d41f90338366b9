"""Self-update: an agent without a maintained belief says what stance it now has (the prompt baseline)."""

from doxa.records.base import Record, Stance
from doxa.tasks.base import Task


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
    stable="""\
You are {{ actor.name }}, taking part in a discussion of the motion "{{ proposition.text }}".
{% if actor.persona %}
Who you are: {{ actor.persona }}
{% endif %}
Between turns you are asked privately where you stand, as a number from -1 (entirely against the motion as it is \
worded) over 0 (undecided) to 1 (entirely for it). Nobody else sees the answer. Say what you now think, given \
everything you have heard: moving is not a defeat and staying is not a duty.
Answer with one JSON object: {"stance": <number from -1 to 1>}\
""",
    request="""\
Last time you answered {{ "%.2f" | format(inputs.previous) }}. Since then you heard:
{% for message in inputs.heard %}
<message>
{{ message | quotation }}
</message>
{% endfor %}
Where do you stand now?\
""",
)
