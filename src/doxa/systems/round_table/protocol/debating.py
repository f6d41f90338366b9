"""Round table: N agents discuss a query for K rounds, each under its prompt policy and with its own knowledge base.

Policy-parameterised prompts, section 3.1. ``simultaneous``: all agents of a round act on the same memory M(k), and
their words together form M(k+1). ``sequential``: each hears who spoke before it in the round. Before each turn the
passages nearest to the query (round 1) or to the recent dialogue (afterwards) are retrieved; after it, a judge says
whether the turn responds to the most recent utterance and whether it opposes it.
"""

from collections.abc import Collection, Generator, Iterable
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from pydantic import Field

from doxa.errors import NoAnswerError, ScenarioError
from doxa.evidence.vectors import DECIMALS, cosines
from doxa.protocols.registry import Protocol
from doxa.records.amend import amended_spec
from doxa.records.base import JsonValue, Record, Settings
from doxa.records.spec import Component, PromptPolicy, RunSpec
from doxa.records.steps import ENGINE, Batch, Floor, Outcome, Passage, Rows, Script, Step
from doxa.systems.round_table.measures import ComparedTurn, MeasuredTurn, MetricDefinitions, uses_evidence
from doxa.systems.round_table.protocol.topologies import Heard, heard_in
from doxa.systems.round_table.tasks import JUDGE_RESPONSE

CHUNK = 32
"""Texts in one embedding step."""


class RoundTableSettings(Settings):
    """How the discussion runs."""

    rounds: int = Field(default=10, ge=1, le=10_000)
    """In a round every agent speaks once."""
    order: Literal["simultaneous", "sequential"] = "simultaneous"
    """Whether the agents of a round act on the same memory or one after the other."""
    queries: dict[str, str] = Field(default_factory=dict)
    """The queries that can be discussed, by name."""
    query: str = ""
    """Which of ``queries`` is discussed; the proposition itself when empty."""
    topology: str = "all"
    """Who hears whom: ``all``, ``ring``, ``chain``, ``star:AGENT``, ``pairs`` or ``none``."""
    hears: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Exceptions from the topology: agent → the agents that it hears."""
    passages: int = Field(default=3, ge=0, le=50)
    """n: how many passages are retrieved into a prompt."""
    by: Literal["dialogue", "query_and_dialogue"] = "dialogue"
    """What passages are searched with after round 1: the recent dialogue, or query and dialogue together."""
    window: int = Field(default=6, ge=1)
    """How many of the latest messages are the recent dialogue for retrieval."""
    previous: Literal["last", "last_by_another"] = "last"
    """Which utterance a turn is judged against: the last that its speaker heard, or the last by somebody else."""
    judged: bool = True
    """Whether responses are judged; if not, responsiveness and rebuttal are absent and M is never corrected."""
    metrics: MetricDefinitions = Field(
        default=MetricDefinitions(), exclude_if=lambda definitions: definitions == MetricDefinitions()
    )
    """How non-repetition and evidence usage are computed where the source leaves it open."""
    knowledge: dict[str, tuple[Passage, ...]] = Field(default_factory=dict)
    """Agent → its passages; filled from ``agents.ID.knowledge``."""


class RoundTableResult(Record):
    """The result of a discussion."""

    rounds: int
    """How many rounds were held."""
    silent_turns: int
    """How many turns produced no words."""
    query: str
    """The words of the query that was discussed."""
    turns: dict[str, MeasuredTurn]
    """Step key → the turn, with what was measured of it; silent turns are not among them."""


@dataclass(kw_only=True)
class TableState:
    """The state of a discussion."""

    spec: RunSpec
    present: RunSpec
    """The spec with the changes that a fork has made up to the present batch."""
    settings: RoundTableSettings
    query: str
    hears: dict[str, frozenset[str]]
    """Agent → the agents that it hears."""
    rows: Rows | None = None
    vectors: dict[str, str] = field(default_factory=dict)
    """Text → the hash of its vector."""
    turns: dict[str, MeasuredTurn] = field(default_factory=dict)
    """Step key → the turn, in the order spoken."""
    shown: dict[str, tuple[Component, ...]] = field(default_factory=dict)
    """Step key → which of T, M and D its prompt showed."""

    def heard_by(self, listener: str) -> list[str]:
        """Return the step keys of the turns that an agent has heard, its own among them, in the order spoken."""
        hears = self.hears[listener]
        return [key for key, turn in self.turns.items() if turn.agent == listener or turn.agent in hears]


Steps = Generator[Batch, Floor, None]


def script(spec: RunSpec) -> Script:
    """Run the rounds and return a RoundTableResult."""
    table = yield from hold_discussion(spec)
    rounds, turns = table.settings.rounds, table.turns
    silent = rounds * len(spec.participants) - len(turns)
    return RoundTableResult(rounds=rounds, silent_turns=silent, query=table.query, turns=turns)


def hold_discussion(spec: RunSpec) -> Generator[Batch, Floor, TableState]:
    """Run the rounds, measure all turns, and return the state at the end."""
    table = _open_table(spec)
    agents = tuple(participant.id for participant in spec.participants)
    bases = table.settings.knowledge.values() if table.settings.passages else ()
    # each base in steps of its own, so that a performer can keep the vectors for other runs
    texts = [[passage.text for passage in base] for base in bases]
    yield from _embed_texts(table, texts, "knowledge", "knowledge", lasting=True)
    for number in range(1, table.settings.rounds + 1):
        for speakers in [agents] if table.settings.order == "simultaneous" else [(agent,) for agent in agents]:
            yield from _round(table, number, speakers)
    yield from _measure_turns(table)
    return table


def _round(table: TableState, number: int, speakers: tuple[str, ...]) -> Steps:
    """Let some agents speak on the same memory: retrieve, speak, judge.

    Raises:
        NoAnswerError: a passage or a search text has no vector, so that other passages would be retrieved.
    """
    knowing = [speaker for speaker in speakers if table.settings.passages and table.settings.knowledge.get(speaker)]
    sought = {speaker: _compose_query(table, speaker, number) for speaker in knowing}
    yield from _embed_texts(table, [sought.values()], f"round {number}, retrieval", f"r{number:02d}/{speakers[0]}")
    passage_texts = [passage.text for speaker in sought for passage in table.settings.knowledge[speaker]]
    if missing := [text for text in (*passage_texts, *sought.values()) if text not in table.vectors]:
        raise NoAnswerError(f"{len(missing)} texts could not be embedded, so passages cannot be retrieved")
    _amend_settings(table, {_key(number, speaker) for speaker in speakers})
    steps = tuple(_plan_turn(table, speaker, number, sought.get(speaker)) for speaker in speakers)
    before = {speaker: _find_previous(table, speaker) for speaker in speakers}
    floor = yield Batch(steps=steps, note=f"round {number}")
    spoken = [(step, outcome) for step, outcome in zip(steps, floor.outcomes, strict=True) if outcome.ok]
    for step, outcome in spoken:
        table.turns[step.key] = _begin_turn(table, step, outcome, number, before[step.actor])
    yield from _judge_turns(table, [step.key for step, _ in spoken], number)


def _amend_settings(table: TableState, keys: Collection[str]) -> None:
    """Apply the changes of settings that a fork makes at the batch of these steps, as the engine does."""
    for amendment in table.spec.amendments:
        if amendment.at in keys:
            table.present = amended_spec(table.present, amendment.set)


def _plan_turn(table: TableState, speaker: str, number: int, sought: str | None) -> Step:
    last, shown = table.turns.get(_key(number - 1, speaker)), table.shown.get(_key(number - 1, speaker), ())
    table.shown[_key(number, speaker)] = (table.present.participant(speaker).policy.prompt or PromptPolicy()).shows
    passages = _retrieve_passages(table, speaker, sought)
    inputs: dict[str, JsonValue] = {
        "round": number,
        "query": table.query,
        "passages": [passage.model_dump(mode="json") for passage in passages],
        "no_evidence": last is not None and last.evidence is False and "D" in shown,
        "no_response": last is not None and last.responds is False and "M" in shown,
    }
    audience = tuple(listener for listener, heard in table.hears.items() if speaker in heard and listener != speaker)
    return Step(key=_key(number, speaker), actor=speaker, task="discuss", audience=audience, inputs=inputs)


def _begin_turn(table: TableState, step: Step, outcome: Outcome, number: int, previous: str) -> MeasuredTurn:
    passages = [Passage.model_validate(passage) for passage in list(step.inputs["passages"])]  # type: ignore[arg-type]
    text = outcome.text or ""
    return MeasuredTurn(
        round=number,
        agent=step.actor,
        text=text,
        passages=tuple(passage.id for passage in passages),
        no_evidence=bool(step.inputs["no_evidence"]),
        no_response=bool(step.inputs["no_response"]),
        previous=previous,
        evidence=uses_evidence(text, [passage.text for passage in passages], table.settings.metrics.phrase_words),
    )


def _judge_turns(table: TableState, keys: list[str], number: int) -> Steps:
    """Have a judge read each turn beside the utterance before it, where there is one."""
    keys = [key for key in keys if table.settings.judged and table.turns[key].previous]
    if not keys:
        return
    pairs = [(key, table.turns[key], table.turns[table.turns[key].previous]) for key in keys]
    steps = tuple(
        judge_step(f"{key}/judged", ENGINE, earlier.text, table.spec.participant(earlier.agent).name, turn.text)
        for key, turn, earlier in pairs
    )
    _amend_settings(table, {step.key for step in steps})
    floor = yield Batch(steps=steps, note=f"round {number}, judged")
    for key, outcome in zip(keys, floor.outcomes, strict=True):
        if reply := JUDGE_RESPONSE.reply_of(outcome):
            table.turns[key] = table.turns[key].model_copy(update=reply.model_dump())


def judge_step(key: str, actor: str, previous: str, speaker: str, text: str) -> Step:
    inputs: dict[str, JsonValue] = {"previous": previous, "speaker": speaker, "text": text}
    return Step(key=key, actor=actor, task="judge_response", inputs=inputs)


def _measure_turns(table: TableState) -> Steps:
    """Embed all turns and personas, and compute the metrics that need vectors."""
    personas = {participant.id: participant.persona for participant in table.spec.participants if participant.persona}
    texts = [turn.text for turn in table.turns.values()]
    yield from _embed_texts(table, [[*personas.values(), *texts]] if texts else [], "measured", "measured")
    for key, compared in compare_turns(table).items():
        scores = {
            "non_repetition": compared.non_repetition(table.settings.metrics),
            "stance": _cosine(table, compared.turn.text, personas.get(compared.turn.agent)),
        }
        table.turns[key] = compared.turn.model_copy(update=scores)


def compare_turns(table: TableState) -> dict[str, ComparedTurn]:
    """Return each turn of a discussion beside the speaker's turn before it, by step key, in the order spoken."""
    compared: dict[str, ComparedTurn] = {}
    latest: dict[str, str] = {}
    texts = {agent: {passage.id: passage.text for passage in base} for agent, base in table.settings.knowledge.items()}
    for key, turn in table.turns.items():
        before = latest.get(turn.agent)
        compared[key] = ComparedTurn(
            turn=turn,
            before=before,
            cosine=_cosine(table, turn.text, before),
            passages=tuple(texts[turn.agent][passage] for passage in turn.passages),
        )
        latest[turn.agent] = turn.text
    return compared


def _cosine(table: TableState, text: str, other: str | None) -> float | None:
    if other is None or table.rows is None or not {text, other} <= table.vectors.keys():
        return None
    rows = np.stack([table.rows(table.vectors[other])])
    return float(cosines(table.rows(table.vectors[text]), rows)[0])


def _embed_texts(table: TableState, groups: Iterable[Iterable[str]], note: str, key: str, **more: JsonValue) -> Steps:
    """Embed the texts of each group that have no vector yet, each once, in steps of ``CHUNK`` texts of one group.

    The texts of a step that failed stay without a vector.
    """
    parts: list[list[str]] = []
    known = set(table.vectors)
    for texts in groups:
        new = [text for text in dict.fromkeys(texts) if text.strip() and text not in known]
        known.update(new)
        parts += [new[start : start + CHUNK] for start in range(0, len(new), CHUNK)]
    if not parts:
        return
    steps = [
        Step(key=f"{key}/embed/{place}", actor=ENGINE, task="embed", inputs={"texts": list[JsonValue](part), **more})
        for place, part in enumerate(parts, 1)
    ]
    _amend_settings(table, {step.key for step in steps})
    floor = yield Batch(steps=tuple(steps), note=note)
    table.rows = floor.rows
    for part, outcome in zip(parts, floor.outcomes, strict=True):
        if outcome.ok and isinstance(outcome.reply, dict):
            table.vectors |= dict(zip(part, map(str, list(outcome.reply["vectors"])), strict=True))  # type: ignore[arg-type]


def _compose_query(table: TableState, speaker: str, number: int) -> str:
    """Return the text that passages are searched with: the query in round 1, the recent dialogue afterwards."""
    recent = table.heard_by(speaker)[-table.settings.window :]
    if number == 1 or not recent:
        return table.query
    dialogue = "\n".join(table.turns[key].text for key in recent)
    return dialogue if table.settings.by == "dialogue" else f"{table.query}\n{dialogue}"


def _retrieve_passages(table: TableState, speaker: str, sought: str | None) -> tuple[Passage, ...]:
    """Return the n passages nearest to a search text, nearest first, ties in the order of the knowledge base."""
    passages = table.settings.knowledge.get(speaker, ())
    if sought is None or table.rows is None:
        return ()
    rows = np.stack([table.rows(table.vectors[passage.text]) for passage in passages])
    near = np.round(cosines(table.rows(table.vectors[sought]), rows), DECIMALS)
    return tuple(passages[int(place)] for place in np.argsort(-near, kind="stable")[: table.settings.passages])


def _find_previous(table: TableState, speaker: str) -> str:
    """Return the step key of the most recent utterance that a speaker has heard; '' where there is none."""
    heard = table.heard_by(speaker)
    if table.settings.previous == "last_by_another":
        heard = [key for key in heard if table.turns[key].agent != speaker]
    return heard[-1] if heard else ""


def _key(number: int, speaker: str) -> str:
    return f"r{number:02d}/{speaker}"


def _open_table(spec: RunSpec) -> TableState:
    """Return a discussion before it begins; who hears whom is the topology with the exceptions of the settings."""
    settings = RoundTableSettings.model_validate(spec.script)
    if settings.query and settings.query not in settings.queries:
        raise ScenarioError(
            f"script.query: there is no query {settings.query!r}",
            hint=f"Queries: {', '.join(sorted(settings.queries)) or 'none'}.",
            key="script.query",
        )
    agents = tuple(participant.id for participant in spec.participants)
    named = {*settings.hears, *(agent for heard in settings.hears.values() for agent in heard)}
    if unknown := sorted(named - {*agents}):
        raise ScenarioError(
            f"script.hears: there is no agent {unknown[0]!r}", hint=f"Agents: {', '.join(agents)}.", key="script.hears"
        )
    heard: Heard = {**heard_in(settings.topology, agents), **settings.hears}
    hears = {listener: frozenset(others) for listener, others in heard.items()}
    query = settings.queries.get(settings.query, spec.proposition.text)
    return TableState(spec=spec, present=spec, settings=settings, query=query, hears=hears)


def check_settings(spec: RunSpec) -> None:
    """Raise where a discussion cannot begin.

    Raises:
        ScenarioError: the query, the topology or an agent that somebody is to hear does not exist.
    """
    _open_table(spec)


ROUND_TABLE = Protocol(
    Settings=RoundTableSettings,
    Result=RoundTableResult,
    script=script,
    check=check_settings,
    messages_heard=lambda spec: len(spec.participants) - 1 if spec.script["topology"] == "all" else 2,
    policies=True,
    roles=("judge",),
)
