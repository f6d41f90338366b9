"""The navigation of the site, read from docs/index.md: a section a heading, a page a link, in their order there.

A new page therefore needs one row in docs/index.md and nothing else.
"""

import re
from collections.abc import Iterator

from website import ROOT
from website.notebooks import notebook_page
from website.staging import NOTEBOOK, new_target, places

CONTENTS = "docs/index.md"
HEADING = re.compile(r"^## (?P<title>.+)$", re.MULTILINE)
PAGE = re.compile(r"\]\((?P<target>[^)#\s]+\.(?:md|ipynb))\)")
TITLE = re.compile(r"^# (?P<title>.+)$", re.MULTILINE)

Entry = dict[str, "str | list[Entry]"]


def sections(contents: str) -> Iterator[tuple[str, list[str]]]:
    """Yield every heading of the contents with the pages, by path in the repository, that the text below it links."""
    headings = list(HEADING.finditer(contents))
    ends = [*(heading.start() for heading in headings[1:]), len(contents)]
    for heading, end in zip(headings, ends, strict=True):
        linked = (link["target"] for link in PAGE.finditer(contents, heading.end(), end))
        yield heading["title"], [f"docs/{target}" for target in dict.fromkeys(linked) if not target.startswith("../")]


def title_of(page: str) -> str:
    """Return a page's first heading, without marks of code."""
    path = ROOT / page
    text = notebook_page(path) if path.suffix == NOTEBOOK else path.read_text(encoding="utf-8")
    heading = TITLE.search(text)
    return heading["title"].replace("`", "") if heading else page


def site_navigation(contents: str) -> list[Entry]:
    """Return the navigation: the front page, the gallery, the sections of the contents, and the Python reference."""
    placed = places()
    entries: list[Entry] = [{"doxa": "index.md"}, {"Gallery": "gallery.md"}]
    for title, pages in sections(contents):
        entries.append({title: [{title_of(page): new_target(page, "README.md", placed)} for page in pages]})
    return [*entries, {"Python": "python.md"}, {"Changes": "changes.md"}]


def missing_pages(contents: str) -> list[str]:
    """Return the pages of docs/ that the navigation lacks."""
    listed = {page for _, pages in sections(contents) for page in pages}
    paths = [*(ROOT / "docs").rglob("*.md"), *(ROOT / "docs").rglob(f"*{NOTEBOOK}")]
    pages = {path.relative_to(ROOT).as_posix() for path in paths}
    return sorted(pages - listed - {CONTENTS})
