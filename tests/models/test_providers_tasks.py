"""Every task, asked of the test server through the provider path, receives a reply that parses."""

import asyncio

import pydantic_ai.models.openai  # noqa: F401  (imported here, so that no single test pays for it)
import pytest

from doxa.models.conditions import Conditions
from doxa.models.providers import compatible, performer  # noqa: F401
from doxa.records.spec import ModelSettings
from doxa.tasks.registry import tasks as every_task
from servers.asking import asking
from servers.openai_server import OpenAIServer

CLAIMS = ["Fewer cars mean cleaner air.", "It takes choices away from workers."]
MESSAGE = "I live there. Fewer cars mean cleaner air for children. It takes choices away from those who work at night."
INPUTS = {
    "respond": {"round": 2},
    "recite": {"text": "A prepared line."},
    "extract": {"proposition": "Ban cars.", "text": MESSAGE},
    "classify": {"proposition": "Ban cars.", "claims": CLAIMS},
    "score": {"proposition": "Ban cars.", "claims": CLAIMS},
    "self_update": {"previous": 0.25, "heard": ["Cleaner air."]},
    "judge_stance": {"proposition": "Ban cars.", "speaker": "Violet", "text": MESSAGE},
}


@pytest.mark.parametrize("structured", ["native", "prompted"])
@pytest.mark.parametrize("name", sorted(INPUTS))
def test_a_task_is_answered_and_always_alike(name, structured):
    task = every_task()[name]
    inputs = task.read_inputs(INPUTS[name])

    async def scene(url: str):
        made = compatible(
            ModelSettings(model="compatible:x", structured=structured), Conditions(base_urls={"compatible": url})
        )
        request = asking(name, composed=True, inputs=INPUTS[name])
        try:
            return [await made.perform(request) for _ in range(2)]
        finally:
            await made.close()

    with OpenAIServer() as server:
        first, second = asyncio.run(scene(server.base_url))
        assert len(server.by_body) == 1
    assert first.text == second.text
    reply = task.parse(first.text, inputs)
    if name == "extract":
        assert all(one.snippet in MESSAGE for one in reply.claims)
        assert len(reply.claims) >= 2
    if name == "classify":
        assert [one.polarity for one in reply.judgements] == ["for", "against"]
