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
import math
import re
from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import chain
from pathlib import Path
from string import Template

from doxa.analysis.building import view_of
from doxa.analysis.exhibit import NUMERIC, Cell, Column, Exhibit, Figure, Prose, Table
from doxa.analysis.plots import can_draw, encode
from doxa.analysis.tabulating import tabulate
from doxa.analysis.view import RunView
from doxa.log.disk import write_text
from doxa.log.rundir import RunLike, open_run
from doxa.records.base import clean
from doxa.records.cells import Estimate, write_cell
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


def report(run: RunLike, out: Path | str | None = None) -> Path:
    """Write the report of a run as one HTML file and return its path.

    Args:
        out: the file; ``report.html`` in the directory of the run when absent.

    Raises:
        LogError: the run cannot be read, or the file not be written.
    """
    log = open_run(run)
    path = Path(out) if out else log.path / "report.html"
    write_report(view_of(log), path)
    return path


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


MANY = 9
"""More sections than this make the list of contents several lines high on a wide screen."""

CLOSE = ((17, " crowded packed"), (12, " crowded"), (8, " dense"), (0, ""))
"""More columns than this → how close a table is set, so that it loses none at 1280 pixels."""

SHADES = 5
"""Steps of colour on either side of 0."""

SHORT, LONG = 22, 70
"""Characters up to which a text stays on one line, and from which its column is kept wide."""

SENTENCES = re.compile(r"(?<=[.!?]) (?=[A-Z])")
"""Where a caption is cut into sentences."""

STYLED = re.compile(r' style="([^"]*)"')
SHEET = re.compile(r"<style.*?</style>", re.DOTALL)


def render_exhibits(files: Sequence[tuple[Exhibit, Sequence[Path]]], *, title: str) -> str:
    """Return a page with every exhibit, and links to its files; a figure is its SVG among them, or drawn anew."""
    exhibits = [exhibit for exhibit, _ in files]
    style, script = page_part("shared.css"), page_part("shared.js")
    shared = shared_sentences(exhibits)
    links = "".join(f'<li><a href="#{_escaped(part.name)}">{_escaped(part.title)}</a></li>' for part in exhibits)
    return Template(page_part("tables.html")).substitute(
        policy=policy_of(style, script),
        title=_escaped(title),
        style=style,
        script=script,
        guide=GUIDE,
        many=" many" if len(exhibits) > MANY else "",
        contents=links,
        note=f'<p class="simulated" role="note">{_escaped(" ".join(shared))}</p>' if shared else "",
        sections="\n".join(_section(exhibit, own_files, shared) for exhibit, own_files in files),
    )


def shared_sentences(exhibits: Sequence[Exhibit]) -> tuple[str, ...]:
    """Return the sentences that most of several captions have, which a page or a terminal says once."""
    captions = [dict.fromkeys(SENTENCES.split(exhibit.caption)) for exhibit in exhibits if exhibit.caption]
    counts = Counter(chain(*captions))
    return tuple(sentence for sentence, count in counts.items() if count > max(1, len(captions) / 2))


def own_caption(exhibit: Exhibit, shared: Sequence[str]) -> str:
    """Return an exhibit's caption without shared sentences."""
    return " ".join(sentence for sentence in SENTENCES.split(exhibit.caption) if sentence not in shared)


def _section(exhibit: Exhibit, files: Sequence[Path], shared: Sequence[str]) -> str:
    body = _body(exhibit, next((file for file in files if file.suffix == ".svg"), None))
    own = own_caption(exhibit, shared)
    caption = f'<p class="caption">{_escaped(own)}</p>' if own else ""
    head = f"<header><h2>{_escaped(exhibit.title)}</h2></header>"
    inside = f"{head}{body}{caption}{_files(files)}"
    return f'<section class="section" id="{_escaped(exhibit.name)}">{inside}</section>'


def _body(exhibit: Exhibit, drawing: Path | None) -> str:
    if isinstance(exhibit, Table):
        table = _table(exhibit)
        rows = f"{len(exhibit.rows):,} rows" if len(exhibit.rows) != 1 else "1 row"
        return f"<details><summary>Show {rows}</summary>{table}</details>" if exhibit.detail else table
    if isinstance(exhibit, Prose):
        return "".join(f'<p class="prose">{_escaped(words)}</p>' for words in exhibit.paragraphs)
    if not isinstance(exhibit, Figure):
        return _table(tabulate(exhibit))
    if drawing is None and not can_draw():
        return '<p class="wide missing">Not drawn: matplotlib is not installed. The numbers are in the file below.</p>'
    label = f"{exhibit.title}: {exhibit.caption}"[:400]
    text = drawing.read_text(encoding="utf-8") if drawing else encode(exhibit, "svg").decode()
    return f'<div class="wide figure" data-label="{_escaped(exhibit.title)}">{_svg(text, label)}</div>'


def _files(files: Sequence[Path]) -> str:
    """Return links to files that lie beside the page."""
    links = (f'<a href="{_escaped(file.name)}">{_escaped(file.name)}</a>' for file in files)
    return f'<p class="files">{"".join(links)}</p>' if files else ""


def _table(given: Table) -> str:
    table = given.in_words()
    texts = table.texts()
    looks = [_look(column, [words[place] for words in texts]) for place, column in enumerate(table.looks)]
    head = "".join(
        f'<th scope="col" class="{look}">{_escaped(name)}</th>' for name, look in zip(table.names, looks, strict=True)
    )
    rows = "".join(
        "<tr>" + "".join(map(_cell, row, words, looks, table.looks)) + "</tr>"
        for row, words in zip(table.rows, texts, strict=True)
    )
    close = next(look for least, look in CLOSE if len(table.columns) > least or not least)
    return (
        f'<div class="wide{close}" data-label="{_escaped(table.title)}"><table class="grid">'
        f"<thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table></div>{_legend(table.looks)}"
    )


def _legend(columns: Sequence[Column]) -> str:
    """Return what the colours of a table mean; '' where no column has colours."""
    column = next((column for column in columns if column.show == "heat"), None)
    if column is None:
        return ""
    steps = [
        f'<i class="heat {_shade(column.high * step / SHADES, column)}"></i>' for step in range(-SHADES, SHADES + 1)
    ]
    ends = [write_cell(end, 0 if end == int(end) else 2, signed=True) for end in (-column.high, column.high)]
    about = f"{_escaped(column.about)}; a dashed frame: the interval contains 0"
    return f'<p class="legend">{ends[0]} <span class="steps">{"".join(steps)}</span> {ends[1]} <span>{about}</span></p>'


def _shade(number: float, column: Column) -> str:
    """Return the class of a number's colour, whose steps end at full, half and so on; rounded up, 0 has none."""
    step = math.ceil(SHADES * min(1.0, abs(number) / column.high) - 1e-9)
    return f"{'less' if number < 0 else 'more'}{step}"


def _look(column: Column, words: Sequence[str]) -> str:
    """Return the classes of a column: numbers to the right; texts short, of middle length, or long."""
    if words and column.show in NUMERIC:
        return "number heat" if column.show == "heat" else "number"
    longest = max(map(len, words), default=0)
    return "text short" if longest <= SHORT else "text long" if longest > LONG else "text"


def _cell(cell: Cell, words: str, look: str, column: Column) -> str:
    if cell is None:
        return f'<td class="{look}" data-missing>{_escaped(words)}</td>'
    number = cell.value if isinstance(cell, Estimate) else cell
    exact = f' data-value="{number!r}"' if isinstance(number, int | float) else ""
    if column.show == "heat" and isinstance(number, int | float):
        low, high = (cell.low, cell.high) if isinstance(cell, Estimate) else (None, None)
        spans = " spans" if low is not None and high is not None and low <= 0 <= high else ""
        value, _, interval = words.partition(" ")
        inside = f"<b>{_escaped(value)}</b>" + (f" <small>{_escaped(interval)}</small>" if interval else "")
        return f'<td class="{look} {_shade(number, column)}{spans}"{exact}>{inside}</td>'
    return f'<td class="{look}"{exact}>{_escaped(words)}</td>'


def _svg(text: str, label: str) -> str:
    body = STYLED.sub(_as_attributes, SHEET.sub("", text[text.index("<svg") :]))
    return body.replace("<svg", f'<svg role="img" aria-label="{_escaped(label)}"', 1)


def _as_attributes(style: re.Match[str]) -> str:
    """Return a style attribute of matplotlib as presentation attributes, the last of each name."""
    pairs = dict(part.split(":", 1) for part in html.unescape(style[1]).split(";") if ":" in part)
    return "".join(f' {name.strip()}="{html.escape(value.strip())}"' for name, value in pairs.items())


def _escaped(text: str) -> str:
    return html.escape(visible(text))
