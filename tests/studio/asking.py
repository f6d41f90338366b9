"""Requests to the studio's application without a network: one call of its ASGI interface."""

import asyncio
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from doxa.studio.guard import Access
from doxa.studio.server import Studio, make_app
from doxa.studio.shelf import RunShelf

PORT = 8765
HOST = f"127.0.0.1:{PORT}"
OWN = {"host": HOST, "origin": f"http://{HOST}", "x-doxa": "1", "content-type": "application/json"}


@dataclass
class Answer:
    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def json(self) -> Any:
        return json.loads(self.body)


class Application:
    """The studio over a folder, with the cookie of a browser that opened its link."""

    def __init__(self, folder: Path) -> None:
        self.access = Access(port=PORT)
        self.studio = Studio(shelf=RunShelf(root=folder))
        self.app = make_app(self.studio, self.access)
        self.cookie = f"{self.access.cookie}={self.access.session}"

    def ask(self, path: str, method: str = "GET", body: object = None, headers: dict[str, str] | None = None) -> Answer:
        """Return the answer to the studio's own page, or to the headers that are given in place of its own."""
        return asyncio.run(self.send(path, method, body, headers))

    async def send(
        self,
        path: str,
        method: str = "GET",
        body: object = None,
        headers: dict[str, str] | None = None,
        gone: asyncio.Event | None = None,
    ) -> Answer:
        """As ``ask``, for several requests at once; ``gone`` is set when the page is closed without its answer."""
        if headers is None:
            read = {"host": HOST, "cookie": self.cookie, "x-doxa-key": self.access.key}
            headers = {**OWN, **read} if method == "POST" else read
        parts = [{"type": "http.request", "body": b"" if body is None else _encoded(body), "more_body": False}]
        sent: list[dict[str, Any]] = []
        plain, _, query = path.partition("?")
        scope = {
            "type": "http",
            "method": method,
            "path": plain,
            "raw_path": plain.encode(),
            "query_string": query.encode(),
            "headers": [(name.encode(), value.encode()) for name, value in headers.items()],
            "scheme": "http",
            "server": ("127.0.0.1", PORT),
        }

        async def receive() -> dict[str, Any]:
            if not parts:
                await (gone or asyncio.Event()).wait()
            return parts.pop() if parts else {"type": "http.disconnect"}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        return Answer(
            status=sent[0]["status"],
            headers={name.decode(): value.decode() for name, value in sent[0]["headers"]},
            body=b"".join(message.get("body", b"") for message in sent[1:]),
        )


def _encoded(body: object) -> bytes:
    return body if isinstance(body, bytes) else json.dumps(body).encode()
