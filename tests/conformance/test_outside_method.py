"""Whole third-party methods: the Delphi panel of examples/ and the output of ``doxa new system``, each from a wheel.

The packages are installed into a folder that fresh processes have on their path; no line of doxa knows them. The tests
of the installed packages are run by ``make test-wheels``.
"""

import json
from dataclasses import dataclass
from pathlib import Path

import pytest

from conformance.packages import install_wheel, run_python
from doxa.app.commands.new import EXAMPLE, system_files

LINES = 150
"""The most that the whole method may take, in lines of Python."""

DELPHI = ["--set", "script.rounds=2"]


def write(files: dict[Path, str], folder: Path) -> Path:
    """Write a skeleton's files and return the folder of its package."""
    for path, text in files.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder / next(iter(files)).parts[0]


@dataclass(frozen=True)
class Workplace:
    """A folder of runs, and a ``doxa`` with packages installed beside it."""

    folder: Path
    site: Path

    def python(self, *words: str) -> str:
        return run_python(*words, cwd=self.folder, path=self.site)

    def doxa(self, *words: str) -> str:
        return self.python("-m", "doxa.app.cli", *words)


@pytest.fixture(scope="module")
def workplace(tmp_path_factory: pytest.TempPathFactory) -> Workplace:
    """A run of Delphi at ``run``, with Delphi and a new system named jury installed from wheels."""
    folder = tmp_path_factory.mktemp("outside")
    site = folder / "site"
    for name in ("delphi", "jury"):
        install_wheel(write(system_files(name), folder / "written"), site)
    place = Workplace(folder, site)
    (folder / "run.txt").write_text(place.doxa("run", "delphi", *DELPHI, "--out", "run"))
    return place


def test_the_method_is_short():
    files = [path for path in EXAMPLE.rglob("*.py") if path.parent.name == "doxa_delphi"]
    assert 0 < sum(len(path.read_text(encoding="utf-8").splitlines()) for path in files) <= LINES


def test_what_a_new_system_of_that_name_is_is_the_example():
    written = system_files("delphi")
    assert {path.name for path in written} >= {"pyproject.toml", "panel.py", "shown.py", "delphi.toml"}
    for path, text in written.items():
        assert text == (EXAMPLE / Path(*path.parts[1:])).read_text(encoding="utf-8")


@pytest.mark.wheels
def test_it_runs_with_progress_and_an_outcome_of_its_own(workplace):
    shown = (workplace.folder / "run.txt").read_text()
    phrases = (
        "round 1  median 35%",
        "median 35%, range 14%",
        "doxa report run",
    )
    assert [phrase for phrase in phrases if phrase not in shown] == []


@pytest.mark.wheels
def test_its_log_verifies_and_explains(workplace):
    assert workplace.doxa("verify", "run").startswith("verified: ")
    assert "Violet exposes no stance of its own" in workplace.doxa("explain", "run", "--agent", "violet")


@pytest.mark.wheels
def test_its_page_has_its_words_and_its_part(workplace):
    workplace.doxa("report", "run")
    page = (workplace.folder / "run" / "report.html").read_text(encoding="utf-8")
    view = json.loads(page.split('<script type="application/json" id="view">')[1].split("</script>")[0])
    assert view["parts"]["panel"]["title"] == "The panel"
    assert [cells[0] for cells in view["parts"]["panel"]["rows"]] == ["violet", "cobalt", "amber"]
    assert view["turns"][0]["text"].endswith("%: simulated")


@pytest.mark.wheels
def test_its_prompt_is_what_a_model_would_be_sent(workplace):
    log = [json.loads(line) for line in (workplace.folder / "run" / "calls.jsonl").read_text().splitlines()]
    blobs = [json.loads(line) for line in (workplace.folder / "run" / "blobs.jsonl").read_text().splitlines()]
    assert any(call.get("role") == "speaker" for call in log)
    assert any("This is round 2. The panel's last estimates: 0." in json.dumps(blob) for blob in blobs)


@pytest.mark.wheels
def test_sweeps_tabulate_its_metrics(workplace):
    table = workplace.doxa("sweep", "delphi", "--grid", "script.rounds=1,2", "--out", "swept")
    assert "median 0.35, range 0.27" in table
    assert any("median" in line and "range" in line for line in table.splitlines())
    assert "doxa verify swept --seal " in table.splitlines()[-1]


@pytest.mark.wheels
def test_judges_read_it_as_a_debate(workplace):
    told = workplace.doxa("judge", "run", "--layers", "rubric")
    assert "Above 35%: What share of households" in told


@pytest.mark.wheels
def test_a_new_system_passes_the_conformance_test_that_comes_with_it(workplace):
    program = "from doxa.conformance import check_system; from doxa_jury import JURY; print(check_system(JURY))"
    assert workplace.python("-c", program).strip() == "1"
