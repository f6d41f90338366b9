"""The words of report pages: one vocabulary, and none of the names that only doxa's files have."""

import re

import pytest

from app.browser import find_chromium, open_page
from doxa.analysis.building import view_of
from doxa.log.rundir import open_run
from doxa.terminal.report import write_report

pytestmark = pytest.mark.skipif(find_chromium() is None, reason="no Chromium: install it, or set DOXA_CHROMIUM")

INSIDE = re.compile(r"\b(theta|theta_self|reference[ _]a|repeated prefix|confirmation_bias|own_words)\b", re.IGNORECASE)
"""Names of settings in files, and of what only caches know."""


@pytest.mark.parametrize("kind", ["debate", "land", "feed"])
def test_a_page_names_settings_in_words_outside_of_its_list_of_paths(library, tmp_path, kind):
    view = view_of(open_run(library(kind)))
    write_report(view, tmp_path / "report.html")
    with open_page(tmp_path / "report.html") as page:
        page.evaluate("document.querySelectorAll('details').forEach(one => one.open = true)")
        page.evaluate("document.querySelector('#settings').remove()")
        text = page.evaluate("document.body.innerText")
    assert INSIDE.findall(text) == []
    if kind == "debate":
        assert "openness (u) 0." in text
        assert "anchoring (a) 0." in text


def test_no_two_kinds_of_details_stand_on_a_page(library, tmp_path):
    write_report(view_of(open_run(library("debate"))), tmp_path / "report.html")
    with open_page(tmp_path / "report.html") as page:
        names = page.evaluate(
            "[...document.querySelectorAll('summary')].map(one => one.innerText.trim().toLowerCase())"
        )
    assert "details" not in names
