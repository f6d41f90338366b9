"""Every task: its templates render, its replies have a schema, and its prompt contains only what the task may see."""

import json
from dataclasses import replace
from itertools import product
from typing import get_args

import pytest

from conformance.samples import WORDS, sample
from doxa.engine.compose import compose, said_block
from doxa.records.claims import Claim, Readout
from doxa.records.spec import Participant, Proposition
from doxa.records.steps import Message, rendered
from doxa.tasks.base import FreeText, RememberedClaim, ReplyError, Scene, Sight
from doxa.tasks.registry import task_named, tasks as every_task

MOTION = "Every street should be lined with trees"
JUDGES = ("extract", "classify", "score", "judge_stance", "embed")
TASKS = list(every_task().values())


def stand_in(side: str = "pro", persona: str = "") -> Scene:
    actor = Participant(id="violet", name="Violet", side=side, persona=persona)
    return Scene(actor=actor, proposition=Proposition(text=MOTION), names={"violet": "Violet", "amber": "Amber"})


def remembered() -> RememberedClaim:
    claim = Claim(id="c", proposition="motion", text="Trees cool a street.", polarity=1, source="m")
    return RememberedClaim(claim=claim, strength=0.5, origin="peer")


def prompt_of(task, side: str = "pro", persona: str = ""):
    return compose(task, sample(task.Inputs), stand_in(side, persona), ())


def test_templates_render():
    for task, side, persona in product(TASKS, ("pro", "con", "neutral"), ("", "A gardener.")):
        text = rendered(prompt_of(task, side, persona))
        assert not any(mark in text.lower() for mark in ("{{", "{%", "undefined")), (task.name, side, persona)


def test_what_a_task_is_given_is_in_its_prompt_and_not_in_its_stable_part():
    for task in TASKS:
        given = WORDS in json.dumps(sample(task.Inputs).model_dump()).split('"')
        stable, *rest = prompt_of(task)
        assert (stable.part, rest[-1].tag) == ("system", "request"), task.name
        assert WORDS not in stable.text, task.name
        assert not given or WORDS in rendered(tuple(rest)), task.name


def test_a_task_sees_only_what_there_is_to_see_and_what_speaks_is_words():
    for task in TASKS:
        assert task.sees <= set(get_args(Sight)), task.name
        assert task.speaks <= task.free_text, task.name
    assert all(task_named(name).sees == frozenset() for name in JUDGES), "a judge sees nothing but its inputs"


def test_a_structured_reply_has_a_schema_and_words_have_none():
    for task in TASKS:
        schema = task.schema()
        assert (schema is None) == (task.Reply is FreeText), task.name
        if schema:
            assert schema["type"] == "object", task.name
            assert set(schema["properties"]) == set(task.Reply.model_fields), task.name


def test_a_reply_reads_back_as_itself():
    for task in TASKS:
        if not task.free_text:
            reply = sample(task.Reply)
            assert task.reading(reply.model_dump_json()) == reply, task.name
            assert task.reading(f"```json\n{reply.model_dump_json()}\n```") == reply, task.name


def test_an_empty_answer_is_refused_in_our_own_words():
    for task, answer in product(TASKS, ("", "  \n")):
        with pytest.raises(ReplyError) as caught:
            task.parse(answer, sample(task.Inputs))
        assert caught.value.reason in ("empty", "not_json"), task.name
        assert "pydantic" not in caught.value.advice, task.name


def test_another_shape_is_refused():
    for task, answer in product(TASKS, ("[]", "{}", "12", '{"nonsense": 1}', '{"stance": 7}')):
        if not task.free_text:
            with pytest.raises(ReplyError) as caught:
                task.parse(answer, sample(task.Inputs))
            assert caught.value.reason == "wrong_shape", (task.name, answer)


SHOWN = {"evidence": {"memory"}, "policy": {"T", "T asks", "Q", "M", "M asks"}}
"""What a task may see → the blocks of its prompt that show this; a position stands in the request."""


def test_only_what_a_task_sees_enters_its_prompt():
    for task in TASKS:
        stance = Readout(stance=0.3) if task.sees & {"stance", "bands"} else None
        scene = replace(stand_in(), stance=stance, evidence=(remembered(),) if "evidence" in task.sees else ())
        said = (said_block(Message(key="m", speaker="amber", text="Roots break it."), scene.names),)
        blocks = compose(task, sample(task.Inputs), scene, said if "transcript" in task.sees else ())
        positions = ("lean towards", "leaning supportive")
        assert any(one in blocks[-1].text for one in positions) == bool(task.sees & {"stance", "bands"}), task.name
        heard = {"said"} if "policy" in task.sees else {"opening", "said"}
        shown = {"stance": set(), "bands": set(), "transcript": heard, **SHOWN}
        given = {block.tag for block in task.material(sample(task.Inputs))} if task.material else set()
        expected = {"task", "request"}.union(given, *(shown[sight] for sight in task.sees))
        assert {block.tag for block in blocks} == expected, task.name
