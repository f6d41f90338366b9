"""The small curves of runs are the recorded stances, also where a log says once what several listeners made of it."""

from pathlib import Path
from typing import Any

import pytest

from doxa.experiments.scenario import Scenario
from doxa.experiments.sitting import run
from doxa.log.rundir import open_run, recorded_stances
from doxa.models.port import Request
from doxa.models.scripted import ScriptedPerformer
from doxa.studio.sparks import curves_of
from library import Library
from scenes.stage import POINTS, cast, share


def check_curves(path: Path) -> None:
    # an amendment moves stances between batches, which small curves leave out
    known = {agent: line for agent, line in recorded_stances(open_run(path)).items() if agent in curves_of(path)}
    assert curves_of(path) == known


@pytest.mark.parametrize("kind", ["debate", "round table", "feed", "self-reports", "troubles"])
def test_curves_are_the_recorded_stances(kind: str, library: Library) -> None:
    check_curves(library(kind))


def say_a_point(request: Request) -> Any:
    """Answer as the cast does; a turn is one of its points."""
    if request.task.name != "discuss":
        return cast(request)
    *_, point = POINTS[int(share(request.step.key) * len(POINTS))]
    return f"{point}."


def test_listeners_to_whom_all_happens_alike_have_curves_of_their_own(tmp_path: Path) -> None:
    table = {
        "name": "alike",
        "proposition": "Every street should be lined with trees",
        "protocol": "round_table",
        "kernel": "log_odds",
        "agents": {
            name: {"side": side} for name, side in (("ann", "pro"), ("ben", "con"), ("cy", "pro"), ("dee", "con"))
        },
        "script": {"rounds": 2, "order": "sequential", "judged": False, "topology": "all"},
        "seeds": {"per_side": 0},
        "models": dict.fromkeys(("speaker", "extractor", "scorer", "embedder"), "offline"),
    }
    performer = ScriptedPerformer(say_a_point)
    scenario = Scenario.model_validate(table)
    log = run(scenario, out=tmp_path / "run", make=lambda settings, conditions: performer)
    assert b'{"body":{},' in (log.path / "events.jsonl").read_bytes(), "no listener was like the one before"
    check_curves(log.path)
