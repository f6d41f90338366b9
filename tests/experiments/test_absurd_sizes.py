"""Sizes that no run could have are refused when a run is planned, and the error names the largest allowed."""

from pathlib import Path

import pytest

import doxa
from doxa.errors import ScenarioError, UsageError
from doxa.experiments.reproductions import Order, reproduced
from doxa.experiments.sweeping import Sweep, jobs_of
from doxa.humans.replay.study import Options, check_options
from doxa.judging.commands.judge import judge
from doxa.records.base import JsonValue
from doxa.systems.union.ensembles.running import Ensemble, load_ensemble_scenario

ABSURD = 10**9


@pytest.mark.parametrize("scenario", ["compulsory-voting", "land", "feed", "million"])
def test_a_billion_rounds_are_refused(scenario: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"10,?000"):
        doxa.run(scenario, changes={"script.rounds": ABSURD}, out=tmp_path / "run")


def test_a_path_of_twenty_thousand_names_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="20,001 names") as refused:
        doxa.run("compulsory-voting", changes={".".join("a" * 20_001): 1}, out=tmp_path / "run")
    assert "more than 20" in str(refused.value.hint)


def test_a_key_of_twenty_thousand_names_in_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deep.toml"
    file.write_text('proposition = "Voting is fair"\n' + ".".join("a" * 20_001) + " = 1\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match="nested"):
        doxa.run(file, out=tmp_path / "run")


@pytest.mark.parametrize(
    ("grid", "replicates", "largest"),
    [({}, ABSURD, "10,000 replicates"), ({"belief.u": [0.1, 0.2, 0.3]}, 4_000, "3,333 replicates")],
)
def test_a_sweep_of_too_many_runs_is_refused(
    grid: dict[str, list[JsonValue]], replicates: int, largest: str, tmp_path: Path
) -> None:
    sweep = Sweep(scenario="compulsory-voting", grid=grid, replicates=replicates, out=tmp_path, changes={})
    with pytest.raises(ScenarioError, match="runs are more than one command makes") as refused:
        jobs_of(sweep)
    assert largest in str(refused.value.hint)


def test_a_grid_of_a_billion_cells_is_refused_before_they_are_listed(tmp_path: Path) -> None:
    grid: dict[str, list[JsonValue]] = {f"agents.a{axis}.belief.u": list(range(10)) for axis in range(9)}
    with pytest.raises(ScenarioError, match="1,000,000,000 runs") as refused:
        jobs_of(Sweep(scenario="compulsory-voting", grid=grid, replicates=1, out=tmp_path, changes={}))
    assert "10,000" in str(refused.value.hint)


@pytest.mark.parametrize("paper", ["policy-prompts", "really-debate", "cambridge-union"])
def test_a_reproduction_of_a_billion_trials_is_refused(paper: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="runs are more than one command makes") as refused:
        reproduced(paper, (), Order(out=tmp_path, trials=ABSURD), lambda name, about: None)
    assert "10,000" in str(refused.value.hint)


@pytest.mark.parametrize(("change", "largest"), [({"runs": ABSURD}, "2,500"), ({"epochs": ABSURD}, "10,000")])
def test_an_ensemble_of_a_billion_debates_is_refused(change: dict[str, int], largest: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="runs are more than one command makes") as refused:
        load_ensemble_scenario(Ensemble(scenario="union", out=tmp_path, **change))
    assert largest in str(refused.value.hint)


def test_a_billion_resamples_are_refused() -> None:
    with pytest.raises(UsageError, match=r"replicates is 1000000000; it must be from 1 to 1,000,000"):
        check_options(Options(replicates=ABSURD))


@pytest.mark.parametrize("option", ["bias_windows", "bias_pairs"])
def test_a_billion_windows_are_refused(option: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=f"--{option.replace('_', '-')} is 1000000000") as refused:
        judge(tmp_path, bias=True, **{option: ABSURD})
    assert "1 to 1" in str(refused.value.hint)


@pytest.mark.parametrize("setting", ["windows", "pairs"])
def test_a_billion_windows_in_a_scenario_are_refused(setting: str, tmp_path: Path) -> None:
    file = tmp_path / "probing.toml"
    file.write_text(
        f'proposition = "Voting is fair"\nprotocol = "union_probing"\n[agents.judge]\n[script]\n{setting} = {ABSURD}\n',
        encoding="utf-8",
    )
    with pytest.raises(ScenarioError, match=rf"script\.{setting}: .*less than or equal to 10"):
        doxa.run(file, out=tmp_path / "run")
