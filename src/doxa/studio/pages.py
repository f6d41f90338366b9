"""The policy of pages that commands wrote into the folder: only doxa's own scripts run in them, by their hashes."""

from functools import cache
from importlib.resources import files

from doxa.studio.guard import OWN_SCRIPT
from doxa.terminal.report import page_part, source

SCRIPTS = ("doxa.judging", "debate_pages")
"""Where the scripts of maps of arguments are."""


@cache
def policy_of_pages() -> str:
    """Return the content security policy of a page of the folder."""
    package, folder = SCRIPTS
    maps = (
        file.read_text(encoding="utf-8") for file in (files(package) / folder).iterdir() if file.name.endswith(".js")
    )
    return OWN_SCRIPT.format(" ".join(sorted(source(script) for script in (page_part("shared.js"), *maps))))
