"""The workflow files: YAML whose ``make`` targets exist, and the Pythons of the classifiers are tested."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

ROOT = Path(__file__).parents[2]
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
TARGET = re.compile(r"^([\w-]+):(?!=)", re.MULTILINE)


def jobs(path: Path) -> dict:
    return yaml.safe_load(path.read_text(encoding="utf-8"))["jobs"]


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.stem)
def test_every_target_that_a_workflow_makes_is_in_the_makefile(path):
    targets = set(TARGET.findall((ROOT / "Makefile").read_text(encoding="utf-8")))
    made = set()
    for job in jobs(path).values():
        listed = job.get("strategy", {}).get("matrix", {}).get("target", [])
        for step in job["steps"]:
            made |= set(re.findall(r"\bmake ([\w-]+)", step.get("run", ""))) | set(listed)
    assert made
    assert made <= targets


def test_every_python_of_the_classifiers_is_tested():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    promised = [name.rpartition(" ")[2] for name in project["classifiers"] if re.search(r":: 3\.\d+$", name)]
    assert jobs(ROOT / ".github/workflows/test.yml")["test"]["strategy"]["matrix"]["python"] == promised


def test_ci_and_the_workflow_run_the_same_targets():
    matrix = jobs(ROOT / ".github/workflows/test.yml")
    targets = {"test", *matrix["other"]["strategy"]["matrix"]["target"]}
    assert set(re.findall(r"^make ([\w-]+)$", (ROOT / ".ci/run").read_text(encoding="utf-8"), re.MULTILINE)) == targets
