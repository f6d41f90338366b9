"""What a service sends back: bombs are bounded, other hosts get nothing, and the key is in no file."""

import gzip
import json
import re
import threading
import zlib
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from doxa.engine.gate import UsageWarning
from doxa.errors import ModelSetupError
from doxa.experiments.sitting import run
from doxa.log.rundir import RunLog
from servers.openai_server import good_answer

KEY = "sk-secret-key-of-the-test"
SETTINGS = {
    "script.rounds": 1,
    "conditions.tries": 1,
    "conditions.longest_reply": 1000,
    "conditions.give_up_after": 50,
}
SERVICES = ("openai", "anthropic", "google", "compatible")
URLS = {"openai": "OPENAI_BASE_URL", "anthropic": "ANTHROPIC_BASE_URL", "google": "GOOGLE_BASE_URL"}


class Service:
    """A server whose answers a test shapes: ``shape(right answer, headers)`` → status, headers, body."""

    def __init__(self) -> None:
        self.count = 0
        self.shape: Any = lambda body, headers: (200, {}, body)
        service = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                sent = self.rfile.read(int(self.headers["content-length"]))
                right = json.dumps(good_answer(self.path, json.loads(sent), sent)).encode()
                service.count += 1
                status, headers, body = service.shape(right, self.headers)
                self.send_response(status)
                for name, value in ({"content-type": "application/json"} | headers).items():
                    self.send_header(name, value)
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: object) -> None:
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.thread = threading.Thread(target=self.server.serve_forever, kwargs={"poll_interval": 0.01}, daemon=True)
        self.thread.start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server.server_port}"

    def close(self) -> None:
        self.server.shutdown()
        self.server.server_close()


@pytest.fixture
def service() -> Iterator[Service]:
    running = Service()
    yield running
    running.close()


@pytest.fixture
def other() -> Iterator[Service]:
    running = Service()
    yield running
    running.close()


def ask(kind: str, service: Service, out: Path, monkeypatch: pytest.MonkeyPatch, **changes: Any) -> RunLog:
    """Return the log of a round whose speakers a service plays."""
    bare = kind in ("anthropic", "google")
    monkeypatch.setenv(URLS.get(kind, "DOXA_BASE_URL"), service.url + ("" if bare else "/v1"))
    for name in ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "DOXA_API_KEY"):
        monkeypatch.setenv(name, KEY)
    return run("compulsory-voting", out=out, changes={**SETTINGS, "models.speaker": f"{kind}:test", **changes})


@pytest.mark.parametrize("kind", SERVICES)
@pytest.mark.parametrize(("encoding", "press"), [("gzip", gzip.compress), ("deflate", zlib.compress)])
def test_a_compressed_answer_is_read(
    kind: str, encoding: str, press, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.shape = lambda body, headers: (200, {"content-encoding": encoding}, press(body))
    log = ask(kind, service, tmp_path / "run", monkeypatch)
    assert {call.status for call in log.calls()} == {"ok"}


@pytest.mark.parametrize("kind", SERVICES)
def test_a_bomb_is_too_long(kind: str, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    service.shape = lambda body, headers: (200, {"content-encoding": "gzip"}, gzip.compress(b" " * 3_000_000))
    log = ask(kind, service, tmp_path / "run", monkeypatch)
    assert {call.status for call in log.calls() if call.role == "speaker"} == {"too_long"}


def test_a_compression_that_was_not_asked_for_is_refused(
    service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    twice = gzip.compress(gzip.compress(b" " * 1000))
    service.shape = lambda body, headers: (200, {"content-encoding": "gzip, gzip"}, twice)
    log = ask("compatible", service, tmp_path / "run", monkeypatch)
    assert {call.status for call in log.calls() if call.role == "speaker"} == {"malformed"}


@pytest.mark.parametrize("kind", SERVICES)
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_a_redirect_to_another_host_is_refused(
    kind: str, status: int, service: Service, other: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.shape = lambda body, headers: (status, {"location": f"{other.url}/v1/chat/completions"}, b"")
    with pytest.raises(ModelSetupError, match=r"redirects to another host, http://127\.0\.0\.1"):
        ask(kind, service, tmp_path / "run", monkeypatch)
    assert other.count == 0


@pytest.mark.parametrize("kind", SERVICES)
def test_a_redirect_within_the_host_is_followed(
    kind: str, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if kind == "google":
        pytest.skip("Google's client follows no redirect at all")
    places = {"openai": "/v1/chat/completions", "compatible": "/v1/chat/completions", "anthropic": "/v1/messages"}
    service.shape = lambda body, headers: (
        (200, {}, body) if service.count % 2 == 0 else (307, {"location": places[kind]}, b"")
    )
    log = ask(kind, service, tmp_path / "run", monkeypatch)
    assert {call.status for call in log.calls()} == {"ok"}


@pytest.mark.parametrize("kind", SERVICES)
def test_a_key_that_the_service_repeats_is_in_no_file(
    kind: str, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def echo(body: bytes, headers: Any) -> tuple[int, dict[str, str], bytes]:
        texts = body.decode().replace('"text": "', f'"text": "{KEY} ').replace('"content": "', f'"content": "{KEY} ')
        return 200, {}, texts.replace("test", f"test-{KEY}").encode()

    service.shape = echo
    log = ask(kind, service, tmp_path / "run", monkeypatch)
    files = [path for path in log.path.rglob("*") if path.is_file()]
    assert not [path.name for path in files if KEY.encode() in path.read_bytes()]
    assert "[redacted]" in (log.path / "calls.jsonl").read_text()


@pytest.mark.parametrize("kind", ["anthropic", "compatible"])
def test_a_number_for_a_models_name_costs_no_answer(
    kind: str, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def number(body: bytes, headers: Any) -> tuple[int, dict[str, str], bytes]:
        return 200, {}, json.dumps(json.loads(body) | {"model": 7}).encode()

    service.shape = number
    log = ask(kind, service, tmp_path / "run", monkeypatch)
    assert all(call.status in ("ok", "malformed") for call in log.calls())


@pytest.mark.parametrize("digits", [400, 5_000])
@pytest.mark.parametrize("kind", SERVICES)
def test_a_count_that_no_float_holds_costs_no_answer_and_ends_no_run(
    kind: str, digits: int, service: Service, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def endless(body: bytes, headers: Any) -> tuple[int, dict[str, str], bytes]:
        return 200, {}, re.sub(rb'(okens|okenCount)": \d+', rb'\1": ' + b"9" * digits, body)

    service.shape = endless
    with pytest.warns(UsageWarning, match="cannot be"):
        log = ask(kind, service, tmp_path / "run", monkeypatch, **{"conditions.longest_reply": 10_000})
    calls = [call for call in log.calls() if call.role == "speaker"]
    assert service.count == len(calls)
    assert {(call.status, call.input_tokens, call.output_tokens) for call in calls} == {("ok", None, None)}
    assert all(("99999" if digits < 4_300 else "Infinity") in call.reported_usage for call in calls)
