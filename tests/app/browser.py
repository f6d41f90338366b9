"""A headless Chromium for tests of pages, controlled over its own debugging pipe: no driver, port or socket.

``open_page`` loads a file and returns a ``Page``: evaluate expressions in it, and read what its console said,
what it asked of the network and which errors it threw. Documented at chromedevtools.github.io/devtools-protocol.
"""

import fcntl
import json
import os
import select
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-dev-shm-usage",
    "--remote-debugging-pipe",
)
CODES = {
    "Tab": 9,
    "Enter": 13,
    "Escape": 27,
    " ": 32,
    "End": 35,
    "Home": 36,
    "ArrowLeft": 37,
    "ArrowUp": 38,
    "ArrowRight": 39,
    "ArrowDown": 40,
}
"""The keys that a test may press, by the code that a browser goes by."""
PATIENCE = 60.0
"""Seconds to wait for one answer of the browser; a loaded machine starts it slowly."""


def find_chromium() -> str | None:
    """Return the browser to test with: ``$DOXA_CHROMIUM``, else the first known name on the path, else None."""
    named = os.environ.get("DOXA_CHROMIUM")
    if named:
        return shutil.which(named)
    return next((found for name in NAMES if (found := shutil.which(name))), None)


@dataclass
class Page:
    """One open page, with lists that grow: texts of console errors and exceptions, and requested addresses."""

    reader: int
    writer: int
    session: str = ""
    errors: list[str] = field(default_factory=list)
    requests: list[str] = field(default_factory=list)
    loaded: bool = False
    _count: int = 0
    _rest: bytes = b""

    def call(self, method: str, **params: Any) -> dict[str, Any]:
        """Send one command and return its result; events that arrive before it are noted."""
        self._count += 1
        command: dict[str, Any] = {"id": self._count, "method": method, "params": params}
        if self.session:
            command["sessionId"] = self.session
        _write(self.writer, json.dumps(command).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            message = self._receive(deadline)
            if message.get("id") == self._count:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return dict(message["result"])
            self._note(message)

    def evaluate(self, expression: str) -> Any:
        """Return the value of a JavaScript expression; a promise is awaited."""
        result = self.call("Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in result:
            raise RuntimeError(f"{expression}: {result['exceptionDetails']}")
        return result["result"].get("value")

    def press(self, key: str, times: int = 1) -> None:
        """Press and release a key, which the focused element receives."""
        pressed = {"key": key, "windowsVirtualKeyCode": CODES[key]}
        written = {"text": {"Enter": "\r"}.get(key, key)} if key in ("Enter", " ") else {}
        for _ in range(times):
            self.call("Input.dispatchKeyEvent", type="keyDown", **pressed, **written)
            self.call("Input.dispatchKeyEvent", type="keyUp", **pressed)

    def wait_for(self, condition: str, seconds: float = 20.0) -> None:
        """Wait until a JavaScript expression is true.

        Raises:
            AssertionError: the expression was not true in time.
        """
        deadline = time.monotonic() + seconds
        while not self.evaluate(f"Boolean({condition})"):
            assert time.monotonic() < deadline, f"the page never reached: {condition}"
            time.sleep(0.02)

    def navigate(self, address: str) -> None:
        """Go to an address, and wait until it has loaded."""
        self.loaded = False
        self.call("Page.navigate", url=address)
        self.wait_for_load()

    def wait_for_load(self) -> None:
        deadline = time.monotonic() + PATIENCE
        while not self.loaded:
            self._note(self._receive(deadline))

    def text(self, place: str) -> str:
        """Return the text of the first element that a selector finds."""
        return str(self.evaluate(f"document.querySelector({place!r}).textContent"))

    def select(self, batch: int) -> None:
        """Have a report show one batch."""
        self.evaluate(f"location.hash = '#batch={batch}'")
        self.wait_for(f"document.querySelector('#ledger').dataset.batch === '{batch}'")

    def _receive(self, deadline: float) -> dict[str, Any]:
        while b"\0" not in self._rest:
            ready, _, _ = select.select([self.reader], [], [], max(0.0, deadline - time.monotonic()))
            chunk = os.read(self.reader, 1 << 20) if ready else b""
            if not chunk:
                raise RuntimeError("the browser ended" if ready else f"the browser was silent for {PATIENCE:.0f} s")
            self._rest += chunk
        line, self._rest = self._rest.split(b"\0", 1)
        return dict(json.loads(line))

    def _note(self, message: dict[str, Any]) -> None:
        params = message.get("params", {})
        match message.get("method"):
            case "Page.loadEventFired":
                self.loaded = True
            case "Network.requestWillBeSent":
                self.requests.append(params["request"]["url"])
            case "Runtime.exceptionThrown":
                self.errors.append(json.dumps(params["exceptionDetails"]))
            case "Log.entryAdded":
                self.errors.append(f"{params['entry']['level']}: {params['entry']['text']}")
            case "Runtime.consoleAPICalled":
                self.errors.append(f"console.{params['type']}: {params['args']}")


@contextmanager
def open_page(path: Path | str, *, address: str = "", width: int = 1280, height: int = 900) -> Iterator[Page]:
    """Open a file, or an address given as text, in a fresh browser and yield its page once it has loaded.

    Args:
        address: appended to the file's URL (#…).
    """
    program = find_chromium()
    if program is None:
        raise RuntimeError("no Chromium: install it, or set DOXA_CHROMIUM to its path")
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as profile:
        command = [program, *FLAGS, f"--user-data-dir={profile}", f"--window-size={width},{height}"]
        process, page = _started(command, profile)
        try:
            _attach(page)
            page.call("Page.navigate", url=path if isinstance(path, str) else path.resolve().as_uri() + address)
            page.wait_for_load()
            # a window in the background shows its focus to nobody, and which one is in front is chance; said earlier,
            # this would be forgotten when the page comes
            page.call("Emulation.setFocusEmulationEnabled", enabled=True)
            yield page
        finally:
            os.close(page.writer)
            process.terminate()
            process.wait(timeout=20)
            os.close(page.reader)


def _attach(page: Page) -> None:
    target = page.call("Target.createTarget", url="about:blank")["targetId"]
    page.session = page.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
    for domain in ("Page", "Runtime", "Network", "Log"):
        page.call(f"{domain}.enable")
    page.requests.clear()
    page.errors.clear()
    page.loaded = False


def _started(command: list[str], scratch: str) -> tuple[subprocess.Popen[bytes], Page]:
    """Start the browser with its commands on descriptor 3 and its answers on descriptor 4."""
    from_us, to_browser = os.pipe()
    from_browser, to_us = os.pipe()
    lifted = [fcntl.fcntl(one, fcntl.F_DUPFD_CLOEXEC, 10) for one in (from_us, to_us)]

    def plug_in() -> None:
        os.dup2(lifted[0], 3)
        os.dup2(lifted[1], 4)

    process = subprocess.Popen(
        command,
        preexec_fn=plug_in,
        pass_fds=(3, 4),
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"TMPDIR": scratch},  # it leaves folders there
    )
    for one in (from_us, to_us, *lifted):
        os.close(one)
    return process, Page(reader=from_browser, writer=to_browser)


def _write(descriptor: int, content: bytes) -> None:
    while content:
        content = content[os.write(descriptor, content) :]
