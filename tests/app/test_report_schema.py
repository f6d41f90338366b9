"""The page's schema, types and build match the current records and sources."""

import hashlib
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
VIEWER = ROOT / "viewer"
PAGE = ROOT / "src" / "doxa" / "terminal" / "page"

needs_sources = pytest.mark.skipif(not VIEWER.is_dir(), reason="the page's sources are not part of this checkout")


@needs_sources
@pytest.mark.parametrize(("maker", "path"), [("schema_text", "SCHEMA"), ("types_text", "TYPES")])
def test_generated_files_are_current(maker: str, path: str) -> None:
    made = runpy.run_path(str(VIEWER / "schema.py"))
    written = made[path].read_text(encoding="utf-8")
    assert written == made[maker](), f"run `python viewer/schema.py` and build the page: {path} is out of date"


@needs_sources
def test_the_built_page_is_current() -> None:
    names = ["package-lock.json", "vite.config.js"]
    names += sorted(str(path.relative_to(VIEWER)) for path in (VIEWER / "src").rglob("*") if path.is_file())
    sources = hashlib.sha256()
    for name in names:
        sources.update(f"{name}\0".encode() + (VIEWER / name).read_bytes() + b"\0")
    built = (PAGE / "sources.sha256").read_text().strip()
    assert built == sources.hexdigest(), "viewer/ changed since the page was built: run `npm run build` in viewer/"


def test_the_page_stays_small() -> None:
    assert sum((PAGE / name).stat().st_size for name in ("page.js", "page.css", "page.html")) < 168_000
    assert sum((PAGE / name).stat().st_size for name in ("shared.js", "shared.css", "tables.html")) < 20_000


def test_the_script_holds_nothing_that_ends_its_element() -> None:
    for name in ("page", "shared"):
        script = (PAGE / f"{name}.js").read_text(encoding="utf-8").lower()
        assert "</script" not in script
        assert "<!--" not in script
        assert "</style" not in (PAGE / f"{name}.css").read_text(encoding="utf-8").lower()
