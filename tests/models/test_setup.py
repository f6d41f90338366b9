"""From names to performers, and what ``doxa models`` shows."""

from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.metadata import EntryPoint
from threading import Thread

import pytest

from doxa.errors import UnknownNameError
from doxa.evaluation.models import list_models as models
from doxa.models import setup
from doxa.models.conditions import Conditions
from doxa.models.declared import Declaration, _declaration_by
from doxa.models.providers import endpoints
from doxa.models.providers.endpoints import SERVICES
from doxa.models.scripted import ScriptedPerformer
from doxa.models.setup import GROUP, describe, is_answering, performer_for
from doxa.records import plugins
from doxa.records.spec import ModelSettings


@Declaration(kind="simulation", speaks=True, hears=True, priced=False)
def scripted(settings: ModelSettings, conditions: Conditions) -> ScriptedPerformer:
    return ScriptedPerformer(lambda request: settings.model)


@pytest.fixture
def installed(monkeypatch):
    points = [EntryPoint(name=name, group=setup.GROUP, value=f"doxa.models.providers:{name}") for name in SERVICES]
    points.append(EntryPoint(name="scripted", group=setup.GROUP, value=f"{__name__}:scripted"))
    monkeypatch.setattr(
        plugins, "entry_points", lambda group, name=None: [one for one in points if name in (None, one.name)]
    )
    for lookup in (setup.factory_named, _declaration_by):
        lookup.cache_clear()
    yield
    for lookup in (setup.factory_named, _declaration_by):
        lookup.cache_clear()


def test_every_service_is_registered():
    assert set(SERVICES) | {"offline"} <= set(plugins.plugin_names(GROUP))


def test_the_name_before_the_colon_decides_and_an_unknown_one_names_the_nearest(installed):
    assert isinstance(performer_for(ModelSettings(model="scripted:anything")), ScriptedPerformer)
    with pytest.raises(UnknownNameError, match="opneai") as caught:
        performer_for(ModelSettings(model="opneai:gpt-4o"))
    assert "Did you mean 'openai'?" in caught.value.hint


def test_describe_says_what_is_set_and_never_the_key(installed, monkeypatch):
    monkeypatch.setenv("OPENAI_API_KEY", "hush-hush-0123456789")
    monkeypatch.delenv("ANTHROPIC_API_KEY", raising=False)
    found = {one.name: one for one in describe()}
    assert found["openai"].key == "set"
    assert found["openai"].ready
    assert found["anthropic"].todo == ("export ANTHROPIC_API_KEY=…",)
    assert found["ollama"].base_url == "http://localhost:11434/v1"
    assert found["scripted"].ready
    assert "hush-hush" not in repr(found)


@pytest.fixture
def server():
    """A server on this machine that knows no page, which is an answer."""
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as made:
        Thread(target=made.serve_forever, daemon=True).start()
        yield made
        made.shutdown()


def test_a_local_server_is_asked_whether_it_runs(installed, server, monkeypatch, capsys):
    monkeypatch.setattr(endpoints, "find_spec", lambda name: name)
    monkeypatch.setenv("OLLAMA_BASE_URL", f"http://127.0.0.1:{server.server_port}/v1")
    monkeypatch.setenv("DOXA_BASE_URL", "http://models.invalid/v1")
    found = {one.name: one for one in describe()}
    assert (found["ollama"].running, found["ollama"].ready) == (True, True)
    assert found["compatible"].running is None, "another machine is not asked"
    server.shutdown()
    server.server_close()
    stopped = {one.name: one for one in describe()}["ollama"]
    assert (stopped.running, stopped.ready) == (False, False)
    assert stopped.todo[0].startswith("ollama serve")
    models()
    assert f"not running  ollama:NAME      http://127.0.0.1:{server.server_port}/v1" in capsys.readouterr().out


@pytest.mark.parametrize(
    "url", ["", "https://api.openai.com/v1", "http://[::1", "http://localhost.invalid", "http://h:x"]
)
def test_nothing_but_loopback_is_asked(url):
    assert is_answering(url) is None


def test_describe_names_a_missing_extra(installed, monkeypatch):
    monkeypatch.setattr(endpoints, "find_spec", lambda name: None)
    found = {one.name: one for one in describe()}
    assert not found["google"].installed
    assert found["google"].todo[0].startswith("pip install 'doxa[google]'")


@pytest.mark.parametrize("url", ["https://me:pass@host/v1", "https://host/v1?api_key=0123"])
def test_a_base_url_with_credentials_is_refused(url):
    with pytest.raises(ValueError, match="keys belong in the environment"):
        Conditions(base_urls={"compatible": url})
