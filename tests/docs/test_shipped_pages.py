"""What doxa says to a user names only files that an installed doxa has: the documentation comes in its wheel."""

import ast
import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import doxa
from docs.pages import ROOT
from doxa.app.cli import app
from doxa.app.commands.listing import find_page, pages
from doxa.errors import UnknownNameError

SOURCE = Path(doxa.__file__).parent
PAGE = re.compile(r"\bdocs/[\w./-]*\w\.md\b|(?<=\bdoxa docs )[\w/.-]*\w")
ELSEWHERE = re.compile(r"\b(?:bench|tools|tests|viewer|src)/[\w./-]+\.\w+|\b(?:README|CHANGELOG|CONTRIBUTING)\.md\b")


@cache
def said() -> tuple[tuple[str, str], ...]:
    """Return every text of the source that is not a docstring, with the module that it stands in."""
    return tuple(find_said())


def find_said() -> Iterator[tuple[str, str]]:
    for path in SOURCE.rglob("*.py"):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        documented = (node for node in ast.walk(tree) if isinstance(node, ast.Expr))
        docstrings = {id(node.value) for node in documented}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str) and id(node) not in docstrings:
                yield path.relative_to(SOURCE).as_posix(), node.value


def test_every_page_that_a_text_names_can_be_read():
    named = {(module, page) for module, text in said() for page in PAGE.findall(text)}
    assert len(named) > 5
    for module, page in sorted(named):
        assert find_page(page).is_file(), f"{module} names {page}"


def test_no_text_names_a_file_that_only_a_clone_has():
    assert [(module, found) for module, text in said() for found in ELSEWHERE.findall(text)] == []


def test_the_wheel_carries_every_page():
    """The package is built from its folder, links followed; an sdist takes the pages in the link's place."""
    targets = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["hatch"]["build"]["targets"]
    assert targets["wheel"]["packages"] == ["src/doxa"]
    assert (SOURCE / "docs").resolve() == ROOT / "docs"
    assert targets["sdist"]["force-include"] == {"docs": "src/doxa/docs", "examples": "src/doxa/examples"}
    assert set(pages().values()) == {SOURCE / path.relative_to(ROOT) for path in (ROOT / "docs").rglob("*.md")}


def test_a_page_is_printed_by_any_of_its_names(capsys):
    for name in ("offline", "offline.md", "docs/offline.md"):
        app(["docs", name], result_action="return_value")
        assert capsys.readouterr().out == (ROOT / "docs" / "offline.md").read_text(encoding="utf-8")


def test_pages_are_listed_with_what_they_are_about(capsys):
    app(["docs"], result_action="return_value")
    shown = capsys.readouterr().out
    assert re.search(r"log-format +The log\b", shown)
    assert str(SOURCE / "docs") in shown


def test_an_unknown_page_is_refused_with_the_nearest():
    with pytest.raises(UnknownNameError, match="no page is named 'ofline'") as unknown:
        find_page("ofline")
    assert "Did you mean 'offline'?" in unknown.value.hint
