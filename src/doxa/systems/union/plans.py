"""Planning a union debate: the speakers' folders are read, and their bios become personas."""

from collections.abc import Mapping

from doxa.experiments.scenario import Scenario
from doxa.records.base import JsonValue
from doxa.records.people import Participant
from doxa.records.spec import ModelSettings, RunSpec
from doxa.systems.union.protocol.settings import UnionSettings, refuse_strangers
from doxa.systems.union.speakers import load_speaker


def read_writing(named: Mapping[str, str]) -> dict[str, JsonValue]:
    """Return the setting ``writing``: speaker → the bio and the passages in its folder.

    Raises:
        CorpusError: there is no such folder, or it holds no text.
    """
    return {"writing": {id: load_speaker(folder).model_dump(exclude={"name"}) for id, folder in named.items()}}


def plan_union(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with personas from the speakers' bios, and with the role that recites their words.

    Raises:
        ScenarioError: as ``refuse_strangers``.
    """
    settings = UnionSettings.model_validate(spec.script)
    speakers = tuple(_introduce(participant, scenario, settings) for participant in spec.participants)
    roles = {**spec.roles, "reciter": ModelSettings(model="offline")}
    spec = spec.model_copy(update={"participants": speakers, "roles": roles})
    refuse_strangers(spec, settings)
    return spec


def _introduce(speaker: Participant, scenario: Scenario, settings: UnionSettings) -> Participant:
    """Return a speaker, with the bio of its folder as persona where it has a folder and no persona."""
    agent = scenario.agents.get(speaker.id)
    if speaker.persona or agent is None or not agent.knowledge:
        return speaker
    return speaker.model_copy(update={"persona": settings.writing[speaker.id].bio})
