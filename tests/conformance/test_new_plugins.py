"""What ``doxa new`` writes: packages that install as they are, pass their own test, and are found by name.

The tests of installed wheels are run by ``make test-wheels``.
"""

import json
from pathlib import Path

import pytest

from conformance.packages import install_wheel, run_python
from doxa.app.catalogue import GROUPS
from doxa.app.commands.new import new
from doxa.conformance import check_dataset, check_policy
from doxa.errors import ScenarioError
from doxa.humans.data.registry import dataset_named, dataset_names
from doxa.policies.instructions import Instruction, Weights
from doxa.policies.registry import GROUP, Rule, Schedule
from doxa.records.plugins import sound_plugins

DOXA = ("-m", "doxa.app.cli")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a new plug-in of each kind, installed from its wheel, and the packages beside it."""
    folder = tmp_path_factory.mktemp("new")
    for kind in GROUPS:
        new(kind, f"own-{kind}", out=folder)
        install_wheel(folder / f"doxa-own-{kind}", folder / "site")
    return folder / "site"


@pytest.mark.wheels
def test_its_own_conformance_test_passes(site: Path) -> None:
    for kind in GROUPS:
        package = site.parent / f"doxa-own-{kind}"
        (test,) = (path.stem for path in package.glob("test_*.py"))
        program = (
            f"import {test}\nfor name in dir({test}):\n    if name.startswith('test_'): print(getattr({test}, name)())"
        )
        assert set(run_python("-c", program, cwd=package, path=site).split()) == {"None"}


@pytest.mark.wheels
def test_doxa_shows_it_with_its_package(site: Path) -> None:
    for kind in GROUPS:
        snake = kind.replace("-", "_")
        shown = run_python(*DOXA, "show", f"own_{snake}", "--kind", kind, cwd=site, path=site)
        assert shown.startswith(f"{kind} own_{snake}, of doxa-own-{kind} 0.1.0: doxa_own_{snake}:")


@pytest.mark.wheels
def test_a_new_policy_and_a_new_data_set_do_their_work(site: Path) -> None:
    sample = str(site.parent / "doxa-own-dataset" / "sample.csv")
    checked = run_python(*DOXA, "replay", "check", "own_dataset", "--path", sample, cwd=site, path=site)
    assert "2" in checked
    prompt = ["prompt", "land", "--agent", "farmer", "--set", "policy.prompt.rule=own_policy"]
    assert "Make one claim" in run_python(*DOXA, *prompt, cwd=site, path=site)


@pytest.mark.wheels
def test_a_new_measure_is_in_the_results_of_a_run(site: Path) -> None:
    brief = ("--set", "script.rounds=1", "--out", str(site / "run"), "--json")
    measures = json.loads(run_python(*DOXA, "run", "compulsory-voting", *brief, cwd=site, path=site))["measures"]
    agents = [measures["own_measure.violet"], measures["own_measure.cobalt"]]
    assert min(agents) > 0
    assert measures["own_measure.all"] == sum(agents)


def test_a_name_in_use_is_refused(tmp_path: Path) -> None:
    for kind, taken in (("kernel", "log-odds"), ("policy", "light"), ("dataset", "own"), ("model", "openai")):
        with pytest.raises(ScenarioError, match="already"):
            new(kind, taken, out=tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_every_policy_of_doxa_conforms() -> None:
    policies = sound_plugins(GROUP)
    assert policies
    for policy in policies.values():
        check_policy(policy)


def test_every_shipped_data_set_conforms() -> None:
    shipped = [dataset_named(name) for name in dataset_names() if dataset_named(name).shipped]
    assert shipped
    for dataset in shipped:
        check_dataset(dataset)


def test_a_policy_that_forgets_its_reason_or_leaves_the_range_is_refused() -> None:
    silent = Rule(asks=lambda policy: (Instruction(asks="x", text="Say it.", why=" "),))
    with pytest.raises(AssertionError, match="does not say why"):
        check_policy(silent)
    with pytest.raises(AssertionError, match="round 21 from"):
        check_policy(Schedule(weights=lambda first, number: Weights(T=first.T + 0.1 * number)))
