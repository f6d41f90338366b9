"""Showing a prompt before it is sent: the earlier rounds run offline, and the blocks are read from that run.

Every model of the scenario is replaced by the offline model, so that nothing is spent. The prompt is the one that the
scenario's model would get after the same messages.
"""

from collections.abc import Mapping
from pathlib import Path

from doxa.analysis.hooks import hooks_of
from doxa.errors import ScenarioError
from doxa.experiments.planning import plan
from doxa.experiments.scenario import ROLES, Scenario, load_scenario
from doxa.experiments.sitting import run
from doxa.log.rundir import RunLog
from doxa.policies.instructions import TIERED
from doxa.policies.registry import rule_named
from doxa.records.base import JsonValue, Record
from doxa.records.spec import PromptPolicy

LISTED = 12
"""The most agents that an error lists."""


class ExplainedBlock(Record):
    """One block of a prompt, with the reason for each instruction in it."""

    tag: str
    text: str
    why: tuple[str, ...] = ()


def prompts_of(
    scenario: str, changes: Mapping[str, JsonValue], agent: str, number: int, out: Path
) -> list[ExplainedBlock]:
    """Return the blocks of an agent's prompt in a round, as they are sent.

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
    return _explain_blocks(log, agent, spoken[place].blocks)


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


def _explain_blocks(log: RunLog, agent: str, blocks: tuple[str, ...]) -> list[ExplainedBlock]:
    policy = log.spec.participant(agent).policy.prompt or PromptPolicy()
    instructions = (*TIERED.values(), *rule_named(policy.rule).asks(policy))
    shown_blocks = [log.blobs.block(name) for name in blocks]
    return [
        ExplainedBlock(
            tag=block.tag,
            text=block.text,
            why=tuple(ask.why for ask in instructions if block.tag.endswith(" asks") and ask.text in block.text),
        )
        for block in shown_blocks
    ]
