"""Note the claims of one speech, and which of the other side's claims and rebuttals one turn answers.

The questions are narrow and about facts; the points are computed. Each turn has a question of its own, so that the
rebuttals of one side cannot all be overlooked.
"""

from pydantic import Field

from doxa.judging.ballots.annotation import Base
from doxa.judging.tasks.shown import QUOTED, claim_text, motion_blocks, turn_blocks
from doxa.records.base import Record, Sentence
from doxa.records.steps import Block
from doxa.records.transcripts import Definitions, ShownTurn
from doxa.tasks.base import Task
from doxa.tasks.known import Known, among, exactly, points_of


class NotingInputs(Record):
    motion: str
    definitions: Definitions | None = None
    before: tuple[ShownTurn, ...] = ()
    """Earlier speeches of the same side."""
    speech: ShownTurn


class NotedClaim(Record):
    text: Sentence = Field(min_length=1)
    base: Base
    specific: bool
    new: bool


class Claims(Record):
    claims: tuple[NotedClaim, ...]


CLAIM_FORM = """\
"base": "<evidence-backed, principled or assertion>", "specific": <true or false>, "new": <true or false>\
"""
ANSWER_FORM = """\
"addresses_logic": <true or false>, "undermines": <true or false>, "new_information": <true or false>, \
"direct": <true or false>\
"""

NOTE_CLAIMS = Task(
    name="note_claims",
    role="judge",
    Inputs=NotingInputs,
    Reply=Claims,
    known=lambda inputs: {"claims": points_of(inputs.speech.text)},
    material=lambda inputs: (
        *motion_blocks(inputs.motion, inputs.definitions),
        *turn_blocks([*inputs.before, inputs.speech]),
    ),
    stable=f"""\
You list the substantive claims of one speech of a debate, the last of those shown; earlier speeches are of the same \
side. A claim is a point that bears on the motion. Leave out greetings, jokes, and what the speaker reports of the \
other side only to answer it. For each claim give

- text: the claim in one sentence that stands alone. Do not strengthen or soften it.
- base: "evidence-backed" if the speech names a source, case or figure for it; "principled" if it is reasoned from a \
principle or by logic; "assertion" if it is only stated.
- specific: true if it names a case, number, place or mechanism.
- new: true if no earlier speech of the same side made it.

{QUOTED}
Answer with one JSON object: {{"claims": [{{"text": "<the claim>", {CLAIM_FORM}}}]}}\
""",
    request="""\
List the claims of {{ inputs.speech.label }}.\
""",
)


class Target(Record):
    """Something that a turn may answer."""

    id: str
    by: str
    text: str


class Answering(Record):
    motion: str
    definitions: Definitions | None = None
    turn: ShownTurn
    targets: tuple[Target, ...]
    """Claims and rebuttals of the other side that were made before."""
    again: bool = False
    """Whether it is asked a second time, since nothing at all was found for this side."""


class NotedRebuttal(Record):
    target: str
    text: Sentence = Field(min_length=1)
    addresses_logic: bool
    undermines: bool
    new_information: bool
    direct: bool


class Rebuttals(Record):
    rebuttals: tuple[NotedRebuttal, ...]


def _of_what_is_there(inputs: Answering, reply: Rebuttals) -> str:
    unknown = sorted({rebuttal.target for rebuttal in reply.rebuttals} - {target.id for target in inputs.targets})
    if unknown:
        return f"The target {unknown[0]!r} is not in the list. Name targets by the ids given. Try again."
    return ""


def _known(inputs: Answering) -> Known:
    if not inputs.targets:
        return {"rebuttals": exactly(0)}
    return {
        "rebuttals": points_of(inputs.turn.text),
        "rebuttals[].target": among(target.id for target in inputs.targets),
    }


def _answerable(inputs: Answering) -> tuple[Block, ...]:
    listed = "\n".join(claim_text(target.id, target.by, target.text) for target in inputs.targets)
    target_block = Block(tag="targets", text=f"Said before by the other side:\n{listed}")
    return (*motion_blocks(inputs.motion, inputs.definitions), *turn_blocks([inputs.turn]), target_block)


NOTE_REBUTTALS = Task(
    name="note_rebuttals",
    role="judge",
    Inputs=Answering,
    Reply=Rebuttals,
    check=_of_what_is_there,
    known=_known,
    material=_answerable,
    stable=f"""\
You read one turn of a debate and note what it answers of a list of what the other side had said before. A turn may \
answer one thing several times and most things not at all. For each answer give

- target: the id of what is answered.
- text: the answer in one sentence.
- addresses_logic: true if it takes on the reasoning of the target; false if it only states the opposite.
- undermines: true if a fair listener would hold the target weaker after it.
- new_information: true if it brings a fact or a reason that is not in the target.
- direct: true if it engages the target itself, by name or in substance; false if it only touches its subject.

{QUOTED}
Answer with one JSON object: {{"rebuttals": [{{"target": "<id from the list>", "text": "<the answer>", \
{ANSWER_FORM}}}]}}\
""",
    request="""\
Note what {{ inputs.turn.label }} answers.
{% if inputs.again %}

A first reading found that this side answers nothing in the whole debate, which is rare. Read again with care for what \
is answered without being named.
{% endif %}\
""",
)
