"""What a newcomer's ``make demo`` sets up is enough for what the documents ask for next."""

import shutil
import subprocess
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
