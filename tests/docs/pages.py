"""The pages of the documentation and their fenced blocks."""

import re
from pathlib import Path

from doxa.models.offline.answers import REVISION

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").rglob("*.md"))]

FENCE = re.compile(
    r"(?:<!-- file: (?P<file>\S+) -->\n)?^```(?P<language>\w*)\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL
)

PICTURED = ROOT / "docs" / "pictures.txt"


def picture_sources():
    """Return what the pictures of the documentation show: the build of the pages, and the offline judge."""
    build = (ROOT / "src" / "doxa" / "terminal" / "page" / "sources.sha256").read_text(encoding="utf-8").strip()
    return f"pages {build}\njudge {REVISION}\n"
