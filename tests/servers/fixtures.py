"""One server on this machine for all tests of a module, without a plan and with nothing counted in every test."""

from collections.abc import Iterator

import pytest

from servers.openai_server import KEY, KEYS, OpenAIServer


@pytest.fixture(scope="module")
def running_server() -> Iterator[OpenAIServer]:
    with OpenAIServer() as running:
        yield running


@pytest.fixture
def server(running_server: OpenAIServer, monkeypatch: pytest.MonkeyPatch) -> OpenAIServer:
    """Return a server that ``compatible:…`` and ``openai:…`` ask; keys are set for every service."""
    for name in KEYS:
        monkeypatch.setenv(name, KEY)
    for name in ("DOXA_BASE_URL", "OPENAI_BASE_URL"):
        monkeypatch.setenv(name, running_server.base_url)
    running_server.forget()
    return running_server
