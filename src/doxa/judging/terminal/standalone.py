"""Pages about debates as single HTML files that open without a network: a script, a style sheet and a view.

The parts are in ``debate_pages/`` beside this module, written by hand; colours, type and tables are those of all pages
(``viewer/src/tokens.css`` and ``base.css``, built into ``shared.css``). Words of speakers are put into the page as JSON
in which no character can end the element, and become text nodes; a content security policy admits only the page's own
script and style.
"""

import html
import json
from functools import cache
from pathlib import Path
from string import Template
from typing import Any

from doxa.log.disk import write_text
from doxa.records.canonical import clean
from doxa.records.extras import GUIDE
from doxa.records.visible import visible
from doxa.terminal.report import ESCAPES, page_part, policy_of

PARTS = Path(__file__).parent / "debate_pages"


def standalone(script: str, view: dict[str, Any], title: str) -> str:
    """Return an HTML page that a script of ``debate_pages/`` draws from a view."""
    style, code = page_part("shared.css") + _part("page.css"), _part(script)
    plain = json.dumps(_show_controls(view), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return Template(_part("page.html")).substitute(
        policy=policy_of(style, code),
        guide=GUIDE,
        title=html.escape(visible(clean(title))),
        style=style,
        script=code,
        view=clean(plain).translate(ESCAPES),
    )


def write_page(text: str, path: Path) -> None:
    """Write a page to a file, replacing an old one; LogError where it could not be written."""
    write_text(path, text)


def _show_controls(value: Any) -> Any:
    """Return a JSON value with the invisible control characters of its texts written out."""
    if isinstance(value, dict):
        return {visible(key): _show_controls(member) for key, member in value.items()}
    if isinstance(value, list | tuple):
        return [_show_controls(member) for member in value]
    return visible(value) if isinstance(value, str) else value


@cache
def _part(name: str) -> str:
    return (PARTS / name).read_text(encoding="utf-8")
