"""Files of the package that a page or a docstring names are there, also after a move."""

import re

import pytest

from docs.pages import PAGES, ROOT

PACKAGE = ROOT / "src" / "doxa"
MODULES = [path for path in sorted(PACKAGE.rglob("*.py")) if not {"docs", "examples"} & set(path.parts)]
ROOMS = "|".join(sorted(path.name for path in PACKAGE.iterdir() if (path / "__init__.py").exists()))
NAMED = re.compile(rf"(?<![\w/.])(?:src/doxa/)?((?:{ROOMS})(?:/[a-z_]+)+\.py)")


def test_a_name_is_seen_where_there_is_one():
    assert NAMED.findall("in `systems/feed/networks.py`, src/doxa/log/rundir.py") == [
        "systems/feed/networks.py",
        "log/rundir.py",
    ]


@pytest.mark.parametrize("kind", ["pages", "modules"])
def test_every_named_file_is_there(kind):
    texts = {path: path.read_text(encoding="utf-8") for path in (PAGES if kind == "pages" else MODULES)}
    missing = [
        f"{path.relative_to(ROOT)}: {name}"
        for path, text in texts.items()
        for name in NAMED.findall(text)
        if not (PACKAGE / name).exists()
    ]
    assert missing == []
