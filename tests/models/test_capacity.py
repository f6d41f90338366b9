"""What a server states of itself, read from answers in the form of llama.cpp's, of vLLM's and of nobody's."""

import json
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread

import pytest

from doxa.models.providers.capacity import Capacity, read_capacity
from doxa.models.providers.endpoints import SERVICES, Endpoint

LLAMA = {
    "/props": {"default_generation_settings": {"n_ctx": 8192, "params": {}}, "total_slots": 2, "model_alias": "x"},
    "/v1/models": {"data": [{"id": "x", "meta": {"n_ctx_train": 32768, "n_params": 5}}]},
}
VLLM = {"/v1/models": {"data": [{"id": "x", "max_model_len": 4096}]}}
ODD = {"/props": [{"n_ctx": "many"}, {"total_slots": True}], "/v1/models": 7}


class _Server(ThreadingHTTPServer):
    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: dict[str, object] = {}
        self.keys: list[str | None] = []


class _Handler(BaseHTTPRequestHandler):
    server: _Server

    def do_GET(self) -> None:
        self.server.keys.append(self.headers.get("authorization"))
        found = self.path in self.server.answers
        self.send_response(200 if found else 404)
        self.end_headers()
        self.wfile.write(json.dumps(self.server.answers.get(self.path)).encode())

    def log_message(self, *_: object) -> None:
        """Print nothing."""


@pytest.fixture
def stating() -> Iterator[_Server]:
    server = _Server()
    thread = Thread(target=server.serve_forever)
    thread.start()
    yield server
    server.shutdown()
    thread.join()
    server.server_close()


@pytest.mark.parametrize(
    ("answers", "capacity"),
    [
        (LLAMA, Capacity(context=8192, slots=2)),
        (VLLM, Capacity(context=4096)),
        (ODD, Capacity()),
        ({}, Capacity()),
    ],
)
def test_context_and_slots_are_those_that_a_server_states(
    answers: dict[str, object], capacity: Capacity, stating: _Server
) -> None:
    stating.answers = answers
    url = f"http://127.0.0.1:{stating.server_port}/v1"
    endpoint = Endpoint(service=SERVICES["compatible"], model="x", base_url=url, key="secret")
    assert read_capacity(endpoint) == capacity
    assert set(stating.keys) == {None}


def test_a_server_that_is_gone_and_a_hosted_service_state_nothing() -> None:
    for name in ("compatible", "openai"):
        endpoint = Endpoint(service=SERVICES[name], model="x", base_url="http://127.0.0.1:9/v1", key="secret")
        assert read_capacity(endpoint) == Capacity()
