"""The settings file of the site: `zensical.toml` with the navigation in its place."""

import json
from pathlib import Path

from website.navigation import Entry

TEMPLATE = Path(__file__).with_name("zensical.toml")
MARK = "#NAVIGATION"


def site_settings(navigation: list[Entry]) -> str:
    """Return the content of the settings file."""
    return TEMPLATE.read_text(encoding="utf-8").replace(MARK, f"nav = {_toml_of(navigation)}")


def _toml_of(navigation: list[Entry]) -> str:
    """Return entries as a TOML array of inline tables."""
    tables = (
        f"{{ {json.dumps(title)} = {json.dumps(target) if isinstance(target, str) else _toml_of(target)} }}"
        for entry in navigation
        for title, target in entry.items()
    )
    return "[" + ", ".join(tables) + "]"
