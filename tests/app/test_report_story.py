"""The page begins with the story of the run, and draws a move as bars of the stance, one for what was lost."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.browser import Page, find_chromium, open_page
from app.sample_view import debate_view
from doxa.analysis.bars import Bar
from doxa.analysis.view import MoveView, RunView
from doxa.terminal.report import write_report

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM")

STORY = "Violet gave way and Cobalt did not: <b>all</b> of it in round 3."


def told_view() -> RunView:
    """Return a view with a story, whose moves have one bar an item and one of a lost record."""
    view = debate_view()
    return view.model_copy(update={"story": STORY, "moves": tuple(map(_barred, view.moves))})


def _barred(move: MoveView) -> MoveView:
    change = (move.after or 0.0) - (move.before or 0.0)
    if not move.items:
        return move
    added = Bar(
        source=move.items[0].claim, kind="added", part=change + 0.1, label="a concession by Cobalt", by="Cobalt"
    )
    lost = Bar(source="gone", kind="lost", part=-0.1, label="lost: Violet's own reason, replaced", replaced_by="x")
    return move.model_copy(update={"bars": (added, lost)})


@pytest.fixture(scope="module")
def told(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Page]:
    path: Path = tmp_path_factory.mktemp("report") / "told.html"
    write_report(told_view(), path)
    with open_page(path, address="#batch=7") as page:
        page.wait_for("document.querySelector('#ledger').dataset.batch === '7'")
        yield page


def test_the_first_sentence_of_the_page_is_the_story_as_text(told: Page) -> None:
    assert told.text(".head p:not(.eyebrow)") == STORY


def test_seed_and_hash_are_under_details(told: Page) -> None:
    assert "seed" not in told.evaluate("document.querySelector('.head').innerText")
    assert "seed" in told.text(".head .details")


def test_bars_add_up_to_the_move_and_one_is_what_was_lost(told: Page) -> None:
    place = "document.querySelector('#ledger .move[data-agent=violet]')"
    shown = told.evaluate(f"[...{place}.querySelectorAll('.item')].map((item) => Number(item.dataset.after))")
    move = next(move for move in told_view().moves if (move.agent, move.batch) == ("violet", 7))
    assert sum(shown) == pytest.approx((move.after or 0.0) - (move.before or 0.0), abs=1e-12)
    words = told.evaluate(f"{place}.innerText")
    assert "lost: Violet's own reason, replaced" in words
    assert "a concession by Cobalt" in words
    assert all(jargon not in words for jargon in ("γ", "log-odds"))
