"""One server on this machine for all tests of a module, without a plan and with nothing counted in every test."""

from collections.abc import Iterator

import pytest

from servers.batch_server import BatchServer
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


@pytest.fixture(scope="module")
def running_batch_server() -> Iterator[BatchServer]:
    with BatchServer() as running:
        yield running


@pytest.fixture
def batch_server(running_batch_server: BatchServer, monkeypatch: pytest.MonkeyPatch) -> BatchServer:
    """Return a server that every service with batches is asked at; keys are set for all of them."""
    for name in KEYS:
        monkeypatch.setenv(name, KEY)
    monkeypatch.setenv("OPENAI_BASE_URL", running_batch_server.base_url)
    for name in ("ANTHROPIC_BASE_URL", "GOOGLE_BASE_URL"):
        monkeypatch.setenv(name, running_batch_server.base_url.removesuffix("/v1"))
    running_batch_server.forget()
    return running_batch_server
