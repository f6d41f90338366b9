"""The scripted performer."""

import asyncio

import pytest

from doxa.errors import ModelCallError
from doxa.models.port import Performer, Response
from doxa.models.scripted import ScriptedPerformer
from servers.asking import asking


def ask(performer, *requests):
    async def asked():
        return [await performer.perform(request) for request in requests]

    return asyncio.run(asked())


def test_a_function_answers_and_calls_are_counted():
    scripted = ScriptedPerformer(lambda request: request.step.key)
    assert [found.text for found in ask(scripted, asking(), asking())] == ["r01/judge_stance"] * 2
    assert scripted.calls == scripted.by_step["r01/judge_stance"] == 2


def test_a_table_answers_by_step_and_then_by_task():
    found = ask(
        ScriptedPerformer({"r01/respond": "step", "judge_stance": Response(text="task", finish="length")}),
        asking("respond", inputs={"round": 1}),
        asking(),
    )
    assert [(one.text, one.finish) for one in found] == [("step", "stop"), ("task", "length")]


def test_what_the_script_lacks_fails():
    with pytest.raises(ModelCallError, match="no answer") as caught:
        ask(ScriptedPerformer({}), asking())
    assert caught.value.status == "unscripted"


def test_what_the_function_raises_is_raised():
    def refuse(_):
        raise ModelCallError("no", status="timeout")

    with pytest.raises(ModelCallError, match="no"):
        ask(ScriptedPerformer(refuse), asking())


def test_it_is_a_performer_and_takes_its_time():
    scripted = ScriptedPerformer(lambda _: "x", latency=lambda _: 0.01)
    assert isinstance(scripted, Performer)
    assert ask(scripted, asking())[0].text == "x"
