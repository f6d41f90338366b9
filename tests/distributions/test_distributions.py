"""The distributions: their pins agree, doxa's wheel stays small and whole, and what it needs is said in words."""

import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import entry_points
from itertools import chain
from pathlib import Path
from types import SimpleNamespace

import pytest
from packaging.requirements import Requirement

import doxa
from doxa.app import cli
from doxa.app.helps import ELSEWHERE
from doxa.corpora import packed
from doxa.corpora.packed import models_folder
from doxa.errors import ModelSetupError, UnknownNameError

ROOT = Path(__file__).parents[2]
FOLDERS = {"doxa": ROOT, "doxa-models": ROOT / "packages" / "models", "doxa-train": ROOT / "packages" / "train"}
LARGEST = 3_000_000
"""Bytes of doxa's wheel."""


def project(name: str) -> dict:
    """Return the table [project] of a distribution."""
    return tomllib.loads((FOLDERS[name] / "pyproject.toml").read_text(encoding="utf-8"))["project"]


@pytest.fixture
def forget_package():
    """Let the package be looked up anew in a test and after it."""
    packed._package_folder.cache_clear()
    yield
    packed._package_folder.cache_clear()


@pytest.fixture(scope="module")
def wheel(tmp_path_factory) -> zipfile.ZipFile:
    """doxa's wheel, built from the tree."""
    folder = tmp_path_factory.mktemp("wheel")
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (path,) = folder.glob("*.whl")
    return zipfile.ZipFile(path)


@pytest.mark.parametrize("name", FOLDERS)
def test_distributions_name_the_versions_that_the_tree_has(name):
    table = project(name)
    needs = [*table.get("dependencies", ()), *chain(*table.get("optional-dependencies", {}).values())]
    pinned = {need.name: need for need in map(Requirement, needs) if need.name in FOLDERS and need.name != name}
    for other, need in pinned.items():
        assert str(need.specifier) == f"=={project(other)['version']}"
    assert set(pinned) == {"doxa": {"doxa-models", "doxa-train"}, "doxa-models": set(), "doxa-train": {"doxa"}}[name]


def test_the_code_wants_the_version_of_the_models_that_is_there():
    import doxa_models

    assert project("doxa-models")["version"] == doxa_models.__version__ == packed.VERSION
    assert project("doxa")["version"] == doxa.__version__
    assert f"\nversion: {doxa.__version__}\n" in (ROOT / "CITATION.cff").read_text(encoding="utf-8")


def test_the_wheel_is_small_and_has_no_weights(wheel):
    assert Path(wheel.filename).stat().st_size < LARGEST
    assert [name for name in wheel.namelist() if name.endswith((".safetensors", ".png"))] == []


@pytest.mark.parametrize("folder", ["docs", "examples"])
def test_the_wheel_carries_what_a_clone_links(wheel, folder):
    tracked = subprocess.run(["git", "ls-files", folder], cwd=ROOT, check=True, capture_output=True, text=True).stdout
    wanted = {f"doxa/{name}" for name in tracked.split() if not name.endswith((".png", ".ipynb", ".xz"))}
    assert wanted - set(wheel.namelist()) == set()


def test_every_licence_of_the_tree_is_a_licence_file_of_its_distribution():
    for name in ("doxa", "doxa-models"):
        folder = FOLDERS[name]
        declared = {path for pattern in project(name)["license-files"] for path in folder.glob(pattern)}
        assert set((folder / "src").rglob("LICENSE*")) <= declared


def test_without_the_models_it_says_what_to_install(monkeypatch, forget_package):
    monkeypatch.setitem(sys.modules, "doxa_models", None)
    with pytest.raises(ModelSetupError, match=r"doxa-models, which contains the weights .* is not installed") as caught:
        models_folder("minilm")
    assert "pip install 'doxa-models==" in caught.value.hint


def test_other_weights_are_refused_with_both_versions(monkeypatch, forget_package):
    monkeypatch.setitem(sys.modules, "doxa_models", SimpleNamespace(__version__="0.9.0", __file__=""))
    with pytest.raises(ModelSetupError, match=r"doxa-models 0\.9\.0 is installed, and this doxa needs doxa-models 1"):
        models_folder("minilm")


def test_a_folder_that_the_models_lack_is_named():
    with pytest.raises(ModelSetupError, match="has no folder 'texts/nothing'"):
        models_folder("texts/nothing")


def test_without_doxa_train_the_command_names_it(monkeypatch):
    monkeypatch.delitem(cli.COMMANDS, "train")
    with pytest.raises(UnknownNameError, match="doxa train comes with the package doxa-train") as caught:
        cli._check_command(["train"])
    assert "pip install 'doxa[train]'" in caught.value.hint


def test_every_command_from_elsewhere_is_one_of_a_released_package():
    registered = {point.dist.name for point in entry_points(group="doxa.systems") if point.dist}
    assert {package for package, _ in ELSEWHERE.values()} <= registered & set(FOLDERS)
