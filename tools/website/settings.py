"""The site's settings file: `zensical.toml` with the navigation, and where the site was written, in their places."""

import json
import subprocess
from pathlib import Path

import doxa
from website import REPOSITORY, ROOT
from website.navigation import Entry

TEMPLATE = Path(__file__).with_name("zensical.toml")
MARK, WRITTEN = "#NAVIGATION", "#WRITTEN"


def site_settings(navigation: list[Entry]) -> str:
    """Return the content of the settings file."""
    template = TEMPLATE.read_text(encoding="utf-8").replace(MARK, f"nav = {_toml_of(navigation)}")
    return template.replace(WRITTEN, describe_source())


def describe_source() -> str:
    """Return where the pages were written, as HTML: the repository, the version and, in a clone, the commit."""
    source = f"<a href='{REPOSITORY}'>{REPOSITORY.removeprefix('https://')}</a>, version {doxa.__version__}"
    shown = subprocess.run(["git", "log", "-1", "--format=%H %h %cs"], cwd=ROOT, capture_output=True, text=True)
    if shown.returncode:
        return source
    commit, short, date = shown.stdout.split()
    return f"{source}, commit <a href='{REPOSITORY}/commit/{commit}'>{short}</a> of {date}"


def _toml_of(navigation: list[Entry]) -> str:
    """Return entries as a TOML array of inline tables."""
    tables = (
        f"{{ {json.dumps(title)} = {json.dumps(target) if isinstance(target, str) else _toml_of(target)} }}"
        for entry in navigation
        for title, target in entry.items()
    )
    return "[" + ", ".join(tables) + "]"
