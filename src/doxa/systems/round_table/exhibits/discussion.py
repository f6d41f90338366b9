"""Discussions under prompt policies, measured: the five metrics by agent, round, query or rule, and the weights.

Means are over all turns of all runs of a group, as the tables of policy-parameterised prompts are ("pooled").
"""

from collections.abc import Callable, Sequence
from typing import Literal

from doxa.analysis.naming import names_in
from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.policies.schedules import Slips, weights_at
from doxa.policies.weights import Weights
from doxa.records.amend import amended_spec
from doxa.records.base import Record
from doxa.records.events import OutcomeReached, RunAmended
from doxa.records.people import PromptPolicy
from doxa.systems.round_table.measures.turns import METRICS, MeasuredTurn, mean_of
from doxa.systems.round_table.protocol.debating import RoundTableResult

Part = Literal["agent", "round", "query", "rule"]


class DiscussionTurn(Record):
    """One turn with its query, and the rule and weights of its prompt."""

    key: str
    """Key of its step."""
    turn: MeasuredTurn
    query: str
    rule: str
    weights: Weights


class MetricsRow(Record):
    """The mean metrics of one group of turns; None for a metric that no turn has."""

    group: str
    turns: int
    metrics: dict[str, float | None]


class DiscussionMeasures(Record):
    """The metrics of discussions by group, and the weights by round of the first run."""

    by: Part
    rows: tuple[MetricsRow, ...]
    """One row for each group, also for a group without turns, and a last row over all turns."""
    names: dict[str, str]
    """Agent → its display name."""
    weights: dict[str, tuple[Weights | None, ...]]
    """Agent → its weights by round, of the first run; None for a round in which it said nothing."""
    simulated: bool
    """Whether some words are by an offline speaker, whose obedience is assumed."""


def measure_discussions(logs: Sequence[RunLog], by: Part) -> DiscussionMeasures:
    """Return the metrics of finished discussions by group.

    Raises:
        LogError: a run is not a finished round table.
    """
    spoken = [spoken_turn for log in logs for spoken_turn in spoken_in(log)]
    groups: dict[str, list[DiscussionTurn]] = {name: [] for log in logs for name in _list_groups(log, by)}
    for spoken_turn in spoken:
        groups[GROUPS[by](spoken_turn)].append(spoken_turn)
    order = sorted(groups, key=lambda name: (int(name) if by == "round" else 0, name))
    rows = [_row(name, groups[name]) for name in order]
    simulated = any(speaks_offline(log) for log in logs)
    return DiscussionMeasures(
        by=by,
        rows=(*rows, _row("all", spoken)),
        names=names_in(logs),
        weights=_weights(logs[0]),
        simulated=simulated,
    )


def spoken_in(log: RunLog) -> list[DiscussionTurn]:
    """Return the turns of a finished discussion, by round and then in the order of the agents.

    Raises:
        LogError: the log is not that of a finished round table.
    """
    round_table = log.result(RoundTableResult) if log.spec.protocol == "round_table" else None
    if round_table is None:
        raise LogError(
            f"{log.path} is not a finished discussion at a round table",
            hint="Run one: doxa run land, then give its DIR.",
        )
    agents = [participant.id for participant in log.spec.participants]
    turns = sorted(
        round_table.turns.items(), key=lambda keyed_turn: (keyed_turn[1].round, agents.index(keyed_turn[1].agent))
    )
    policies = _policies(log)
    return [_make_spoken(key, turn, policies[key], round_table.query) for key, turn in turns]


def _policies(log: RunLog) -> dict[str, PromptPolicy]:
    """Return the prompt policy of each turn; a fork may have changed an agent's policy during the run."""
    spec = log.spec
    policies = {}
    for event in log.events:
        if isinstance(event, RunAmended):
            spec = amended_spec(spec, event.body.set)
        elif isinstance(event, OutcomeReached) and event.body.task == "discuss":
            policies[event.key] = spec.participant(event.body.actor).policy.prompt or PromptPolicy()
    return policies


def speaks_offline(log: RunLog) -> bool:
    """Return whether some agent's words are simulated."""
    return any(log.spec.roles[participant.role].model == "offline" for participant in log.spec.participants)


def _list_groups(log: RunLog, by: Part) -> list[str]:
    """Return the groups of all requested turns, also of those that produced no words."""
    round_table = log.result(RoundTableResult)
    assert round_table is not None, "only a finished discussion is measured"
    if by == "round":
        return [str(number) for number in range(1, round_table.rounds + 1)]
    if by == "rule":
        return [policy.rule for policy in _policies(log).values()]
    return [participant.id for participant in log.spec.participants] if by == "agent" else [round_table.query]


def _weights(log: RunLog) -> dict[str, tuple[Weights | None, ...]]:
    weights = {
        (spoken_turn.turn.agent, str(spoken_turn.turn.round)): spoken_turn.weights for spoken_turn in spoken_in(log)
    }
    rounds = _list_groups(log, "round")
    return {agent: tuple(weights.get((agent, number)) for number in rounds) for agent in _list_groups(log, "agent")}


def _make_spoken(key: str, turn: MeasuredTurn, policy: PromptPolicy, query: str) -> DiscussionTurn:
    slips = Slips(evidence=turn.no_evidence, response=turn.no_response)
    return DiscussionTurn(
        key=key, turn=turn, query=query, rule=policy.rule, weights=weights_at(policy, turn.round, slips)
    )


def _row(name: str, group: list[DiscussionTurn]) -> MetricsRow:
    metrics = {title: mean_of([spoken_turn.turn for spoken_turn in group], metric) for title, metric in METRICS.items()}
    return MetricsRow(group=name, turns=len(group), metrics=metrics)


GROUPS: dict[Part, Callable[[DiscussionTurn], str]] = {
    "agent": lambda spoken_turn: spoken_turn.turn.agent,
    "round": lambda spoken_turn: str(spoken_turn.turn.round),
    "query": lambda spoken_turn: spoken_turn.query,
    "rule": lambda spoken_turn: spoken_turn.rule,
}
