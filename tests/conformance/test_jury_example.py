"""The jury of examples/: a method from outside in three hundred lines that conforms, and is hung or unanimous.

It is installed as ``pip install -e`` does, into a folder that fresh processes have on their path.
"""

import json
import tomllib
from pathlib import Path

import pytest

from conformance.packages import run_python
from doxa.app.commands.new import EXAMPLE

JURY = EXAMPLE.with_name("jury")
LINES = 300
"""The most that the whole package may take, its scenario and its test included."""


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with the package, and the entry point that its pyproject.toml declares."""
    folder = tmp_path_factory.mktemp("site")
    project = tomllib.loads((JURY / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    (folder / "doxa_jury").symlink_to(JURY / "doxa_jury")
    metadata = folder / "doxa_jury-0.1.0.dist-info"
    metadata.mkdir()
    (metadata / "METADATA").write_text(f"Name: {project['name']}\nVersion: {project['version']}\n", encoding="utf-8")
    points = [
        f"[{group}]\n" + "\n".join(f"{name} = {place}" for name, place in entries.items())
        for group, entries in project["entry-points"].items()
    ]
    (metadata / "entry_points.txt").write_text("\n".join(points), encoding="utf-8")
    return folder


def test_it_is_short():
    files = [path for path in JURY.rglob("*") if path.suffix in (".py", ".toml")]
    assert 100 < sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= LINES


def test_its_own_tests_pass(site):
    tests = ["test_conforms", "test_a_juror_is_heard_by_those_beside_it_around_the_table"]
    program = f"import test_jury\nfor name in {tests}: getattr(test_jury, name)()\nprint('passed')"
    assert run_python("-B", "-c", program, cwd=JURY, path=site) == "passed\n"


def deliberate(site: Path, out: Path, *settings: str) -> dict:
    """Return what ``--json`` prints of a jury with settings."""
    changes = [word for setting in settings for word in ("--set", setting)]
    words = ["-B", "-m", "doxa.app.cli", "run", "jury", "--json", "--out", str(out), *changes]
    return json.loads(run_python(*words, cwd=out.parent, path=site))


def test_a_ring_is_hung_where_a_round_that_all_hear_agrees(site, tmp_path):
    ring = deliberate(site, tmp_path / "ring")
    assert ring["measures"] == {"guilty_first": 2, "guilty": 3, "changed": 1, "hung": 1}
    assert ring["jury"][0] == {"juror": "ana", "first vote": "guilty", "second vote": "guilty", "heard by": "ben, fay"}
    together = deliberate(site, tmp_path / "together", "jury.reach=3")
    assert together["measures"] == {"guilty_first": 2, "guilty": 0, "changed": 2, "hung": 0}
    assert run_python("-B", "-m", "doxa.app.cli", "verify", "ring", cwd=tmp_path, path=site).startswith("verified: ")


def test_a_foreperson_who_is_no_juror_is_refused(site, tmp_path):
    with pytest.raises(AssertionError, match="'gil' is no juror"):
        deliberate(site, tmp_path / "run", "jury.foreperson=gil")
