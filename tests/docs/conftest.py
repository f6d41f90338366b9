"""One finished demo run, which every page's examples find at ``runs/demo``."""

import os
import shutil

import pytest

import doxa

DEMO_ROUNDS = 9


@pytest.fixture(scope="session")
def demo(tmp_path_factory):
    """The demo of the README, cut to the rounds that pages show."""
    path = tmp_path_factory.mktemp("docs") / "demo"
    doxa.run("maternity-ward", out=path, changes={"script.rounds": DEMO_ROUNDS})
    return path


@pytest.fixture
def workplace(tmp_path, monkeypatch, demo):
    """A folder as a reader's: the demo at ``runs/demo``, and nothing that names a provider."""
    shutil.copytree(demo, tmp_path / "runs" / "demo")
    monkeypatch.chdir(tmp_path)
    for name in [name for name in os.environ if name.endswith(("_API_KEY", "_BASE_URL"))]:
        monkeypatch.delenv(name)
    return tmp_path
