"""The page shows only the columns of items and records that the kernel offers."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.browser import Page, find_chromium, open_page
from app.sample_view import debate_view
from doxa.analysis.view import RunView
from doxa.terminal.report import write_report

pytestmark = pytest.mark.skipif(
    find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM to its path"
)
LEDGER = "document.querySelector('#ledger').innerText"
COLUMNS = "[...document.querySelectorAll('#memory thead button')].map((button) => button.innerText.split(' ')[0])"


def offering_nothing(view: RunView) -> RunView:
    """Return the view for a kernel with items in S, without weights or contributions."""
    nothing = {"weight": None, "contribution": None, "without": None, "shapley": None}
    moves = tuple(
        move.model_copy(
            update={
                "log_odds_before": None,
                "log_odds_after": None,
                "items": tuple(item.model_copy(update={"weight": None, "strength": None}) for item in move.items),
            }
        )
        for move in view.moves
    )
    return view.model_copy(
        update={
            "agents": tuple(agent.model_copy(update={"unit": "S"}) for agent in view.agents),
            "moves": moves,
            "memory": {who: tuple(row.model_copy(update=nothing) for row in rows) for who, rows in view.memory.items()},
        }
    )


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Page]]:
    folder: Path = tmp_path_factory.mktemp("report")
    write_report(debate_view(), folder / "log_odds.html")
    write_report(offering_nothing(debate_view()), folder / "nothing.html")
    with (
        open_page(folder / "log_odds.html", address="#batch=5") as log_odds,
        open_page(folder / "nothing.html", address="#batch=5") as nothing,
    ):
        yield {"log_odds": log_odds, "nothing": nothing}


def test_weights_are_shown_where_a_kernel_weighs(pages: dict[str, Page]) -> None:
    assert "γ" in pages["log_odds"].evaluate(LEDGER)
    assert "γ" not in pages["nothing"].evaluate(LEDGER)


def test_a_sum_is_in_the_unit_of_the_kernel(pages: dict[str, Page]) -> None:
    assert "sum of the changes of L" in pages["log_odds"].evaluate(LEDGER)
    assert "all bars together" in pages["nothing"].evaluate(LEDGER), "what is in units of the stance is its bars"


def test_columns_of_the_memory_that_a_kernel_does_not_offer_are_left_out(pages: dict[str, Page]) -> None:
    offered = {"γ", "contribution", "leave-one-out", "Shapley"}
    assert offered <= set(pages["log_odds"].evaluate(COLUMNS))
    assert not offered & set(pages["nothing"].evaluate(COLUMNS))
    assert "similarity" in pages["nothing"].evaluate(COLUMNS)
