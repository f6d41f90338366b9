"""Debate one player: with whom an agent agrees and disagrees, why, and which role it takes the player for."""

from doxa.records.base import JsonValue, Record
from doxa.systems.puzzle.puzzles.roles import Role
from doxa.systems.puzzle.tasks.in_words import describe_argument
from doxa.systems.puzzle.tasks.plain_answers import ODD_CONFIDENCE, is_read_word_for_word, put_opinion_plainly
from doxa.systems.puzzle.tasks.record import PuzzleContext, StatedConfidence, blocks
from doxa.systems.puzzle.tasks.rules import DEBATER, debater_for
from doxa.tasks.base import Task
from doxa.tasks.known import Known, Patch, among, at_most


class Inputs(PuzzleContext):
    player: str
    """Whom the debate is about."""
    others: tuple[str, ...] = ()
    """The other agents."""


class Reply(Record):
    player: str
    agree_with: tuple[str, ...]
    agree_why: str = ""
    disagree_with: tuple[str, ...]
    disagree_why: str = ""
    role: Role
    confidence: StatedConfidence


def check(inputs: Inputs, reply: Reply) -> str:
    """Return what is wrong with an opinion, or ''; agreeing and disagreeing with one agent is no fault."""
    word_for_word = is_read_word_for_word(inputs)
    if reply.confidence is None and word_for_word:
        return ODD_CONFIDENCE
    if reply.player != inputs.player:
        return f"The debate is about {inputs.player}, not about {reply.player!r}."
    named = (*reply.agree_with, *reply.disagree_with)
    if strange := [name for name in named if name not in inputs.others]:
        return f"There is no other agent {strange[0]!r}. Others: {', '.join(inputs.others) or 'none'}."
    if word_for_word and len(set(named)) < len(named):
        return "You named an agent more than once. You agree with an agent, disagree with it, or leave it out."
    return ""


def _known(inputs: Inputs) -> Known:
    lists = ("agree_with", "disagree_with")
    known: dict[str, Patch] = {name: at_most(len(inputs.others)) for name in lists}
    if inputs.others:
        known |= {f"{name}[]": among(inputs.others) for name in lists}
    return {"player": among([inputs.player]), **known}


def put_plainly(inputs: Inputs, answer: JsonValue) -> JsonValue:
    """Return an answer in its plain form."""
    return put_opinion_plainly(inputs, inputs.others, answer)


DEBATE_ROLE = Task(
    name="debate_role",
    in_words=describe_argument,
    role="speaker",
    Inputs=Inputs,
    Reply=Reply,
    stable=DEBATER,
    wording=debater_for,
    put_plainly=put_plainly,
    material=blocks,
    check=check,
    known=_known,
    request="""\
The debate is about {{ inputs.player }}. The other agents: {{ inputs.others | join(", ") or "none" }}. \
{{ "Go by where each of them stood last and by the reasons that it gave. " if inputs.coached }}\
Say with whom you agree about {{ inputs.player }} and why, \
with whom you disagree and why, and which role you take {{ inputs.player }} for. An agent about whom you have nothing \
to say stays out of both lists; a list may be empty.
Answer in this form: {"player": "{{ inputs.player }}", "agree_with": ["…"], "agree_why": "…", "disagree_with": ["…"], \
"disagree_why": "…", "role": "…", "confidence": 5}\
""",
)
