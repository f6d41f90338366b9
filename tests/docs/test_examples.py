"""What the documentation shows runs: python blocks, ``$ doxa`` lines of console blocks, and files they need.

A block after ``<!-- file: NAME -->`` is written to NAME. Outputs are not compared. Commands that need a model or a
network stand in ``sh`` blocks, which are not run.
"""

import shlex
from pathlib import Path

import pytest

from docs.pages import FENCE, PAGES, ROOT
from doxa.app.cli import app

RUN = ("python", "console")


def _examples(page):
    return [one for one in FENCE.finditer(page.read_text(encoding="utf-8")) if one["language"] in RUN or one["file"]]


@pytest.mark.parametrize("page", [one for one in PAGES if _examples(one)], ids=lambda page: str(page.relative_to(ROOT)))
def test_examples_run(page, workplace, capsys):
    namespace = {"__name__": "__main__"}
    for example in _examples(page):
        if example["file"]:
            Path(example["file"]).write_text(example["body"], encoding="utf-8")
        elif example["language"] == "python":
            exec(compile(example["body"], str(page), "exec"), namespace)
        else:
            for line in example["body"].replace("\\\n", " ").splitlines():
                if line.startswith(("$ doxa ", "$ .venv/bin/doxa ")):
                    _run(line, capsys)


def _run(line, capsys):
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
