"""Answering a question in private: what is asked at which moment of a run, and how a reply is read.

A reply off the scale, or no choice, is kept as it was said and counted; it is never moved onto the scale. A private
answer is no exposure: nobody hears it, and no belief is moved by it.
"""

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Annotated

from pydantic import Field, Strict

from doxa.errors import ScenarioError
from doxa.records.base import JsonValue, Record, tidy
from doxa.records.outside import LARGEST
from doxa.records.questions import SurveyQuestion
from doxa.records.recorded import is_recorded
from doxa.records.spec import RunSpec
from doxa.records.steps import Outcome, Step
from doxa.tasks.base import Task

BEFORE, AFTER = "before", "after"
"""The moments before the first batch and after the last; the one after round 3 is ``r03``."""

DONT_KNOW, OFF_SCALE = "dont_know", "off_scale"
"""Why an answer that was given has no value."""

_NUMBERED = re.compile(r"^\w+ (\d+)$")

KEY = "ask/"
"""What the keys of these steps begin with: ``ask/MOMENT/QUESTION/AGENT``."""


class Inputs(Record):
    question: SurveyQuestion
    moment: str


class Reply(Record):
    answer: (
        Annotated[float, Strict(), Field(ge=-LARGEST, le=LARGEST)]
        | Annotated[str, Strict(), Field(json_schema_extra={"maxLength": 1_900})]
        | None
    )
    """A number of the scale, a choice, or words; None for "I do not know"."""


REQUEST = """\
You are {{ actor.name }}.{{ " " ~ actor.persona if actor.persona }}
{% if position %}
{{ position }}
{% endif %}

{{ inputs.question.ask }}
{% if inputs.question.scale %}
Answer with a number from {{ "%g" | format(inputs.question.ends[0]) }} to {{ "%g" | format(inputs.question.ends[1]) }}:
{% for point, label in inputs.question.labels %}
{{ "%g" | format(point) }} means "{{ label }}"{{ "," if not loop.last else "." }}
{% endfor %}
{% set kind = "number" %}
{% elif inputs.question.choices %}
Answer with one of these, exactly as it stands here:
{% for choice in inputs.question.choices %}
- {{ choice }}
{% endfor %}
{% set kind = "one of them, in quotation marks" %}
{% else %}
Answer in one to three sentences.
{% set kind = "your sentences, in quotation marks" %}
{% endif %}
{% if inputs.question.unsure %}
If you do not know, answer null.
{% endif %}
Answer with one JSON object: {"answer": <{{ kind }}{{ ", or null" if inputs.question.unsure }}>}\
"""


def form_of(inputs: Inputs) -> dict[str, JsonValue]:
    """Return the JSON schema of the form in which a person answers; an answer that may be left empty is optional."""
    question, wanted = inputs.question, dict[str, JsonValue]()
    if question.ends:
        wanted = {"type": "number", "minimum": question.ends[0], "maximum": question.ends[1]}
    else:
        wanted = {"enum": list(question.choices)} if question.choices else {"type": "string"}
    return {"type": "object", "properties": {"answer": {**wanted, "optional": question.unsure}}}


ANSWER_SURVEY = Task(
    name="answer_survey",
    role="speaker",
    Inputs=Inputs,
    Reply=Reply,
    sees=frozenset({"transcript", "evidence", "bands"}),
    recorded=lambda inputs, lines: None,  # a transcript answers nothing that it was not asked
    stable="""\
You take part in a study. Its subject, word for word: "{{ proposition.text }}"

From time to time you are asked a question in private. Nobody else sees the question or your answer, and neither \
becomes part of any conversation. Say what you think at that moment. No answer is right or wrong; to have moved is no \
defeat, and not to have moved is no offence.\
""",
    request=REQUEST,
    to_person=REQUEST.replace("answer null", "leave the answer empty"),
    form=form_of,
)


def steps_at(spec: RunSpec, moment: str, then: str = "") -> tuple[Step, ...]:
    """Return the steps in which agents are asked at a moment of a run, agent by agent.

    Args:
        then: the moment that follows at once, at which a question is not asked again.
    """
    due = [question for question in spec.questions if _is_due(question, moment) and not _is_due(question, then)]
    asked = {question.id: asked_of(spec, question) for question in due}
    return tuple(
        ANSWER_SURVEY.step(f"{KEY}{moment}/{question.id}/{agent}", agent, Inputs(question=question, moment=moment))
        for agent in (participant.id for participant in spec.participants)
        for question in due
        if agent in asked[question.id]
    )


def _is_due(question: SurveyQuestion, moment: str) -> bool:
    if moment in ("", BEFORE, AFTER):
        return moment in question.when
    number = round_at(moment)
    return question.every is not None and number > 0 and number % question.every == 0


def end_of_round(number: int) -> str:
    """Return the moment after a round; nothing is asked after round 0."""
    return f"r{number:02d}"


def round_at(moment: str, last: int = 0) -> int:
    """Return the round after which a moment lies; 0 before the first.

    Args:
        last: the run's last round.
    """
    return {BEFORE: 0, AFTER: last}[moment] if moment in (BEFORE, AFTER) else int(moment.removeprefix("r"))


def round_of(note: str) -> int:
    """Return the round that a batch belongs to, by its name, such as ``round 3`` or ``speech 3``; 0 for none.

    What follows a comma says which part of the round the batch is.
    """
    numbered = _NUMBERED.fullmatch(note.partition(",")[0])
    return int(numbered[1]) if numbered else 0


def asked_of(spec: RunSpec, question: SurveyQuestion) -> frozenset[str]:
    """Return the agents that a question is asked of: those who only recite or play back words cannot answer."""
    return frozenset(
        agent.id
        for agent in spec.participants
        if question.is_asked_of(agent.id)
        and agent.role in spec.roles
        and agent.role != "reciter"
        and not is_recorded(spec.roles[agent.role].model)
    )


def check_questions(spec: RunSpec) -> None:
    """Raise where a question of a planned run could not be asked, or be held against its opposite.

    Raises:
        ScenarioError: two have one id, nobody can answer one, or an opposite is no question of the same scale.
    """
    by_id = {question.id: question for question in reversed(spec.questions)}
    for number, question in enumerate(spec.questions):
        other = by_id.get(question.opposite_of)
        faults = {
            f"id: two questions are called {question.id!r}": by_id[question.id] is not question,
            f"of: {' or '.join(question.of)} names no agent that can answer": not asked_of(spec, question),
            f"opposite_of: {question.opposite_of!r} is no other question of the same scale": question.opposite_of
            and (other is None or other is question or other.ends != question.ends),
        }
        if fault := next((fault for fault, is_met in faults.items() if is_met), ""):
            hint = "Agents that recite or play back words cannot answer." if fault.startswith("of") else ""
            key = f"questions.{number}"
            raise ScenarioError(f"{key}.{fault}", hint=hint, key=f"{key}.{fault.partition(':')[0]}")


def name_moment(moment: str) -> str:
    """Return a moment in words: ``before``, ``after round 3``, ``after``."""
    return moment if moment in (BEFORE, AFTER) else f"after round {round_at(moment)}"


@dataclass(frozen=True)
class GivenAnswer:
    """One agent's answer to one question at one moment."""

    question: SurveyQuestion
    moment: str
    agent: str
    step: str
    value: float | None = None
    """The number on the question's scale; None where there is none."""
    text: str = ""
    """The choice or the words; of a reply off the scale what was said."""

    missing: str = ""
    """Why there is no answer: ``dont_know``, ``off_scale``, or the reason of a step without a reply."""

    @property
    def stance(self) -> float | None:
        """The answer as a stance in [−1, 1], where the question says which end is for the motion; else None."""
        if self.value is None or self.question.ends is None or self.question.agrees is None:
            return None
        low, high = self.question.ends
        share = (self.value - low) / (high - low)
        return tidy(2 * share - 1 if self.question.agrees == "high" else 1 - 2 * share)


def read_answers(spec: RunSpec, outcomes: Iterable[Outcome]) -> Iterator[GivenAnswer]:
    """Yield the answers to a run's questions among some outcomes, in their order."""
    questions = {question.id: question for question in spec.questions}
    for outcome in outcomes:
        if outcome.task == ANSWER_SURVEY.name:
            _, moment, name, agent = outcome.key.split("/")
            yield GivenAnswer(questions[name], moment, agent, outcome.key, *_read_reply(questions[name], outcome))


def _read_reply(question: SurveyQuestion, outcome: Outcome) -> tuple[float | None, str, str]:
    """Return (value, text, why missing) of an answer, as it was said."""
    reply = ANSWER_SURVEY.reply_of(outcome)
    if reply is None:
        return None, "", outcome.reason or outcome.status
    answer = reply.answer
    if answer is None:
        return None, "", DONT_KNOW
    if question.ends is not None and isinstance(answer, float) and question.ends[0] <= answer <= question.ends[1]:
        return answer, "", ""
    if not question.scale and isinstance(answer, str) and (not question.choices or answer in question.choices):
        return None, answer, ""
    return None, answer if isinstance(answer, str) else f"{answer:g}", OFF_SCALE
