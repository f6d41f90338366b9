"""``doxa docs``: a page by name, or the passages that have some words."""

import pytest

from app.calling import called, failed
from doxa.app.commands.listing import MOST_PASSAGES, find_passages


def test_a_page_by_name_is_printed_whole(capsys: pytest.CaptureFixture[str]) -> None:
    for name in ("offline", "docs/offline.md"):
        assert called("docs", name, capsys=capsys).startswith("# ")


def test_words_are_searched_for_in_all_pages(capsys: pytest.CaptureFixture[str]) -> None:
    found = find_passages(("byte-order", "mark"))
    assert found[0].page == "conversations"
    for passage in found:
        whole = f"{passage.place} {passage.text}".casefold()
        assert "byte-order" in whole
        assert "mark" in whole
    shown = called("docs", "byte-order", "mark", capsys=capsys)
    assert "doxa docs conversations" in shown
    assert shown.count("doxa docs ") == min(len(found), MOST_PASSAGES)


def test_what_no_page_has_is_told_with_the_nearest_name(monkeypatch, capsys) -> None:
    assert "Did you mean 'offline'" in failed(monkeypatch, capsys, "docs", "offfline")[1]
    assert "no passage has the words" in failed(monkeypatch, capsys, "docs", "xyzzy", "plugh")[1]
