"""Hearing of all messages of a batch together, for an extractor that is asked by prompts: as few calls as its replies
allow.

    the hearings side by side ─▶ steps of one task ─▶ one joint step ─▶ a reply for each hearing

Each hearing stays what it is alone (``minds.hearing``): only its steps are asked together. Where a joint step gives no
reply, its steps are asked one by one, so that a message is lost only where its own step fails.
The tasks that can be asked for several messages in one call:

    extract × n → extract_many      extract_concessions × n → extract_concessions_many      classify × n → classify_many
    classify_anchored × n → classify_many_anchored

The estimate of a reply's length decides how many messages one call may have. A copied snippet and a claim in own words
are together a little more than twice as long as the message; a judgement is about 35 tokens.
"""

from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from doxa.minds.hearing import Hearings
from doxa.minds.seeding import ENGINE
from doxa.records.base import JsonValue
from doxa.records.events import HeardBody
from doxa.records.steps import Outcome, Step

CHARACTERS_A_TOKEN = 4
COPIES = 2.4
"""Length of an extraction's reply in lengths of its message."""
MESSAGE_TOKENS = 60
"""Tokens of a message's entry beside its claims: its number and the names of the fields."""
JUDGEMENT_TOKENS = 35

Fields = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True)
class JointTask:
    """How steps of one task are asked together."""

    name: str
    """The task that does it for several messages."""
    reply_tokens: Callable[[Fields], int]
    """(inputs of a step) → the estimated tokens of its reply."""
    join: Callable[[Sequence[Fields]], dict[str, JsonValue]]
    """(inputs of each step) → the inputs of the joint step."""
    split: Callable[[Fields, Sequence[Fields]], list[dict[str, JsonValue]]]
    """(joint reply, inputs of each step) → the reply of each step."""


def _join_messages(steps: Sequence[Fields]) -> dict[str, JsonValue]:
    return {"proposition": steps[0]["proposition"], "messages": [inputs["text"] for inputs in steps]}


def _split_messages(reply: Fields, steps: Sequence[Fields]) -> list[dict[str, JsonValue]]:
    claims = {entry["message"]: entry["claims"] for entry in reply["messages"]}
    return [{"claims": claims[number]} for number in range(1, len(steps) + 1)]


def _join_claims(steps: Sequence[Fields]) -> dict[str, JsonValue]:
    claims = [claim for inputs in steps for claim in inputs["claims"]]
    joined: dict[str, JsonValue] = {"proposition": steps[0]["proposition"], "claims": claims}
    if any("message" in inputs for inputs in steps):
        joined["messages"] = [{"text": inputs["message"], "claims": len(inputs["claims"])} for inputs in steps]
    return joined


def _split_claims(reply: Fields, steps: Sequence[Fields]) -> list[dict[str, JsonValue]]:
    judgements = {
        judgement["claim"]: {field: value for field, value in judgement.items() if field != "claim"}
        for judgement in reply["judgements"]
    }
    replies: list[dict[str, JsonValue]] = []
    first = 1
    for inputs in steps:
        after = first + len(inputs["claims"])
        replies.append({"judgements": [judgements[number] for number in range(first, after)]})
        first = after
    return replies


def _extraction(name: str) -> JointTask:
    return JointTask(
        name=name,
        reply_tokens=lambda inputs: MESSAGE_TOKENS + round(COPIES * len(inputs["text"]) / CHARACTERS_A_TOKEN),
        join=_join_messages,
        split=_split_messages,
    )


def _classification(name: str) -> JointTask:
    return JointTask(
        name=name,
        reply_tokens=lambda inputs: JUDGEMENT_TOKENS * len(inputs["claims"]),
        join=_join_claims,
        split=_split_claims,
    )


JOINT_TASKS: dict[str, JointTask] = {
    "extract": _extraction("extract_many"),
    "extract_concessions": _extraction("extract_concessions_many"),
    "classify": _classification("classify_many"),
    "classify_anchored": _classification("classify_many_anchored"),
}
"""Task → how its steps are asked together."""


REPLY_TOKENS = 4000
"""Longest estimated reply of a joint call: hosted models answer with as much where nobody sets max_tokens."""

JointHearings = Generator[tuple[Step, ...], tuple[Outcome, ...], dict[str, HeardBody]]


@dataclass(frozen=True, kw_only=True)
class Joint:
    """Steps that are asked in one call."""

    step: Step
    """The joint step; the step itself where there is only one."""
    members: tuple[Step, ...]

    def replies(self, outcome: Outcome) -> dict[str, Outcome] | None:
        """Return the outcome of each member by its key; None where the members are to be asked one by one."""
        if len(self.members) == 1:
            return {self.step.key: outcome}
        if not outcome.ok or not isinstance(outcome.reply, dict):
            return None
        replies = JOINT_TASKS[self.members[0].task].split(outcome.reply, [member.inputs for member in self.members])
        return {
            member.key: Outcome(
                key=member.key,
                task=member.task,
                actor=member.actor,
                status="ok",
                reply=reply,
                request=outcome.request,
                calls=outcome.calls,
            )
            for member, reply in zip(self.members, replies, strict=True)
        }


@dataclass(kw_only=True)
class Joiner:
    """Joins the steps of a batch, and numbers the joint ones."""

    prefix: str
    """Begins the keys of the joint steps, such as ``b003``."""
    tokens: int
    """Bound of a joint call's estimated reply; 0 joins nothing, so that every message has steps of its own."""
    _count: dict[str, int] = field(default_factory=dict)

    def join(self, steps: Sequence[Step]) -> list[Joint]:
        """Return the calls for some steps, in their order: joint tasks in groups within the bound, others alone."""
        groups = [[step] for step in steps if step.task not in JOINT_TASKS]
        for task, in_message in product(JOINT_TASKS, (False, True)):
            groups += self._groups(
                [step for step in steps if step.task == task and ("message" in step.inputs) == in_message]
            )
        places = {step.key: place for place, step in enumerate(steps)}
        return [self._joint(group) for group in sorted(groups, key=lambda group: places[group[0].key])]

    def _groups(self, steps: Sequence[Step]) -> list[list[Step]]:
        groups: list[list[Step]] = []
        used = 0
        for step in steps:
            needed = JOINT_TASKS[step.task].reply_tokens(step.inputs)
            if not groups or used + needed > self.tokens:
                groups.append([])
                used = 0
            groups[-1].append(step)
            used += needed
        return groups

    def _joint(self, steps: Sequence[Step]) -> Joint:
        if len(steps) == 1:
            return Joint(step=steps[0], members=(steps[0],))
        joint = JOINT_TASKS[steps[0].task]
        number = self._count[joint.name] = self._count.get(joint.name, 0) + 1
        inputs: list[Fields] = [step.inputs for step in steps]
        step = Step(
            key=f"{self.prefix}/{joint.name}/{number}", actor=ENGINE, task=joint.name, inputs=joint.join(inputs)
        )
        return Joint(step=step, members=tuple(steps))


def hear_together(hearings: Mapping[str, Hearings], joiner: Joiner) -> JointHearings:
    """Yield the steps that hear several messages, joined where that is possible; return what each message said.

    Args:
        hearings: message key → its hearing, not begun.
    """
    bodies: dict[str, HeardBody] = {}
    asked = {key: next(hearing) for key, hearing in hearings.items()}
    while asked:
        replies = yield from _ask_joined([step for steps in asked.values() for step in steps], joiner)
        begun, asked = asked, {}
        for key, steps in begun.items():
            try:
                asked[key] = hearings[key].send(tuple(replies[step.key] for step in steps))
            except StopIteration as done:
                bodies[key] = done.value
    return bodies


def _ask_joined(
    steps: Sequence[Step], joiner: Joiner
) -> Generator[tuple[Step, ...], tuple[Outcome, ...], dict[str, Outcome]]:
    """Yield the joint steps of some steps, then those whose joint step gave no reply; return each step's outcome."""
    joints = joiner.join(steps)
    outcomes = yield tuple(joint.step for joint in joints)
    replies: dict[str, Outcome] = {}
    alone: list[Step] = []
    for joint, outcome in zip(joints, outcomes, strict=True):
        member_replies = joint.replies(outcome)
        if member_replies is None:
            alone += joint.members
        else:
            replies |= member_replies
    if alone:
        singles = yield tuple(alone)
        replies |= {outcome.key: outcome for outcome in singles}
    return replies
