"""The provider path against a server on this machine: good answers, and one test for each way of answering wrongly."""

import asyncio
import json
import time

import numpy as np
import pytest

from doxa.errors import ModelCallError, ModelSetupError
from doxa.evidence.vectors import integers
from doxa.models.port import Performer, Request, Response
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings
from servers.asking import ask_model, asking, conditions_at
from servers.openai_server import KEY, OpenAIServer


def ask(server: OpenAIServer, request: Request | None = None, settings: dict | None = None, **changed) -> Response:
    chosen = {"model": "compatible:test"} | (settings or {})
    slower = {"first_wait_s": 0.005, "longest_wait_s": 0.5, "timeout_s": 1.0, "tries": 3}
    return ask_model(server, chosen.pop("model"), request or asking(), conditions=slower | changed, **chosen)


def model_at(server: OpenAIServer, **changed) -> Performer:
    return performer_for(ModelSettings(model="compatible:test"), conditions_at(server, **changed))


def statuses(found: Response | ModelCallError) -> list[str]:
    return [one.status for one in found.tries]


def test_a_reply_brings_text_usage_and_the_revision(server):
    found = ask(server)
    assert -1 <= json.loads(found.text)["stance"] <= 1
    assert found.usage.input_tokens > found.usage.cached_tokens > 0
    assert found.usage.output_tokens > 0
    assert (found.finish, found.revision, found.tries) == ("stop", "test-2026-01-01", ())
    assert found.cost is None, "nobody knows the price of an unlisted model"


def test_system_blocks_and_the_others_are_one_message_each(server):
    ask(server)
    assert server.bodies[0]["messages"] == [
        {"role": "system", "content": "You judge.\n\nFrom -1 to 1."},
        {"role": "user", "content": "I am for it.\n\nTry again."},
    ]


def test_sampling_settings_are_sent_and_nothing_else(server):
    ask(server, asking("respond", inputs={"round": 1}), {"temperature": 0.3, "top_p": 0.9, "max_tokens": 50, "seed": 4})
    sent = server.bodies[0]
    assert {name: sent[name] for name in sent if name not in ("messages", "model")} == {
        "temperature": 0.3,
        "top_p": 0.9,
        "max_tokens": 50,
        "seed": 4,
    }


def test_native_replies_are_held_to_a_strict_schema(server):
    ask(server)
    wanted = server.bodies[0]["response_format"]["json_schema"]
    assert wanted["strict"] is True
    assert wanted["schema"]["required"] == ["stance", "clear"]
    assert wanted["schema"]["additionalProperties"] is False


def test_prompted_replies_are_asked_for_in_the_prompt_alone(server):
    ask(server, settings={"structured": "prompted"})
    assert "response_format" not in server.bodies[0]


def test_openai_itself_has_a_price_and_the_newer_bound_on_output(server):
    found = ask(server, settings={"model": "openai:gpt-4o-mini", "max_tokens": 50})
    assert found.cost > 0
    assert server.bodies[0]["max_completion_tokens"] == 50


def test_ollama_needs_no_key_and_costs_nothing(server):
    found = ask(server, settings={"model": "ollama:llama3.2"})
    assert found.cost == 0.0
    assert "strict" not in server.bodies[0]["response_format"]["json_schema"]


def test_embeddings_come_as_int8_rows_in_order(server):
    texts = ["cars are loud", "cars are loud indeed", "bread"]
    found = ask(server, asking("embed", inputs={"texts": texts}))
    first, second, third = (integers(row) for row in found.vectors)
    near, far = (
        float(np.dot(first, other) / np.linalg.norm(first) / np.linalg.norm(other)) for other in (second, third)
    )
    assert near > far
    assert found.usage.input_tokens > 0


def test_many_calls_share_the_endpoint_within_its_bound(server):
    server.latency = 0.01

    async def ask_at_once() -> list[Response]:
        model = model_at(server, concurrency=4)
        answers = await asyncio.gather(*(model.perform(asking(text=f"statement {n}")) for n in range(20)))
        await model.close()
        return answers

    assert len(asyncio.run(ask_at_once())) == 20
    assert server.most_at_once <= 4


@pytest.mark.parametrize(
    ("trouble", "status"),
    [
        ("rate_limited", "rate_limited"),
        ("server_error", "server_error"),
        ("unavailable", "server_error"),
        ("request_timeout", "timeout"),
        ("reset", "connection"),
        ("cut_off", "connection"),
        ("garbage", "malformed"),
        ("truncated", "malformed"),
        ("wrong_shape", "malformed"),
        ("not_an_object", "malformed"),
        ("html", "malformed"),
        ("nested", "malformed"),
        ("invalid_utf8", "malformed"),
        ("no_choices", "malformed"),
    ],
)
def test_passing_trouble_is_tried_again_and_recorded(server, trouble, status):
    server.plan(trouble)
    found = ask(server)
    assert json.loads(found.text)
    assert statuses(found) == [status]
    assert found.tries[0].waited > 0
    assert server.count == 2


@pytest.mark.parametrize("trouble", ["rate_limited", "server_error", "reset", "truncated", "no_choices"])
def test_lasting_trouble_is_given_up_after_the_bound(server, trouble):
    server.always(trouble)
    with pytest.raises(ModelCallError, match="after 3 tries") as caught:
        ask(server)
    assert len(statuses(caught.value)) == server.count == 3
    assert caught.value.status == statuses(caught.value)[-1]


@pytest.mark.parametrize("trouble", ["stall", "drip"])
def test_a_reply_that_never_ends_is_a_timeout(server, trouble):
    server.always(trouble)
    began = time.monotonic()
    with pytest.raises(ModelCallError) as caught:
        ask(server, timeout_s=0.15, tries=2)
    assert statuses(caught.value) == ["timeout", "timeout"]
    assert time.monotonic() - began < 1.5


def test_nobody_at_home_is_a_connection_fault_told_by_what_the_network_said(server):
    with pytest.raises(
        ModelCallError, match=r"could not be reached.*Connect call failed \('127\.0\.0\.1', 9\)"
    ) as caught:
        ask(server, base_urls={"compatible": "http://127.0.0.1:9/v1"}, tries=2)
    assert statuses(caught.value) == ["connection", "connection"]


def test_retry_after_is_honoured_within_bounds(server):
    server.plan("rate_limited_after", "ok", "rate_limited_long")
    assert ask(server).tries[0].waited >= 0.15
    assert ask(server, longest_wait_s=0.05).tries[0].waited == 0.05


@pytest.mark.parametrize(
    ("trouble", "said"),
    [
        ("key_echo", "does not accept the key"),
        ("forbidden", "does not accept the key"),
        ("not_found", "does not know this model"),
        ("quota", "quota or credit"),
        ("payment", "quota or credit"),
        ("unsupported", "seed"),
    ],
)
def test_what_never_will_work_stops_at_once_with_a_hint(server, trouble, said):
    server.always(trouble)
    with pytest.raises(ModelSetupError, match=said) as caught:
        ask(server)
    assert caught.value.hint
    assert server.count == 1


def test_a_key_that_the_server_echoes_is_not_shown(server):
    server.always("key_echo")
    with pytest.raises(ModelSetupError) as caught:
        ask(server)
    assert KEY not in str(caught.value)
    assert caught.value.__context__ is None


@pytest.mark.parametrize(
    ("trouble", "bound", "status"),
    [("context", 1_000_000, "context_exceeded"), ("huge", 1_000_000, "too_long"), ("huge", 10_000, "too_long")],
    ids=["a prompt beyond the context", "a reply without end", "a bound of one's own"],
)
def test_what_another_try_would_repeat_is_given_up(server, trouble, bound, status):
    server.always(trouble)
    with pytest.raises(ModelCallError) as caught:
        ask(server, longest_reply=bound)
    assert (caught.value.status, server.count) == (status, 1)


@pytest.mark.parametrize(
    ("trouble", "finish"),
    [("refusal", "refusal"), ("content_filter", "refusal"), ("filtered", "refusal"), ("length", "length")],
)
def test_how_a_reply_ended_is_said(server, trouble, finish):
    server.plan(trouble)
    assert ask(server).finish == finish


def test_an_empty_reply_is_a_reply(server):
    server.plan("empty")
    found = ask(server)
    assert (found.text, found.finish) == ("", "stop")


def test_another_unicode_encoding_is_read(server):
    server.plan("utf16")
    assert json.loads(ask(server).text)


def test_too_few_vectors_are_malformed(server):
    server.always("no_choices")
    with pytest.raises(ModelCallError) as caught:
        ask(server, asking("embed", inputs={"texts": ["a", "b"]}))
    assert caught.value.status == "malformed"


@pytest.mark.parametrize("wrong", ["reversed_vectors", "text_placed_vectors", "unplaced_vectors"])
def test_each_text_gets_its_own_vector_in_whatever_order_they_come(server, wrong):
    request = asking("embed", inputs={"texts": ["a", "bb", "ccc"]})
    right = ask(server, request).vectors
    server.always(wrong)
    assert ask(server, request).vectors == right
    assert len(set(right)) == 3


@pytest.mark.parametrize("wrong", ["doubled_vectors", "gap_in_vectors", "half_placed_vectors"])
def test_vectors_that_are_not_one_for_each_text_are_malformed(server, wrong):
    server.always(wrong)
    with pytest.raises(ModelCallError, match=r"one vector for each of 3 texts.*after 3 tries") as caught:
        ask(server, asking("embed", inputs={"texts": ["a", "bb", "ccc"]}))
    assert caught.value.status == "malformed"


def test_cancelling_leaves_no_place_taken(server):
    server.always("stall")

    async def answer_after_cancelled() -> Response:
        model = model_at(server, concurrency=1, timeout_s=5)
        waiting = [asyncio.ensure_future(model.perform(asking())) for _ in range(3)]
        await asyncio.sleep(0.1)
        for call in waiting:
            call.cancel()
        await asyncio.gather(*waiting, return_exceptions=True)
        server.always(None)
        response = await asyncio.wait_for(model.perform(asking()), timeout=5)
        await model.close()
        return response

    assert asyncio.run(answer_after_cancelled()).finish == "stop"
