"""What is refused before any call is made, and the other two interfaces: Anthropic's and Google's."""

import json

import pytest

from doxa.errors import ModelCallError, ModelSetupError
from doxa.models.conditions import Conditions
from doxa.models.port import Performer, Response
from doxa.models.providers import endpoints
from doxa.models.providers.endpoints import SERVICES
from doxa.models.redaction import redact
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings
from servers.asking import ask_model, asking
from servers.base_urls import BASE_URLS, PROXIES, SERVED, fault_of_proxy, fault_of_url
from servers.openai_server import KEY, OpenAIServer

KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "GEMINI_API_KEY", "DOXA_BASE_URL", "OLLAMA_BASE_URL")


@pytest.fixture(autouse=True)
def _own_environment(monkeypatch):
    for name in KEYS:
        monkeypatch.delenv(name, raising=False)


def build(model: str, url: str = "", **settings: object) -> Performer:
    urls = {model.partition(":")[0]: url} if url else {}
    return performer_for(ModelSettings(model=model, **settings), Conditions(base_urls=urls))


@pytest.mark.parametrize(
    ("model", "todo"),
    [
        ("openai:gpt-4o", "export OPENAI_API_KEY"),
        ("anthropic:claude-haiku-4-5", "export ANTHROPIC_API_KEY"),
        ("google:gemini-2.5-flash", "export GOOGLE_API_KEY"),
        ("compatible:x", "export DOXA_BASE_URL"),
    ],
)
def test_what_is_not_set_is_named(model, todo):
    with pytest.raises(ModelSetupError, match="cannot be used yet") as caught:
        build(model)
    assert todo in caught.value.hint


def test_a_missing_extra_is_named(monkeypatch):
    monkeypatch.setattr(endpoints, "find_spec", lambda name: None)
    with pytest.raises(ModelSetupError) as caught:
        build("ollama:llama3.2")
    assert "pip install 'doxa[openai]'" in caught.value.hint


@pytest.mark.parametrize("url", BASE_URLS)
@pytest.mark.parametrize("service", SERVED)
def test_a_base_url_that_cannot_be_used_is_refused_before_anything_is_asked(service, url):
    assert fault_of_url(service, url) == ""


@pytest.mark.parametrize("variable", PROXIES)
@pytest.mark.parametrize("service", SERVED)
def test_no_proxy_is_asked_for_a_server_on_this_machine(service, variable, server):
    assert fault_of_proxy(server, service, variable) == ""


def test_a_password_in_a_url_is_not_shown():
    assert redact("it is http://me:pass@host/v1 now") == "it is http://[redacted]@host/v1 now"


def test_a_model_without_a_name_is_refused():
    with pytest.raises(ModelSetupError, match="names no model"):
        build("ollama")


@pytest.mark.parametrize(
    ("model", "settings"),
    [
        ("anthropic:claude-haiku-4-5", {"seed": 1}),
        ("anthropic:claude-opus-5", {"temperature": 0.5}),
        ("openai:gpt-5", {"temperature": 0.5}),
        ("openai:o3", {"top_p": 0.5}),
    ],
)
def test_a_setting_that_would_be_dropped_in_silence_is_refused(monkeypatch, model, settings):
    monkeypatch.setenv("OPENAI_API_KEY", "none-needed")
    monkeypatch.setenv("ANTHROPIC_API_KEY", "none-needed")
    with pytest.raises(ModelSetupError, match="does not take") as caught:
        build(model, **settings)
    assert next(iter(settings)) in str(caught.value)


DIALECTS = ["anthropic:claude-haiku-4-5", "google:gemini-2.5-flash"]


def ask(server: OpenAIServer, model: str, **conditions: object) -> Response:
    return ask_model(server, model, asking(), conditions={"longest_wait_s": 1.0, **conditions}, max_tokens=100)


@pytest.mark.parametrize("model", DIALECTS)
def test_the_other_interfaces_answer(server, model):
    found = ask(server, model)
    assert -1 <= json.loads(found.text)["stance"] <= 1
    assert found.usage.input_tokens > 0
    assert found.cost > 0


@pytest.mark.parametrize("model", DIALECTS)
@pytest.mark.parametrize(
    ("trouble", "status"),
    [
        ("rate_limited_after", "rate_limited"),
        ("server_error", "server_error"),
        ("reset", "connection"),
        ("truncated", "malformed"),
        ("wrong_shape", "malformed"),
    ],
)
def test_the_other_interfaces_try_again(server, model, trouble, status):
    server.plan(trouble)
    found = ask(server, model)
    assert [one.status for one in found.tries] == [status]
    assert json.loads(found.text)


@pytest.mark.parametrize("model", DIALECTS)
def test_the_other_interfaces_hide_an_echoed_key(server, model):
    server.always("key_echo")
    with pytest.raises(ModelSetupError, match="does not accept the key") as caught:
        ask(server, model)
    assert KEY not in str(caught.value)


@pytest.mark.parametrize("model", DIALECTS)
def test_the_other_interfaces_bound_a_reply(server, model):
    server.always("stall")
    with pytest.raises(ModelCallError) as caught:
        ask(server, model, timeout_s=0.15, tries=1)
    assert caught.value.status == "timeout"


def test_anthropic_gives_no_embeddings(server):
    with pytest.raises(ModelSetupError, match="gives no embeddings"):
        ask_model(server, "anthropic:claude-haiku-4-5", asking("embed", inputs={"texts": ["a"]}))


@pytest.mark.parametrize(
    ("key", "why"),
    [
        ("'sk-0123456789'", "quotation marks"),
        ('"sk-0123456789"', "quotation marks"),
        ("“sk-0123456789”", "no header takes"),
        ("sk-0123456789é", "no header takes"),
        ("sk-0123\n456789", "a line break"),
        ("sk-0123\r456789", "a line break"),
        ("sk-0123 456789", "a space"),
        ("sk-0123\x00456789".replace("\x00", "\x7f"), "no header takes"),
    ],
)
@pytest.mark.parametrize("model", ["openai:x", "anthropic:x", "google:x", "compatible:x", "ollama:x"])
def test_a_key_that_no_header_can_carry_stops_before_anything_is_asked(model, key, why, server, monkeypatch):
    monkeypatch.setenv(SERVICES[model.partition(":")[0]].keys[0], key)
    with pytest.raises(ModelSetupError, match=why) as caught:
        ask_model(server, model)
    assert server.count == 0
    assert "0123" not in str(caught.value)
    assert SERVICES[model.partition(":")[0]].keys[0] in caught.value.hint


def test_white_space_around_a_key_is_no_part_of_it(server, monkeypatch):
    monkeypatch.setenv("DOXA_API_KEY", " sk-0123456789\n")
    assert ask_model(server, "compatible:x").text


@pytest.mark.parametrize(("model", "is_openai"), [("openai:x", True), ("compatible:x", False), ("ollama:x", False)])
def test_what_the_environment_holds_for_openai_goes_to_openai_alone(model, is_openai, server, monkeypatch):
    monkeypatch.setenv("OPENAI_ORG_ID", "org-of-mine")
    monkeypatch.setenv("OPENAI_PROJECT_ID", "project-of-mine")
    monkeypatch.setenv("OPENAI_CUSTOM_HEADERS", "X-Of-Mine: private\nAuthorization: Bearer of-mine")
    monkeypatch.setenv("OPENAI_ADMIN_KEY", "admin-of-mine")
    monkeypatch.setenv("DOXA_API_KEY", "sk-0123456789")
    assert ask_model(server, model).text
    sent = str(server.headers)
    assert [part in sent for part in ("org-of-mine", "project-of-mine", "private")] == [is_openai] * 3
    assert "admin-of-mine" not in sent
    assert is_openai or "of-mine" not in sent
