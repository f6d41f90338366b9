"""What the documentation shows runs: python blocks, ``$ doxa`` lines of console blocks, and files they need.

A block after ``<!-- file: NAME -->`` is written to NAME; a package whose ``pyproject.toml`` is so written counts as
installed from then on. Outputs are not compared. Commands that need a model or a network stand in ``sh`` blocks, which
are not run.
"""

import shlex
import tomllib
from pathlib import Path

import pytest

from docs.pages import FENCE, PAGES, ROOT
from doxa.app.cli import app

RUN = ("python", "console")


def _examples(page):
    return [one for one in FENCE.finditer(page.read_text(encoding="utf-8")) if one["language"] in RUN or one["file"]]


@pytest.mark.parametrize("page", [one for one in PAGES if _examples(one)], ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page, workplace, capsys, monkeypatch):
    namespace = {"__name__": "__main__"}
    for example in _examples(page):
        if example["file"]:
            path = Path(example["file"])
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(example["body"], encoding="utf-8")
            if path.name == "pyproject.toml":
                _install(path, monkeypatch)
        elif example["language"] == "python":
            exec(compile(example["body"], str(page), "exec"), namespace)
        else:
            for line in example["body"].replace("\\\n", " ").splitlines():
                if line.startswith(("$ doxa ", "$ .venv/bin/doxa ")):
                    _check_command(line, capsys)


def _install(pyproject, monkeypatch):
    """Let a package's entry points be found, as ``pip install -e`` does, without a network."""
    project = tomllib.loads(pyproject.read_text(encoding="utf-8"))["project"]
    noted = pyproject.parent / f"{project['name'].replace('-', '_')}-{project['version']}.dist-info"
    noted.mkdir()
    (noted / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8")
    groups = project["entry-points"].items()
    lines = [line for group, points in groups for line in (f"[{group}]", *(f"{k} = {v}" for k, v in points.items()))]
    (noted / "entry_points.txt").write_text("\n".join(lines), encoding="utf-8")
    monkeypatch.syspath_prepend(pyproject.parent.resolve())


def _check_command(line, capsys):
    """Run a line of a console block and hold that it exits with 0."""
    words = shlex.split(line.removeprefix("$ "), comments=True)
    target = None
    if ">" in words:
        target = Path(words[words.index(">") + 1])
        words = words[: words.index(">")]
    capsys.readouterr()
    code = 0
    try:
        app(words[1:])
    except SystemExit as ended:
        code = ended.code or 0
    shown = capsys.readouterr()
    assert code == 0, f"{line}\n{shown.out}\n{shown.err}"
    if target:
        target.write_text(shown.out, encoding="utf-8")
