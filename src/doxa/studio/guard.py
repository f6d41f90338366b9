"""Who may ask the studio, and what the page may name: the browser that opened its link, from its own page.

Any web page that is open in the same browser can send requests to this machine, and a name that an attacker controls
can be made to point here (DNS rebinding). So every request must name this very host and port, must not come from
another page, and must carry the cookie that was given for the one-time link. Writes must be JSON and carry a header of
their own, for which a browser first asks permission that is never given to others.

Browsers send the cookies of one port to every other port of this machine, so that a program that listens on another one
could learn the cookie. What the folder holds is therefore answered only with a key as well, which the page keeps in its
own storage: that is kept apart by port, and no browser sends it by itself.

The page sends text. Whatever system it is for, and whichever of its settings names a file, a value that could be the
path of one is refused: absolute paths, those that go up, and whatever is there on this machine. Names of what doxa
ships are no such paths. A run directory that somebody sent is treated alike before one of its models is asked.
"""

import os
import re
import secrets
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from doxa.errors import LogError, ScenarioError
from doxa.experiments.shipped import shipped_file
from doxa.experiments.sitting import last_terms
from doxa.log.rundir import RunLog
from doxa.records.amend import MIDWAY, SHARED, models_of
from doxa.records.base import JsonValue

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
        if not _is_secret(token, self.token):
            return False
        self.token = secrets.token_urlsafe(32)
        self.tell(self.link)
        return True


def _is_secret(sent: str, secret: str) -> bool:
    """Return whether a text is a secret, in a time that does not tell how much of it is right."""
    return secrets.compare_digest(sent.encode(), secret.encode())


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
        hosts = request.headers.getlist("host")
        if len(hosts) != 1 or hosts[0] not in self.access.hosts:
            return _refuse(MISDIRECTED, "This is the studio of doxa. It answers only under its own address.")
        if not self._is_own_page(request.headers, hosts[0], is_read=request.method in ("GET", "HEAD")):
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
        known = _is_secret(request.cookies.get(self.access.cookie, ""), self.access.session)
        if known and request.url.path.startswith(KEYED):
            known = _is_secret(request.headers.get(KEY, request.query_params.get("key", "")), self.access.key)
        return None if known else _refuse(403, "Open the studio with the link in its terminal.")


def _refuse(status: int, sentence: str) -> Response:
    return PlainTextResponse(f"{sentence}\n", status_code=status)


MODEL = re.compile(r"[A-Za-z0-9_-]+(:[A-Za-z0-9][A-Za-z0-9._/@:-]*)?")
"""A model as ``provider:model``; an address of a server is none."""

FILES = ("recorded", "encoder")
"""Providers whose name is followed by a file or a folder."""

SERVERS = ("base_urls", "prices", "corpora", "files")
"""Run conditions that name servers and files."""

NOT_HERE = "A scenario of the studio cannot name it; write it into a file and give that to doxa run in a terminal."

LONGEST_PATH = 4096

IN_TERMINAL = "Look at it first; then give the command in a terminal: doxa {} {}"


def refuse_reach(plain: Mapping[str, Any], root: Path) -> None:
    """Check that the tables of a text name no server, file or folder.

    Args:
        root: the studio's folder; relative names are looked for below it too.

    Raises:
        ScenarioError: they do.
    """
    for place, value in _texts(plain):
        path = ".".join(place)
        if place[0] == "conditions" and len(place) > 1 and place[1] in SERVERS:
            raise ScenarioError(f"{path} names a server or a file", hint=NOT_HERE, key=path)
        if (len(place) == 2 and place[0] == "models") or place[-1] in ("model", "models"):
            refuse_address(path, value, root)
        refuse_path(path, value, root)


def refuse_changes(changes: Mapping[str, JsonValue], root: Path) -> None:
    """Check that changes of a run's settings name no server, file or folder.

    Raises:
        ScenarioError: one does.
    """
    for path, value in changes.items():
        names = path.split(".")
        if names[0] not in (*MIDWAY, *SHARED, "agents", "script", "seed"):
            raise ScenarioError(f"{path} is not changed from here", hint=NOT_HERE)
        for place, text in _texts({path: value}):
            if names[0] == "models" or names[-1] == "model":
                refuse_address(path, text, root)
            refuse_path(".".join(place), text, root)


def refuse_address(path: str, value: str, root: Path) -> None:
    """Check that a model is ``provider:model``; one in a file must be a file that doxa ships.

    Raises:
        ScenarioError: it could be a server, or a file of the user's.
    """
    provider, _, file = value.partition(":")
    is_own = provider in FILES and not shipped_file(file)
    if is_own or not MODEL.fullmatch(value) or "//" in value or ".." in value:
        raise ScenarioError(f"{path}: {value!r} is not provider:model", hint=NOT_HERE, key=path)
    if provider in FILES:
        refuse_path(path, file, root)  # a file of the user's by the same name would be taken before


def refuse_path(path: str, value: str, root: Path) -> None:
    """Check that a text is not the path of a file.

    Raises:
        ScenarioError: it could be.
    """
    text = value.strip()
    if not text or "\n" in text or len(text) > LONGEST_PATH:
        return
    is_path = text.startswith(("/", "~", "\\")) or ".." in re.split(r"[/\\]", text)
    if is_path or any(os.path.lexists(base / text) for base in (Path.cwd(), root, root / "scenarios")):
        raise ScenarioError(f"{path}: {value!r} is a file or folder", hint=NOT_HERE, key=path)


def refuse_far_models(log: RunLog, root: Path, verb: str) -> None:
    """Check that a run's own directory sends nobody's words or keys elsewhere when its models are asked again.

    Raises:
        LogError: it names a server, a price file, or a file outside the folder for a model.
    """
    hint = IN_TERMINAL.format(verb, log.path)
    conditions = last_terms(log.path).conditions
    for provider, address in conditions.base_urls.items():
        raise LogError(f"this run's directory sends what {provider} is asked to {address}", hint=hint)
    if conditions.prices:
        raise LogError(f"this run's directory names a price file: {conditions.prices}", hint=hint)
    for settings in models_of(log.spec):
        provider, _, file = settings.model.partition(":")
        is_far = not Path(file).expanduser().resolve().is_relative_to(root.resolve())
        if provider in FILES and is_far and (Path(file).exists() or not shipped_file(file)):
            raise LogError(f"this run's directory names a file outside the folder: {settings.model}", hint=hint)


def _texts(value: Any, above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield every text with its place; a text in a list has the place of the list."""
    if isinstance(value, Mapping):
        for name, inner in value.items():
            yield from _texts(inner, (*above, str(name)))
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _texts(inner, above)
    elif isinstance(value, str):
        yield above, value
