"""Settings of a population at the edge: tiny grains need little room, and too many listeners are refused."""

from pathlib import Path

import pytest

from doxa.beliefs.population import crowd
from doxa.errors import ModelSetupError, ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import Terms, sit
from raylets import SMALL, positions

FEW = {**SMALL, "script.listeners": 2000, "script.rounds": 3}


def test_a_history_that_grows_gives_the_same_positions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    spec = plan(load_scenario("million", {**FEW, "script.grain": 1e-3}))
    roomy = sit(spec, tmp_path / "roomy", Terms())
    monkeypatch.setattr(crowd, "ROOM", 1)
    grown = sit(spec, tmp_path / "grown", Terms())
    assert positions(grown) == positions(roomy)


def test_a_tiny_grain_needs_room_only_for_what_is_met(tmp_path: Path) -> None:
    assert sit(plan(load_scenario("million", {**FEW, "script.grain": 1e-9})), tmp_path / "run", Terms()).finished


def test_a_grain_that_a_log_would_record_as_nothing_is_refused() -> None:
    with pytest.raises(ScenarioError, match=r"script\.grain: input should be greater than 0") as refused:
        plan(load_scenario("million", {**FEW, "script.grain": 1e-300}))
    assert refused.value.hint == "Numbers are rounded to 12 decimals."


def test_listeners_that_no_memory_could_hold_are_refused(tmp_path: Path) -> None:
    with pytest.raises(ModelSetupError, match=r"1,000,000,000,000 listeners do not fit into the .* memory"):
        sit(plan(load_scenario("million", {**FEW, "script.listeners": 10**12})), tmp_path / "run", Terms())
