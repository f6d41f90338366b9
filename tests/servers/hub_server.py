"""A small server over loopback that speaks the interface of the Hugging Face hub, as far as one file is fetched by it.

In a test:    with HubServer({"org/repo": {"a.gguf": b"…"}}) as hub: … hub.url, hub.requests

HEAD and GET of ORGANISATION/REPOSITORY/resolve/main/FILE answer with the headers that huggingface_hub reads (ETag,
X-Repo-Commit, X-Linked-Size, Accept-Ranges), and api/models/…/tree/main lists the files.
"""

import hashlib
import json
import threading
import time
from collections.abc import Mapping
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self

COMMIT = "c0ffee" + "0" * 34
TOKEN = "hf_hush_0123456789"
PIECE = 1024


class HubServer:
    """Serves files on threads of its own while its ``with`` block is open."""

    def __init__(self, repositories: Mapping[str, Mapping[str, bytes]]) -> None:
        self.repositories = repositories
        self.gated: set[str] = set()
        """Repositories whose terms a reader accepts first; the token opens them."""
        self.breaks_after: list[int] = []
        """After how many bytes each of the next answers breaks off, in order."""
        self.wait = 0.0
        """Seconds before each kilobyte."""
        self.claims: int | None = None
        """The size that the headers state in place of the right one."""
        self.requests: list[tuple[str, str, str]] = []
        """Method, path and Range of each request."""

        class Handler(_Handler):
            hub = self

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, kwargs={"poll_interval": 0.02}).start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._server.shutdown()
        self._server.server_close()


class _Handler(BaseHTTPRequestHandler):
    hub: HubServer

    def log_message(self, *_: object) -> None:
        """Print nothing."""

    def do_HEAD(self) -> None:
        self.do_GET()

    def do_GET(self) -> None:
        self.hub.requests.append((self.command, self.path, self.headers.get("Range", "")))
        parts = self.path.partition("?")[0].strip("/").split("/")
        is_listing = parts[:2] == ["api", "models"]
        repository = "/".join(parts[2:4] if is_listing else parts[:2])
        if repository not in self.hub.repositories:
            self._refuse(401, "RepoNotFound")
        elif repository in self.hub.gated and self.headers.get("Authorization") != f"Bearer {TOKEN}":
            self._refuse(401, "GatedRepo")
        elif is_listing:
            files = self.hub.repositories[repository]
            self._send(
                json.dumps(
                    [{"type": "file", "path": name, "size": len(files[name]), "oid": "0"} for name in files]
                ).encode()
            )
        elif (name := "/".join(parts[4:])) not in self.hub.repositories[repository]:
            self._refuse(404, "EntryNotFound")
        else:
            self._send(self.hub.repositories[repository][name])

    def _refuse(self, status: int, code: str) -> None:
        self.send_response(status)
        for header, value in {"X-Error-Code": code, "X-Repo-Commit": COMMIT, "Content-Length": "0"}.items():
            self.send_header(header, value)
        self.end_headers()

    def _send(self, content: bytes) -> None:
        first = int(self.headers.get("Range", "bytes=0-").removeprefix("bytes=").rstrip("-"))
        self.send_response(206 if first else 200)
        self.send_header("ETag", f'"{hashlib.sha256(content).hexdigest()}"')
        self.send_header("X-Repo-Commit", COMMIT)
        self.send_header("X-Linked-Size", str(len(content) if self.hub.claims is None else self.hub.claims))
        self.send_header("Accept-Ranges", "bytes")
        self.send_header("Content-Length", str(len(content) - first))
        if first:
            self.send_header("Content-Range", f"bytes {first}-{len(content) - 1}/{len(content)}")
        self.end_headers()
        if self.command == "GET":
            end = first + self.hub.breaks_after.pop(0) if self.hub.breaks_after else len(content)
            for start in range(first, end, PIECE):
                time.sleep(self.hub.wait)
                self.wfile.write(content[start : min(start + PIECE, end)])
