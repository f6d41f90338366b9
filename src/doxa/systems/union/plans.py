"""Planning a union debate: the speakers' folders are read, and their bios become personas."""

from collections.abc import Mapping
from pathlib import Path

from doxa.experiments.scenario import Scenario
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings, Participant, RunSpec
from doxa.systems.union.files import find_format, load_format
from doxa.systems.union.protocol.formats import EARLIER
from doxa.systems.union.protocol.settings import UnionSettings, refuse_strangers
from doxa.systems.union.speakers import load_speaker


def read_writing(named: Mapping[str, str]) -> dict[str, JsonValue]:
    """Return the setting ``writing``: speaker → the bio and the passages in its folder.

    Raises:
        CorpusError: there is no such folder, or it holds no text.
    """
    return {"writing": {id: load_speaker(folder).model_dump() for id, folder in named.items()}}


def plan_union(scenario: Scenario, spec: RunSpec) -> RunSpec:
    """Return the spec with the format's rules, personas from the speakers' bios, and the role that recites words.

    Raises:
        ScenarioError: the format is unknown or its file is not valid; or as ``refuse_strangers``.
    """
    settings = read_rules(UnionSettings.model_validate(spec.script), scenario.folder)
    speakers = tuple(_introduce(participant, scenario, settings) for participant in spec.participants)
    roles = {**spec.roles, "reciter": ModelSettings(model="offline")}
    script = settings.model_dump(mode="json")
    spec = spec.model_copy(update={"participants": speakers, "roles": roles, "script": script})
    refuse_strangers(spec, settings)
    return spec


def read_rules(settings: UnionSettings, folder: Path | None = None) -> UnionSettings:
    """Return settings that contain the rules of their format, under the format's own name.

    Rules are left out where the format's name alone means them.
    """
    if settings.rules is not None:
        return settings
    format = load_format(find_format(settings.format, folder))
    earlier = EARLIER.get(format.name)
    implied = earlier is not None and format.is_held_like(earlier)
    return settings.model_copy(update={"format": format.name, "rules": None if implied else format})


def _introduce(speaker: Participant, scenario: Scenario, settings: UnionSettings) -> Participant:
    """Return a speaker, with the bio of its folder as persona where it has a folder and no persona."""
    agent = scenario.agents.get(speaker.id)
    if speaker.persona or agent is None or not agent.knowledge:
        return speaker
    return speaker.model_copy(update={"persona": settings.writing[speaker.id].bio})
