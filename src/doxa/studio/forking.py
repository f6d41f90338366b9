"""The form of a fork: the settings that may change at a turn, with their values there."""

from typing import Any

from doxa.beliefs.registry import kernel_class
from doxa.evidence.admission import Admission
from doxa.experiments.arguing import settings_at
from doxa.log.rundir import RunLog
from doxa.protocols.registry import protocol_named
from doxa.records.events import BatchOpened
from doxa.records.people import Participant, Policy
from doxa.records.spec import Hearing, ModelSettings
from doxa.studio.schemas import Former, Section, schema_of

MOST_AGENTS = 48
"""Agents that have a section of their own; those of more are changed by the command."""

NOT_MIDWAY = ("corpus",)
"""Settings of a model that name files."""


def fork_form(log: RunLog, at: str) -> tuple[Section, ...]:
    """Return what may change in a fork at a turn: of agents, hearing and models; and of the script, from the start."""
    spec, _ = settings_at(log, _number_of(log, at))
    people = spec.participants[:MOST_AGENTS]
    text: dict[str, Any] = {
        "agents": {person.id: _changeable(person) for person in people},
        "hearing": {name: getattr(spec.hearing, name) for name in Hearing.model_fields},
        "models": {role: settings.model_dump(mode="json") for role, settings in spec.roles.items()},
        "script": dict(spec.script),
    }
    former = Former(text=text, leaves_out=lambda place: place[-1] in NOT_MIDWAY)
    agents = [_agent_section(former, person) for person in people]
    models = [former.section(schema_of(ModelSettings), ("models", role), role) for role in spec.roles]
    script = former.section(schema_of(protocol_named(spec.protocol).Settings), ("script",), "script, from the start")
    plain = script.model_copy(update={"sections": (), "meaning": ""})
    return (
        *agents,
        former.section(schema_of(Hearing), ("hearing",), "hearing"),
        Section(path="models", place=("models",), title="models", kind="names", sections=tuple(models)),
        plain,
    )


def _number_of(log: RunLog, at: str) -> int:
    """Return the number of the batch in which a step is; that of the last where it is in none."""
    number = 0
    for event in log.events:
        if isinstance(event, BatchOpened):
            number += 1
            if at in event.body.keys:
                break
    return number


def _changeable(person: Participant) -> dict[str, Any]:
    return {
        "belief": dict(person.belief),
        "memory": dict(person.memory),
        "policy": person.policy.model_dump(mode="json"),
    }


def _agent_section(former: Former, person: Participant) -> Section:
    place = ("agents", person.id)
    kinds = {"memory": Admission, "policy": Policy} if person.kernel else {"policy": Policy}
    parts = [former.section(schema_of(kind), (*place, name), name) for name, kind in kinds.items()]
    if person.kernel:
        parts = [former.section(schema_of(kernel_class(person.kernel).Settings), (*place, "belief"), "belief"), *parts]
    return Section(path=f"agents.{person.id}", place=place, title=person.name, kind="table", sections=tuple(parts))
