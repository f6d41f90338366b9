"""Round table: N agents discuss a query for K rounds, each under its prompt policy and with its own knowledge base.

Policy-parameterised prompts, section 3.1. ``simultaneous``: all agents of a round act on the same memory M(k), and
their words together form M(k+1). ``sequential``: each hears who spoke before it in the round. Before each turn the
passages nearest to the query (round 1) or to the recent dialogue (afterwards) are retrieved; after it, a judge says
whether the turn responds to the most recent utterance and whether it opposes it.
"""

from collections.abc import Collection, Generator, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Literal

import numpy as np
from pydantic import Field

from doxa.errors import ScenarioError, StoppedError
from doxa.evidence.vectors import DECIMALS, cosines
from doxa.protocols.registry import Protocol
from doxa.records.base import JsonValue, Record, Settings
from doxa.records.passages import Passage
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Message, Outcome, Rows, Script, Step
from doxa.systems.round_table.measures.evidence_usage import uses_evidence
from doxa.systems.round_table.measures.repetition import non_repetition
from doxa.systems.round_table.measures.turns import Turn
from doxa.systems.round_table.protocol.topologies import Heard, heard_in
from doxa.systems.round_table.tasks.judge_response import JUDGE_RESPONSE

ENGINE = "-"
"""The actor of steps that nobody takes."""

CHUNK = 32
"""Texts to an embedding step."""


class RoundTableSettings(Settings):
    """How the discussion runs."""

    rounds: int = Field(default=10, ge=1)
    """In a round every agent speaks once."""
    order: Literal["simultaneous", "sequential"] = "simultaneous"
    """Whether the agents of a round act on the same memory or one after the other."""
    queries: dict[str, str] = Field(default_factory=dict)
    """What can be discussed, by name."""
    query: str = ""
    """Which of ``queries`` is discussed; the proposition itself when empty."""
    topology: str = "all"
    """Who hears whom: ``all``, ``ring``, ``chain``, ``star:AGENT``, ``pairs`` or ``none``."""
    hears: dict[str, tuple[str, ...]] = Field(default_factory=dict)
    """Exceptions from the topology: agent → the agents that it hears."""
    passages: int = Field(default=3, ge=0, le=50)
    """n: how many passages are retrieved into a prompt."""
    by: Literal["dialogue", "query_and_dialogue"] = "dialogue"
    """What passages are looked for by after round 1: the recent dialogue, or query and dialogue together."""
    window: int = Field(default=6, ge=1)
    """How many of the latest messages are the recent dialogue for retrieval."""
    previous: Literal["last", "last_by_another"] = "last"
    """Which utterance a turn is judged against: the last that its speaker heard, or the last by somebody else."""
    judged: bool = True
    """Whether responses are judged; without, responsiveness and rebuttal are absent and M is never corrected."""
    knowledge: dict[str, tuple[Passage, ...]] = Field(default_factory=dict)
    """Agent → its passages; filled from ``agents.ID.knowledge``."""


class RoundTableResult(Record):
    """What a discussion came to."""

    rounds: int
    """How many were held."""
    silent_turns: int
    """How many turns of them brought no words."""
    query: str
    """What was discussed, in words."""
    turns: dict[str, Turn]
    """Step key → the turn, with what was measured of it; silent turns are not among them."""


@dataclass(kw_only=True)
class _Table:
    """Where a discussion stands."""

    spec: RunSpec
    settings: RoundTableSettings
    query: str
    hears: Heard
    """Agent → the agents that it hears."""
    rows: Rows | None = None
    vectors: dict[str, str] = field(default_factory=dict)
    """Text → the hash of its vector."""
    heard: dict[str, list[Message]] = field(default_factory=dict)
    turns: dict[str, Turn] = field(default_factory=dict)
    """Step key → the turn, in the order spoken."""


Steps = Generator[Batch, Floor, None]


def script(spec: RunSpec) -> Script:
    """Run the rounds and return a RoundTableResult."""
    table = _begun(spec)
    agents = tuple(one.id for one in spec.participants)
    yield from _known(table)
    for number in range(1, table.settings.rounds + 1):
        for speakers in [agents] if table.settings.order == "simultaneous" else [(one,) for one in agents]:
            yield from _round(table, number, speakers)
    yield from _measured(table)
    silent = table.settings.rounds * len(agents) - len(table.turns)
    return RoundTableResult(rounds=table.settings.rounds, silent_turns=silent, query=table.query, turns=table.turns)


def _round(table: _Table, number: int, speakers: tuple[str, ...]) -> Steps:
    """Let some agents speak on the same memory: retrieve, speak, judge."""
    sought = {one: _sought(table, one, number) for one in speakers if _retrieves(table, one)}
    yield from _embedded(table, sought.values(), f"round {number}, retrieval", f"r{number:02d}/{speakers[0]}")
    _ready(table, sought)
    steps = tuple(_turn(table, one, number, sought.get(one)) for one in speakers)
    before = {one: _previous(table, one) for one in speakers}
    floor = yield Batch(steps=steps, note=f"round {number}")
    spoken = [(step, outcome) for step, outcome in zip(steps, floor.outcomes, strict=True) if outcome.ok]
    for step, outcome in spoken:
        table.turns[step.key] = _begun_turn(step, outcome, number, before[step.actor])
        message = Message(key=step.key, speaker=step.actor, text=outcome.text or "")
        for one in (step.actor, *step.audience):
            table.heard.setdefault(one, []).append(message)
    yield from _judged(table, [step.key for step, _ in spoken], number)


def _turn(table: _Table, speaker: str, number: int, sought: str | None) -> Step:
    last = table.turns.get(_key(number - 1, speaker))
    passages = _retrieved(table, speaker, sought)
    inputs: dict[str, JsonValue] = {
        "round": number,
        "query": table.query,
        "passages": [one.model_dump(mode="json") for one in passages],
        "no_evidence": last is not None and last.evidence is False,
        "no_response": last is not None and last.responds is False,
    }
    audience = tuple(one for one, heard in table.hears.items() if speaker in heard and one != speaker)
    return Step(key=_key(number, speaker), actor=speaker, task="discuss", audience=audience, inputs=inputs)


def _begun_turn(step: Step, outcome: Outcome, number: int, previous: Message | None) -> Turn:
    passages = [Passage.model_validate(one) for one in list(step.inputs["passages"])]  # type: ignore[arg-type]
    text = outcome.text or ""
    return Turn(
        round=number,
        agent=step.actor,
        text=text,
        passages=tuple(one.id for one in passages),
        no_evidence=bool(step.inputs["no_evidence"]),
        no_response=bool(step.inputs["no_response"]),
        previous=previous.key if previous else "",
        evidence=uses_evidence(text, [one.text for one in passages]),
    )


def _judged(table: _Table, keys: list[str], number: int) -> Steps:
    """Have a judge read each turn beside the utterance before it, where there is one."""
    keys = [key for key in keys if table.settings.judged and table.turns[key].previous]
    if not keys:
        return
    floor = yield Batch(steps=tuple(_judging(table, key) for key in keys), note=f"round {number}, judged")
    for key, outcome in zip(keys, floor.outcomes, strict=True):
        if reply := JUDGE_RESPONSE.reply_of(outcome):
            table.turns[key] = table.turns[key].model_copy(update=reply.model_dump())


def _judging(table: _Table, key: str) -> Step:
    turn = table.turns[key]
    earlier = table.turns[turn.previous]
    inputs: dict[str, JsonValue] = {
        "previous": earlier.text,
        "speaker": table.spec.participant(earlier.agent).name,
        "text": turn.text,
    }
    return Step(key=f"{key}/judged", actor=ENGINE, task="judge_response", inputs=inputs)


def _measured(table: _Table) -> Steps:
    """Embed all turns and personas, and measure what rests on vectors."""
    personas = {one.id: one.persona for one in table.spec.participants if one.persona}
    texts = [one.text for one in table.turns.values()]
    yield from _embedded(table, [*personas.values(), *texts] if texts else [], "measured", "measured")
    latest: dict[str, str] = {}
    for key, turn in table.turns.items():
        before = latest.get(turn.agent)
        alike = _cosine(table, turn.text, before)
        known = before is None or alike is not None
        found = {
            "non_repetition": non_repetition(turn.text, before, alike) if known else None,
            "stance": _cosine(table, turn.text, personas.get(turn.agent)),
        }
        table.turns[key] = turn.model_copy(update=found)
        latest[turn.agent] = turn.text


def _cosine(table: _Table, one: str, other: str | None) -> float | None:
    if other is None or table.rows is None or not {one, other} <= table.vectors.keys():
        return None
    rows = np.stack([table.rows(table.vectors[other])])
    return float(cosines(table.rows(table.vectors[one]), rows)[0])


def _known(table: _Table) -> Steps:
    """Embed the knowledge bases, each in steps of its own, whose vectors a performer may keep for other runs."""
    parts: list[list[str]] = []
    for base in table.settings.knowledge.values() if table.settings.passages else ():
        parts += _parts([one.text for one in base], {text for part in parts for text in part})
    yield from _taken(table, parts, "knowledge", "knowledge", lasting=True)


def _embedded(table: _Table, texts: Iterable[str], note: str, key: str) -> Steps:
    """Embed the texts that have no vector yet."""
    yield from _taken(table, _parts(texts, table.vectors), note, key)


def _parts(texts: Iterable[str], known: Collection[str]) -> list[list[str]]:
    """Return the texts that are not known, each once, in parts of ``CHUNK``."""
    new = [one for one in dict.fromkeys(texts) if one.strip() and one not in known]
    return [new[start : start + CHUNK] for start in range(0, len(new), CHUNK)]


def _taken(table: _Table, parts: Sequence[list[str]], note: str, key: str, **more: JsonValue) -> Steps:
    """Embed parts, a step each; the texts of a step that failed stay without a vector."""
    if not parts:
        return
    steps = [
        Step(key=f"{key}/embed/{place}", actor=ENGINE, task="embed", inputs={"texts": list[JsonValue](part), **more})
        for place, part in enumerate(parts, 1)
    ]
    floor = yield Batch(steps=tuple(steps), note=note)
    table.rows = floor.rows
    for part, outcome in zip(parts, floor.outcomes, strict=True):
        if outcome.ok and isinstance(outcome.reply, dict):
            table.vectors |= dict(zip(part, map(str, list(outcome.reply["vectors"])), strict=True))  # type: ignore[arg-type]


def _ready(table: _Table, sought: dict[str, str]) -> None:
    """Hold retrieval to what it needs.

    Raises:
        StoppedError: a passage, or what is looked for, has no vector; without it others would be retrieved.
    """
    known = [one.text for agent in sought for one in table.settings.knowledge[agent]]
    if missing := [one for one in (*known, *sought.values()) if one not in table.vectors]:
        raise StoppedError(
            f"{len(missing)} texts could not be embedded, so passages cannot be retrieved",
            hint="Nothing is lost. Fix the model of the role embedder, then start again in a new directory.",
        )


def _sought(table: _Table, speaker: str, number: int) -> str:
    """Return what passages are looked for by: the query in round 1, the recent dialogue afterwards."""
    recent = table.heard.get(speaker, [])[-table.settings.window :]
    if number == 1 or not recent:
        return table.query
    dialogue = "\n".join(one.text for one in recent)
    return dialogue if table.settings.by == "dialogue" else f"{table.query}\n{dialogue}"


def _retrieved(table: _Table, speaker: str, sought: str | None) -> tuple[Passage, ...]:
    """Return the n passages nearest to what is looked for, nearest first, ties in the order of the base."""
    known = table.settings.knowledge.get(speaker, ())
    if sought is None or table.rows is None:
        return ()
    rows = np.stack([table.rows(table.vectors[one.text]) for one in known])
    near = np.round(cosines(table.rows(table.vectors[sought]), rows), DECIMALS)
    return tuple(known[int(place)] for place in np.argsort(-near, kind="stable")[: table.settings.passages])


def _previous(table: _Table, speaker: str) -> Message | None:
    """Return the most recent utterance that a speaker has heard."""
    heard = table.heard.get(speaker, [])
    if table.settings.previous == "last_by_another":
        heard = [one for one in heard if one.speaker != speaker]
    return heard[-1] if heard else None


def _retrieves(table: _Table, speaker: str) -> bool:
    return bool(table.settings.passages and table.settings.knowledge.get(speaker))


def _key(number: int, speaker: str) -> str:
    return f"r{number:02d}/{speaker}"


def _begun(spec: RunSpec) -> _Table:
    settings = RoundTableSettings.model_validate(spec.script)
    if settings.query and settings.query not in settings.queries:
        raise ScenarioError(
            f"script.query: there is no query {settings.query!r}",
            hint=f"Queries: {', '.join(sorted(settings.queries)) or 'none'}.",
            key="script.query",
        )
    query = settings.queries.get(settings.query, spec.proposition.text)
    return _Table(spec=spec, settings=settings, query=query, hears=_heard(spec, settings))


def _heard(spec: RunSpec, settings: RoundTableSettings) -> Heard:
    """Return who hears whom: what the topology has, but for the exceptions from it."""
    agents = tuple(one.id for one in spec.participants)
    named = {*settings.hears, *(one for heard in settings.hears.values() for one in heard)}
    if unknown := sorted(named - {*agents}):
        raise ScenarioError(
            f"script.hears: there is no agent {unknown[0]!r}", hint=f"Agents: {', '.join(agents)}.", key="script.hears"
        )
    return {**heard_in(settings.topology, agents), **settings.hears}


ROUND_TABLE = Protocol(Settings=RoundTableSettings, Result=RoundTableResult, script=script, policies=True)
