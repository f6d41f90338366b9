"""What the first screen of each kind of page answers, at the widths of a phone, a laptop and a large screen."""

from pathlib import Path

import pytest

from app.browser import Page, find_chromium, open_page
from doxa.analysis.building import view_of
from doxa.analysis.story import stance_paths
from doxa.log.rundir import open_run
from doxa.terminal.report import write_report
from library import Library

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM")

SCREENS = [(390, 844), (1280, 800), (1920, 1080)]

SEEN = 120
"""The pixels of a picture that a first screen shows at least."""

QUESTIONS = {
    "debate": ("Who moved, and when?", ".picture .plot"),
    "recorded": ("Who moved, and when?", ".picture .plot"),
    "land": ("What did the discussion do?", ".picture > section"),
    "puzzle": ("Who gave whom which role?", ".picture > section"),
    "feed": ("Where do agents stand at the start and after each round?", ".picture .strip .plot"),
    "audience": ("Where do agents stand at the start and after each round?", ".picture .strip .plot"),
    "population": ("Where do listeners stand at the start and after each round?", ".picture .strip .plot"),
    "union": ("Who won?", ".picture > section"),
}
"""Kind of run → the question of its page, and the element that answers it."""


@pytest.fixture(scope="module", params=QUESTIONS)
def kind(request: pytest.FixtureRequest) -> str:
    return str(request.param)


@pytest.fixture(scope="module")
def page(kind: str, library: Library, tmp_path_factory: pytest.TempPathFactory):
    path: Path = tmp_path_factory.mktemp("first") / f"{kind}.html"
    write_report(view_of(open_run(library(kind))), path)
    with open_page(path) as opened:
        yield opened


def resize(page: Page, width: int, height: int) -> None:
    page.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 500)
    page.wait_for(f"window.innerWidth === {width}")


@pytest.mark.parametrize(("width", "height"), SCREENS)
def test_the_first_screen_has_the_story_and_the_picture(page: Page, kind: str, width: int, height: int) -> None:
    question, answer = QUESTIONS[kind]
    resize(page, width, height)
    page.evaluate("window.scrollTo(0, 0)")
    top = page.evaluate(f"document.querySelector({answer!r}).getBoundingClientRect().top")
    assert 0 <= top <= height - SEEN, f"{question} {answer} begins at {top} of {height} pixels"
    story = page.evaluate("document.querySelector('.story').getBoundingClientRect().bottom")
    assert 0 < story <= top
    assert page.evaluate("document.documentElement.scrollWidth <= window.innerWidth")


def test_nothing_that_changes_the_reading_is_folded(page: Page) -> None:
    folded = "[...document.querySelectorAll('details:not([open])')].map((one) => one.innerHTML).join(' ')"
    for place in (".story", ".picture", ".simulated"):
        if page.evaluate(f"document.querySelector('{place}') !== null"):
            assert not page.evaluate(f"document.querySelector('{place}').closest('details') !== null")
    assert "plot" not in page.evaluate(folded)


def test_a_page_opens_at_the_turning_point_that_its_story_names(library: Library, tmp_path: Path) -> None:
    view = view_of(open_run(library("debate")))
    assert any(path.course != "stayed" for path in stance_paths(view))
    assert view.opens is not None
    assert f"the turning point was {view.batches[view.opens]}" in view.story
    write_report(view, tmp_path / "report.html")
    with open_page(tmp_path / "report.html") as page:
        page.wait_for(f"document.querySelector('#ledger').dataset.batch === '{view.opens}'")
