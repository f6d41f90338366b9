"""Services as rows of a table: each answers by its name, with its own key, and a user's own row is one of them."""

import json
from pathlib import Path

import pytest

from doxa.errors import ModelSetupError, UnknownNameError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.models.conditions import Conditions
from doxa.models.declared import is_language_model, takes_prompts
from doxa.models.providers.endpoints import SERVICES, SERVICES_FILE, service_of
from doxa.models.setup import factory_named, performer_for
from doxa.records.spec import ModelSettings
from servers.asking import ask_model, asking
from servers.openai_server import OpenAIServer

WITH_KEYS = sorted(name for name, service in SERVICES.items() if service.keys)
MODELS = {"anthropic": "claude-haiku-4-5", "google": "gemini-2.5-flash"}
OWN = """
[gateway]
keys = ["GATEWAY_KEY"]
default_url = "{url}"
headers = {{"X-Team" = "blue", "X-Pass" = "$GATEWAY_PASS"}}

[shed]
default_url = "{url}"
needs_key = false
max_tokens = "max_completion_tokens"
"""


@pytest.fixture
def own(server: OpenAIServer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's own file of two services, both at the test server."""
    path = tmp_path / "services.toml"
    path.write_text(OWN.format(url=server.base_url), encoding="utf-8")
    monkeypatch.setenv(SERVICES_FILE, str(path))
    monkeypatch.setenv("GATEWAY_KEY", "gateway-key-0123")
    monkeypatch.setenv("GATEWAY_PASS", "let-me-in")
    factory_named.cache_clear()
    return path


@pytest.mark.parametrize("name", WITH_KEYS)
def test_every_service_answers_by_its_name_with_its_own_key(
    name: str, server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    service = SERVICES[name]
    for variable in {key for other in SERVICES.values() for key in other.keys}:
        monkeypatch.setenv(variable, "sk-of-somebody-else")
    monkeypatch.setenv(service.keys[0], f"key-of-{name}-0123")
    answer = ask_model(
        server, f"{name}:{MODELS.get(service.family, 'vendor/model-7b')}", asking("judge_stance"), max_tokens=77
    )
    assert -1 <= json.loads(answer.text)["stance"] <= 1
    sent = [
        text for header, text in server.headers.items() if header in ("authorization", "x-api-key", "x-goog-api-key")
    ]
    assert sent[0].removeprefix("Bearer ") == f"key-of-{name}-0123"
    assert is_language_model(f"{name}:x")
    if service.family == "openai":
        assert server.bodies[-1][service.max_tokens] == 77
        assert ("strict" in server.bodies[-1]["response_format"]["json_schema"]) == service.strict


@pytest.mark.parametrize("name", [name for name in WITH_KEYS if SERVICES[name].needs_key])
def test_a_service_without_its_key_says_which_variable(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in SERVICES[name].keys:
        monkeypatch.delenv(variable, raising=False)
    with pytest.raises(ModelSetupError, match="cannot be used yet") as caught:
        performer_for(ModelSettings(model=f"{name}:x"), Conditions())
    assert f"export {SERVICES[name].keys[0]}=…" in caught.value.hint


def test_no_two_services_share_a_variable() -> None:
    urls = [service.url for service in SERVICES.values() if service.url]
    keys = [key for service in SERVICES.values() for key in service.keys]
    assert len(urls) == len(set(urls))
    assert len(keys) == len(set(keys))


@pytest.mark.usefixtures("own")
def test_a_service_of_ones_own_is_one_like_any_other(server: OpenAIServer) -> None:
    assert ask_model(server, "gateway:x").text
    assert server.headers["authorization"] == "Bearer gateway-key-0123"
    assert (server.headers["x-team"], server.headers["x-pass"]) == ("blue", "let-me-in")
    assert ask_model(server, "shed:x", max_tokens=5).text
    assert server.bodies[-1]["max_completion_tokens"] == 5
    assert "x-team" not in server.headers
    assert is_language_model("gateway:x")


@pytest.mark.usefixtures("own")
def test_a_log_states_that_a_service_of_ones_own_has_language_models(monkeypatch: pytest.MonkeyPatch) -> None:
    spec = plan(load_scenario("compulsory-voting", {"models.extractor": "gateway:x"}))
    monkeypatch.delenv(SERVICES_FILE)
    assert takes_prompts(spec.roles["extractor"]), "a reader without the file hears jointly as the run did"
    assert spec.roles["speaker"].declared is None


@pytest.mark.usefixtures("own")
def test_a_header_whose_variable_is_not_set_stops_before_anything_is_asked(
    server: OpenAIServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("GATEWAY_PASS")
    with pytest.raises(ModelSetupError, match="the header X-Pass of gateway is empty"):
        ask_model(server, "gateway:x")
    assert server.count == 0


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("[gateway", "cannot be used"),
        ("gateway = 3", "cannot be used"),
        ("[gateway]\nbase = 'http://x'", "base"),
        ("[gateway]\nkeys = ['K']", "the base URL of gateway is missing"),
        ("[gateway]\ndefault_url = 'http://me:pass@x/v1'", "contains a user, a password or a query"),
        ("[openai]\ndefault_url = 'http://x/v1'", "openai is the name of another provider"),
        ("[offline]\ndefault_url = 'http://x/v1'", "offline is the name of another provider"),
        ("[gateway]\ndefault_url = 'http://x/v1'\nprovider = 'os:system'", "provider"),
    ],
)
def test_a_file_that_is_no_table_of_services_is_refused(
    text: str, why: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "services.toml"
    path.write_text(text, encoding="utf-8")
    monkeypatch.setenv(SERVICES_FILE, str(path))
    with pytest.raises(ModelSetupError, match=why) as caught:
        service_of("gateway:x")
    assert "me:pass" not in str(caught.value)


def test_an_unknown_provider_names_the_services() -> None:
    with pytest.raises(UnknownNameError, match="no model provider is named 'grok'") as caught:
        factory_named("grok")
    assert "openrouter" in caught.value.hint
