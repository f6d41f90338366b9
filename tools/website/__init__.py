"""The documentation site: `python -m website` stages docs/ with links rewritten, draws the gallery, and builds.

docs/*.md, README ─▶ staging ─▶ site/source ─▶ Zensical, strict ─▶ site/html
offline runs ─▶ gallery (pictures of every scenario) ──▲  ▲── reference (docstrings, by mkdocstrings)
site/html ─▶ checks: nothing is loaded from other hosts, every picture is there
"""

from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "site" / "source"
REPOSITORY = "https://github.com/doxa-lab/doxa"
BASE = "/doxa/"
"""The path of the site's address."""
