"""Tasks whose answer is a role for each of some players: propose, adjust, decide, supervise.

An answer that leaves a player out, names one twice or names somebody else is invalid: it is asked for again and then
recorded as missing. A missing role is never filled in. A missing confidence is missing alone.
"""

from collections import Counter

from pydantic import ConfigDict, Field

from doxa.records.base import Record
from doxa.systems.puzzle.puzzles.roles import Role
from doxa.systems.puzzle.tasks.in_words import describe_assignment
from doxa.systems.puzzle.tasks.plain_answers import ODD_CONFIDENCE, is_read_word_for_word, put_assignment_plainly
from doxa.systems.puzzle.tasks.record import PuzzleContext, StatedConfidence, blocks
from doxa.systems.puzzle.tasks.rules import DEBATER, NEUTRAL_SUPERVISOR, SUPERVISOR, debater_for
from doxa.tasks.base import Task
from doxa.tasks.known import Known, one_for_each


class RoleAssignment(Record):
    model_config = ConfigDict(title="Assigned")

    name: str
    role: Role


class Reply(Record):
    reasoning: str = ""
    players: tuple[RoleAssignment, ...] = Field(min_length=1)
    confidence: StatedConfidence

    @property
    def roles(self) -> dict[str, Role]:
        """The roles by player."""
        return {assignment.name: assignment.role for assignment in self.players}


class ProposeInputs(PuzzleContext):
    """Nothing beside the puzzle."""

    @property
    def asked(self) -> tuple[str, ...]:
        """The players whose roles are asked for."""
        return self.players


class AdjustInputs(PuzzleContext):
    player: str
    """Whom the debate was about."""
    asked: tuple[str, ...]
    """The players whose roles are asked for: all, or the one that was debated."""


class DecideInputs(ProposeInputs):
    """Nothing beside the puzzle and the debate."""


class SuperviseInputs(PuzzleContext):
    asked: tuple[str, ...]
    """The players on whom no role has a majority."""


def check(inputs: ProposeInputs | AdjustInputs | SuperviseInputs, reply: Reply) -> str:
    """Return what is wrong with an assignment; '' where each player that was asked for has one role."""
    if reply.confidence is None and is_read_word_for_word(inputs):
        return ODD_CONFIDENCE
    named = Counter(assignment.name for assignment in reply.players)
    if strange := [name for name in named if name not in inputs.asked]:
        return f"There is no player {strange[0]!r} to answer for. Name exactly: {', '.join(inputs.asked)}."
    if twice := [name for name, count in named.items() if count > 1]:
        return f"You named {twice[0]} more than once. Give each player one role."
    if left := [name for name in inputs.asked if name not in named]:
        return f"You gave no role to {', '.join(left)}. Give a role to each of: {', '.join(inputs.asked)}."
    return ""


def _known(inputs: ProposeInputs | AdjustInputs | SuperviseInputs) -> Known:
    return one_for_each("players", "name", inputs.asked)


FORM = """\
{"reasoning": "…", "players": [{% for name in names %}{"name": "{{ name }}", "role": "…"}{{ ", " if not loop.last }}\
{% endfor %}], "confidence": 5}\
"""

_FORM_OF_ALL = FORM.replace("in names", "in inputs.players")
_FORM_OF_ASKED = FORM.replace("in names", "in inputs.asked")

PROPOSE_ROLES = Task(
    name="propose_roles",
    in_words=describe_assignment,
    role="speaker",
    Inputs=ProposeInputs,
    Reply=Reply,
    stable=DEBATER,
    wording=debater_for,
    put_plainly=put_assignment_plainly,
    material=blocks,
    check=check,
    known=_known,
    request="""\
Propose a solution of your own: a role for each of {{ inputs.players | join(", ") }}. Nobody has said anything yet.
Answer in this form: """
    + _FORM_OF_ALL,
)

ADJUST_ROLES = Task(
    name="adjust_roles",
    in_words=describe_assignment,
    role="speaker",
    Inputs=AdjustInputs,
    Reply=Reply,
    stable=DEBATER,
    wording=debater_for,
    put_plainly=put_assignment_plainly,
    material=blocks,
    check=check,
    known=_known,
    request="""\
{% if not inputs.coached %}
The debate about {{ inputs.player }} is over. Give your solution now: a role for {{ inputs.asked | join(", ") }}.
{% else %}
The debate about {{ inputs.player }} is over. Say where you stand now{% if inputs.asked | length > 1 %}, on every \
player{% else %} on {{ inputs.player }}{% endif %}: what was said may change what you hold of others, or nothing.
{% endif %}
Answer in this form: """
    + _FORM_OF_ASKED,
)

DECIDE_ROLES = Task(
    name="decide_roles",
    in_words=describe_assignment,
    role="speaker",
    Inputs=DecideInputs,
    Reply=Reply,
    stable=DEBATER,
    wording=debater_for,
    put_plainly=put_assignment_plainly,
    material=blocks,
    check=check,
    known=_known,
    request="""\
The debate is over. This is your decision: a role for each of {{ inputs.players | join(", ") }}.\
{{ " Check it once more against every statement and hint." if inputs.coached }}
Answer in this form: """
    + _FORM_OF_ALL,
)

SUPERVISE_ROLES = Task(
    name="supervise_roles",
    in_words=describe_assignment,
    role="supervisor",
    Inputs=SuperviseInputs,
    Reply=Reply,
    stable=SUPERVISOR,
    wording=lambda inputs: SUPERVISOR if inputs.coached else NEUTRAL_SUPERVISOR,
    put_plainly=put_assignment_plainly,
    material=blocks,
    check=check,
    known=_known,
    request="""\
{{ "No role has more than half of the agents' votes for" if inputs.coached else "The agents have not settled" }} \
{{ inputs.asked | join(", ") }}. Decide on {{ "this player" if \
inputs.asked | length == 1 else "these players" }}.
Answer in this form: """
    + _FORM_OF_ASKED,
)
