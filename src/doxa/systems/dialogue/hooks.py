"""How judges read dialogues, which are shown as everything is."""

from doxa.log.rundir import RunLog
from doxa.records.transcripts import Debate, Utterance
from doxa.system import Hooks


def _debate(log: RunLog) -> Debate | None:
    """Return a dialogue between two sides as a debate; None where somebody who spoke has no side."""
    people = {one.id: one for one in log.spec.participants}
    turns = []
    for one in log.events:
        if one.kind == "outcome" and one.body.ok and one.body.text:
            who = people[one.body.actor]
            if who.side == "neutral":
                return None
            turns.append(Utterance(id=one.body.key, speaker=who.id, name=who.name, side=who.side, text=one.body.text))
    return (
        Debate(motion=log.spec.proposition.text, turns=tuple(turns))
        if {one.side for one in turns} == {"pro", "con"}
        else None
    )


HOOKS = {"dialogue": Hooks(debate=_debate)}
