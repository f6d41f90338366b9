"""Notebooks as pages of the site: their Markdown, their code, and what each cell shows, as it is kept in the file."""

import json
from collections.abc import Callable, Iterator
from html import escape
from pathlib import Path
from typing import Any


def notebook_page(path: Path, rewrite: Callable[[str], str] = str) -> str:
    """Return a notebook as a page in Markdown.

    Args:
        rewrite: applied to the prose, not to code and outputs.
    """
    cells = json.loads(path.read_text(encoding="utf-8"))["cells"]
    pieces = [piece for cell in cells for piece in _pieces(cell, rewrite)]
    return "\n\n".join(pieces) + "\n"


def _pieces(cell: dict[str, Any], rewrite: Callable[[str], str]) -> Iterator[str]:
    source = _text(cell["source"])
    if cell["cell_type"] == "markdown":
        yield rewrite(source)
        return
    yield f"```python\n{source}\n```"
    for output in cell["outputs"]:
        yield _shown(output)


def _shown(output: dict[str, Any]) -> str:
    """Return an output as HTML in one block, in which nothing is read as Markdown."""
    if output["output_type"] == "stream":
        return _plain(_text(output["text"]))
    shown = output["data"]
    if "image/png" in shown:
        drawing = _text(shown["image/png"]).replace("\n", "")
        return f'<p><img alt="The figure" src="data:image/png;base64,{drawing}"></p>'
    if "text/html" in shown:
        return _text(shown["text/html"]).replace("\n", "&#10;")  # a blank line in a cell's words ends no block
    return _plain(_text(shown["text/plain"]))


def _plain(text: str) -> str:
    lines = "\n".join(line or "&#8203;" for line in escape(text.strip("\n")).split("\n"))  # a blank line ends a block
    return f'<pre class="shown">{lines}</pre>'


def _text(lines: str | list[str]) -> str:
    return lines if isinstance(lines, str) else "".join(lines)
