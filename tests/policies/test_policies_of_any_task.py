"""Prompt policies serve any task: a made-up one of an unknown system is laid out as the round table's own is."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from doxa.engine.compose import compose, said_block
from doxa.errors import DoxaError, ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.prompting import prompts_of
from doxa.experiments.scenario import load_scenario
from doxa.models.port import Request, Response
from doxa.policies.layout import PolicyInputs, lay_out, pieces_of
from doxa.policies.prompting import asked
from doxa.protocols import registry
from doxa.protocols.registry import Protocol
from doxa.records import plugins
from doxa.records.base import Record, Settings
from doxa.records.passages import Passage
from doxa.records.people import Participant, Policy, PromptPolicy, Proposition
from doxa.records.prompt import Block
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Message, Script
from doxa.system import System
from doxa.systems.round_table.tasks.discuss import DISCUSS
from doxa.tasks.base import FreeText, Scene, Task

PASSAGES = (Passage(id="a#1", text="Paths exist.", source="A report"),)


class PonderInputs(PolicyInputs):
    """A policy's inputs, and one of the task's own."""

    mood: str = "calm"


PONDER = Task(
    name="ponder",
    role="speaker",
    Inputs=PonderInputs,
    Reply=FreeText,
    sees=frozenset({"transcript", "policy"}),
    speaks=True,
    lays_out=lay_out,
    stable="You think aloud among {{ names | length }} people.",
    request="Think aloud, in a {{ inputs.mood }} mood.",
)


class PonderingSettings(Settings):
    """How long is pondered."""

    rounds: int = 2


def pondering(spec: RunSpec) -> Script:
    """Let everybody think aloud, round by round, and return nothing."""
    everybody = tuple(one.id for one in spec.participants)
    for number in range(1, PonderingSettings.model_validate(spec.script).rounds + 1):
        inputs = PonderInputs(round=number, query="Should paths be opened?", passages=PASSAGES)
        yield Batch(
            steps=tuple(PONDER.step(f"r{number:02d}/{id}", id, inputs, everybody) for id in everybody),
            note=f"round {number}",
        )
    return {}


def ponder_offline(request: Request, library: object) -> Response:
    """Say which instructions the prompt holds."""
    memory = tuple(Block(tag="said", text=one.text) for one in request.scene.transcript)
    assert isinstance(request.inputs, PonderInputs)
    return Response(text=" ".join(asked(pieces_of(request.inputs, request.scene.actor, memory))) or "nothing")


MADE_UP = System(
    name="made_up",
    protocols={"pondering": Protocol(Settings=PonderingSettings, script=pondering, policies=True)},
    tasks={"ponder": PONDER},
    offline={"ponder": ponder_offline},
)

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
    installed = plugins.systems()
    monkeypatch.setattr(plugins, "systems", lambda: (*installed, MADE_UP))
    forget()
    file = tmp_path / "pondering.toml"
    file.write_text(SCENARIO, encoding="utf-8")
    yield str(file)
    forget()


def forget() -> None:
    plugins.brought.cache_clear()
    registry.protocol_named.cache_clear()


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
    shown = prompts_of(scenario, {}, "ada", 2, tmp_path / "run")
    tags = ["task", "T", "T asks", "Q", "M", "said", "said", "M asks", "R", "R asks", "request"]
    assert [block.tag for block in shown] == tags
    asks = next(block for block in shown if block.tag == "M asks")
    assert asks.why == ("w_M is high: recap and unresolved points come first.",)
    heard = [block.text for block in shown if block.tag == "said"]
    assert heard[1] == "Bo: persona_reflected evidence_preferred answer_first evidence_once respond_if_needed at_most"


def test_a_protocol_without_policies_refuses_them(scenario: str, tmp_path: Path) -> None:
    plain = tmp_path / "plain.toml"
    plain.write_text(SCENARIO.replace('protocol = "pondering"', 'protocol = "dialogue"'), encoding="utf-8")
    with pytest.raises(ScenarioError, match="dialogue speaks under no prompt policy"):
        plan(load_scenario(str(plain)))


def test_a_task_that_sees_the_policy_says_how_it_is_laid_out() -> None:
    with pytest.raises(DoxaError, match="'mute' sees the prompt policy but does not lay it out") as error:
        Task(
            name="mute", role="speaker", Inputs=PolicyInputs, Reply=FreeText, sees=frozenset({"policy"}),
            stable="", request="",
        )  # fmt: skip
    assert "policies.layout.lay_out" in error.value.hint
