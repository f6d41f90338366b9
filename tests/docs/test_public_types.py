"""The types of the public names, as a type checker of a user's sees them: a typo is found, the README's example passes.

It stands here because `make check` runs these tests after mypy, whose cache makes it quick.
"""

import re
from pathlib import Path

import pytest
from mypy import api

import doxa
from docs.pages import ROOT


def test_a_type_checker_finds_a_typo_and_passes_the_example_of_the_readme(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(encoding="utf-8"), re.M | re.S)
    (tmp_path / "example.py").write_text(example, encoding="utf-8")
    (tmp_path / "typo.py").write_text("from doxa import NoSuchThing, run\n", encoding="utf-8")
    (tmp_path / "public.py").write_text(f"from doxa import {', '.join(doxa.__all__)}\n", encoding="utf-8")
    monkeypatch.chdir(ROOT)  # where the settings and the cache of `mypy` are
    told, _, _ = api.run(["--strict", *(str(tmp_path / f"{name}.py") for name in ("example", "typo", "public"))])
    *errors, summary = told.splitlines()
    assert len(errors) == 1, told
    assert 'typo.py:1: error: Module "doxa" has no attribute "NoSuchThing"' in errors[0]
    assert summary.startswith("Found 1 error in 1 file")
