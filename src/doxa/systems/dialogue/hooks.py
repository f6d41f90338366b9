"""How judges read a dialogue, and how a persuasion is shown; a dialogue is shown by the defaults."""

from doxa.analysis.hooks import Hooks
from doxa.log.rundir import RunLog
from doxa.records.transcripts import Debate, Utterance
from doxa.systems.dialogue.persuasion import shown
from doxa.systems.dialogue.persuasion.encounters import encounters_of
from doxa.systems.dialogue.persuasion.measured import measure_probes
from doxa.systems.dialogue.persuasion.story import tell_persuasion


def _debate(log: RunLog) -> Debate | None:
    """Return a dialogue between two sides as a debate; None where a speaker has no side."""
    people = {participant.id: participant for participant in log.spec.participants}
    turns = []
    for event in log.events:
        if event.kind == "outcome" and event.body.ok and event.body.text:
            speaker = people[event.body.actor]
            if speaker.side == "neutral":
                return None
            turns.append(
                Utterance(
                    id=event.body.key, speaker=speaker.id, name=speaker.name, side=speaker.side, text=event.body.text
                )
            )
    return (
        Debate(motion=log.spec.proposition.text, turns=tuple(turns))
        if {turn.side for turn in turns} == {"pro", "con"}
        else None
    )


HOOKS = {
    "dialogue": Hooks(debate=_debate),
    "persuasion": Hooks(
        introduce=shown.introduce,
        teller=shown.PersuasionLines,
        conclude=shown.conclude,
        measures=shown.measures,
        story=tell_persuasion,
        parts=shown.parts,
        encounters=encounters_of,
        measured=measure_probes,
    ),
}
