"""What values look like in a notebook: HTML without scripts, complete in itself, and bounded in size.

A value's ``_repr_html_`` puts parts together, and nothing but this module writes markup. Words of models are untrusted:
every part escapes what it is given, and takes no markup. Text has the colour of the page around it; colours of bars and
curves are the design's, in a light and a dark set, chosen as the notebook's theme is.
"""

import html
import re
from collections.abc import Iterable, Mapping, Sequence
from itertools import islice
from typing import NewType

from doxa.records.cells import Cell, write_cell
from doxa.records.outside import visible

Markup = NewType("Markup", str)
"""HTML that this module wrote."""

MOST_ROWS = 20
MOST_COLUMNS = 24
MOST_CURVES = 8
"""More rows, columns and curves are counted and not shown."""

MOST_NOTES = 8
"""More notes of a value are counted and not shown."""

LONGEST, LONGEST_PARAGRAPH = 400, 2_000
"""Characters of a text; further ones are counted and not shown."""

LONG = 60
"""Characters from which the column of a text is kept wide."""

LIGHT: Mapping[str, str] = {
    "for": "#0b7a5e",
    "against": "#b8472a",
    "agent-0": "#8a35c4",
    "agent-1": "#1f63cc",
    "agent-2": "#a56a00",
    "agent-3": "#0a7c80",
    "agent-4": "#c02650",
    "agent-5": "#2b7d40",
    "agent-6": "#b8329a",
    "agent-7": "#6c7400",
    "step-0": "#440154",
    "step-1": "#3b528b",
}
DARK: Mapping[str, str] = {
    "for": "#4fc6a2",
    "against": "#f08c6a",
    "agent-0": "#c690f2",
    "agent-1": "#79abff",
    "agent-2": "#e6b04a",
    "agent-3": "#4fc9c6",
    "agent-4": "#ff8098",
    "agent-5": "#7fce8c",
    "agent-6": "#f08bd6",
    "agent-7": "#c6cf55",
    "step-0": "#c08be0",
    "step-1": "#8ea6ee",
}
"""The design's colours (viewer/src/tokens.css), and the first steps of viridis as pages draw them."""

LIGHT_HOSTS = ("[data-jp-theme-light=true]", ".vscode-light", "[data-md-color-scheme=default]")
DARK_HOSTS = ("[data-jp-theme-light=false]", ".vscode-dark", "[data-md-color-scheme=slate]", "[theme=dark]")
"""What notebooks and documentation sites call their themes, which may differ from the system's."""

RULES = (
    ".doxa{font:14px/1.5 system-ui,sans-serif;color:inherit;color-scheme:light dark;max-width:72em;"
    "--soft:color-mix(in srgb,currentColor 74%,transparent);--line:color-mix(in srgb,currentColor 22%,transparent)}"
    ".doxa p{margin:.35em 0;color:inherit}.doxa .title{font-size:16px;font-weight:600}.doxa .soft{color:var(--soft)}"
    ".doxa .wide{overflow-x:auto}.doxa table{border-collapse:collapse;font-variant-numeric:tabular-nums;"
    "margin:.4em 0;color:inherit;background:none}.doxa tr{background:none}"
    ".doxa th,.doxa td{padding:3px 12px 3px 0;text-align:left;vertical-align:baseline;color:inherit;border:0;"
    "border-bottom:1px solid var(--line);min-width:0}.doxa th{font-weight:500;color:var(--soft)}"
    ".doxa .number{text-align:right;white-space:nowrap}.doxa .long{min-width:22em}"
    ".doxa .bar{display:inline-block;height:.7em;border-radius:2px}"
    ".doxa svg{display:block;max-width:100%;height:auto;fill:currentColor}"
)

DRAWING = (480, 150)
"""Width and height of curves, in pixels."""

SHEET = re.compile(r"<(style|metadata)\b.*?</\1>", re.DOTALL)
INKS = re.compile(r"#(?:000000|444444|777777)\b")
STEPS = {"#440154": "step-0", "#3b528b": "step-1"}


def render(*parts: Markup) -> str:
    """Return the HTML of a value, with the style that its parts need."""
    light, dark = _scheme(LIGHT), _scheme(DARK)
    themes = (
        f".doxa{light}@media(prefers-color-scheme:dark){{.doxa{dark}}}"
        f"{_below(LIGHT_HOSTS)}{light}{_below(DARK_HOSTS)}{dark}"
    )
    return f'<div class="doxa"><style>{RULES}{themes}</style>{"".join(parts)}</div>'


def section(*parts: Markup) -> Markup:
    """Return several parts as one; without parts nothing."""
    return Markup("".join(parts))


def title(text: str) -> Markup:
    """Return the first line of a value."""
    return Markup(f'<p class="title">{_words(text)}</p>')


def paragraph(text: str) -> Markup:
    """Return a paragraph."""
    return Markup(f"<p>{_words(text, LONGEST_PARAGRAPH)}</p>")


def remark(text: str) -> Markup:
    """Return a paragraph that is less loud; nothing for no text."""
    return Markup(f'<p class="soft">{_words(text, LONGEST_PARAGRAPH)}</p>' if text else "")


def paragraphs(texts: Sequence[str], most: int = MOST_ROWS) -> Markup:
    """Return paragraphs, the first ones only, and how many more there are."""
    more = f"… and {len(texts) - most:,} more." if len(texts) > most else ""
    return section(*(paragraph(text) for text in texts[:most]), remark(more))


def table(
    columns: Sequence[str],
    rows: Iterable[Sequence[Cell]],
    count: int | None = None,
    most: int = MOST_ROWS,
    *,
    numeric: Sequence[bool] | None = None,
) -> Markup:
    """Return a table of the first rows and columns, and how many more there are.

    Args:
        count: the number of all rows, where ``rows`` is not a sequence; only the first ``most`` of it are read.
        numeric: which columns hold numbers; by default those without texts.
    """
    total = count if count is not None else len(rows) if isinstance(rows, Sequence) else None
    shown_rows = [row[:MOST_COLUMNS] for row in islice(rows, most)]
    names = columns[:MOST_COLUMNS]
    numeric = numeric or [
        bool(shown_rows) and all(not isinstance(row[place], str) for row in shown_rows) for place in range(len(names))
    ]
    head = "".join(_cell("th", name, is_number) for name, is_number in zip(names, numeric, strict=False))
    body = "".join(
        "<tr>" + "".join(_cell("td", cell, is_number) for cell, is_number in zip(row, numeric, strict=False)) + "</tr>"
        for row in shown_rows
    )
    grid = f'<div class="wide"><table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table></div>'
    return Markup(grid + _more(len(shown_rows), total, len(columns)))


def bars(parts: Sequence[tuple[float, str, str]], most: int = MOST_ROWS) -> Markup:
    """Return bars of what moved a stance: its part, what it is, and what was said."""
    largest = max((abs(part) for part, _, _ in parts), default=0.0) or 1.0
    rows = "".join(
        f'<tr><td class="number">{_signed(part)}</td><td>{_bar(part, largest)}</td>'
        f"<td>{_words(label)}{_said(text)}</td></tr>"
        for part, label, text in parts[:most]
    )
    return Markup(f'<div class="wide"><table><tbody>{rows}</tbody></table></div>{_more(most, len(parts), 0)}')


def curves(
    lines: Mapping[str, Sequence[float | None]], dashed: Mapping[str, Sequence[float | None]] | None = None
) -> Markup:
    """Return stances over time between −1 and +1 as a small picture; ``dashed`` are those to compare them with."""
    named = dict(islice(lines.items(), MOST_CURVES))
    if not any(stance is not None for stances in named.values() for stance in stances):
        return Markup("")
    width, height = DRAWING
    drawn, labels = [], []
    for number, (name, stances) in enumerate(named.items()):
        drawn.append(_curve(stances, number, ""))
        drawn.append(_curve((dashed or {}).get(name, ()), number, ' stroke-dasharray="4 3"'))
        colour = f'style="background:var(--agent-{number});width:.7em"'
        labels.append(f'<span class="bar" {colour}></span> {_words(name)}')
    zero = f'<path d="M0 {height / 2:g}H{width}" stroke="currentColor" stroke-opacity=".35" stroke-width="1"/>'
    picture = (
        f'<svg role="img" aria-label="Stances over time, from −1 to +1" viewBox="0 0 {width} {height}" '
        f'width="{width}" height="{height}" style="fill:none">{zero}{"".join(drawn)}</svg>'
    )
    more = _more(len(named), len(lines), 0, "curves")
    return Markup(f'{picture}<p class="soft">{" &nbsp; ".join(labels)}</p>{more}')


def picture(svg: str, label: str) -> Markup:
    """Return a drawing of matplotlib's as a part; its ink has the colour of the text around it.

    Args:
        svg: what ``doxa.analysis.plots`` draws, in which texts are outlines.
    """
    drawing = SHEET.sub("", svg[svg.index("<svg") :]).replace("#ffffff", "none")
    drawing = INKS.sub("currentColor", re.sub(r"<!--.*?-->", "", drawing, flags=re.DOTALL))
    for colour, name in STEPS.items():
        drawing = re.sub(rf"(stroke|fill): {colour}", rf"\1: var(--{name}, {colour})", drawing)
    return Markup(" ".join(drawing.replace("<svg", f'<svg role="img" aria-label="{_words(label)}"', 1).split()))


def _scheme(colours: Mapping[str, str]) -> str:
    return "{" + ";".join(f"--{name}:{colour}" for name, colour in colours.items()) + "}"


def _below(hosts: Sequence[str]) -> str:
    return ",".join(f"{host} .doxa" for host in hosts)


def _words(text: str, longest: int = LONGEST) -> str:
    """Return untrusted text as HTML: invisible controls written out, escaped, cut to a bound."""
    more = f" … (+{len(text) - longest:,} characters)" if len(text) > longest else ""
    return html.escape(visible(text[:longest]) + more)


def _cell(tag: str, cell: Cell, is_number: bool) -> str:
    text = write_cell(cell)
    look = ' class="number"' if is_number else ' class="long"' if len(text) > LONG else ""
    return f"<{tag}{look}>{_words(text)}</{tag}>"


def _more(shown_rows: int, total: int | None, columns: int, things: str = "rows") -> str:
    """Return a remark on what is left out; nothing where everything is there."""
    left_out = [f"{total - shown_rows:,} more {things}"] if total is not None and total > shown_rows else []
    if columns > MOST_COLUMNS:
        left_out.append(f"{columns - MOST_COLUMNS:,} more columns")
    return remark(f"… and {' and '.join(left_out)}." if left_out else "")


def _signed(number: float) -> str:
    text = write_cell(float(number))
    return text if text.startswith("−") else f"+{text}"


def _bar(part: float, largest: float) -> str:
    colour = "for" if part > 0 else "against"
    return f'<span class="bar" style="width:{abs(part) / largest * 8:.2f}em;background:var(--{colour})"></span>'


def _said(text: str) -> str:
    return f'<br><span class="soft">{_words(text)}</span>' if text else ""


def _curve(stances: Sequence[float | None], number: int, look: str) -> str:
    """Return a line through stances, with a gap where one is missing; a point where it stands alone."""
    width, height = DRAWING
    step = width / max(1, len(stances) - 1)
    path, pen = "", "M"
    for place, stance in enumerate(stances):
        if stance is not None:
            path += f"{pen}{place * step:.1f} {height / 2 - stance * (height / 2 - 3):.1f}"
        pen = "M" if stance is None else "L"
    ink = f'stroke="var(--agent-{number})" stroke-width="2" stroke-linecap="round"'
    return f'<path d="{path}" {ink} fill="none"{look}/>' if path else ""
