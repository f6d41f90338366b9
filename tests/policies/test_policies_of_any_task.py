"""Prompt policies serve any task: a made-up one of an unknown system is laid out as the round table's own is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from conformance.packages import Packages
from doxa.engine.compose import compose, said_block
from doxa.errors import DoxaError, ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.prompting import prompt_of
from doxa.experiments.scenario import load_scenario
from doxa.policies.prompting import PolicyInputs
from doxa.records.base import Record
from doxa.records.spec import Participant, Policy, PromptPolicy, Proposition
from doxa.records.steps import Block, Message
from doxa.systems.round_table.tasks import DISCUSS
from doxa.tasks.base import FreeText, Scene, Task
from policies.pondering import PASSAGES, PONDER

SCENARIO = """
name = "pondering"
proposition = "Paths should be opened"
protocol = "pondering"
kernel = "fixed"

[policy.prompt]
rule = "light"
w_m = 1.5

[agents.ada]
name = "Ada"
persona = "A hill farmer."
policy.prompt.shows = ["T", "M"]

[agents.bo]
name = "Bo"
"""


@pytest.fixture
def scenario(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[str]:
    """The path of a scenario of the made-up system, which is installed meanwhile."""
    packages = Packages(tmp_path / "packages", monkeypatch)
    module = "from policies.pondering import MADE_UP as SYSTEM"
    packages.install("doxa-pondering", module, {"doxa.systems": {"made_up": "doxa_pondering:SYSTEM"}})
    file = tmp_path / "pondering.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    yield str(file)
    packages.uninstall("doxa-pondering")


def blocks_of(task: Task[Record, Record], policy: PromptPolicy, said: bool) -> list[Block]:
    """Return what a policy puts between a task's own words."""
    actor = Participant(id="ada", name="Ada", persona="A hill farmer.", kernel="fixed", policy=Policy(prompt=policy))
    scene = Scene(actor=actor, proposition=Proposition(text="Paths"), names={"ada": "Ada", "bo": "Bo"})
    inputs = task.Inputs(round=2, query="Should paths be opened?", passages=PASSAGES, no_evidence=True)
    spoken = (said_block(Message(key="m", speaker="bo", text="Open them."), scene.names),) if said else ()
    return [block for block in compose(task, inputs, scene, spoken) if block.tag not in ("task", "request")]


@pytest.mark.parametrize("said", [True, False])
@pytest.mark.parametrize(
    "policy",
    [
        PromptPolicy(),
        PromptPolicy(shows=("T",)),
        PromptPolicy(shows=("M",), w_m=1.5),
        PromptPolicy(shows=("D",), w_d=0.5),
        PromptPolicy(rule="struct", schedule="time_trend", correction="behaviour"),
    ],
)
def test_a_made_up_task_gets_the_blocks_that_discuss_gets(policy: PromptPolicy, said: bool) -> None:
    blocks = blocks_of(PONDER, policy, said)
    assert blocks == blocks_of(DISCUSS, policy, said)
    shown = {block.tag for block in blocks} & {"T", "M", "D"}
    assert shown == set(policy.shows) - (set() if said else {"M"})


def test_a_scenario_of_a_made_up_protocol_may_set_policies(scenario: str) -> None:
    spec = plan(load_scenario(scenario))
    assert [one.policy.prompt.shows for one in spec.participants] == [("T", "M"), ("T", "M", "D")]
    assert {one.policy.prompt.rule for one in spec.participants} == {"light"}


def test_doxa_prompt_shows_a_made_up_tasks_blocks_with_their_reasons(scenario: str, tmp_path: Path) -> None:
    shown = prompt_of(scenario, {}, "ada", 2, tmp_path / "run").blocks
    tags = ["task", "Q", "M", "said", "said", "M asks", "T", "T asks", "R", "R asks", "request"]
    assert [block.tag for block in shown] == tags
    asks = next(block for block in shown if block.tag == "M asks")
    assert asks.why == ("w_M is high: recap and unresolved points come first.",)
    heard = [block.text for block in shown if block.tag == "said"]
    assert heard[1] == "Bo: persona_reflected evidence_preferred answer_first evidence_once respond_if_needed at_most"


def test_a_protocol_without_policies_refuses_them(scenario: str, tmp_path: Path) -> None:
    plain = tmp_path / "plain.toml"
    plain.write_text(SCENARIO.replace('protocol = "pondering"', 'protocol = "dialogue"'), encoding="utf-8")
    with pytest.raises(ScenarioError, match="dialogue uses no prompt policies"):
        plan(load_scenario(str(plain)))


def test_a_task_that_sees_the_policy_says_how_it_is_laid_out() -> None:
    with pytest.raises(DoxaError, match="'mute' sees the prompt policy but does not lay it out") as error:
        Task(
            name="mute", role="speaker", Inputs=PolicyInputs, Reply=FreeText, sees=frozenset({"policy"}),
            stable="", request="",
        )  # fmt: skip
    assert "policies.prompting.lay_out" in error.value.hint
