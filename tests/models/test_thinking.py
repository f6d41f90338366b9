"""Settings that services have for thinking, and fields of one's own: what reaches the body, the hash and the log."""

from pathlib import Path

import pytest

from doxa.engine.turn import hash_request
from doxa.errors import ModelSetupError
from doxa.experiments.sitting import run
from doxa.models.defaults import with_defaults
from doxa.records.spec import ModelSettings
from servers.asking import ask_model
from servers.openai_server import OpenAIServer

OPENAI, CLAUDE, GEMINI = "openrouter:vendor/model", "anthropic:claude-haiku-4-5", "google:gemini-2.5-flash"


@pytest.fixture(autouse=True)
def _keys(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENROUTER_API_KEY", "sk-0123456789")


@pytest.mark.parametrize(
    ("model", "settings", "sent"),
    [
        (OPENAI, {"reasoning_effort": "high"}, {"reasoning_effort": "high"}),
        (OPENAI, {"extra": {"provider": {"order": ["a"]}}}, {"provider": {"order": ["a"]}}),
        ("compatible:x", {"extra": {"top_a": 0.1}, "top_k": 40}, {"top_a": 0.1, "top_k": 40}),
        (CLAUDE, {"top_k": 40}, {"top_k": 40}),
        (CLAUDE, {"extra": {"service_tier": "auto"}}, {"service_tier": "auto"}),
        (CLAUDE, {"thinking_tokens": 2048}, {"thinking": {"type": "enabled", "budget_tokens": 2048}}),
        (CLAUDE, {"thinking_tokens": 0}, {"thinking": {"type": "disabled"}}),
    ],
)
def test_a_setting_reaches_the_body(model: str, settings: dict, sent: dict, server: OpenAIServer) -> None:
    assert ask_model(server, model, **settings).text
    assert {name: server.bodies[-1][name] for name in sent} == sent


@pytest.mark.parametrize(
    ("settings", "sent"),
    [({"thinking_tokens": 0}, {"thinkingConfig": {"thinking_budget": 0}}), ({"top_k": 40}, {"topK": 40})],
)
def test_google_has_them_in_its_own_place(settings: dict, sent: dict, server: OpenAIServer) -> None:
    assert ask_model(server, GEMINI, **settings).text
    said = server.bodies[-1]["generationConfig"]
    assert {name: said[name] for name in sent} == sent


@pytest.mark.parametrize(
    ("model", "settings", "named"),
    [
        (OPENAI, {"thinking_tokens": 100}, "thinking_tokens"),
        (OPENAI, {"top_k": 40}, "top_k"),
        (GEMINI, {"reasoning_effort": "low"}, "reasoning_effort"),
        (GEMINI, {"extra": {"a": 1}}, "extra"),
        (OPENAI, {"extra": {"model": "another"}}, "extra.model"),
        (CLAUDE, {"extra": {"stream": True}}, "extra.stream"),
        (OPENAI, {"extra": {"temperature": 1}}, "extra.temperature"),
    ],
)
def test_what_a_service_would_not_take_is_refused_before_anything_is_asked(
    model: str, settings: dict, named: str, server: OpenAIServer
) -> None:
    with pytest.raises(ModelSetupError, match=f"does not take {named}"):
        ask_model(server, model, **settings)
    assert server.count == 0


@pytest.mark.parametrize(
    "field", [{"reasoning_effort": "low"}, {"thinking_tokens": 5}, {"extra": {"a": [1, {"b": 2}]}}]
)
def test_they_are_part_of_the_hash_and_their_absence_is_not(field: dict) -> None:
    bare, other = ModelSettings(model="openai:x"), ModelSettings(model="openai:x", **field)
    assert hash_request([], "", bare) != hash_request([], "", other)
    assert not bare.model_dump().keys() & {"reasoning_effort", "thinking_tokens", "extra"}
    assert len({bare, other, ModelSettings(model="openai:x", **field)}) == 2


@pytest.mark.parametrize(
    "extra",
    [
        {"api_key": "abcdef-0123"},
        {"headers": {"x": "key-of-mine/0123"}},
        {"a": ["Bearer abc.def"]},
        {"u": "key-of-mine%2F0123"},
    ],
)
def test_a_key_in_them_is_refused_before_a_log_has_it(
    extra: dict, server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DOXA_API_KEY", "key-of-mine/0123")
    with pytest.raises(ModelSetupError, match=r"models\.speaker\.extra contains a key") as caught:
        with_defaults("speaker", ModelSettings(model="compatible:x", extra=extra))
    assert "0123" not in str(caught.value)
    changes = {"models.speaker": {"model": "compatible:test", "extra": extra}}
    with pytest.raises(ModelSetupError, match="contains a key"):
        run("compulsory-voting", out=tmp_path / "run", changes=changes)
    assert not (tmp_path / "run").exists()


def test_a_run_asks_with_them_and_its_log_has_them(server: OpenAIServer, tmp_path: Path) -> None:
    changes = {"models.speaker": {"model": "compatible:test", "extra": {"top_a": 0.25}, "reasoning_effort": "low"}}
    log = run("compulsory-voting", out=tmp_path / "run", changes={**changes, "script.rounds": 1})
    assert {(body["top_a"], body["reasoning_effort"]) for body in server.bodies} == {(0.25, "low")}
    assert '"top_a":0.25' in (log.path / "spec.json").read_text(encoding="utf-8").replace(" ", "")
