"""``--open`` opens the written page, or prints its link where there is no browser."""

import webbrowser

import pytest

from doxa.app.commands.compare import compare
from doxa.errors import UsageError
from doxa.terminal.console import open_page


@pytest.fixture
def opened(monkeypatch):
    """Return the links that a browser would open; no browser is started."""
    links = []
    monkeypatch.setattr(webbrowser, "open", lambda link: links.append(link) or True)
    return links


def test_a_page_is_opened_by_its_link(opened, tmp_path, capsys):
    open_page(tmp_path / "a page.html")
    assert opened == [(tmp_path / "a page.html").as_uri()]
    assert capsys.readouterr().out == ""


def test_without_a_browser_the_link_is_printed(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(webbrowser, "open", lambda link: False)
    open_page(tmp_path / "[a] page.html")
    assert (tmp_path / "[a] page.html").as_uri() in capsys.readouterr().out


def test_a_comparison_without_a_page_has_nothing_to_open(tmp_path):
    with pytest.raises(UsageError, match="--open"):
        compare((tmp_path, tmp_path), open=True)
