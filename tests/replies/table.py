"""The table of the recorded replies by label: accepted before the checks of replies, and what becomes of each now.

Before, doxa took a reply that had the shape of its schema, or any words: 95 of the 99 (commit 3ac3da6).
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from doxa.minds.accepting import accept_claims
from doxa.models.providers.words import bare_object, spoken
from doxa.records.outside import parse_json
from doxa.records.spec import Hearing
from doxa.records.steps import Block
from doxa.systems.dialogue.persuasion import PersuasionSettings, are_contradictory, stances_of
from doxa.systems.dialogue.tasks import QUESTIONS
from doxa.tasks.base import ReplyError, Task
from doxa.tasks.registry import task_named
from doxa.tasks.speech import EarlierTurn, SpeechContext, check_speech
from replies.contexts import RecordedContext, read_contexts
from replies.held_back import HeldBackReply
from replies.labelled import LabelledReply

REFUSED_BEFORE = {23, 24, 26, 27}
"""The replies that commit 3ac3da6 did not accept: they broke off within their JSON."""
WANTED = {
    ("words", "right"): {"kept"},
    ("words", "cut"): {"cut as labelled"},
    ("words", "unfit"): {"unfit"},
    ("json", "right"): {"kept"},
    ("json", "copied"): {"copied", "no_words", "no claim heard"},
    ("json", "contradicts"): {"contradictory"},
    ("json", "not_in_message"): {"no claim heard", "words of the message heard"},
    ("json", "broken"): {"not_json"},
}
"""Kind and label → what may become of a reply so that nothing of it counts that should not."""
HEARING = Hearing(claims="said", unplaced="drop")
"""The default of scenarios."""


@dataclass(frozen=True, kw_only=True)
class TableRow:
    """The replies of a label, before and after."""

    kind: str
    label: str
    replies: int
    before: int
    """Accepted as they are."""
    after: Counter[str]
    """What becomes of them → how many."""

    @property
    def as_wanted(self) -> int:
        """Return how many of them become what their label asks for."""
        return sum(self.after[verdict] for verdict in WANTED[self.kind, self.label])


def make_table(replies: Sequence[LabelledReply]) -> list[TableRow]:
    """Return a row for each kind and label."""
    contexts = read_contexts(replies)
    opposed = find_contradictory_probes(replies)
    rows = []
    for kind, label in WANTED:
        labelled = [reply for reply in replies if (reply.kind, reply.label) == (kind, label)]
        rows.append(
            TableRow(
                kind=kind,
                label=label,
                replies=len(labelled),
                before=sum(reply.number not in REFUSED_BEFORE for reply in labelled),
                after=Counter(
                    judge_words(reply.recorded["reply"], reply.remains, contexts[reply.number])
                    if kind == "words"
                    else "contradictory"
                    if reply.number in opposed
                    else judge_json(reply)
                    for reply in labelled
                ),
            )
        )
    return rows


def judge_held_back(replies: Iterable[HeldBackReply]) -> dict[str, Counter[str]]:
    """Return what becomes of the replies that are held back, by label."""
    verdicts: dict[str, Counter[str]] = {}
    for reply in replies:
        verdicts.setdefault(reply.label, Counter())[judge_words(reply.text, "", reply.context)] += 1
    return verdicts


def judge_words(answer: str, remains: str, context: RecordedContext) -> str:
    """Return what becomes of a reply of words: ``kept``, ``cut as labelled``, ``cut otherwise`` or ``unfit``."""
    speech = check_speech(
        spoken(answer).text,
        SpeechContext(
            speaker=context.speaker,
            others=context.others,
            motion=context.motion,
            request=context.request,
            own=context.own,
            earlier=tuple(EarlierTurn(speaker=speaker, text=text) for speaker, text in context.earlier),
        ),
    )
    if speech.fault:
        return "unfit"
    if speech.text.split() == answer.split():
        return "kept"
    return "cut as labelled" if speech.text.split() == remains.split() else "cut otherwise"


def judge_json(reply: LabelledReply) -> str:
    """Return what becomes of a JSON reply: ``kept``, ``no claim heard``, ``words of the message heard`` (in place of
    others or without them), or the reason of an unparsed one; what needs the inputs of its task is not looked at."""
    task, *contents = _name_task(reply), *(message["content"] for message in reply.recorded["messages"])
    schema = reply.recorded["schema"]
    answer = spoken(reply.recorded["reply"]).text
    answer = bare_object(answer, schema["json_schema"]["schema"]) if schema else answer
    prompt = (Block(tag="task", text=contents[0], part="system"), Block(tag="request", text=contents[-1]))
    by_shape = replace(task, check=None, put_plainly=None)
    try:
        parsed = by_shape.parse(answer, None, prompt)
    except ReplyError as error:
        return error.reason
    if task.name != "extract":
        return "kept"
    return _judge_claims(parsed.model_dump()["claims"], contents[-1])


def _judge_claims(claims: Sequence[dict[str, str]], request: str) -> str:
    match = re.search(r'Proposition: "(.+)"\n\nMessage:\n<message>\n(.*)\n</message>', request, re.DOTALL)
    assert match is not None
    accepted, refused = accept_claims(claims, match[2], match[1], HEARING)
    if not accepted:
        return "no claim heard"
    return "words of the message heard" if refused or any(claim.get("note") for claim in accepted) else "kept"


def _name_task(reply: LabelledReply) -> Task[Any, Any]:
    """Return the task of a JSON reply; those without a schema are of the feed, asked in words."""
    name = str(reply.recorded["task"]).removesuffix("_reply")
    return task_named("act_on_feed" if name == "free text" else name)


def find_contradictory_probes(replies: Iterable[LabelledReply]) -> set[int]:
    """Return the numbers of the hidden probes that contradict another one of the same conversation and model.

    Where two runs asked the same, their answers stand in the order of the runs.
    """
    waves: dict[tuple[str, ...], dict[int, list[tuple[int, float]]]] = {}
    for reply in replies:
        if reply.recorded["task"] == "probe_stance_reply":
            said, _, asked = reply.recorded["messages"][-1]["content"].rpartition("\n\n")
            place = next(place for place, question in enumerate(QUESTIONS) if asked.startswith(question.words))
            wave = waves.setdefault((reply.recorded["model"], said), {})
            wave.setdefault(place, []).append((reply.number, parse_json(reply.recorded["reply"])["answer"]))
    opposed: set[int] = set()
    for wave in waves.values():
        for run in zip(*wave.values(), strict=True):
            answers = dict(zip(wave, (answer for _, answer in run), strict=True))
            by_place = [answers.get(place) for place in range(len(QUESTIONS))]
            if are_contradictory(stances_of(by_place, PersuasionSettings())):
                opposed |= {number for number, _ in run}
    return opposed
