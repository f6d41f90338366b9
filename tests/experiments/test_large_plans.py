"""Many agents: what cannot fit the memory is refused at once, and Ctrl-C is heeded between two minds."""

import os
import re
import signal
from collections import Counter
from pathlib import Path

import pytest

from doxa.errors import ScenarioError, StoppedError
from doxa.experiments import planning
from doxa.experiments.planning import plan
from doxa.experiments.scenario import load_scenario
from doxa.experiments.sitting import resume, run
from doxa.models.conditions import Conditions
from doxa.models.port import Request, Response
from doxa.models.setup import performer_for
from doxa.records.spec import ModelSettings
from doxa.systems.dialogue.protocol import script
from doxa.systems.round_table.protocol.debating import _open_table

MANY = """
proposition = "We should introduce compulsory voting"
protocol = "dialogue"
[agents.ana]
side = "pro"
count = {0}
[agents.ben]
side = "con"
count = {0}
[seeds]
per_side = 2
[script]
rounds = 1
"""


def crowd(folder: Path, agents: int) -> str:
    """Return the file of a dialogue of so many agents."""
    path = folder / f"{agents}.toml"
    path.write_text(MANY.format(agents // 2))
    return str(path)


def test_what_cannot_fit_the_memory_is_refused_with_the_largest_that_can(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(planning, "available_memory", lambda: 750_000_000)
    with pytest.raises(ScenarioError, match="800 agents who hear each other keep 1 GB after one round") as refused:
        plan(load_scenario(crowd(tmp_path, 800)))
    largest = int(re.findall(r"The most that fit are ([\d,]+) agents", refused.value.hint)[0].replace(",", ""))
    assert 500 < largest < 800
    assert len(plan(load_scenario(crowd(tmp_path, largest // 2 * 2))).participants) == largest // 2 * 2


@pytest.mark.parametrize(
    ("protocol", "settings"),
    [
        ("dialogue", ""),
        ("dialogue", 'turns = "simultaneous"'),
        ("round_table", ""),
        ("round_table", 'order = "sequential"'),
    ],
)
def test_the_memory_is_compared_before_a_round_is_made(
    protocol: str, settings: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def forbid(*_: object, **__: object) -> None:
        raise AssertionError("made before the check")

    monkeypatch.setattr(planning, "available_memory", lambda: 2_000_000_000)
    monkeypatch.setattr("doxa.systems.dialogue.protocol.Step", forbid)
    monkeypatch.setattr("doxa.systems.round_table.protocol.debating.heard_in", forbid)
    path = tmp_path / "many.toml"
    path.write_text(MANY.format(10_000).replace('"dialogue"', f'"{protocol}"') + settings)
    with pytest.raises(ScenarioError, match="20,000 agents who hear each other keep 600 GB") as refused:
        plan(load_scenario(str(path)))
    assert "The most that fit are 1,154 agents" in str(refused.value.hint)


@pytest.mark.parametrize(("topology", "heard"), [("all", 699), ("ring", 2), ("star:ana-001", 2)])
def test_a_table_takes_the_memory_of_whom_its_agents_hear(
    topology: str, heard: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "table.toml"
    table = MANY.format(350).replace('"dialogue"', '"round_table"').replace("per_side = 2", "per_side = 0")
    path.write_text(f'{table}topology = "{topology}"')
    monkeypatch.setattr(planning, "available_memory", lambda: planning.HEARD * 700 * heard)
    plan(load_scenario(str(path)))
    monkeypatch.setattr(planning, "available_memory", lambda: planning.HEARD * 700 * heard - 1)
    with pytest.raises(ScenarioError, match="700 agents who hear each other"):
        plan(load_scenario(str(path)))


def test_the_listeners_of_a_table_are_found_in_one_walk(tmp_path: Path) -> None:
    """A membership test that walks whom a listener hears makes a round grow with the cube of the agents."""
    path = tmp_path / "table.toml"
    path.write_text(MANY.format(10).replace('"dialogue"', '"round_table"'))
    table = _open_table(plan(load_scenario(str(path))))
    assert {type(heard) for heard in table.hears.values()} == {frozenset}


def test_a_turn_of_a_dialogue_is_made_when_it_is_due(tmp_path: Path) -> None:
    spec = plan(load_scenario(crowd(tmp_path, 100)))
    counted = Counter[str]()

    class Counting(tuple):  # type: ignore[type-arg]
        def __iter__(self):  # type: ignore[no-untyped-def]
            counted["walks"] += 1
            return super().__iter__()

    next(script(spec.model_copy(update={"participants": Counting(spec.participants)})))
    assert counted["walks"] == 2, "those who speak, and those who hear the first"


class Pressing:
    """A performer at whose answers about the seeds somebody presses Ctrl-C."""

    def __init__(self, settings: ModelSettings, conditions: Conditions) -> None:
        self._own = performer_for(settings, conditions)
        self.close = self._own.close

    async def perform(self, request: Request) -> Response:
        if request.step.key == "seeds/score/1":
            os.kill(os.getpid(), signal.SIGINT)
        return await self._own.perform(request)


def test_ctrl_c_is_heeded_between_two_minds(tmp_path: Path) -> None:
    path = crowd(tmp_path, 20)
    with pytest.raises(StoppedError, match="interrupted"):
        run(path, out=tmp_path / "run", make=Pressing)
    seeded = (tmp_path / "run" / "events.jsonl").read_bytes().count(b'"kind":"seeded"')
    assert seeded < 20
    resume(tmp_path / "run")
    run(path, out=tmp_path / "whole")
    assert (tmp_path / "run" / "events.jsonl").read_bytes() == (tmp_path / "whole" / "events.jsonl").read_bytes()
