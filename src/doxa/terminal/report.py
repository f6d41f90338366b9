"""The report of one run: a single HTML file that opens without a network.

The page is built from ``viewer/`` and lies beside this module as ``page/page.js``, ``page.css`` and ``page.html``; this
module inserts a view. Words of models are untrusted: they are inserted as JSON in which no character can end the
element, and the page shows them as text nodes only, with invisible controls written out. Its content security policy
allows exactly the one script and the one style sheet that were built, and no request.
"""

import base64
import hashlib
import html
import json
from functools import cache
from pathlib import Path
from string import Template

from doxa.analysis.view import RunView
from doxa.log.disk import write_text
from doxa.records.canonical import clean
from doxa.records.outside import visible
from doxa.records.plugins import GUIDE

PAGE = Path(__file__).parent / "page"

ESCAPES = str.maketrans({character: f"\\u{ord(character):04x}" for character in "<>&\u2028\u2029"})


def render(view: RunView) -> str:
    """Return the whole report of a view as one HTML document."""
    style, script = page_part("page.css"), page_part("page.js")
    return Template(page_part("page.html")).substitute(
        policy=policy_of(style, script),
        guide=GUIDE,
        title=html.escape(visible(clean(f"{view.proposition[:120]} · {view.name} · doxa"))),
        style=style,
        script=script,
        view=embedded(view),
    )


def write_report(view: RunView, path: Path) -> None:
    """Write the report of a view to a file; an existing file is replaced.

    Raises:
        LogError: the file could not be written.
    """
    write_text(path, render(view))


def embedded(view: RunView) -> str:
    """Return the JSON of a view, at full precision, in a form that cannot end a ``<script>`` element."""
    plain = json.dumps(view.model_dump(), ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    return clean(plain).translate(ESCAPES)


def policy_of(style: str, script: str) -> str:
    """Return the content security policy that allows one style sheet and one script, and no request."""
    return (
        f"default-src 'none'; style-src {source(style)}; script-src {source(script)}; "
        "img-src data:; base-uri 'none'; form-action 'none'"
    )


def source(text: str) -> str:
    """Return the source expression, a hash, that allows exactly this inline text in the policy."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def page_part(name: str) -> str:
    """Return a file of the built page."""
    return (PAGE / name).read_text(encoding="utf-8")
