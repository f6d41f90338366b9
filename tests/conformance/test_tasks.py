"""Every task: its templates render, its replies have a schema, and its prompt contains only what the task may see."""

import json
from typing import get_args

import pytest

from conformance.samples import WORDS, sample
from doxa.engine.compose import compose, said_block
from doxa.records.claims import Claim
from doxa.records.people import Participant, Proposition
from doxa.records.prompt import rendered
from doxa.records.readout import Readout
from doxa.records.steps import Message
from doxa.tasks.base import FreeText, RememberedClaim, ReplyError, Scene, Sight
from doxa.tasks.registry import task_named
from doxa.tasks.registry import tasks as every_task

MOTION = "Every street should be lined with trees"
JUDGES = ("extract", "classify", "score", "judge_stance", "embed")
tasks = pytest.mark.parametrize("task", every_task().values(), ids=list(every_task()))


def stand_in(side: str = "pro", persona: str = "") -> Scene:
    actor = Participant(id="violet", name="Violet", side=side, persona=persona)
    return Scene(actor=actor, proposition=Proposition(text=MOTION), names={"violet": "Violet", "amber": "Amber"})


def remembered() -> RememberedClaim:
    claim = Claim(id="c", proposition="motion", text="Trees cool a street.", polarity=1, source="m")
    return RememberedClaim(claim=claim, strength=0.5, origin="peer")


@tasks
@pytest.mark.parametrize("persona", ["", "A gardener."])
@pytest.mark.parametrize("side", ["pro", "con", "neutral"])
def test_templates_render(task, side, persona):
    prompt = compose(task, sample(task.Inputs), stand_in(side, persona), ())
    text = rendered(prompt)
    assert "{{" not in text
    assert "{%" not in text
    assert "undefined" not in text.lower()


@tasks
def test_what_a_task_is_given_is_in_its_request(task):
    words = [one for one in json.dumps(sample(task.Inputs).model_dump()).split('"') if one == WORDS]
    request = compose(task, sample(task.Inputs), stand_in(), ())[-1]
    assert request.tag == "request"
    assert not words or WORDS in request.text


@tasks
def test_the_stable_part_does_not_hold_what_changes(task):
    stable = compose(task, sample(task.Inputs), stand_in(), ())[0]
    assert stable.part == "system"
    assert WORDS not in stable.text


@tasks
def test_a_task_sees_only_what_there_is_to_see(task):
    assert task.sees <= set(get_args(Sight))


@pytest.mark.parametrize("name", JUDGES)
def test_a_judge_sees_nothing_but_its_inputs(name):
    assert task_named(name).sees == frozenset()


@tasks
def test_what_speaks_is_words(task):
    assert task.speaks <= task.free_text


@tasks
def test_a_structured_reply_has_a_schema_and_words_have_none(task):
    schema = task.schema()
    assert (schema is None) == (task.Reply is FreeText)
    if schema:
        assert schema["type"] == "object"
        assert set(schema["properties"]) == set(task.Reply.model_fields)


@tasks
def test_a_reply_reads_back_as_itself(task):
    if not task.free_text:
        reply = sample(task.Reply)
        assert task.reading(reply.model_dump_json()) == reply
        assert task.reading(f"```json\n{reply.model_dump_json()}\n```") == reply


@tasks
@pytest.mark.parametrize("answer", ["", "  \n"])
def test_an_empty_answer_is_refused_in_our_own_words(task, answer):
    with pytest.raises(ReplyError) as caught:
        task.parse(answer, sample(task.Inputs))
    assert caught.value.reason in ("empty", "not_json")
    assert "pydantic" not in caught.value.advice


@tasks
@pytest.mark.parametrize("answer", ["[]", "{}", "12", '{"nonsense": 1}', '{"stance": 7}'])
def test_another_shape_is_refused(task, answer):
    if not task.free_text:
        with pytest.raises(ReplyError) as caught:
            task.parse(answer, sample(task.Inputs))
        assert caught.value.reason == "wrong_shape"


@tasks
def test_only_what_a_task_sees_enters_its_prompt(task):
    scene = stand_in()
    seen = {
        "transcript": (said_block(Message(key="m", speaker="amber", text="Roots break it."), scene.names),),
        "stance": Readout(stance=0.3) if task.sees & {"stance", "bands"} else None,
        "evidence": (remembered(),) if "evidence" in task.sees else (),
    }
    shown = Scene(**{**vars(scene), "stance": seen["stance"], "evidence": seen["evidence"]})
    said = seen["transcript"] if "transcript" in task.sees else ()
    tags = {block.tag for block in compose(task, sample(task.Inputs), shown, said)}
    expected = {
        "transcript": {"said"} if "policy" in task.sees else {"opening", "said"},
        "stance": {"stance", "scale"},
        "evidence": {"memory"},
        "policy": {"T", "T asks", "Q", "M", "M asks"},
        "bands": {"bands"},
    }
    given = {block.tag for block in task.material(sample(task.Inputs))} if task.material else set()
    assert tags == {"task", "request"}.union(given, *(expected[one] for one in task.sees))
