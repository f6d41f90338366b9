"""What a newcomer's ``make demo`` sets up is enough for what the documents ask for next."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_environment_has_a_pip_of_its_own_before_anything_is_installed_into_it(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "uv.lock"):
        shutil.copy(ROOT / name, tmp_path / name)
    for goal in ("demo", ".venv/.dev"):
        told = subprocess.run(["make", "-n", goal], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
        steps = told.splitlines()
        made = next(place for place, step in enumerate(steps) if step.endswith(" -m venv .venv"))
        assert made < next(place for place, step in enumerate(steps) if "uv sync" in step)


def test_what_a_run_prints_can_be_typed_where_the_shell_does_not_find_doxa(tmp_path: Path) -> None:
    bare = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "COLUMNS": "80"}
    assert shutil.which("doxa", path=bare["PATH"]) is None
    (tmp_path / ".venv").symlink_to(Path(sys.executable).parents[1])
    run = [".venv/bin/doxa", "run", "maternity-ward", "--set", "script.rounds=1", "--out", "runs/demo"]
    told = subprocess.run(run, cwd=tmp_path, env=bare, capture_output=True, text=True, check=True).stdout
    (suggested,) = re.findall(r"^next: (.*)$", told, re.MULTILINE)
    (published,) = re.findall(r"^to publish: (.*)$", told, re.MULTILINE)
    calls = [*suggested.split("   ·   "), published]
    assert len(calls) == 4
    (tmp_path / "none").mkdir()
    hinted = [".venv/bin/doxa", "compare", "none", "--by", "belief.u"]
    told = subprocess.run(hinted, cwd=tmp_path, env=bare, capture_output=True, text=True).stderr
    assert ": .venv/bin/doxa sweep SCENARIO" in told
    for call in calls:
        done = subprocess.run(["sh", "-c", call], cwd=tmp_path, env=bare, capture_output=True, text=True)
        assert done.returncode == 0, f"{call}\n{done.stderr}"


def test_what_is_printed_names_doxa_where_the_shell_finds_it(tmp_path: Path) -> None:
    found = {"PATH": f"{Path(sys.executable).parent}:/usr/bin:/bin", "HOME": str(tmp_path)}
    told = subprocess.run(
        ["doxa", "init", "We should plant trees", "--name", "trees"],
        cwd=tmp_path,
        env=found,
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    assert "next: doxa run trees.toml   ·   doxa check trees-arguments.csv" in told


def test_cleaning_keeps_runs_and_the_pictures_of_the_site(tmp_path: Path) -> None:
    for name in ("Makefile", "pyproject.toml", "uv.lock"):
        shutil.copy(ROOT / name, tmp_path / name)
    kept = [tmp_path / "runs" / "demo" / "spec.json", tmp_path / "site" / "pictures" / "land-light.png"]
    built = [tmp_path / "site" / "source" / "html" / "index.html", tmp_path / "dist" / "doxa.whl"]
    for file in (*kept, *built):
        file.parent.mkdir(parents=True)
        file.touch()
    subprocess.run(["make", "clean"], cwd=tmp_path, capture_output=True, check=True)
    assert [file.exists() for file in (*kept, *built)] == [True, True, False, False]
