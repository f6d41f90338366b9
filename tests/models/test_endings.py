"""How answers end and what of them is speech, in every interface: what broke off or was only thought is not said."""

import json
from itertools import product
from random import Random

import pytest

from doxa.errors import ModelCallError
from doxa.models.port import Request, Response
from doxa.models.providers.words import spoken
from doxa.records.finishing import ending_of
from doxa.records.spec import ModelSettings
from doxa.tasks.judge_stance import JUDGE_STANCE
from servers.altered import AROUND, INSTEAD, THOUGHT, WRAPPED
from servers.asking import ask_model, asking
from servers.openai_server import OpenAIServer
from servers.provider_faults import DIALECTS, cases, fault_of


def ask(server: OpenAIServer, dialect: str, request: Request | None = None, **settings: object) -> Response:
    return ask_model(server, DIALECTS[dialect], request, **settings)


@pytest.mark.parametrize(("dialect", "name"), list(product(DIALECTS, ["no_finish", "null_finish", "empty_finish"])))
def test_an_answer_that_does_not_say_why_it_ended_broke_off(server: OpenAIServer, dialect: str, name: str) -> None:
    server.always(name)
    with pytest.raises(ModelCallError) as caught:
        ask(server, dialect)
    assert caught.value.status in ("broken_off", "malformed")
    assert (caught.value.status, server.count) == ("broken_off", 2)


@pytest.mark.parametrize("dialect", DIALECTS)
def test_an_unknown_end_is_recorded_as_it_came(server: OpenAIServer, dialect: str) -> None:
    server.always("odd_finish")
    assert ask(server, dialect).finish == "guardrail_intervened"


@pytest.mark.parametrize(
    ("dialect", "name", "finish"),
    [
        (dialect, name, finish)
        for dialect in DIALECTS
        for name, finish in [("length", "length"), ("content_filter", "refusal"), ("tool_finish", "tool_call")]
        if (dialect, name) != ("google", "tool_finish")
    ],
)
def test_a_known_end_has_one_word_in_every_interface(
    server: OpenAIServer, dialect: str, name: str, finish: str
) -> None:
    server.always(name)
    assert ask(server, dialect).finish == finish


@pytest.mark.parametrize(("dialect", "name"), list(product(DIALECTS, WRAPPED)))
def test_only_what_follows_the_reasoning_is_said(server: OpenAIServer, dialect: str, name: str) -> None:
    whole = ask(server, dialect).text
    server.always(name)
    assert ask(server, dialect).text.strip() == whole


@pytest.mark.parametrize(("dialect", "name"), list(product(DIALECTS, AROUND)))
def test_what_stands_around_an_asked_object_is_left_out(server: OpenAIServer, dialect: str, name: str) -> None:
    bare = ask(server, dialect, asking("judge_stance"))
    server.always(name)
    assert ask(server, dialect, asking("judge_stance")).text == bare.text
    assert JUDGE_STANCE.reading(bare.text)


@pytest.mark.parametrize(("dialect", "name"), list(product(DIALECTS, INSTEAD)))
def test_reasoning_and_calls_of_tools_are_not_answers(server: OpenAIServer, dialect: str, name: str) -> None:
    server.always(name)
    answer = ask(server, dialect)
    assert THOUGHT not in answer.text
    if ending_of(answer.finish, answer.text).verdict == "answer":
        assert not answer.text.strip()


@pytest.mark.parametrize("limit", [None, 30_000])
@pytest.mark.parametrize("timeout", [2.0, 600.0])
def test_anthropic_is_never_streamed_and_told_the_limit_that_the_hash_has(
    server: OpenAIServer, limit: int | None, timeout: float
) -> None:
    ask(server, "anthropic", max_tokens=limit)
    sent = ModelSettings(model="anthropic:claude-haiku-4-5", max_tokens=limit).as_sent
    assert server.bodies[-1]["max_tokens"] == sent.max_tokens
    assert not server.bodies[-1].get("stream")


def test_nothing_is_sent_to_anthropic_that_no_setting_names(server: OpenAIServer) -> None:
    ask(server, "anthropic")
    assert set(server.bodies[-1]) <= {"model", "max_tokens", "messages", "system", "stream"}


def test_what_others_send_is_what_the_settings_say() -> None:
    for model in ("offline", "openai:gpt-4o-mini", "google:gemini-2.5-flash", "scripted"):
        assert ModelSettings(model=model).as_sent == ModelSettings(model=model)


@pytest.mark.parametrize(
    "text",
    [
        '{"claims": [{"claim": "They write <think> in prompts", "snippet": "</think>"}]}',
        "I think this is right, and 3 < 4 > 2.",
        "A plain turn, with [brackets] and <b>bold</b>.",
        "The analysis of the assistant is final.",
    ],
)
def test_plain_words_and_json_are_left_as_they_are(text: str) -> None:
    assert spoken(text).text == text
    assert not spoken(text).is_tool_call


def test_reasoning_before_json_is_taken_away() -> None:
    assert json.loads(spoken('<think>{"a": 1}</think>\n{"b": 2}').text) == {"b": 2}


@pytest.mark.parametrize(
    ("finish", "text", "verdict", "reason"),
    [
        ("stop", "words", "answer", ""),
        ("length", "words", "answer", "truncated"),
        ("length", "\u200b", "again", "limit_in_reasoning"),
        ("refusal", "no", "refused", "refusal"),
        ("content_filter", "", "refused", "content_filter"),
        ("tool_call", "Let me see.", "again", "tool_call"),
        ("guardrail_intervened", "words", "answer", "unknown_finish"),
    ],
)
def test_one_rule_says_what_follows_from_an_end(finish: str, text: str, verdict: str, reason: str) -> None:
    ending = ending_of(finish, text)
    assert (ending.verdict, ending.reason) == (verdict, reason)
    assert bool(ending.advice) == (verdict == "again")


@pytest.mark.parametrize("dialect", DIALECTS)
def test_a_sample_of_all_that_a_service_can_answer_wrongly(server: OpenAIServer, dialect: str) -> None:
    plain = ask(server, dialect)
    sample = Random(dialect).sample(sorted(cases(dialect)), 8)
    assert {name: fault for name in sample if (fault := fault_of(server, dialect, name, plain))} == {}
