"""Who may ask the studio: the browser that opened its link, on this machine, from the studio's own page.

Any web page that is open in the same browser can send requests to this machine, and a name that an attacker controls
can be made to point here (DNS rebinding). So every request must name this very host and port, must not come from
another page, and must carry the cookie that was given for the one-time link. Writes must be JSON and carry a header of
their own, for which a browser first asks permission that is never given to others.

Browsers send the cookies of one port to every other port of this machine, so that a program that listens on another one
could learn the cookie. What the folder holds is therefore answered only with a key as well, which the page keeps in its
own storage: that is kept apart by port, and no browser sends it by itself.
"""

import secrets
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

HEADER = "x-doxa"
"""The header that every write carries, with the value 1."""

KEY = "x-doxa-key"
"""The header with the page's key; a stream and a page of the folder, which carry no header, have it as ``key``."""

LAUNCH = "/launch/"

KEYED = ("/api/", "/exhibits/")
"""Addresses that are answered only with the key."""

POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; "
    "connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; object-src 'none'"
)

OWN_SCRIPT = (
    "sandbox allow-scripts; default-src 'none'; script-src {}; style-src 'unsafe-inline'; img-src data:; "
    "font-src data:; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""For pages of the folder: they are of no origin, send nothing, and run only scripts that doxa writes into them."""

SAFE_HEADERS = {
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "no-referrer",
    "cross-origin-resource-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cache-control": "no-store",
}

MISDIRECTED = 421


@dataclass(kw_only=True)
class Access:
    """The link that opens the studio, usable once, and the session that a browser gets for it."""

    port: int
    session: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    token: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    key: str = field(default_factory=lambda: secrets.token_urlsafe(32))
    """What the page keeps beside the cookie, and shows with every request."""
    tell: Callable[[str], None] = lambda link: None
    """Called with the next link whenever one was used."""

    @property
    def link(self) -> str:
        return f"http://127.0.0.1:{self.port}{LAUNCH}{self.token}"

    @property
    def cookie(self) -> str:
        """The cookie's name: with the port, since browsers do not keep the cookies of ports apart."""
        return f"doxa_{self.port}"

    @property
    def hosts(self) -> tuple[str, str]:
        return f"127.0.0.1:{self.port}", f"localhost:{self.port}"

    def use(self, token: str) -> bool:
        """Return whether a token opens the studio; it opens it once."""
        if not secrets.compare_digest(token.encode(), self.token.encode()):
            return False
        self.token = secrets.token_urlsafe(32)
        self.tell(self.link)
        return True

    def knows(self, session: str) -> bool:
        return secrets.compare_digest(session.encode(), self.session.encode())

    def has_key(self, key: str) -> bool:
        return secrets.compare_digest(key.encode(), self.key.encode())


class Guard:
    """Answers requests that may not be asked, and passes on the others; its headers are on every answer."""

    def __init__(self, app: ASGIApp, access: Access) -> None:
        self.app = app
        self.access = access

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "lifespan":
            return await self.app(scope, receive, send)
        if scope["type"] != "http":
            return None  # no other protocol is spoken here

        async def send_safely(message: Message) -> None:
            if message["type"] == "http.response.start":
                headers = MutableHeaders(scope=message)
                headers.setdefault("content-security-policy", POLICY)
                headers.update(SAFE_HEADERS)
            await send(message)

        request = Request(scope, receive)
        answer = self._refusal(request) or self._launch(request) or self._stranger(request)
        await (answer or self.app)(scope, receive, send_safely)
        return None

    def _refusal(self, request: Request) -> Response | None:
        """Return the answer to a request of another host, page or form; None where it may be asked."""
        headers = request.headers
        hosts = headers.getlist("host")
        if len(hosts) != 1 or hosts[0] not in self.access.hosts:
            return _refuse(MISDIRECTED, "This is the studio of doxa. It answers only under its own address.")
        if not self._is_own_page(headers, hosts[0], is_read=request.method in ("GET", "HEAD")):
            return _refuse(403, "Another page asked for this. Only the studio's own page may.")
        return None

    @staticmethod
    def _is_own_page(headers: Headers, host: str, *, is_read: bool) -> bool:
        origins = headers.getlist("origin")
        if any(origin != f"http://{host}" for origin in origins):
            return False
        site = headers.get("sec-fetch-site", "same-origin")
        if is_read:
            # a typed or clicked address comes from no site; the frame of another page does not
            return site == "same-origin" or (site == "none" and headers.get("sec-fetch-dest", "document") == "document")
        kind = headers.get("content-type", "").partition(";")[0].strip().lower()
        return bool(origins) and site == "same-origin" and headers.get(HEADER) == "1" and kind == "application/json"

    def _launch(self, request: Request) -> Response | None:
        """Return the answer to the one-time link: a cookie, and the clean address."""
        path = request.url.path
        if not path.startswith(LAUNCH):
            return None
        if request.method != "GET" or not self.access.use(path.removeprefix(LAUNCH)):
            return _refuse(403, "This link was used before. The terminal in which the studio runs shows the next one.")
        # what follows # is not sent to anybody: the page takes it from there into its own storage
        answer = RedirectResponse(f"/#key={self.access.key}", status_code=303)
        answer.set_cookie(self.access.cookie, self.access.session, httponly=True, samesite="strict", path="/")
        return answer

    def _stranger(self, request: Request) -> Response | None:
        known = self.access.knows(request.cookies.get(self.access.cookie, ""))
        if known and request.url.path.startswith(KEYED):
            known = self.access.has_key(request.headers.get(KEY, request.query_params.get("key", "")))
        return None if known else _refuse(403, "Open the studio with the link in its terminal.")


def _refuse(status: int, sentence: str) -> Response:
    return PlainTextResponse(f"{sentence}\n", status_code=status)
