"""The studio's addresses: JSON for the page, the page itself, and the streams of runs that are being written.

Everything that computes runs in a worker thread, so that no stream waits for it. Of several what-ifs that one page
asks for while a slider moves, only the last is computed. In pages that commands wrote into the folder only doxa's own
scripts run, by their hashes.
"""

import shlex
import socket
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache, cached_property
from hashlib import blake2b
from importlib.resources import files
from pathlib import Path
from threading import Thread
from types import FrameType
from typing import Any

import anyio
import uvicorn
from pydantic import Field, TypeAdapter
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response, StreamingResponse
from starlette.routing import Route

from doxa.analysis.hooks import hooks_of
from doxa.analysis.missing import missing_names, names_of
from doxa.analysis.verify import verify
from doxa.analysis.what_if import recompute
from doxa.beliefs.base import kernel_class, kernel_names
from doxa.errors import DoxaError, LogError
from doxa.log.rundir import RunLog, read_spec
from doxa.records.base import JsonValue, Record, clean
from doxa.studio.asking import JSON, address, setting_text
from doxa.studio.guard import OWN_SCRIPT, Access, Guard
from doxa.studio.levers import ArgumentQuestion, SpeakersClaims, answer_argument, claims_of, levers_of
from doxa.studio.looking import read_bytes
from doxa.studio.opened import Opened, OpenedRuns
from doxa.studio.processes import Children, command
from doxa.studio.seats import Seats, refuse_sight, sitting_in
from doxa.studio.several import Several
from doxa.studio.shelf import Row, RunShelf, is_reading_of, tree_of
from doxa.studio.sparks import Spark, spark_of
from doxa.studio.starting import Starting
from doxa.studio.tailing import Watch
from doxa.terminal.report import page_part, source

PAGE = Path(__file__).parent / "page"

KINDS = {"studio.js": "text/javascript", "studio.css": "text/css"}
"""The files of the page by name; nothing else on the disk has an address."""

SCREENS = ("/", "/new", "/group", "/sets", "/run/{run}", "/compare/{run}/{other}")
"""The addresses of the screens: one page, which reads its own address."""

ROWS: TypeAdapter[list[Row]] = TypeAdapter(list[Row])

CLAIMS: TypeAdapter[tuple[SpeakersClaims, ...]] = TypeAdapter(tuple[SpeakersClaims, ...])


class WhatIfQuestion(Record):
    """A what-if as the page asks it."""

    set: dict[str, JsonValue] = Field(default_factory=dict)
    without: tuple[str, ...] = ()
    page: str = ""
    """A name that the page chose for itself; empty for one whose questions are all answered."""
    number: int = 0
    """Counts the page's questions, so that only the last is computed."""


@dataclass(kw_only=True)
class Studio:
    """What all addresses share."""

    shelf: RunShelf
    runs: OpenedRuns = field(default_factory=OpenedRuns)
    children: Children = field(default_factory=Children)
    stopping: bool = False
    _asked: dict[str, int] = field(default_factory=dict)

    def routes(self) -> list[Route]:
        return [
            *(Route(screen, self.page) for screen in SCREENS),
            Route("/page/{name}", self.file),
            address("/exhibits/{page}", self.exhibits),
            address("/api/shelf", self.list_runs),
            address("/api/runs/{run}/spark", self.spark),
            address("/api/runs/{run}/view", lambda request: self._unless_known(request, Opened.view)),
            address("/api/runs/{run}/opening", lambda request: self._unless_known(request, Opened.opening)),
            address("/api/runs/{run}/whole", lambda request: self._opened(request).whole().head),
            address("/api/runs/{run}/pages/{page}", self.page_of_run),
            address(
                "/api/runs/{run}/memory/{agent}",
                lambda request: self._opened(request).memory(request.path_params["agent"]),
            ),
            address(
                "/api/runs/{run}/find",
                lambda request: self._opened(request).find(request.query_params.get("words", "")),
            ),
            address("/api/runs/{run}/kin", self.kin),
            address("/api/runs/{run}/levers", lambda request: levers_of(self._opened(request).log)),
            address("/api/runs/{run}/claims", lambda request: CLAIMS.dump_json(claims_of(self._opened(request).log))),
            address("/api/runs/{run}/events", self.events),
            address("/api/runs/{run}/what-if", self.what_if, takes=WhatIfQuestion),
            address("/api/runs/{run}/argue", self.argue, takes=ArgumentQuestion),
            address("/api/runs/{run}/verify", self.verify, posts=True),
            *Several(shelf=self.shelf, runs=self.runs).routes(),
            *Seats(path_of=self.shelf.path).routes(),
            *Starting(shelf=self.shelf, runs=self.runs, children=self.children).routes(),
        ]

    async def page(self, request: Request) -> Response:
        return PlainTextResponse((PAGE / "studio.html").read_text(encoding="utf-8"), media_type="text/html")

    async def file(self, request: Request) -> Response:
        name = request.path_params["name"]
        if name not in KINDS:
            return PlainTextResponse("There is no such page.\n", status_code=404)
        return PlainTextResponse((PAGE / name).read_text(encoding="utf-8"), media_type=KINDS[name])

    def list_runs(self, request: Request) -> Response | dict[str, str]:
        rows = self.shelf.rows()
        body = ROWS.dump_json([row for row in rows if not row.within])
        about: dict[str, Any] = {
            "folder": clean(str(self.shelf.root)),
            "sweeps": [clean(name) for name in self.shelf.sweeps],
            "pages": [page.model_dump() for page in self.shelf.pages.values() if not page.within],
        }
        Thread(target=warm_up, args=[frozenset(row.protocol for row in rows)], daemon=True).start()
        whole = bytes(JSONResponse(about).body)[:-1] + b',"runs":' + body
        state = blake2b(whole, digest_size=12).hexdigest()
        if request.query_params.get("state") == state:
            return {"state": state}  # the page has just this; ten thousand rows are megabytes
        return Response(b'%s,"state":"%s"}' % (whole, state.encode()), media_type=JSON)

    def kin(self, request: Request) -> dict[str, Any]:
        """Return the forks that a run belongs to, what reads or judges it, and the pages of its exhibits."""
        handle, rows = request.path_params["run"], self.shelf.rows()
        return {
            "forks": [row.model_dump(mode="json") for row in tree_of(rows, handle)],
            "readings": [row.model_dump(mode="json") for row in rows if is_reading_of(row, handle)],
            "pages": [page.model_dump() for page in self.shelf.pages.values() if page.within == handle],
        }

    def exhibits(self, request: Request) -> Response:
        """Answer with a page that a command wrote: it may show itself and do nothing else."""
        text = read_bytes(str(self.shelf.page(request.path_params["page"])))
        return Response(text, media_type="text/html", headers={"content-security-policy": policy_of_pages()})

    def spark(self, request: Request) -> Spark:
        """Return the small curves of a run, or why it cannot be read."""
        path = self.shelf.path(request.path_params["run"])
        problem = problem_of(path)
        if not problem and sitting_in(path):
            return Spark(curves={}, agents=0, cost=None)
        return Spark(curves={}, agents=0, cost=None, problem=problem) if problem else spark_of(path)

    def page_of_run(self, request: Request) -> bytes:
        run, number = self._opened(request), request.path_params["page"]
        if not number.isdigit() or len(number) > 9:
            raise LogError("the run has no such page")
        return run.page(int(number))

    def _unless_known(self, request: Request, make: Callable[[Opened], bytes]) -> Response:
        """Answer with something of a run, or that the page has it already."""
        run = self._opened(request)
        headers = {"etag": run.etag}
        if request.headers.get("if-none-match") == run.etag:
            return Response(status_code=304, headers=headers)
        return Response(make(run), media_type=JSON, headers=headers)

    def events(self, request: Request) -> Response:
        watch = Watch(
            path=self.shelf.path(request.path_params["run"]),
            spec=self._opened(request).spec_hash[:12],
            last_id=request.headers.get("last-event-id", request.query_params.get("after", "")),
            stopped=lambda: self.stopping,
        )
        return StreamingResponse(watch.stream(), media_type="text/event-stream")

    async def what_if(self, request: Request, question: WhatIfQuestion) -> dict[str, Any]:
        run = await anyio.to_thread.run_sync(self._opened, request)
        if question.page:
            self._asked[question.page] = max(question.number, self._asked.get(question.page, 0))
        # awaited here, not in a worker thread: a hundred questions that wait would take every thread
        answer = await anyio.to_thread.run_sync(self._answer, run, question, limiter=self._folding)
        return {"overtaken": True} if answer is None else {"answer": answer, **run_commands(run.log, question)}

    @cached_property
    def _folding(self) -> anyio.CapacityLimiter:
        """One fold at a time: a second one would only make both late."""
        return anyio.CapacityLimiter(1)

    _hearing = cached_property(lambda studio: anyio.CapacityLimiter(1))
    """One argument at a time; what-ifs, which take no words in, do not wait for it."""

    def _answer(self, run: Opened, question: WhatIfQuestion) -> dict[str, Any] | None:
        if question.page and self._asked[question.page] > question.number:
            return None
        return recompute(run.log, run.folded(), question.set, question.without).model_dump(mode="json")

    async def argue(self, request: Request, question: ArgumentQuestion) -> dict[str, Any]:
        run = await anyio.to_thread.run_sync(self._opened, request)
        return await anyio.to_thread.run_sync(answer_argument, run, question, limiter=self._hearing)

    def verify(self, request: Request) -> dict[str, Any]:
        path = self.shelf.path(request.path_params["run"])
        verification = verify(path)
        facts = {"status": verification.status, "command": command(["verify", str(path)])}
        self.shelf.note_verified(request.path_params["run"], verification.status)
        return verification.model_dump(mode="json") | facts

    def _opened(self, request: Request) -> Opened:
        path = self.shelf.path(request.path_params["run"])
        refuse_sight(path)
        return self.runs.open(path)


@cache
def warm_up(protocols: frozenset[str]) -> None:
    """Import what opening runs of some protocols needs, so that the first one opens as quickly as the next."""
    for protocol in sorted(protocols):
        with suppress(DoxaError):  # told when a run of it is opened
            hooks_of(protocol)
    for name in kernel_names():
        with suppress(DoxaError):
            kernel_class(name)


def run_commands(log: RunLog, question: WhatIfQuestion) -> dict[str, str]:
    """Return what a user would type for a what-if: the command, and the same in Python."""
    words = [
        *(f"--set {shlex.quote(f'{path}={setting_text(value)}')}" for path, value in question.set.items()),
        *(f"--without {shlex.quote(claim)}" for claim in question.without),
    ]
    path = str(log.path)
    return {
        "command": " ".join(["doxa whatif", shlex.quote(path), *words]),
        "python": f"import doxa; doxa.what_if(doxa.open_run({path!r}), {question.set!r}, without={question.without!r})",
    }


def make_app(studio: Studio, access: Access) -> Guard:
    """Return the whole application behind its guard."""
    return Guard(Starlette(routes=studio.routes(), exception_handlers={404: no_such_page}), access)


async def no_such_page(request: Request, error: Exception) -> Response:
    return PlainTextResponse("There is no such page. The shelf of runs is at /\n", status_code=404)


class Server(uvicorn.Server):
    """A server whose streams end before it waits for them."""

    def __init__(self, config: uvicorn.Config, studio: Studio) -> None:
        super().__init__(config)
        self.studio = studio

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        self.studio.stopping = True
        self.studio.runs.folder.stop()
        super().handle_exit(sig, frame)


def serve(root: Path, port: int, tell: Callable[[str], None]) -> None:
    """Serve a folder of runs on this machine until Ctrl-C.

    Args:
        port: 0 for any free one.
        tell: called with the link that opens the studio, once at the start and again whenever it was used.

    Raises:
        DoxaError: the port is taken.
    """
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            listener.bind(("127.0.0.1", port))
        except OSError as error:
            raise DoxaError(
                f"port {port} cannot be used: {error.strerror}",
                hint="Leave --port out for a free one, or name another.",
            ) from None
        access = Access(port=listener.getsockname()[1], tell=tell)
        studio = Studio(shelf=RunShelf(root=root))
        config = uvicorn.Config(
            make_app(studio, access), log_level="warning", access_log=False, timeout_graceful_shutdown=1, lifespan="off"
        )
        server = Server(config, studio)
        tell(access.link)
        server.run(sockets=[listener])


@cache
def policy_of_pages() -> str:
    """Return the content security policy of a page of the folder, which allows the scripts of maps of arguments too."""
    maps = [file for file in (files("doxa.judging") / "debate_pages").iterdir() if file.name.endswith(".js")]
    scripts = [page_part("shared.js"), *(file.read_text(encoding="utf-8") for file in maps)]
    return OWN_SCRIPT.format(" ".join(sorted(map(source, scripts))))


RESTORE = "Bring the file back from a copy, or move the folder away; doxa verify says what is damaged."


def problem_of(path: Path) -> str:
    """Return why a run cannot be opened, by its spec and the format of its log; empty where it seems to be whole."""
    try:
        missing = missing_names(names_of(read_spec(path)), path)
    except DoxaError as error:
        return f"{error.message}. {error.hint or RESTORE}"
    return " ".join(f"{plugin.what}. {plugin.todo}" for plugin in missing)
