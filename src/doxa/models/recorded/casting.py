"""Who says whose lines: the speakers of a transcript matched to agents by name, without regard to case and accents."""

from collections.abc import Iterable, Mapping, Sequence

from doxa.conversations.names import Stand, plain_name
from doxa.conversations.record import Conversation
from doxa.errors import ScenarioError
from doxa.records.recorded import RecordedLine, RecordedStance, RecordedWords, Side
from doxa.records.spec import Participant

NAMED = 12
"""The most names that an error lists."""


def cast(transcript: Conversation, agents: Sequence[Participant], *, may_be_silent: bool = False) -> RecordedWords:
    """Return the lines of a transcript by agent.

    An agent says the lines of everybody who has its name, or else its id. Where two agents differ by accents alone,
    names must agree exactly.

    Args:
        may_be_silent: whether an agent may have no line, where at least one has.

    Raises:
        ScenarioError: an agent has no line; the error lists the names of the file.
    """
    lines: dict[str, tuple[RecordedLine, ...]] = {}
    stated: dict[str, tuple[RecordedStance, ...]] = {}
    places = [0, *(said.at for said in transcript.said)]
    taken: set[str] = set()
    named = dict.fromkeys([*transcript.speakers, *(one.person for one in transcript.stated)])
    for agent in agents:
        names = _names_of(agent, agents, named)
        taken |= names
        lines[agent.id] = tuple(
            RecordedLine(
                at=said.at, text=said.text, kind=said.kind, round=said.round, side=_side(transcript.side_of(said))
            )
            for said in transcript.said
            if said.speaker in names and said.kind != "interjection"  # which is nobody's turn
        )
        own = (one for one in transcript.stated if one.person in names)
        if stances := tuple(RecordedStance(at=places[one.after], stance=one.stance) for one in own):
            stated[agent.id] = stances
    silent = [agent for agent in agents if not lines[agent.id]]
    others = {name: count for name, count in transcript.speakers.items() if name not in taken}
    if silent and (not may_be_silent or len(silent) == len(agents)):
        raise _nobody_by_name(transcript, silent, others)
    return RecordedWords(sha256=transcript.sha256, lines=lines, others=others, stated=stated, keeps=True)


def _side(stand: Stand | None) -> Side | None:
    return "neutral" if stand == "none" else stand


def _names_of(agent: Participant, agents: Sequence[Participant], speakers: Iterable[str]) -> set[str]:
    """Return the names in the file that mean an agent."""
    for written in (agent.name, agent.id):
        plain = plain_name(written)
        shared = any(plain_name(other.name) == plain and other.id != agent.id for other in agents)
        if shared and written != agent.name:
            continue  # lines of that name are another agent's
        names = {name for name in speakers if name == written or (not shared and plain_name(name) == plain)}
        if names:
            return names
    return set()


def _nobody_by_name(
    transcript: Conversation, silent: Sequence[Participant], others: Mapping[str, int]
) -> ScenarioError:
    wanted = _listed([agent.name for agent in silent])
    free = _listed([f"{name} ({count} line{'s' if count > 1 else ''})" for name, count in others.items()])
    by_whom = f"it has lines by {free}" if others else "all its lines are other agents'"
    renamed = list(zip(silent, others, strict=False))[:NAMED]
    quoted = [f"'{name}'" if " " in name or not name.isascii() else name for _, name in renamed]
    sets = " ".join(f"--set agents.{agent.id}.name={name}" for (agent, _), name in zip(renamed, quoted, strict=True))
    return ScenarioError(
        f"models.speaker: {transcript.source} has no lines by {wanted}; {by_whom}",
        hint=f"Call the agents as the file does: {sets}"
        if sets
        else f'Give these agents a speaker of their own: agents.{silent[0].id}.model = "offline".',
        key="models.speaker",
    )


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - NAMED} more" if len(names) > NAMED else ""
    return ", ".join(names[:NAMED]) + more
