"""Sizes that no run could have are refused when a run is planned, and the error names the largest allowed."""

from pathlib import Path

import pytest

import doxa
from doxa.errors import ScenarioError


@pytest.mark.parametrize("scenario", ["compulsory-voting", "land", "feed", "million"])
def test_a_billion_rounds_are_refused(scenario: str, tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match=r"10,?000"):
        doxa.run(scenario, changes={"script.rounds": 10**9}, out=tmp_path / "run")


def test_a_path_of_twenty_thousand_names_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="20,001 names") as refused:
        doxa.run("compulsory-voting", changes={".".join("a" * 20_001): 1}, out=tmp_path / "run")
    assert "more than 20" in str(refused.value.hint)


def test_a_key_of_twenty_thousand_names_in_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "deep.toml"
    file.write_text('proposition = "Voting is fair"\n' + ".".join("a" * 20_001) + " = 1\n", encoding="utf-8")
    with pytest.raises(ScenarioError, match="nested"):
        doxa.run(file, out=tmp_path / "run")
