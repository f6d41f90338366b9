"""Every task, asked of the test server through the provider path, receives a reply that parses."""

import pytest

from doxa.tasks.registry import tasks as every_task
from servers.asking import ask_model, asking

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
def test_a_task_is_answered_and_always_alike(server, name, structured):
    task, request = every_task()[name], asking(name, composed=True, inputs=INPUTS[name])
    first, second = (ask_model(server, "compatible:x", request, structured=structured) for _ in range(2))
    assert len(server.by_body) == 1
    assert first.text == second.text
    reply = task.parse(first.text, request.inputs)
    if name == "extract":
        assert all(claim.snippet in MESSAGE for claim in reply.claims)
        assert len(reply.claims) >= 2
    if name == "classify":
        assert [judgement.polarity for judgement in reply.judgements] == ["for", "against"]
