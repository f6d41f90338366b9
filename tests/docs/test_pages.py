"""Every page is whole: links resolve, generated parts are in step, and the table of contents misses nothing."""

import importlib.util
import re
from pathlib import Path

import pytest

from docs.pages import FENCE, PAGES, ROOT

LINK = re.compile(r"(?<!!)\[[^\]]*\]\((?P<to>[^)\s]+)\)|!\[[^\]]*\]\((?P<image>[^)\s]+)\)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
BARE_TABLE = re.compile(r"^(\|.+\|)\n\|[\s:|-]+\|\n(?!\|)", re.MULTILINE)


def _prose(page):
    return FENCE.sub("", page.read_text(encoding="utf-8"))


def _slugs(page):
    """The names that GitHub gives to a page's headings."""
    bare = (re.sub(r"[^\w\- ]", "", heading.lower()) for heading in HEADING.findall(_prose(page)))
    return {one.strip().replace(" ", "-") for one in bare}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_links_resolve(page):
    for found in LINK.finditer(_prose(page)):
        target = found["to"] or found["image"]
        if target.startswith(("http://", "https://", "mailto:")):
            continue
        path, _, anchor = target.partition("#")
        place = (page.parent / path).resolve() if path else page
        assert place.exists(), f"{page.name} links to {target}, which is not there"
        if anchor and place.suffix == ".md":
            assert anchor in _slugs(place), f"{page.name} links to {target}, which has no such heading"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_tables_have_rows(page):
    assert BARE_TABLE.findall(_prose(page)) == []


def test_a_table_without_rows_is_found():
    assert BARE_TABLE.findall("| a | b |\n|---|---|\n\nafter\n") == ["| a | b |"]
    assert BARE_TABLE.findall("| a | b |\n|---|---|\n| 1 | 2 |\n") == []


def test_generated_parts_are_in_step(write_docs):
    stale = [page.name for page in PAGES if write_docs.rewritten(text := page.read_text(encoding="utf-8")) != text]
    assert stale == [], "run `make docs`"


def test_a_stale_part_is_made_anew(write_docs):
    text = "before\n<!-- generated: providers -->\n\nold\n\n<!-- end -->\nafter\n"
    now = write_docs.rewritten(text)
    assert "old" not in now
    assert "OPENAI_API_KEY" in now
    assert write_docs.rewritten(now) == now


def test_every_page_stands_in_the_contents():
    contents = _prose(ROOT / "docs" / "index.md")
    linked = {(ROOT / "docs" / found["to"]).resolve() for found in LINK.finditer(contents) if found["to"]}
    pages = set((ROOT / "docs").rglob("*.md")) - {ROOT / "docs" / "index.md"}
    assert {one.name for one in pages - linked} == set()


def test_no_page_names_a_place_of_ours():
    private = ("/work/", "../shared", "seeds/NOTES", ".txt of the seeds")
    named = [(page.name, word) for page in PAGES for word in private if word in page.read_text(encoding="utf-8")]
    assert named == []


@pytest.fixture(scope="module")
def write_docs():
    place = Path(ROOT / "tools" / "write_docs.py")
    spec = importlib.util.spec_from_file_location("write_docs", place)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
