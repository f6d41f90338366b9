"""What a user may hand in as changes: any mapping, also of numbers alone. mypy reads this file as strictly as src."""

from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType

import doxa
from doxa.experiments.forking import fork

ROUNDS: dict[str, int] = {"script.rounds": 1}
LEVELS: dict[str, float] = {"belief.u": 0.6, "belief.a": 0.9}
GRID: dict[str, list[float]] = {"belief.u": [0.3]}
FIXED: Mapping[str, float | str] = MappingProxyType({"belief.u": 0.3, "hearing.strength": "extractor"})


def test_changes_are_any_mapping_from_path_to_value(tmp_path: Path) -> None:
    assert doxa.load_scenario("compulsory-voting", LEVELS).belief["u"] == 0.6
    log = doxa.run("compulsory-voting", out=tmp_path / "run", changes=ROUNDS)
    assert doxa.what_if(log, LEVELS).set == LEVELS
    assert doxa.what_if(log, FIXED).set == dict(FIXED)
    swept: doxa.SweepResult = doxa.sweep("compulsory-voting", GRID, changes=ROUNDS, out=tmp_path / "sweep")
    assert len(swept.runs.runs) == 1
    other = fork(log.path, at="r01/violet", changes=LEVELS, out=tmp_path / "fork")
    assert other.spec.amendments[0].set == LEVELS
