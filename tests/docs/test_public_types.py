"""The types of the public names, as a user's type checker sees them: typos are found, the README and new plug-ins pass.

It stands here because `make check` runs these tests after mypy, whose cache makes it quick.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from mypy import api

import doxa
from docs.pages import ROOT
from doxa.app.commands.new import PACKAGES, plugin_files


def _written(kind: str, folder: Path) -> Iterator[Path]:
    """Write a new plug-in of a kind and yield its module."""
    for path, text in plugin_files(kind, f"own-{kind}").items():
        (folder / path).parent.mkdir(exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
        if path.name.startswith("doxa_"):
            yield folder / path


def test_a_type_checker_finds_a_typo_and_passes_the_readme_and_new_plug_ins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    (tmp_path / "typo.py").write_text("from doxa import NoSuchThing, run\n", encoding="utf-8")
    imports = [f"from {public.__name__} import {', '.join(dir(public))}\n" for public in (doxa, doxa.plugin)]
    (tmp_path / "public.py").write_text("".join(imports), encoding="utf-8")
    templates = [path for kind in PACKAGES for path in _written(kind, tmp_path)]
    monkeypatch.setenv("MYPYPATH", os.pathsep.join(str(path.parent) for path in templates))
    monkeypatch.chdir(ROOT)  # where the settings and the cache of `mypy` are
    examples = [tmp_path / f"{name}.py" for name in ("example", "typo", "public")]
    told, _, _ = api.run(["--strict", *map(str, [*examples, *templates])])
    *errors, summary = told.splitlines()
    assert len(errors) == 1, told
    assert 'typo.py:1: error: Module "doxa" has no attribute "NoSuchThing"' in errors[0]
    assert summary.startswith("Found 1 error in 1 file")
