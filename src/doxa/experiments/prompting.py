"""Showing a prompt before it is sent: the earlier rounds run offline, and the blocks are read from that run.

Every model of the scenario is replaced by the offline model, so that nothing is spent. The prompt is the one that the
scenario's model would get after the same messages.
"""

from collections.abc import Mapping
from itertools import takewhile
from pathlib import Path

from doxa.analysis.hooks import hooks_of
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import ROLES, Scenario, load_scenario
from doxa.experiments.sitting import run
from doxa.log.journal import CallRecord
from doxa.log.rundir import RunLog
from doxa.models.embedded.tokens import count_tokens
from doxa.policies.instructions import TIERED
from doxa.policies.registry import rule_named
from doxa.records.base import JsonValue, Record
from doxa.records.spec import PromptPolicy
from doxa.tasks.registry import task_named
from doxa.tasks.wordings import wording_of

LISTED = 12
"""The most agents that an error lists."""


class ExplainedBlock(Record):
    """One block of a prompt, with the reason for each instruction in it."""

    tag: str
    text: str
    tokens: int
    """By the fixed tokenizer of ``models.embedded.tokens``."""
    shared: bool
    """Whether the prompt before began with the same blocks up to this one, so that a cache of prefixes has it."""
    why: tuple[str, ...] = ()


class ExplainedPrompt(Record):
    """A prompt as it is sent, beside the one of the same task before it."""

    task: str
    wording: str
    """The task's templates, as a text to change (``tasks.wordings``)."""
    before: str
    """The step of the task's prompt before; '' where this is its first."""
    blocks: tuple[ExplainedBlock, ...]

    @property
    def tokens(self) -> int:
        return sum(block.tokens for block in self.blocks)

    @property
    def shared(self) -> int:
        """Tokens that repeat the prompt before."""
        return sum(block.tokens for block in self.blocks if block.shared)


def prompt_of(scenario: str, changes: Mapping[str, JsonValue], agent: str, number: int, out: Path) -> ExplainedPrompt:
    """Return an agent's prompt in a round, as it is sent.

    Args:
        number: the round, from 1.
        out: the directory of the offline run that leads to the prompt.

    Raises:
        ScenarioError: the scenario has no such agent or round, or the agent does not speak under a policy there.
    """
    loaded = load_scenario(scenario, changes)
    speaks_in = hooks_of(loaded.protocol).speaks_in
    spec = plan(loaded)
    rounds: dict[str, JsonValue] = {} if speaks_in or "rounds" not in spec.script else {"script.rounds": number}
    ids = [participant.id for participant in spec.participants]
    if agent not in ids:
        listed = ", ".join(ids[:LISTED]) + (", …" if len(ids) > LISTED else "")
        raise ScenarioError(f"--agent {agent}: the scenario has no such agent", hint=f"Agents: {listed}.")
    there_are = spec.script.get("rounds")
    if isinstance(there_are, int) and number > there_are:
        raise ScenarioError(
            f"--round {number}: the scenario has {there_are} round{'s' if there_are > 1 else ''}",
            hint=f"Give a round up to {there_are}, or make the run longer: --set script.rounds={number}",
        )
    log = run(scenario, out=out, changes={**changes, **rounds, **_changes_to_offline(loaded)})
    spoken = [call for call in log.calls() if (speaks_in or _speaks)(call.id, agent, number)]
    place = number - 1 if speaks_in else 0
    if place >= len(spoken):
        count = f"; it speaks in {len(spoken)}" if speaks_in else ""
        raise ScenarioError(f"{agent} does not speak in round {number}{count}")
    return _explain(log, agent, spoken[place])


def _speaks(call: str, agent: str, number: int) -> bool:
    """Return whether a call is an agent's in this round."""
    return call == f"r{number:02d}/{agent}#1"


def _changes_to_offline(scenario: Scenario) -> dict[str, JsonValue]:
    others = sorted(type(scenario.models).model_fields.keys() - set(ROLES))
    # a provider's model is asked, plain code is not; a name without a provider is kept
    asked = [role for role in others if ":" in scenario.role(role).model and not scenario.role(role).simulated]
    agents = [id for id, agent in scenario.agents.items() if agent.model]
    paths = [*(f"models.{role}.model" for role in (*ROLES, *asked)), *(f"agents.{id}.model" for id in agents)]
    return dict.fromkeys(paths, "offline")


def _explain(log: RunLog, agent: str, call: CallRecord) -> ExplainedPrompt:
    policy = log.spec.participant(agent).policy.prompt or PromptPolicy()
    instructions = (*TIERED.values(), *rule_named(policy.rule).asks(policy))
    tasks = {outcome.key: outcome.task for outcome in log.outcomes}
    name = tasks[call.step]
    earlier = takewhile(lambda other: other.id != call.id, log.calls())
    before = next((other for other in reversed(list(earlier)) if tasks.get(other.step) == name), None)
    same = zip(call.blocks, before.blocks if before else (), strict=False)
    repeated = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], same))
    blocks = [log.blobs.block(block) for block in call.blocks]
    return ExplainedPrompt(
        task=name,
        wording=log.spec.prompts.get(name) or wording_of(task_named(name)),
        before=before.step if before else "",
        blocks=tuple(
            ExplainedBlock(
                tag=block.tag,
                text=block.text,
                tokens=count_tokens(block.text),
                shared=place < repeated,
                why=tuple(ask.why for ask in instructions if block.tag.endswith(" asks") and ask.text in block.text),
            )
            for place, block in enumerate(blocks)
        ),
    )
