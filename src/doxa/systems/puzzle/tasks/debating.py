"""Tasks of a debate over a puzzle: propose, rank the players, debate one, adjust, decide, supervise.

An answer that leaves a player out, names one twice or names somebody else is invalid: it is asked for again and then
recorded as missing. A missing role is never filled in. What a model said is counted, however it wrote it: a role in
capitals, in the plural, marked up or with an article before it is that role; a player or an agent in other letters is
that player or agent. A confidence that is absent, or no whole number from 1 to 10, is missing alone. What cannot be
read stays as it is, so that the model is asked again.
"""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

from pydantic import ConfigDict, Field

from doxa.records.base import JsonValue, Paragraph, Record
from doxa.systems.puzzle.puzzles.worlds import PLURALS, ROLES, Role
from doxa.systems.puzzle.tasks.record import PuzzleContext, StatedConfidence, blocks, describe_sides
from doxa.systems.puzzle.tasks.rules import NEUTRAL_DEBATER, NEUTRAL_SUPERVISOR, SUPERVISOR, debater_for
from doxa.tasks.base import Task
from doxa.tasks.known import Known, Patch, among, at_most, exactly, one_for_each


class RoleAssignment(Record):
    model_config = ConfigDict(title="Assigned")

    name: str
    role: Role


class AssignmentReply(Record):
    model_config = ConfigDict(title="Reply")

    reasoning: Paragraph = ""
    players: tuple[RoleAssignment, ...] = Field(min_length=1)
    confidence: StatedConfidence


class AssigningInputs(PuzzleContext):
    asked: tuple[str, ...]
    """The players whose roles are asked for: all or the one that was debated, or those without a majority."""


class AdjustInputs(AssigningInputs):
    player: str
    """Whom the debate was about."""


def _asked_of(inputs: PuzzleContext) -> tuple[str, ...]:
    """Return the players whose roles are asked for: all, where the inputs say nothing else."""
    return inputs.asked if isinstance(inputs, AssigningInputs) else inputs.players


def check_assignment(inputs: PuzzleContext, reply: AssignmentReply) -> str:
    """Return what is wrong with an assignment; '' where each player that was asked for has one role."""
    named, asked = Counter(assignment.name for assignment in reply.players), _asked_of(inputs)
    if strange := [name for name in named if name not in asked]:
        return f"There is no player {strange[0]!r} to answer for. Name exactly: {', '.join(asked)}."
    if twice := [name for name, count in named.items() if count > 1]:
        return f"You named {twice[0]} more than once. Give each player one role."
    if left := [name for name in asked if name not in named]:
        return f"You gave no role to {', '.join(left)}. Give a role to each of: {', '.join(asked)}."
    return ""


def put_assignment_plainly(inputs: PuzzleContext, answer: JsonValue) -> JsonValue:
    """Return an answer with a role for each of some players in its plain form."""

    def read_rows(rows: JsonValue) -> JsonValue:
        if not isinstance(rows, list):
            return rows
        return [_read_fields(row, name=partial(find_name, names=inputs.players), role=find_role) for row in rows]

    return _read_answer(answer, players=read_rows)


def describe_assignment(reply: AssignmentReply) -> str:
    """Return all roles, the confidence and the reasoning in words."""
    roles = ", ".join(f"{assignment.name} {assignment.role}" for assignment in reply.players)
    sure = "No confidence stated" if reply.confidence is None else f"Confidence {reply.confidence} of 10"
    return f"{roles}. {sure}. {reply.reasoning}".strip()


FORM = """\
{"reasoning": "<your reasons>", "players": [{% for name in NAMES %}{"name": "{{ name }}", "role": \
"<knight, knave or spy>"}{{ ", " if not loop.last }}{% endfor %}], "confidence": <whole number from 1 to 10>}\
"""
"""NAMES stands for where the names are in the inputs."""

_FORM_OF_ALL, _FORM_OF_ASKED = (FORM.replace("NAMES", f"inputs.{names}") for names in ("players", "asked"))

_assign = partial(
    Task,
    in_words=describe_assignment,
    Reply=AssignmentReply,
    put_plainly=put_assignment_plainly,
    material=blocks,
    check=check_assignment,
    known=lambda inputs: one_for_each("players", "name", _asked_of(inputs)),
)

PROPOSE_ROLES = _assign(
    name="propose_roles",
    role="speaker",
    Inputs=PuzzleContext,
    stable=NEUTRAL_DEBATER,
    wording=debater_for,
    request="""\
You are {{ actor.name }}.
Propose a solution of your own: a role for each of {{ inputs.players | join(", ") }}. Nobody has said anything yet.
Answer in this form: """
    + _FORM_OF_ALL,
)

ADJUST_ROLES = _assign(
    name="adjust_roles",
    role="speaker",
    Inputs=AdjustInputs,
    stable=NEUTRAL_DEBATER,
    wording=debater_for,
    request="""\
You are {{ actor.name }}.
{% if not inputs.coached %}
The debate about {{ inputs.player }} is over. Give your solution now: a role for {{ inputs.asked | join(", ") }}.
{% else %}
The debate about {{ inputs.player }} is over. Say where you stand now{% if inputs.asked | length > 1 %}, on every \
player{% else %} on {{ inputs.player }}{% endif %}: what was said may change what you hold of others, or nothing.
{% endif %}
Answer in this form: """
    + _FORM_OF_ASKED,
)

DECIDE_ROLES = _assign(
    name="decide_roles",
    role="speaker",
    Inputs=PuzzleContext,
    stable=NEUTRAL_DEBATER,
    wording=debater_for,
    request="""\
You are {{ actor.name }}.
The debate is over. This is your decision: a role for each of {{ inputs.players | join(", ") }}.\
{{ " Check it once more against every statement and hint." if inputs.coached }}
Answer in this form: """
    + _FORM_OF_ALL,
)

SUPERVISE_ROLES = _assign(
    name="supervise_roles",
    role="supervisor",
    Inputs=AssigningInputs,
    stable=NEUTRAL_SUPERVISOR,
    wording=lambda inputs: SUPERVISOR if inputs.coached else NEUTRAL_SUPERVISOR,
    request="""\
{{ "No role has more than half of the agents' votes for" if inputs.coached else "The agents have not settled" }} \
{{ inputs.asked | join(", ") }}. Decide on {{ "this player" if \
inputs.asked | length == 1 else "these players" }}.
Answer in this form: """
    + _FORM_OF_ASKED,
)


class DebateInputs(PuzzleContext):
    player: str
    """Whom the debate is about."""
    others: tuple[str, ...] = ()
    """The other agents."""


class DebateReply(Record):
    model_config = ConfigDict(title="Reply")

    player: str
    agree_with: tuple[str, ...]
    agree_why: Paragraph = ""
    disagree_with: tuple[str, ...]
    disagree_why: Paragraph = ""
    role: Role
    confidence: StatedConfidence


def check_opinion(inputs: DebateInputs, reply: DebateReply) -> str:
    """Return what is wrong with an opinion, or ''; agreeing and disagreeing with one agent is no fault."""
    if reply.player != inputs.player:
        return f"The debate is about {inputs.player}, not about {reply.player!r}."
    named = (*reply.agree_with, *reply.disagree_with)
    if strange := [name for name in named if name not in inputs.others]:
        return f"There is no other agent {strange[0]!r}. Others: {', '.join(inputs.others) or 'none'}."
    return ""


def _known_opinion(inputs: DebateInputs) -> Known:
    lists = ("agree_with", "disagree_with")
    known: dict[str, Patch] = {name: at_most(len(inputs.others)) for name in lists}
    if inputs.others:
        known |= {f"{name}[]": among(inputs.others) for name in lists}
    return {"player": among([inputs.player]), **known}


def put_opinion_plainly(inputs: DebateInputs, answer: JsonValue) -> JsonValue:
    """Return an answer in a debate about a player in its plain form.

    An agent that is named twice in one list is named once. An agent in both lists stays in both: this is a
    contradiction, which is counted.
    """

    def read_agents(names: JsonValue) -> JsonValue:
        if not isinstance(names, list):
            return names
        agents = [find_name(name, inputs.others) for name in names]
        return [agent for place, agent in enumerate(agents) if agent not in agents[:place]]

    return _read_answer(
        answer,
        agree_with=read_agents,
        disagree_with=read_agents,
        player=partial(find_name, names=inputs.players),
        role=find_role,
    )


def describe_argument(reply: DebateReply) -> str:
    """Return the role of the debated player, and agreement and disagreement with reasons, in words."""
    return " ".join([f"{reply.player} is a {reply.role}.", *describe_sides(reply)])


DEBATE_ROLE = Task(
    name="debate_role",
    in_words=describe_argument,
    role="speaker",
    Inputs=DebateInputs,
    Reply=DebateReply,
    stable=NEUTRAL_DEBATER,
    wording=debater_for,
    put_plainly=put_opinion_plainly,
    material=blocks,
    check=check_opinion,
    known=_known_opinion,
    request="""\
You are {{ actor.name }}.
The debate is about {{ inputs.player }}. The other agents: {{ inputs.others | join(", ") or \
"none" }}. {{ "Go by where each of them stood last and by the reasons that it gave. " if inputs.coached }}\
Say with whom you agree about {{ inputs.player }} and why, \
with whom you disagree and why, and which role you take {{ inputs.player }} for. An agent about whom you have nothing \
to say stays out of both lists; a list may be empty.
Answer in this form: {"player": "{{ inputs.player }}", "agree_with": ["<name of an agent>"], \
"agree_why": "<your reasons>", "disagree_with": ["<name of an agent>"], "disagree_why": "<your reasons>", \
"role": "<knight, knave or spy>", "confidence": <whole number from 1 to 10>}\
""",
)


class RankReply(Record):
    model_config = ConfigDict(title="Reply")

    order: tuple[str, ...]
    """All players, the one to be debated first in front."""


def check_ranking(inputs: PuzzleContext, reply: RankReply) -> str:
    """Return what is wrong with a ranking, or '' for one that names each player once."""
    if Counter(reply.order) != Counter(inputs.players):
        return f"Name each of these players exactly once: {', '.join(inputs.players)}."
    return ""


def describe_order(reply: RankReply) -> str:
    """Return the order of the players in words."""
    return f"Debate in this order: {', '.join(reply.order)}."


RANK_PLAYERS = Task(
    name="rank_players",
    in_words=describe_order,
    role="speaker",
    Inputs=PuzzleContext,
    Reply=RankReply,
    stable=NEUTRAL_DEBATER,
    wording=debater_for,
    material=blocks,
    check=check_ranking,
    known=lambda inputs: {"order": exactly(len(inputs.players)), "order[]": among(inputs.players)},
    request="""\
You are {{ actor.name }}.
Before the debate the agents agree on the order in which the players are taken. Put the player first whose role is \
easiest to settle, or on whom most depends, and so on to the last. The orders of all agents are added up.
Answer in this form, with {{ inputs.players | join(", ") }} in the order that you want: {"order": ["<name of the first \
player>", "<name of the next player>"]}\
""",
)


ROLE_WORDS: dict[str, Role] = {**{role: role for role in ROLES}, **{PLURALS[role]: role for role in ROLES}}


def find_role(word: JsonValue) -> JsonValue:
    """Return the role that a word names; the word itself where it names none."""
    return ROLE_WORDS.get(_bare(word), word) if isinstance(word, str) else word


def find_name(word: JsonValue, names: Sequence[str]) -> JsonValue:
    """Return the one name that a word spells in other letters; the word itself where there is none, or several."""
    if not isinstance(word, str) or word in names:
        return word
    spelt = [name for name in names if _bare(name) == _bare(word)]
    return spelt[0] if len(spelt) == 1 else word


def read_confidence(stated: JsonValue) -> JsonValue:
    """Return the stated confidence; None where there is none, or it is no whole number from 1 to 10."""
    if isinstance(stated, str) and re.fullmatch(r"\A\s*[0-9]{1,2}\s*", stated):
        stated = int(stated)
    if isinstance(stated, bool) or not isinstance(stated, int | float) or stated not in range(1, 11):
        return None
    return int(stated)


def _bare(word: str) -> str:
    """Return a word in small letters, without an article before it and without marks around it."""
    letters = unicodedata.normalize("NFKC", word).casefold()
    bare = re.sub(r"^[\W_]+|(?<![\W_])[\W_]+$", "", letters)
    return re.sub(r"^(?:an?|the)\s+", "", bare)


Reader = Callable[[JsonValue], JsonValue]


def _read_answer(answer: JsonValue, **readers: Reader) -> JsonValue:
    """Return an answer with fields in their plain form; its confidence is None where it has none."""
    if not isinstance(answer, dict):
        return answer
    return _read_fields({"confidence": None, **answer}, confidence=read_confidence, **readers)


def _read_fields(fields: JsonValue, **readers: Reader) -> JsonValue:
    if not isinstance(fields, dict):
        return fields
    return {**fields, **{name: read(fields[name]) for name, read in readers.items() if name in fields}}
