"""Transcripts that agents play back: read while a run is planned, so that its spec contains their words."""

from collections.abc import Sequence
from pathlib import Path

from doxa.conversations.reading import read_conversation
from doxa.errors import CorpusError, ScenarioError
from doxa.experiments.shipped import find_file
from doxa.models.recorded.casting import cast
from doxa.protocols.registry import protocol_named
from doxa.records.amend import stages_of
from doxa.records.recorded import RecordedWords, Side, file_of, is_recorded
from doxa.records.spec import Participant, RunSpec


def with_recorded_words(spec: RunSpec, folder: Path | None = None) -> RunSpec:
    """Return the spec with the lines of every transcript that its agents play back; those that it has are kept.

    Args:
        folder: the scenario's; a relative path is looked for there first.

    Raises:
        ScenarioError: a transcript is missing or unreadable, has no line of an agent, or is to do more than speak.
    """
    words = {
        model: spec.recorded.get(model) or _read_words(spec, model, agents, folder)
        for model, agents in _agents_by_transcript(spec).items()
    }
    return spec.model_copy(update={"recorded": words}) if words else spec


def with_recorded_sides(spec: RunSpec) -> RunSpec:
    """Return the spec with the sides that transcripts give to agents without one in the scenario: of all their lines.

    Raises:
        ScenarioError: every line of an agent states the other side than the scenario.
    """
    lines = {agent: own for words in spec.recorded.values() for agent, own in words.lines.items()}
    agents = tuple(
        agent.model_copy(update={"side": _side(agent, [line.side for line in lines.get(agent.id, ())])})
        for agent in spec.participants
    )
    return spec.model_copy(update={"participants": agents})


def _side(agent: Participant, stated: Sequence[Side | None]) -> Side:
    sides: set[Side] = {side for side in stated if side in ("pro", "con")}
    side = sides.pop() if len(sides) == 1 else "neutral"
    if agent.side == "neutral":
        return side
    if side in (agent.side, "neutral") or set(stated) != {side}:
        return agent.side
    raise ScenarioError(
        f"agents.{agent.id}.side is {agent.side!r}, and the transcript says {side!r} of every line of {agent.name}",
        hint=f"Set agents.{agent.id}.side = {side!r}, or mend the sides in the transcript.",
        key=f"agents.{agent.id}.side",
    )


def _agents_by_transcript(spec: RunSpec) -> dict[str, list[Participant]]:
    """Return ``recorded:FILE`` → the agents that say its lines at any time of a run.

    Raises:
        ScenarioError: a role that says nothing has such a model.
    """
    agents: dict[str, list[Participant]] = {}
    for _, stage in stages_of(spec):
        speaking = {participant.role for participant in stage.participants}
        for role, settings in stage.roles.items():
            if not is_recorded(settings.model):
                continue
            if role not in speaking and role.partition("@")[0] != "speaker":
                raise ScenarioError(
                    f"models.{role}: {settings.model} plays back what agents say, and cannot be the {role}",
                    hint=f"Set models.{role} to 'offline' or to a provider's model.",
                    key=f"models.{role}",
                )
            known = agents.setdefault(settings.model, [])
            known += [one for one in stage.participants if one.role == role and one not in known]
    return {model: listed for model, listed in agents.items() if listed}


def _read_words(spec: RunSpec, model: str, agents: Sequence[Participant], folder: Path | None) -> RecordedWords:
    names = [name for agent in agents for name in (agent.name, agent.id)]
    try:
        transcript = read_conversation(find_file(file_of(model), folder), names)
    except CorpusError as error:
        raise ScenarioError(f"models.speaker: {error.message}", hint=error.hint, key="models.speaker") from None
    return cast(transcript, agents, may_be_silent=protocol_named(spec.protocol).may_be_silent)
