"""The studio in a real browser, over a real server in a process of its own."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

import doxa
from app.browser import Page, find_chromium, open_page
from doxa.log.rundir import open_run
from doxa.studio.processes import MAIN

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="no Chromium")


@dataclass
class Served:
    folder: Path
    process: subprocess.Popen[str]
    link: str

    @property
    def home(self) -> str:
        return self.link.partition("/launch")[0]


@pytest.fixture
def served(tmp_path: Path, finished: Path) -> Iterator[Served]:
    folder = tmp_path / "runs"
    folder.mkdir()
    (folder / "demo").mkdir()
    for file in finished.iterdir():
        (folder / "demo" / file.name).write_bytes(file.read_bytes())
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, "studio", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"COLUMNS": "200"},
    )
    assert process.stdout is not None
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


def handle(page: Page, path: str) -> str:
    listed = "fetch('/api/shelf').then(answer => answer.json())"
    return str(page.evaluate(f"{listed}.then(all => all.runs.find(run => run.path === {path!r}).handle)"))


def open_demo(page: Page, served: Served, place: str = "") -> None:
    page.wait_for("document.querySelector('.row.run')")
    page.navigate(f"{served.home}/run/{handle(page, 'demo')}{place}")
    page.wait_for("document.querySelector('.curves')")


def test_a_slider_shows_exactly_what_doxa_computes(served: Served) -> None:
    with open_page(served.link) as page:
        open_demo(page, served, "#what-if")
        page.wait_for("document.querySelector('.lever')")
        page.evaluate(
            "(() => { const one = [...document.querySelectorAll('.lever')].find(l => l.textContent.startsWith('u'));"
            "const range = one.querySelector('[type=range]');"
            "for (const value of [0.3, 0.5, 0.7]) { range.value = value;"
            "range.dispatchEvent(new Event('input', {bubbles: true})); } })()"
        )
        log = open_run(served.folder / "demo")
        agent = log.spec.participants[0].id
        expected = doxa.what_if(log, {f"agents.{agent}.belief.u": 0.7}).curves[agent][-1].stance
        shown = f"document.querySelector('[data-agent={agent}] [data-stance]')"
        page.wait_for(f"{shown} && Number({shown}.dataset.stance) === {expected!r}")
        assert "doxa whatif" in page.evaluate("document.querySelector('.drawer .copy').textContent")
        assert page.errors == []


def test_a_run_of_a_terminal_is_watched_and_a_cut_connection_loses_nothing(served: Served) -> None:
    words = ["run", "compulsory-voting", "--set", "script.rounds=6", "--quiet", "--out", str(served.folder / "live")]
    with open_page(served.link) as page:
        page.wait_for("document.querySelector('.row.run')")
        run = subprocess.Popen([sys.executable, "-c", MAIN, *words], stdout=subprocess.DEVNULL)
        page.wait_for("document.querySelectorAll('.row.run').length === 2", 60)
        page.navigate(f"{served.home}/run/{handle(page, 'live')}")
        page.wait_for("document.querySelector('.curves')", 60)
        page.call("Network.emulateNetworkConditions", offline=True, latency=0, downloadThroughput=0, uploadThroughput=0)
        run.wait()
        page.call(
            "Network.emulateNetworkConditions", offline=False, latency=0, downloadThroughput=-1, uploadThroughput=-1
        )
        page.wait_for("document.querySelector('.pill.done')", 60)
        count = page.evaluate("document.querySelectorAll('.transcript .turn, .transcript article').length")
        assert count == 12 or "12 turns" in page.evaluate("document.querySelector('.meta').textContent")


def test_another_page_learns_nothing(served: Served, tmp_path: Path) -> None:
    hostile = tmp_path / "hostile.html"
    hostile.write_text("<p>hostile</p>")
    with open_page(served.link) as page:
        page.wait_for("document.querySelector('.row.run')")
        page.navigate(hostile.as_uri())
        read = f"fetch('{served.home}/api/shelf', {{credentials: 'include'}}).then(() => 'read', () => 'refused')"
        assert page.evaluate(read) == "refused"
        framed = (
            f"new Promise(done => {{ const frame = document.createElement('iframe'); frame.src = '{served.home}/';"
            "frame.onload = () => { try { done(frame.contentDocument === null ? 'closed' : 'open') }"
            "catch { done('closed') } }; document.body.append(frame) })"
        )
        assert page.evaluate(framed) == "closed"


def test_ctrl_c_ends_it_within_two_seconds_while_a_stream_is_open(served: Served) -> None:
    events = served.folder / "demo" / "events.jsonl"
    events.write_bytes(b"".join(events.read_bytes().splitlines(keepends=True)[:-1]))
    with open_page(served.link) as page:
        open_demo(page, served)
        page.wait_for("document.querySelector('.pill.live')")
        began = time.monotonic()
        served.process.send_signal(signal.SIGINT)
        served.process.wait(timeout=20)
        assert time.monotonic() - began < 4, "two seconds, and two for a loaded machine"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_phone_shows_every_screen_without_scrolling_sideways(served: Served, scheme: str) -> None:
    with open_page(served.link, width=390) as page:
        page.call("Emulation.setDeviceMetricsOverride", width=390, height=844, deviceScaleFactor=1, mobile=False)
        page.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        page.wait_for("document.querySelector('.row.run')")
        demo = handle(page, "demo")
        for address, there in (
            ("/", ".row.run"),
            (f"/run/{demo}#what-if", ".lever"),
            (f"/compare/{demo}/{demo}", "#compare section"),
            ("/new", "#new option:nth-of-type(2)"),
        ):
            page.navigate(f"{served.home}{address}")
            page.wait_for(f"document.querySelector('{there}')")
            width = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
            assert width <= 0, address


def test_the_keyboard_alone_opens_a_run_and_moves_a_slider(served: Served) -> None:
    with open_page(served.link) as page:
        page.wait_for("document.querySelector('.row.run')")
        for _ in range(12):
            page.press("Tab")
            if page.evaluate("document.activeElement.classList.contains('open')"):
                break
        page.press("Enter")
        page.wait_for("document.querySelector('.curves')")
        page.evaluate("[...document.querySelectorAll('.act')].find(one => one.textContent === 'What if').focus()")
        page.press("Enter")
        page.wait_for("document.querySelector('.lever')")
        page.evaluate("document.querySelector('.lever [type=range]').focus()")
        page.press("ArrowRight", 3)
        page.wait_for("document.querySelector('.ends-table')")
