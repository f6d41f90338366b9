"""A small OpenAI-compatible server over loopback that answers well, or wrongly on demand (in three dialects).

In a test:    with OpenAIServer() as server: server.plan("rate_limited", "reset"); … server.base_url
As a script:  python tests/servers/openai_server.py --port 0 --latency 0.02     (prints its base URL, then serves)

It is a bare asyncio protocol, so that a benchmark on the same machine measures the client and not the server.
"""

import argparse
import asyncio
import hashlib
import json
import socket
import struct
import sys
import threading
from collections import Counter, deque
from collections.abc import Callable
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from servers.altered import NAMES, altered
from servers.answers import DIMENSIONS, answer, embedding, number
from servers.dialects import from_anthropic, from_google, is_anthropic, is_google, to_anthropic, to_google
from servers.misbehaviour import WRONGS, Reply, http, wrong

KEY = "hush-hush-0123456789"
KEYS = ("OPENAI_API_KEY", "ANTHROPIC_API_KEY", "GOOGLE_API_KEY", "DOXA_API_KEY")

Choice = Callable[[dict[str, Any]], str | None]
"""Given a request body, the misbehaviour to answer it with, or None to answer well."""

Tops = Callable[[dict[str, Any]], dict[str, float]]
"""Given a request body, the likeliest first tokens with their log-probabilities."""


class OpenAIServer:
    """Serves on a thread of its own while its ``with`` block is open."""

    def __init__(self, *, port: int = 0, latency: float = 0.0, choose: Choice | None = None) -> None:
        self.port = port
        self.is_single = False
        """Whether requests wait for one another: each takes the latency by itself, also where nobody awaits it."""
        self._free_at = 0.0
        self.latency = latency
        self.choose = choose
        self.tops: Tops | None = None
        """The log-probabilities of first tokens, where a request asks for them; a server without any ignores this."""
        self.count = 0
        self.by_body: Counter[str] = Counter()
        self.bodies: list[dict[str, Any]] = []
        self.headers: dict[str, str] = {}
        """The headers of the last request, by their names in small letters."""
        self.keep_bodies = True
        self.present = 0
        self.most_at_once = 0
        self._planned: deque[str | Reply] = deque()
        self._always: str | Reply | None = None
        self._ready = threading.Event()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}/v1"

    def plan(self, *names: str | Reply) -> None:
        """Answer the next requests with these, one each; ``ok`` is a good answer."""
        self._planned.extend(names)

    def always(self, name: str | Reply | None) -> None:
        """Answer every request with this, once the plan is used up: a misbehaviour, or these bytes."""
        self._always = name

    def forget(self) -> None:
        """Be as a server that was just started: without a plan, and nothing counted."""
        self.always(None)
        self.latency, self.choose, self.is_single, self.tops = 0.0, None, False, None
        self.count = self.most_at_once = 0
        for kept in (self._planned, self.bodies, self.by_body):
            kept.clear()

    def __enter__(self) -> "OpenAIServer":
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()), daemon=True)
        self._thread.start()
        self._ready.wait(10)
        return self

    def __exit__(self, *_: object) -> None:
        self._loop.call_soon_threadsafe(self._stop.set)
        self._thread.join(10)

    async def _serve(self) -> None:
        self._loop, self._stop = asyncio.get_running_loop(), asyncio.Event()
        connections: set[asyncio.BaseTransport] = set()
        server = await self._loop.create_server(
            lambda: _Connection(self, connections), "127.0.0.1", self.port, backlog=1024
        )
        self.port = server.sockets[0].getsockname()[1]
        self._ready.set()
        async with server:
            await self._stop.wait()
            for transport in list(connections):
                transport.abort()  # type: ignore[attr-defined]

    def run(self) -> None:
        """Serve in this thread until interrupted; print the base URL once ready."""
        threading.Thread(target=self._announce, daemon=True).start()
        asyncio.run(self._serve())

    def _announce(self) -> None:
        self._ready.wait()
        print(self.base_url, flush=True)

    def reply(self, path: str, body: bytes, key: str) -> Reply:
        """Answer one request."""
        self.count += 1
        asked = json.loads(body)
        if self.keep_bodies:
            self.bodies.append(asked)
            self.by_body[hashlib.sha256(body).hexdigest()] += 1
        if self._planned:
            name: str | Reply | None = self._planned.popleft()
        else:
            name = self._always or (self.choose(asked) if self.choose else None)
        if isinstance(name, Reply):
            return name
        if name == "other_width":
            return http("200 OK", json.dumps(embeddings(asked, width=DIMENSIONS // 2)).encode())
        if name in MISPLACED and path.endswith("/embeddings"):
            return http("200 OK", json.dumps(misplaced(embeddings(asked), name)).encode())
        if name in NAMES and not path.endswith("/embeddings"):
            return http("200 OK", json.dumps(good_answer(path, asked, body, name)).encode())
        if name not in (None, "ok"):
            return wrong(name, completion(asked if "messages" in asked else {"messages": []}, body), key)
        right = good_answer(path, asked, body)
        if asked.get("logprobs") and self.tops:
            listed = [{"token": token, "logprob": chance, "bytes": None} for token, chance in self.tops(asked).items()]
            right["choices"][0] |= {"finish_reason": "length", "logprobs": {"content": [{"top_logprobs": listed}]}}
        return http("200 OK", json.dumps(right).encode())


def good_answer(path: str, asked: dict[str, Any], body: bytes, alteration: str = "") -> dict[str, Any]:
    """Answer in the interface that a request was made in; altered in one thing where that is named."""

    def answered(request: dict[str, Any]) -> dict[str, Any]:
        right = completion(request, body)
        return altered(alteration, right) if alteration else right

    if is_anthropic(path):
        return to_anthropic(answered(from_anthropic(asked)))
    if is_google(path):
        return to_google(answered(from_google(asked, path)))
    return embeddings(asked) if path.endswith("/embeddings") else answered(asked)


def completion(asked: dict[str, Any], body: bytes) -> dict[str, Any]:
    """Return a chat completion whose content depends on the request body alone."""
    text = answer(asked)
    spent = {"prompt_tokens": len(body) // 4, "completion_tokens": len(text) // 4 + 1}
    return {
        "id": f"chatcmpl-{number(body)}",
        "object": "chat.completion",
        "created": 1_700_000_000,
        "model": f"{asked.get('model', 'none')}-2026-01-01",
        "choices": [{"index": 0, "finish_reason": "stop", "message": {"role": "assistant", "content": text}}],
        "usage": spent
        | {
            "total_tokens": sum(spent.values()),
            "prompt_tokens_details": {"cached_tokens": spent["prompt_tokens"] // 2},
        },
    }


def embeddings(asked: dict[str, Any], width: int = DIMENSIONS) -> dict[str, Any]:
    texts = [asked["input"]] if isinstance(asked["input"], str) else asked["input"]
    rows = [
        {"object": "embedding", "index": place, "embedding": embedding(text)[:width]}
        for place, text in enumerate(texts)
    ]
    tokens = sum(len(text) // 4 + 1 for text in texts)
    return {
        "object": "list",
        "model": asked.get("model", "none"),
        "data": rows,
        "usage": {"prompt_tokens": tokens, "total_tokens": tokens},
    }


PLACES: dict[str, Callable[[list[int]], list[Any]]] = {
    "doubled_vectors": lambda places: [places[0], *places[:-1]],
    "gap_in_vectors": lambda places: [*places[:-1], places[-1] + 1],
    "half_placed_vectors": lambda places: [None, *places[1:]],
    "text_placed_vectors": lambda places: [str(place) for place in places],
    "unplaced_vectors": lambda places: [None for _ in places],
}
"""Name → which texts the vectors of an answer say they are of, one for each vector."""

MISPLACED = ("reversed_vectors", *PLACES)
"""The answers whose vectors are told in another order, each with its place, or with other places."""


def misplaced(answer: dict[str, Any], name: str) -> dict[str, Any]:
    """Return embeddings in another order, or with other places, as the name says."""
    rows = answer["data"]
    if name == "reversed_vectors":
        return answer | {"data": rows[::-1]}
    places = PLACES[name](list(range(len(rows))))
    return answer | {"data": [row | {"index": place} for row, place in zip(rows, places, strict=True)]}


class _Connection(asyncio.Protocol):
    """One keep-alive HTTP/1.1 connection; requests on it are answered one after the other."""

    def __init__(self, server: OpenAIServer, connections: set[asyncio.BaseTransport]) -> None:
        self._server = server
        self._connections = connections
        self._buffer = bytearray()
        self._transport: asyncio.Transport | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        self._transport = transport  # type: ignore[assignment]
        self._connections.add(transport)

    def connection_lost(self, _: Exception | None) -> None:
        if self._transport:
            self._connections.discard(self._transport)
        self._transport = None

    def data_received(self, data: bytes) -> None:
        self._buffer += data
        end = self._buffer.find(b"\r\n\r\n")
        if end < 0:
            return
        head = bytes(self._buffer[:end]).decode("latin-1")
        headers = {name.lower(): value.strip() for name, _, value in (x.partition(":") for x in head.split("\r\n")[1:])}
        length = int(headers.get("content-length", 0))
        if len(self._buffer) < end + 4 + length:
            return
        body = bytes(self._buffer[end + 4 : end + 4 + length])
        del self._buffer[: end + 4 + length]
        server = self._server
        server.headers = headers
        server.present += 1
        server.most_at_once = max(server.most_at_once, server.present)
        key = headers.get("authorization", "").removeprefix("Bearer ")
        key = headers.get("x-api-key") or headers.get("x-goog-api-key") or key
        reply = server.reply(head.split(" ", 2)[1], body, key)
        if server.latency and reply.manner == "whole":
            loop = asyncio.get_running_loop()
            begun = max(loop.time(), server._free_at if server.is_single else 0.0)
            server._free_at = begun + server.latency
            loop.call_at(server._free_at, self._send, reply)
        else:
            self._send(reply)

    def _send(self, reply: Reply) -> None:
        self._server.present -= 1
        if self._transport is None:
            return
        match reply.manner:
            case "whole":
                self._transport.write(reply.head + reply.body)
            case "reset":
                if reply.head:
                    self._transport.write(reply.head + reply.body)
                sock = self._transport.get_extra_info("socket")
                if sock and not reply.head:
                    sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                self._transport.close()
            case "drip":
                self._transport.write(reply.head)
                self._drip(reply.body)
            case "stall":
                pass

    def _drip(self, rest: bytes) -> None:
        if self._transport is None or not rest:
            return
        self._transport.write(rest[:1])
        asyncio.get_running_loop().call_later(0.02, self._drip, rest[1:])


def flaky(share: float) -> Choice:
    """Return a choice that spoils about this share of the requests, each body's first asking only."""
    seen: set[int] = set()
    troubles = ("rate_limited", "server_error", "reset", "truncated", "no_choices")

    def choose(asked: dict[str, Any]) -> str | None:
        mark = number(json.dumps(asked))
        if mark in seen or mark % 1000 >= share * 1000:
            return None
        seen.add(mark)
        return troubles[mark // 1000 % len(troubles)]

    return choose


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--port", type=int, default=0)
    parser.add_argument("--latency", type=float, default=0.0, help="seconds before each answer")
    parser.add_argument("--flaky", type=float, default=0.0, help="share of requests spoiled at their first asking")
    parser.add_argument("--always", choices=(*WRONGS, *NAMES), help="answer every request with this")
    asked = parser.parse_args()
    server = OpenAIServer(port=asked.port, latency=asked.latency, choose=flaky(asked.flaky) if asked.flaky else None)
    server.keep_bodies = False
    server.always(asked.always)
    server.run()


if __name__ == "__main__":
    main()
