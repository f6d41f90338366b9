"""Discussions under prompt policies, measured: the five metrics by agent, round, query or rule, and the weights.

Means are over all turns of all runs of a group, as the tables of policy-parameterised prompts are ("pooled"). A turn
that cannot have a metric is left out of its mean, and counted with the reason.

The script of the round table is driven again with the outcomes of the log to measure turns by other definitions than
those of the run: a turn is compared with the same words, vectors and passages as then, and no model is asked.

Titles, captions and notes say who spoke and who judged, models or plain code, from an ``Origin``.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Literal

from pydantic import Field

from doxa.analysis.naming import names_in
from doxa.analysis.who_does import list_offline_roles
from doxa.errors import LogError
from doxa.log.rundir import RunLog
from doxa.policies.instructions import Weights
from doxa.policies.schedules import Slips, weights_at
from doxa.records.amend import amended_spec
from doxa.records.base import JsonValue, Record
from doxa.records.events import OutcomeReached, RunAmended
from doxa.records.spec import PromptPolicy, RunSpec
from doxa.records.steps import Floor
from doxa.systems.round_table.measures import METRICS, ComparedTurn, MeasuredTurn, MetricDefinitions, mean_known
from doxa.systems.round_table.protocol.debating import (
    RoundTableResult,
    RoundTableSettings,
    compare_turns,
    hold_discussion,
)

SIMULATED = "words are simulated offline by plain code that obeys its prompt"
JUDGED_OFFLINE = (
    "Responsiveness and rebuttal are judged offline by string rules (a name, four words in a row, a listed phrase of "
    "disagreement), not by a model, and adaptive weights of the dialogue follow them"
)
ASK_A_JUDGE = "For a model's judgement set models.judge (doxa reproduce: --judge provider:model)."


class Origin(Record):
    """Who spoke and who judged in one discussion or several."""

    simulated: bool = False
    """Whether plain code said some of the words."""
    hosted: bool = False
    """Whether models said some of the words."""
    judged_offline: bool = False
    """Whether plain code judged responses."""


def origin_of(log: RunLog) -> Origin:
    """Return who spoke and who judged in a run, by its calls."""
    calls = log.calls()
    offline = {role.partition("@")[0] for role in list_offline_roles(calls)}
    return Origin(
        simulated="speaker" in offline,
        hosted=any(call.role.partition("@")[0] == "speaker" and not call.simulated for call in calls),
        judged_offline="judge" in offline,
    )


def join_origins(origins: Iterable[Origin]) -> Origin:
    """Return who spoke and who judged in all of several discussions."""
    every = list(origins)
    return Origin(
        simulated=any(origin.simulated for origin in every),
        hosted=any(origin.hosted for origin in every),
        judged_offline=any(origin.judged_offline for origin in every),
    )


def mark_title(title: str, origin: Origin, *, shows_judgements: bool = True) -> str:
    """Return a title that itself says what plain code did, for readers who do not see the caption.

    Args:
        shows_judgements: whether the exhibit shows what was judged during the runs, or weights that follow it.
    """
    marks = []
    if origin.simulated:
        marks.append("partly simulated offline" if origin.hosted else "simulated offline")
    if origin.judged_offline and origin.hosted and shows_judgements:
        marks.append("responses judged offline by string rules")
    return f"{title} ({', '.join(marks)})" if marks else title


def describe_origin(origin: Origin, *, shows_judgements: bool = True) -> str:
    """Return sentences on what plain code did; '' where models did everything. Arguments as ``mark_title``."""
    sentences = []
    if origin.simulated:
        who = "Some of the" if origin.hosted else "The"
        sentences.append(f"{who} {SIMULATED}; they say nothing about how language models discuss.")
    if origin.judged_offline and shows_judgements:
        sentences.append(f"{JUDGED_OFFLINE}.{f' {ASK_A_JUDGE}' if origin.hosted else ''}")
    return " ".join(sentences)


def list_notes(origin: Origin, whose: str = "some words") -> list[str]:
    """Return short notes for a terminal on what plain code did; none where models did everything.

    Args:
        whose: the words that are simulated, where others are not.
    """
    notes = []
    if origin.simulated:
        who = whose if origin.hosted else "words"
        notes.append(f"{who} simulated; obedience to instructions is assumed")
    if origin.judged_offline:
        notes.append("responsiveness and rebuttal judged by string rules")
    return notes


Part = Literal["agent", "round", "query", "rule"]


class DiscussionTurn(Record):
    """One turn with its query, and the rule and weights of its prompt."""

    key: str
    """Key of its step."""
    turn: MeasuredTurn
    query: str
    rule: str
    weights: Weights
    missing: dict[str, str] = Field(default_factory=dict)
    """Metric → why the turn does not have it."""


class MetricsRow(Record):
    """The mean metrics of one group of turns; None for a metric that no turn has."""

    group: str
    turns: int
    metrics: dict[str, float | None]
    counts: dict[str, int]
    """Metric → how many of the turns have it; the mean is over these."""
    missing: dict[str, dict[str, int]]
    """Metric → why turns do not have it → how many; only metrics that some turn does not have."""


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
    judged_offline: bool
    """Whether string rules judged responses in place of a model."""
    origin: Origin = Field(exclude=True)
    definitions: MetricDefinitions | None
    """How non-repetition and evidence usage were computed; None where the runs differ in it."""


def measure_discussions(
    logs: Sequence[RunLog], by: Part, changes: Mapping[str, JsonValue] | None = None
) -> DiscussionMeasures:
    """Return the metrics of finished discussions by group.

    Args:
        changes: definitions that replace those of the runs, by the keys of ``MetricDefinitions``.

    Raises:
        LogError: a run is not a finished round table.
    """
    changes = changes or {}
    spoken = [spoken_turn for log in logs for spoken_turn in spoken_in(log, changes)]
    groups: dict[str, list[DiscussionTurn]] = {name: [] for log in logs for name in _list_groups(log, by)}
    for spoken_turn in spoken:
        groups[GROUPS[by](spoken_turn)].append(spoken_turn)
    order = sorted(groups, key=lambda name: (int(name) if by == "round" else 0, name))
    rows = [_row(name, groups[name]) for name in order]
    origin = join_origins(origin_of(log) for log in logs)
    definitions = {definitions_of(log.spec, changes) for log in logs}
    return DiscussionMeasures(
        by=by,
        rows=(*rows, _row("all", spoken)),
        names=names_in(logs),
        weights=_weights(logs[0]),
        simulated=origin.simulated,
        judged_offline=origin.judged_offline,
        origin=origin,
        definitions=definitions.pop() if len(definitions) == 1 else None,
    )


def spoken_in(log: RunLog, changes: Mapping[str, JsonValue] | None = None) -> list[DiscussionTurn]:
    """Return the turns of a finished discussion, by round and then in the order of the agents.

    Args:
        changes: as ``measure_discussions``.

    Raises:
        LogError: the log is not that of a finished round table.
    """
    result = read_result(log)
    definitions = definitions_of(log.spec, changes or {})
    measured = result.turns
    if definitions != definitions_of(log.spec):
        measured = {key: compared.measured(definitions) for key, compared in compared_in(log, result).items()}
    agents = [participant.id for participant in log.spec.participants]
    turns = sorted(measured.items(), key=lambda keyed_turn: (keyed_turn[1].round, agents.index(keyed_turn[1].agent)))
    policies = _policies(log)
    firsts = {turn.agent: key for key, turn in reversed(turns)}
    return [
        DiscussionTurn(
            key=key,
            turn=turn,
            query=result.query,
            rule=policies[key].rule,
            weights=weights_at(policies[key], turn.round, Slips(evidence=turn.no_evidence, response=turn.no_response)),
            missing=why_missing(turn, log.spec, first=firsts[turn.agent] == key),
        )
        for key, turn in turns
    ]


def read_result(log: RunLog) -> RoundTableResult:
    """Return the result of a finished discussion.

    Raises:
        LogError: the log is not that of a finished round table.
    """
    result = log.result(RoundTableResult) if log.spec.protocol == "round_table" else None
    if result is None:
        raise LogError(
            f"{log.path} is not a finished discussion at a round table",
            hint="Run one: doxa run land, then give its DIR.",
        )
    return result


def definitions_of(spec: RunSpec, changes: Mapping[str, JsonValue] | None = None) -> MetricDefinitions:
    """Return how a run computes its metrics, with changes."""
    return RoundTableSettings.model_validate(spec.script).metrics.changed(changes or {})


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


def _list_groups(log: RunLog, by: Part) -> list[str]:
    """Return the groups of all requested turns, also of those that produced no words."""
    round_table = read_result(log)
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


def _row(name: str, group: list[DiscussionTurn]) -> MetricsRow:
    turns = [spoken_turn.turn for spoken_turn in group]
    missing = {
        metric: Counter(spoken_turn.missing[metric] for spoken_turn in group if metric in spoken_turn.missing)
        for metric in METRICS
    }
    return MetricsRow(
        group=name,
        turns=len(group),
        metrics={title: mean_known(map(metric, turns)) for title, metric in METRICS.items()},
        counts={metric: len(group) - sum(reasons.values()) for metric, reasons in missing.items()},
        missing={metric: dict(reasons) for metric, reasons in missing.items() if reasons},
    )


GROUPS: dict[Part, Callable[[DiscussionTurn], str]] = {
    "agent": lambda spoken_turn: spoken_turn.turn.agent,
    "round": lambda spoken_turn: str(spoken_turn.turn.round),
    "query": lambda spoken_turn: spoken_turn.query,
    "rule": lambda spoken_turn: spoken_turn.rule,
}


REASONS = {
    "no_knowledge": "the agent has no knowledge",
    "no_passages": "no passages were retrieved",
    "not_judged": "responses were not judged",
    "no_judgement": "the judge gave no judgement",
    "first_turn": "an agent's first turn is left out",
    "no_persona": "the agent has no persona",
    "not_embedded": "a text was not embedded",
}
"""Word → what it means."""


def why_missing(turn: MeasuredTurn, spec: RunSpec, *, first: bool) -> dict[str, str]:
    """Return, for each metric that a turn does not have, the word that says why.

    Args:
        first: whether it is its agent's first turn.
    """
    not_judged = "no_judgement" if spec.script.get("judged", True) else "not_judged"
    knowledge = spec.script.get("knowledge")
    knows = isinstance(knowledge, dict) and knowledge.get(turn.agent)
    reasons = {
        "responsiveness": not_judged,
        "rebuttal": not_judged,
        "non-repetition": "first_turn" if first else "not_embedded",
        "evidence usage": "no_passages" if knows else "no_knowledge",
        "stance": "not_embedded" if spec.participant(turn.agent).persona else "no_persona",
    }
    return {name: reasons[name] for name, metric in METRICS.items() if metric(turn) is None}


def sentences_on_missing(turns: Sequence[Mapping[str, str]]) -> Iterator[str]:
    """Yield a sentence for each metric that some turns do not have: how many have it, and why the others do not.

    Args:
        turns: metric → why the turn does not have it, for each turn.
    """
    for metric in METRICS:
        reasons = Counter(missing[metric] for missing in turns if metric in missing)
        if reasons:
            left = "; ".join(f"{count} not, since {REASONS[reason]}" for reason, count in reasons.items())
            yield f"{metric}: {len(turns) - reasons.total()} of {len(turns)} turns have it ({left})."


def compared_in(log: RunLog, result: RoundTableResult) -> dict[str, ComparedTurn]:
    """Return every turn of a discussion with what it is compared with, by step key.

    Raises:
        LogError: today's script takes other steps than those of the log.
    """
    outcomes = {event.key: event.body for event in log.events if isinstance(event, OutcomeReached)}
    script = hold_discussion(log.spec)
    compared: dict[str, ComparedTurn] = {}
    try:
        batch = next(script)
        while True:
            batch = script.send(Floor(outcomes=tuple(outcomes[step.key] for step in batch.steps), rows=log.blobs.row))
    except StopIteration as end:
        compared = compare_turns(end.value)
    except KeyError:
        pass  # it takes a step that the log does not have
    if compared.keys() != result.turns.keys():
        raise LogError(
            f"{log.path} was made by another version of the script, so its turns cannot be measured anew",
            hint="Without --overlap, --opening-penalty, --phrase-words and --first-turn it shows what the run had.",
        )
    return {key: replace(turn, turn=result.turns[key]) for key, turn in compared.items()}
