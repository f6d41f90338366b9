"""What the documentation shows runs, and prints what is shown: python blocks, ``$ doxa`` lines of console blocks with
their output, and files they need.

A block after ``<!-- file: NAME -->`` is written to NAME; a package whose ``pyproject.toml`` is so written counts as
installed from then on. Each line below a command is one that the command prints, in order; "…" stands for lines that
are left out. Numbers may differ by as much as processors do. ``make examples`` puts what is printed now in place of
lines that have the same words and other numbers. Commands that need a model or a network stand in ``sh`` blocks, which
are not run.
"""

import os
import re
import shlex
import tomllib
from pathlib import Path

import pytest

from docs.pages import FENCE, PAGES, ROOT
from doxa.app.cli import app

RUN = ("python", "console")
COMMANDS = ("$ doxa ", "$ .venv/bin/doxa ")
NUMBER = re.compile(r"[+−-]?\d[\d,]*(?:\.\d+)?")


def _examples(page):
    return [one for one in FENCE.finditer(page.read_text(encoding="utf-8")) if one["language"] in RUN or one["file"]]


@pytest.mark.parametrize("page", [one for one in PAGES if _examples(one)], ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page, workplace, capsys, monkeypatch):
    namespace = {"__name__": "__main__"}
    stale = []
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
            stale += _compare_block(example["body"].replace("\\\n", " "), capsys)
    if stale and os.environ.get("SHOWN") == "write":
        text = page.read_text(encoding="utf-8")
        for shown, printed in stale:
            text = text.replace(f"\n{shown}\n", f"\n{printed or shown}\n")
        page.write_text(text, encoding="utf-8")
    assert stale == [], "(what the page shows, what is printed)"


def _compare_block(body, capsys):
    """Run the commands of a block; return the lines that it shows and no command prints, with what is printed there."""
    stale, printed = [], []
    for line in body.splitlines():
        if line.startswith(COMMANDS):
            printed = _check_command(line, capsys)
        elif line.strip() and line.strip() != "…" and not line.startswith("$ "):
            alike = [place for place, other in enumerate(printed) if _words(other) == _words(line)]
            place = next((place for place in alike if _is_same(line, printed[place])), None)
            if place is None:
                place = alike[0] if alike else None
                stale.append((line, None if place is None else printed[place]))
            printed = printed if place is None else printed[place + 1 :]
    return stale


def _words(line):
    return NUMBER.sub("#", " ".join(line.split()))


def _is_same(shown, printed):
    """Return whether numbers of two lines of the same words differ by a hundredth or a twentieth at most."""
    pairs = zip(NUMBER.findall(shown), NUMBER.findall(printed), strict=True)
    numbers = [[float(number.replace("−", "-").replace(",", "")) for number in pair] for pair in pairs]
    return all(abs(first - second) <= max(0.011, abs(first) / 20) for first, second in numbers)


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
    """Run a line of a console block, which exits with 0; return the lines that it prints."""
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
    return shown.out.splitlines()
