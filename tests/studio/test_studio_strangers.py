"""Pages of other origins in a real browser learn and write nothing; and a terminal's Ctrl-C ends all streams."""

import http.server
import signal
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import ClassVar

import pytest

from app.browser import find_chromium, open_page
from studio.conftest import copy_run
from studio.served import StudioPage, served_studio

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="no Chromium")


class Stranger(http.server.BaseHTTPRequestHandler):
    """A page on another port of this machine, which notes the cookies that browsers send to it."""

    cookies: ClassVar[list[str]] = []

    def do_GET(self) -> None:
        self.cookies.append(self.headers.get("cookie", ""))
        self.send_response(200)
        self.send_header("content-type", "text/html")
        self.end_headers()
        self.wfile.write(b"<p>hostile</p>")

    def log_message(self, *_: object) -> None:
        pass


@pytest.fixture
def stranger() -> Iterator[str]:
    Stranger.cookies.clear()
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Stranger)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()
    server.server_close()
    thread.join()


ATTACKS = {
    "fetch": "fetch('{home}/api/shelf', {{credentials: 'include'}}).then(() => 'in', () => 'out')",
    "fetch without permission": (
        "fetch('{home}/api/shelf', {{credentials: 'include', mode: 'no-cors'}})"
        ".then(answer => answer.text()).then(text => text ? 'in' : 'out', () => 'out')"
    ),
    "write": (
        "fetch('{home}/api/begin', {{method: 'POST', credentials: 'include', body: '{{}}',"
        "headers: {{'content-type': 'application/json', 'x-doxa': '1'}}}}).then(() => 'in', () => 'out')"
    ),
    "frame": (
        "new Promise(done => {{ const frame = document.createElement('iframe'); frame.src = '{home}/';"
        "frame.onload = () => {{ try {{ done(frame.contentDocument === null ? 'out' : 'in') }}"
        "catch {{ done('out') }} }}; document.body.append(frame) }})"
    ),
    "script": (
        "new Promise(done => {{ const script = document.createElement('script'); script.src = '{home}/page/studio.js';"
        "script.onload = () => done('in'); script.onerror = () => done('out'); document.body.append(script) }})"
    ),
    "image": (
        "new Promise(done => {{ const image = new Image(); image.onload = () => done('in');"
        "image.onerror = () => done('out'); image.src = '{home}/api/shelf' }})"
    ),
    "socket": (
        "new Promise(done => {{ const socket = new WebSocket('{home}/api/shelf'.replace('http', 'ws'));"
        "socket.onopen = () => done('in'); socket.onerror = () => done('out') }})"
    ),
    "stream": (
        "new Promise(done => {{ const stream = new EventSource('{home}/api/runs/0/events', {{withCredentials: true}});"
        "stream.onopen = () => done('in'); stream.onerror = () => done('out') }})"
    ),
}


def test_a_page_on_another_port_reads_and_writes_nothing_though_it_learns_the_cookie(
    studio: StudioPage, stranger: str
) -> None:
    home = studio.studio.home
    studio.page.navigate(stranger)
    for name, attack in ATTACKS.items():
        assert studio.page.evaluate(attack.format(home=home)) == "out", name
    (cookie, *_) = Stranger.cookies
    assert cookie.startswith(f"doxa_{home.rpartition(':')[2]}="), "browsers send cookies to every port"
    assert studio.page.evaluate("localStorage.getItem('doxa-key')") is None, "the key is kept apart by port"
    studio.page.errors.clear()  # what the browser says of its refusals


def test_a_file_and_a_page_without_an_origin_read_nothing(studio: StudioPage, tmp_path: Path) -> None:
    (tmp_path / "hostile.html").write_text("<p>hostile</p>")
    studio.page.navigate((tmp_path / "hostile.html").as_uri())
    for name in ("fetch", "write", "frame"):
        assert studio.page.evaluate(ATTACKS[name].format(home=studio.studio.home)) == "out", name
    studio.page.errors.clear()


def test_a_link_opens_one_browser_and_no_second_one(studio: StudioPage) -> None:
    studio.page.navigate(studio.studio.link)
    assert "used before" in studio.page.evaluate("document.body.innerText")


@pytest.mark.parametrize("streams", [5])
def test_ctrl_c_ends_it_within_two_seconds_while_streams_are_open(finished: Path, tmp_path: Path, streams: int) -> None:
    events = copy_run(finished, tmp_path / "runs" / "demo") / "events.jsonl"
    events.write_bytes(b"".join(events.read_bytes().splitlines(keepends=True)[:-1]))
    with served_studio(tmp_path / "runs") as studio, open_page(studio.link) as browser:
        page = StudioPage(page=browser, studio=studio)
        page.wait(".row.run")
        page.open_run("demo")
        page.wait(".pill.unfinished")
        address = f"/api/runs/{page.handle('demo')}/events?key="
        browser.evaluate(
            f"(() => {{ for (let n = 1; n < {streams}; n++)"
            f"new EventSource('{address}' + localStorage.getItem('doxa-key')) }})()"
        )
        time.sleep(0.3)
        began = time.monotonic()
        studio.process.send_signal(signal.SIGINT)
        studio.process.wait(timeout=20)
        assert time.monotonic() - began < 4, "two seconds, and two for a loaded machine"
