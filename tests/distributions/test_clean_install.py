"""Wheels in an environment of their own, as a user has them. Needs a package index: run by ``make test-wheels``."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
UV = ROOT / ".tools" / "bin" / "uv"

pytestmark = pytest.mark.wheels

BARE = {name: value for name, value in os.environ.items() if name not in ("PYTHONPATH", "VIRTUAL_ENV")}


def run(*words: object, folder: Path, fails: bool = False) -> str:
    """Return what a process prints."""
    process = subprocess.run([str(word) for word in words], cwd=folder, env=BARE, capture_output=True, text=True)
    assert bool(process.returncode) == fails, process.stdout + process.stderr
    return process.stdout + process.stderr


@pytest.fixture(scope="module")
def wheels(tmp_path_factory) -> Path:
    """Every distribution: an sdist, and a wheel built from the sdist."""
    folder = tmp_path_factory.mktemp("dist")
    run(UV, "build", "--quiet", "--all-packages", "--out-dir", folder, folder=ROOT)
    return folder


@pytest.fixture(scope="module")
def workplace(tmp_path_factory, wheels) -> Path:
    """A folder with an environment that has doxa and what it needs, and nothing of the clone."""
    folder = tmp_path_factory.mktemp("user")
    run(UV, "venv", "--quiet", "--python", sys.executable, ".venv", folder=folder)
    install(folder, wheels, "doxa")
    return folder


def install(folder: Path, wheels: Path, what: str) -> None:
    run(UV, "pip", "install", "--quiet", "--python", ".venv/bin/python", "--find-links", wheels, what, folder=folder)


def test_the_sdist_makes_the_wheel_that_the_tree_makes(wheels, tmp_path):
    run(sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", tmp_path, folder=ROOT)
    (of_tree,), (of_sdist,) = tmp_path.glob("doxa-*.whl"), wheels.glob("doxa-*.whl")
    assert sorted(zipfile.ZipFile(of_sdist).namelist()) == sorted(zipfile.ZipFile(of_tree).namelist())


def test_installed_alone_it_runs_the_demo_and_its_report(workplace):
    assert "/site-packages/" in run(
        ".venv/bin/python", "-c", "import doxa_models; print(doxa_models.__file__)", folder=workplace
    )
    run(".venv/bin/doxa", "run", "compulsory-voting", "--out", "runs/demo", folder=workplace)
    run(".venv/bin/doxa", "report", "runs/demo", folder=workplace)
    assert (workplace / "runs/demo/report.html").is_file()
    assert "verified" in run(".venv/bin/doxa", "verify", "runs/demo", folder=workplace)


def test_training_comes_with_its_own_package(workplace, wheels):
    assert "doxa[train]" in run(".venv/bin/doxa", "train", "strength", folder=workplace, fails=True)
    install(workplace, wheels, "doxa-train")
    assert "UKPConvArg1" in run(".venv/bin/doxa", "train", "strength", "--help", folder=workplace)
