"""The studio as a process of its own, and a browser's page of it with what tests ask of both."""

import http.client
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from app.browser import Page
from doxa.studio.processes import MAIN
from doxa.studio.shelf import handle_of

KEYED = "{headers: {'x-doxa-key': localStorage.getItem('doxa-key')}}"
"""What a script of the page adds to a request of its own."""

WIDTH, HEIGHT = 1280, 900


@dataclass
class Served:
    """A running studio."""

    folder: Path
    process: subprocess.Popen[str]
    link: str

    @property
    def home(self) -> str:
        return self.link.partition("/launch")[0]


@contextmanager
def served_studio(folder: Path, environment: Mapping[str, str] | None = None) -> Iterator[Served]:
    """Serve a folder until the block ends."""
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "studio", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"COLUMNS": "200"} | dict(environment or {}),
    )
    link = ""
    while not link:
        line = process.stdout.readline()
        assert line, "the studio ended before it gave its link"
        found = re.search(r"http://\S+", line)
        link = found[0] if found else ""
    try:
        yield Served(folder=folder, process=process, link=link)
    finally:
        process.kill()
        process.wait()
        process.stdout.close()


class Visitor:
    """Asks a running studio over its socket, as a page without a browser."""

    def __init__(self, studio: Served) -> None:
        self.host = studio.home.removeprefix("http://")
        opened = self._ask("GET", studio.link.partition(self.host)[2], None, {})
        self.headers = {
            "cookie": (opened.headers["set-cookie"] or "").partition(";")[0],
            "x-doxa-key": (opened.headers["location"] or "").partition("#key=")[2],
            "origin": studio.home,
            "x-doxa": "1",
            "content-type": "application/json",
        }

    def post(self, path: str, body: object) -> int:
        """Return the status of the answer; 0 where the studio ends before it answers."""
        try:
            return self._ask("POST", path, json.dumps(body), self.headers).status
        except (ConnectionError, http.client.HTTPException):
            return 0

    def _ask(self, method: str, path: str, body: str | None, headers: dict[str, str]) -> http.client.HTTPResponse:
        connection = http.client.HTTPConnection(self.host)
        connection.request(method, path, body, headers)
        answer = connection.getresponse()
        answer.read()
        connection.close()
        return answer


@dataclass
class StudioPage:
    """A page of the studio, for one test after the other."""

    page: Page
    studio: Served

    def go(self, address: str, there: str) -> None:
        """Go to a screen, and wait until something is on it."""
        self.page.navigate("about:blank")
        self.page.navigate(f"{self.studio.home}{address}")
        self.wait(there)

    def wait(self, there: str, seconds: float = 20.0) -> None:
        """Wait until an element is there."""
        self.page.wait_for(f"document.querySelector({there!r})", seconds)

    def text(self, place: str) -> str:
        return str(self.page.evaluate(f"document.querySelector({place!r})?.innerText ?? ''"))

    def ask(self, address: str) -> Any:
        """Return what the studio answers the page."""
        return self.page.evaluate(f"fetch({address!r}, {KEYED}).then(answer => answer.json())")

    def handle(self, path: str) -> str:
        return handle_of(str(path))

    def open_run(self, path: str, place: str = "") -> str:
        """Go to a run's page and return its handle."""
        handle = self.handle(path)
        self.go(f"/run/{handle}{place}", ".curves, .trouble")
        return handle

    def press(self, words: str, within: str = "body") -> None:
        """Press the button with these words."""
        self.page.evaluate(
            f"[...document.querySelector({within!r}).querySelectorAll('button')]"
            f".find(button => button.textContent.trim() === {words!r}).click()"
        )

    def write(self, place: str, value: str, event: str = "input") -> None:
        """Write into a field, as somebody who types does; whoever does waits until it is there."""
        self.wait(place)
        self.page.evaluate(
            f"(() => {{ const field = document.querySelector({place!r}); field.value = {value!r};"
            f"field.dispatchEvent(new Event({event!r}, {{bubbles: true}})); }})()"
        )

    def choose(self, place: str, value: str) -> None:
        self.write(place, value, "change")

    def tick(self, place: str) -> None:
        self.wait(place)
        self.page.evaluate(f"document.querySelector({place!r}).click()")

    def sized(self, width: int, height: int = HEIGHT, scheme: str = "light") -> None:
        self.page.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False
        )
        self.page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])

    def offline(self, is_cut: bool) -> None:
        """Cut the browser's network, or mend it."""
        through = 0 if is_cut else -1
        self.page.call(
            "Network.emulateNetworkConditions",
            offline=is_cut,
            latency=0,
            downloadThroughput=through,
            uploadThroughput=through,
        )
