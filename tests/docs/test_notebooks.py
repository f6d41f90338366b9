"""The notebooks run, offline, and show what is kept of them; a kept output that is wrong is found."""

import base64
import copy
from io import BytesIO

import nbformat
import pytest
import write_notebooks
from matplotlib.image import imread, imsave
from website.notebooks import notebook_page
from write_notebooks import find_differences, notebook_paths, notebook_text, read_notebook, run_notebook

PATHS = notebook_paths()
SWEEP = PATHS[0]
LARGEST = 200_000
"""Bytes of a notebook with all that it shows."""


def test_there_are_four_notebooks():
    assert [path.stem for path in PATHS] == [
        "a-sweep-to-a-figure",
        "b-own-motion",
        "c-replay-of-people",
        "d-many-at-once",
    ]


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_shows_what_is_kept(path):
    kept = read_notebook(path)
    assert list(find_differences(kept, run_notebook(path))) == [], "write them anew: make notebooks"


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_notebook_is_kept_small_and_in_order(path):
    kept = read_notebook(path)
    assert path.read_text(encoding="utf-8") == notebook_text(kept)
    assert path.stat().st_size < LARGEST
    assert "<script" not in path.read_text(encoding="utf-8")
    code = [cell for cell in kept.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    assert any(cell.outputs for cell in code)


def changed(old: str, new: str) -> list[str]:
    """Return the differences that are found after a change of the first kept output with these words."""
    kept = read_notebook(SWEEP)
    wrong = copy.deepcopy(kept)
    outputs = [output for cell in wrong.cells if cell.cell_type == "code" for output in cell.outputs]
    text = next(output.data for output in outputs if old in output.get("data", {}).get("text/html", ""))
    text["text/html"] = text["text/html"].replace(old, new, 1)
    return list(find_differences(wrong, kept))


def test_a_wrong_number_a_wrong_word_and_a_missing_output_are_found():
    assert changed("0.558", "0.598") == ["code cell 1: 0.598 is now 0.558"]
    assert changed("0.558", "0.559") == [], "the last digit may differ on another processor"
    assert "other words" in changed("stance.cobalt", "stance.copper")[0]
    kept = read_notebook(SWEEP)
    silent = copy.deepcopy(kept)
    next(cell for cell in silent.cells if cell.cell_type == "code").outputs = []
    assert "other forms" in next(find_differences(silent, kept))


def test_another_drawing_is_found():
    kept = read_notebook(SWEEP)
    wrong = copy.deepcopy(kept)
    outputs = [output for cell in wrong.cells if cell.cell_type == "code" for output in cell.outputs]
    drawing = next(output.data for output in outputs if "image/png" in output.get("data", {}))
    pixels = imread(BytesIO(base64.b64decode(drawing["image/png"])), format="png")
    flipped = BytesIO()
    imsave(flipped, pixels[::-1].copy())
    drawing["image/png"] = base64.b64encode(flipped.getvalue()).decode()
    assert any("pixels of a drawing differ" in sentence for sentence in find_differences(wrong, kept))


def test_a_cell_that_fails_fails_the_run(tmp_path):
    path = tmp_path / "bad.ipynb"
    nbformat.write(nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell("1 / 0", id="cell-1")]), path)
    with pytest.raises(write_notebooks.CellExecutionError, match="ZeroDivisionError"):
        run_notebook(path)


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.stem)
def test_a_page_of_the_site_has_the_code_and_what_it_shows(path):
    page = notebook_page(path)
    assert page.startswith("# ")
    kept = read_notebook(path)
    for cell in kept.cells:
        assert cell.source in page
    assert page.count('<div class="doxa">') == sum(
        "text/html" in output.get("data", {}) for cell in kept.cells for output in cell.get("outputs", [])
    )
    for block in page.strip().split("\n\n"):
        assert not block.startswith(("<div", "<pre")) or block.endswith(("</div>", "</pre>")), "no block is cut in two"
