"""A long run in a real browser: only the turns in sight are in the page, and every turn can be reached."""

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.browser import Page, find_chromium, open_page
from doxa.analysis.building import view_of
from doxa.log.rundir import open_run
from doxa.studio.processes import MAIN
from doxa.terminal.report import write_report
from long_log import lengthen

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="no Chromium")

ROUNDS = 300
TURN = "document.querySelector('.turn[data-turn=\"r250/violet\"]')"


@pytest.fixture(scope="module")
def folder(finished: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("long")
    lengthen(finished, path / "long", ROUNDS)
    return path


@contextmanager
def served(folder: Path) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Serve a folder in a process of its own; yield the link that opens it, and the process."""
    with subprocess.Popen(
        [sys.executable, "-c", MAIN, "studio", str(folder)],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        env=os.environ | {"COLUMNS": "200"},
    ) as process:
        link = next(found[0] for line in process.stdout if (found := re.search(r"http://\S+", line)))
        try:
            yield link, process
        finally:
            process.kill()


def check_jump(page: Page) -> None:
    """Check that an address shows its turn at the top of a transcript that holds few others."""
    page.evaluate("location.hash = '#turn=r250%2Fviolet'")
    page.wait_for(f"{TURN}?.querySelector('.speech')", 60)
    page.wait_for(
        f"Math.abs({TURN}.getBoundingClientRect().top - document.querySelector('.transcript').getBoundingClientRect()"
        ".top) < 40"
    )
    assert page.evaluate("document.querySelectorAll('.turn').length") < 40
    assert page.evaluate("document.activeElement.closest('.turn')?.dataset.turn") == "r250/violet"
    page.wait_for("document.querySelector('#ledger .move')", 60)
    assert page.evaluate("document.querySelector('#ledger h3').textContent") == "Round 250Violet"


def check_search(page: Page, words: str, key: str) -> None:
    """Check that the search finds a turn that is not in the page."""
    page.evaluate(
        f"(() => {{ const field = document.querySelector('.find input'); field.value = {words!r};"
        "field.dispatchEvent(new Event('input', {bubbles: true})); field.focus() })()"
    )
    page.wait_for(f"document.querySelector('.find input').value === {words!r}")
    page.press("Enter")
    page.wait_for("document.querySelector('.find [role=status]')?.textContent.startsWith('1 of')", 60)
    page.wait_for(f"document.activeElement.closest('.turn')?.dataset.turn === {key!r}", 60)


def test_the_studio_shows_any_turn_of_a_long_run_with_few_in_the_page(folder: Path) -> None:
    log = open_run(folder / "long")
    heard = [event.body for event in log.events if event.kind == "heard"]
    with served(folder) as (link, _), open_page(link) as page:
        page.wait_for("document.querySelector('.row.run a.open')", 60)
        page.evaluate("document.querySelector('.row.run a.open').click()")
        page.wait_for("document.querySelector('.turn .speech')", 60)
        assert page.evaluate("document.querySelectorAll('*').length") < 2500
        check_jump(page)
        check_search(page, heard[0].text[:40], next(event.key for event in log.events if event.kind == "heard"))
        page.wait_for("document.querySelector('#memory .tabs')", 120)
        page.evaluate("document.querySelector('#memory').scrollIntoView()")
        page.wait_for("document.querySelector('.memory tbody tr')", 60)
        assert page.errors == []


@pytest.mark.long
def test_the_report_of_a_long_run_shows_the_same(folder: Path, tmp_path: Path) -> None:
    view = view_of(open_run(folder / "long"))
    write_report(view, tmp_path / "long.html")
    with open_page(tmp_path / "long.html") as page:
        page.wait_for("document.querySelector('.turn .speech')", 60)
        check_jump(page)
        check_search(page, view.turns[0].text[:40], view.turns[0].key)
        page.evaluate("dispatchEvent(new Event('beforeprint'))")
        assert page.evaluate("document.querySelectorAll('.turn').length") == len(view.turns)
        page.evaluate("dispatchEvent(new Event('afterprint'))")
        page.wait_for("document.querySelectorAll('.turn').length < 40")
        assert page.errors == []


@pytest.mark.skipif(not list(Path("/proc/self/task").glob("*/children")), reason="the system lists no processes")
def test_ctrl_c_ends_the_studio_while_a_run_is_being_folded(folder: Path) -> None:
    with served(folder) as (link, process), open_page(link) as page:
        page.wait_for("document.querySelector('.row.run a.open')", 60)
        page.evaluate("document.querySelector('.row.run a.open').click()")
        page.wait_for("document.querySelector('.turn .speech')", 60)
        deadline = time.monotonic() + 60
        while not is_folding(process.pid):
            assert time.monotonic() < deadline, "the page never asked for the fold"
            time.sleep(0.05)
        began = time.monotonic()
        process.send_signal(signal.SIGINT)
        process.wait(timeout=30)
        assert time.monotonic() - began < 6, "two seconds, and four for a loaded machine"


def is_folding(process: int) -> bool:
    """Return whether a process has another one that works for it."""
    return any(file.read_text() for file in Path(f"/proc/{process}/task").glob("*/children"))


@pytest.mark.long
def test_scrolling_shows_every_turn_once_and_in_order(finished: Path, tmp_path: Path) -> None:
    lengthen(finished, tmp_path / "run", 120)
    view = view_of(open_run(tmp_path / "run"))
    write_report(view, tmp_path / "long.html")
    with open_page(tmp_path / "long.html", address="#batch=1") as page:
        page.wait_for("document.querySelector('.turn .speech')", 60)
        seen: set[int] = set()
        at = -1.0
        while (now := page.evaluate("document.querySelector('.transcript').scrollTop")) != at:
            at = now
            here = page.evaluate("[...document.querySelectorAll('.turn')].map(turn => Number(turn.dataset.place))")
            assert here == list(range(here[0], here[0] + len(here)))
            seen.update(here)
            page.evaluate(
                "new Promise(done => { document.querySelector('.transcript').scrollTop += 1200;"
                "requestAnimationFrame(() => requestAnimationFrame(done)) }).then(() => null)"
            )
        assert seen == set(range(len(view.turns)))
