"""A person in the studio's page of a run, in a real browser, with the studio and the run killed at every step."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from app.browser import find_chromium, open_page
from doxa.analysis.verify import verify
from doxa.log.rundir import open_run
from doxa.studio.processes import MAIN
from people.sitting import LINES, wait_for
from studio.served import StudioPage, served_studio

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM")

RUN = ["run", "compulsory-voting", "--set", "agents.violet.model=person", "--set", "script.rounds=2"]
WORDS = ".step textarea"


@contextmanager
def driving(*words: str) -> Iterator[subprocess.Popen[bytes]]:
    """Drive a run in a process of its own, which is killed at the end where it still goes on."""
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, *words],
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, env=dict(os.environ),
    )  # fmt: skip
    try:
        yield process
    finally:
        process.kill()
        process.wait()


@contextmanager
def at_page(folder: Path) -> Iterator[StudioPage]:
    """Open a studio of its own, and the page of the run; both are killed at the end."""
    with served_studio(folder) as studio, open_page(studio.link, address=studio.link) as page:
        page.wait_for_load()
        yield StudioPage(page=page, studio=studio)


def go_to_seat(shown: StudioPage) -> None:
    handle = shown.handle("run")
    shown.page.wait_for("document.querySelector('.shelf, .rows, table, .bar')")
    shown.go(f"/run/{handle}", ".step")


def test_nothing_is_lost_or_doubled_whatever_is_killed_when(tmp_path: Path) -> None:
    run = tmp_path / "run"
    command = [*RUN, "--out", str(run)]
    for step, line in LINES.items():
        with driving(*command), at_page(tmp_path) as shown:  # what is asked is written upon, and all is killed
            wait_for(lambda: (run / "person").is_dir())
            go_to_seat(shown)
            assert shown.page.evaluate("document.querySelector('.step').dataset.step") == step
            shown.write(WORDS, line[:20])
            wait_for(lambda: any((run / "person").glob("draft-*.json")))
        with driving(*command), at_page(tmp_path) as shown:  # the draft is there again; it is given, and all is killed
            go_to_seat(shown)
            shown.page.wait_for(f"document.querySelector({WORDS!r}).value === {line[:20]!r}")
            shown.write(WORDS, line)
            shown.press("Give it")
            wait_for(lambda line=line: has_given(run, line))
    with driving(*command) as process:
        assert process.wait(timeout=60) == 0
    said = {one.key: one.text for one in open_run(run).outcomes if one.task == "respond" and one.actor == "violet"}
    assert said == LINES
    assert verify(run).problems == ()


def has_given(run: Path, line: str) -> bool:
    """Return whether a line was given, in the mailbox or already in the log."""
    files = [*(run / "person").glob("given-*.json"), run / "calls.jsonl"]
    return any(line in file.read_text() for file in files if file.exists())


def test_one_window_has_the_seat_and_sees_no_belief_until_the_run_has_ended(tmp_path: Path) -> None:
    run = tmp_path / "run"
    with driving(*RUN, "--out", str(run)) as process, at_page(tmp_path) as shown:
        wait_for(lambda: (run / "person").is_dir())
        go_to_seat(shown)
        handle = shown.handle("run")
        refused = shown.ask(f"/api/runs/{handle}/seat?window=another")
        assert "another window has this seat" in refused["error"]
        assert "shown when the run has ended" in shown.ask(f"/api/runs/{handle}/opening")["error"]
        assert "shown when the run has ended" in shown.ask(f"/api/compare/{handle}/{handle}")["error"]
        assert shown.ask(f"/api/runs/{handle}/spark")["curves"] == {}
        for step, line in LINES.items():
            shown.page.wait_for(f"document.querySelector('.step')?.dataset.step === {step!r}")
            assert "You are firmly for" not in shown.text("main")
            shown.write(WORDS, line)
            shown.press("Give it")
        shown.wait(".picture .plot")
        assert "A person speaks for Violet" in shown.text("body")
        assert process.wait(timeout=60) == 0


@pytest.mark.parametrize("width", [390, 1280])
def test_the_seat_fits_every_width(tmp_path: Path, width: int) -> None:
    run = tmp_path / "run"
    with driving(*RUN, "--out", str(run)), at_page(tmp_path) as shown:
        wait_for(lambda: (run / "person").is_dir())
        shown.sized(width)
        go_to_seat(shown)
        assert shown.page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")
        assert shown.page.evaluate("document.querySelector('.give').getBoundingClientRect().height > 20")


def test_a_form_seats_its_user_and_asks_before_and_after(tmp_path: Path) -> None:
    with at_page(tmp_path) as shown:
        shown.go("/new", ".own")
        shown.write(".own [name=motion]", "Ban billboards")
        shown.write(".own [name=pro]", "They hide the view of the town.\nDrivers look at them and not at the road.")
        shown.write(".own [name=con]", "They pay for bus shelters.\nSmall shops need to be seen.")
        shown.write(".own [name=rounds]", "1")
        shown.tick("[data-person='0'] [name=you]")
        shown.page.wait_for("document.querySelector('.own .begin:not([disabled])')", 40)
        shown.press("Begin the run", ".own")
        shown.wait(".step input[type=number]", 60)
        assert "Where do you stand on the motion?" in shown.text(".step")
        shown.write(".step input", "80")
        shown.press("Give it")
        shown.wait(WORDS)
        shown.write(WORDS, "Nobody asked us whether we wanted to look at them.")
        shown.press("Give it")
        shown.wait(".step input[type=number]", 60)
        shown.write(".step input", "60")
        shown.press("Give it")
        shown.wait(".picture .plot", 60)
        assert "what the rule says of such minds" in shown.text("body")
        assert "answers to position" in shown.text("body")


def test_a_mailbox_that_leads_elsewhere_is_not_opened(tmp_path: Path) -> None:
    run, elsewhere = tmp_path / "runs" / "run", tmp_path / "elsewhere"
    elsewhere.mkdir()
    with driving(*RUN, "--out", str(run)):
        wait_for(lambda: any((run / "person").glob("asked-*.json")))
    (run / "person").rename(tmp_path / "away")
    (run / "person").symlink_to(elsewhere)
    with at_page(tmp_path / "runs") as shown:
        shown.page.wait_for_load()
        assert "is a link" in shown.ask(f"/api/runs/{shown.handle('run')}/seat?window=a")["error"]
        (run / "person").unlink()
        (run / "person").mkdir()
        os.mkfifo(run / "person" / "asked-0123456789abcdef.json")
        assert "a pipe" in shown.ask(f"/api/runs/{shown.handle('run')}/seat?window=a")["error"]
    assert list(elsewhere.iterdir()) == []
