"""Run the notebooks of docs/notebooks in a kernel, offline, and keep what they show: `make notebooks`.

    python tools/write_notebooks.py            run all and rewrite them
    python tools/write_notebooks.py --check    write nothing; exit 1 and name cells that show something else

Each runs in an empty folder. Of a figure the PNG is kept, which GitHub shows too, of anything else the HTML. Numbers
may differ in the last digit, and pixels a little, as another processor computes them; everything else is compared
exactly.
"""

import argparse
import base64
import os
import re
import sys
import tempfile
from collections.abc import Iterator
from difflib import unified_diff
from io import BytesIO
from pathlib import Path
from typing import Any

import nbformat
import numpy as np
from matplotlib.image import imread
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError
from traitlets.config import Config

__all__ = ["CellExecutionError", "find_differences", "notebook_paths", "notebook_text", "read_notebook", "run_notebook"]

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "docs" / "notebooks"

KEPT = ("image/png", "text/html", "text/plain")
"""The one form of an output that is kept: the first that there is."""

NUMBER = re.compile(r"(?<![\w.#-])[+−-]?\d+\.\d+")
LAST_DIGIT = 0.0021
"""Most by which two printed numbers of three decimals may differ."""

PIXELS = 2.0
"""Largest mean difference of two drawings, of 255."""

MOST_SECONDS = 600
"""For one cell, also where many processes share a processor."""

Notebook = Any
"""``nbformat.NotebookNode``: a mapping whose keys are attributes, too."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 where a notebook differs")
    check = parser.parse_args().check
    wrong = []
    for path in notebook_paths():
        kept, now = read_notebook(path), run_notebook(path)
        differences = list(find_differences(kept, now))
        print(f"{path.relative_to(ROOT)}: {len(differences) or 'no'} differences", flush=True)
        wrong += differences
        if not check and (differences or path.read_text(encoding="utf-8") != notebook_text(now)):
            path.write_text(notebook_text(now), encoding="utf-8")
    if check and wrong:
        sys.exit("\n".join([*wrong, "write them anew: make notebooks"]))


def notebook_paths() -> list[Path]:
    """Return the notebooks, in the order of their names."""
    return sorted(FOLDER.glob("*.ipynb"))


def read_notebook(path: Path) -> Notebook:
    """Return a notebook as it is kept."""
    return nbformat.read(path, as_version=4)  # type: ignore[no-untyped-call]


def run_notebook(path: Path) -> Notebook:
    """Return a notebook after a run of all its cells, with what is kept of it.

    Raises:
        CellExecutionError: a cell raised an error.
    """
    notebook = read_notebook(path)
    with tempfile.TemporaryDirectory() as workplace, tempfile.TemporaryDirectory() as profile:
        client = NotebookClient(
            notebook,
            timeout=MOST_SECONDS,
            kernel_name="python3",
            extra_arguments=["--HistoryManager.enabled=False"],
            resources={"metadata": {"path": workplace}},
            # files in place of ports: no network at all
            config=Config({"KernelManager": {"transport": "ipc", "ip": f"{profile}/kernel"}}),
            startup_timeout=MOST_SECONDS,
        )
        client.execute(env={**os.environ, "IPYTHONDIR": profile})
    for number, cell in enumerate(notebook.cells, start=1):
        cell.id, cell.metadata = f"cell-{number}", _node({})
        if cell.cell_type == "code":
            cell.outputs = [_kept_output(output) for output in cell.outputs]
    notebook.metadata = _node({"language_info": {"name": "python"}})
    return notebook


def notebook_text(notebook: Notebook) -> str:
    """Return the content of a notebook's file."""
    return str(nbformat.writes(notebook, indent=1, ensure_ascii=False)) + "\n"  # type: ignore[no-untyped-call]


def find_differences(kept: Notebook, now: Notebook) -> Iterator[str]:
    """Yield a sentence for each cell that shows something else than what is kept."""
    cells = [cell for cell in now.cells if cell.cell_type == "code"]
    before = [cell for cell in kept.cells if cell.cell_type == "code"]
    for number, (was, cell) in enumerate(zip(before, cells, strict=True), start=1):
        shapes = [[(output.output_type, sorted(_forms(output))) for output in each.outputs] for each in (was, cell)]
        if shapes[0] != shapes[1]:
            yield f"code cell {number}: its outputs have other forms: {shapes[0]}, now {shapes[1]}"
            continue
        for old, new in zip(was.outputs, cell.outputs, strict=True):
            for form, text in _forms(new).items():
                yield from (f"code cell {number}: {what}" for what in _describe_change(form, _forms(old)[form], text))


def _kept_output(output: Notebook) -> Notebook:
    if output.output_type in ("display_data", "execute_result"):
        form = next(form for form in KEPT if form in output.data)
        output.data = _node({form: output.data[form]})
        output.metadata = _node({})
    return output


def _node(content: dict[str, Any]) -> Notebook:
    return nbformat.from_dict(content)  # type: ignore[no-untyped-call]


def _forms(output: Notebook) -> dict[str, str]:
    return {output.name: output.text} if output.output_type == "stream" else dict(output.data)


def _describe_change(form: str, old: str, new: str) -> Iterator[str]:
    """Yield what differs between two outputs of one form; nothing where they are the same."""
    if form == "image/png":
        first, second = (imread(BytesIO(base64.b64decode(text)), format="png") for text in (old, new))
        if first.shape != second.shape:
            yield f"a drawing of {first.shape[:2]} pixels has {second.shape[:2]}"
        elif (mean := float(np.abs(first - second).mean()) * 255) > PIXELS:
            yield f"the pixels of a drawing differ by {mean:.1f} on average"
        return
    if NUMBER.sub("N", old) != NUMBER.sub("N", new):
        changed = unified_diff(old.replace("<tr", "\n<tr").split("\n"), new.replace("<tr", "\n<tr").split("\n"), n=0)
        yield "other words:\n" + "\n".join(list(changed)[2:12])
        return
    for first, second in zip(NUMBER.findall(old), NUMBER.findall(new), strict=True):
        if abs(_number(first) - _number(second)) > LAST_DIGIT:
            yield f"{first} is now {second}"


def _number(text: str) -> float:
    return float(text.replace("−", "-"))


if __name__ == "__main__":
    main()
