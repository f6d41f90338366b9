"""The debriefing of a person after a run: what the rule says of a mind in the person's place, beside the own answers.

It is the rule's account and no measurement: the log has the words that the person heard and said, and the rule folds
them for minds of several openness. It is shown only after the run has ended, when all closing questions are answered.
"""

from collections.abc import Iterator

from doxa.analysis.answers import answers_of
from doxa.analysis.exhibit import Cell, Column, Exhibit, Table
from doxa.analysis.history import chapters
from doxa.analysis.what_if import recompute
from doxa.analysis.who_does import list_persons
from doxa.log.rundir import RunLog
from doxa.records.cells import signed
from doxa.records.spec import Participant

OPENNESS = (0.05, 0.1, 0.2, 0.4, 0.8)
"""The values of u for which the rule is asked."""


def debrief(log: RunLog) -> Iterator[Exhibit]:
    """Yield a table for each person of an ended run: own answers, and where the rule takes minds of each openness."""
    persons = list_persons(log.spec)
    for participant in log.spec.participants if persons else ():
        if participant.name in persons:
            rows = [*_answered(log, participant), *_by_rule(log, participant)]
            if rows:
                yield Table(
                    name=f"debriefing_{participant.id}",
                    title=f"{participant.name}: the person, and what the rule says of such minds",
                    caption=CAPTION.format(name=participant.name),
                    columns=("mind", *(Column(name=name, show="number", signed=True) for name in COLUMNS)),
                    rows=tuple(rows),
                )


def tell_persons(log: RunLog) -> str:
    """Return a sentence for each person whose stance is drawn, with the own answers where there are any; or ''."""
    names, told = list_persons(log.spec), []
    for person in [one for one in log.spec.participants if names and one.kernel and one.name in names]:
        _, first, last, _ = next(_answered(log, person), ("", None, None, None))
        own = ""
        if isinstance(first, float) and isinstance(last, float):
            own = f", whose own answers went from {signed(first)} to {signed(last)}"
        told.append(f"{person.name} is a person{own}; the stance drawn here is the rule's account.")
    return " ".join(told)


COLUMNS = ("before", "after", "change")

CAPTION = (
    "Stances from −1 (against) to +1 (for). The first rows are the person's own answers. The others are the rule's "
    "account and no more: where it takes a mind of this openness (u) that met the arguments that {name} met; which of "
    "them moved it stands in the moves of {name} below."
)


def _answered(log: RunLog, participant: Participant) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each question on the motion with a scale: the first and the last answer as stances."""
    for question in log.spec.questions:
        given = [one for one in answers_of(log) if (one.agent, one.question.id) == (participant.id, question.id)]
        if question.agrees is None or not given:
            continue
        first, last = given[0].stance, given[-1].stance if len(given) > 1 else None
        yield f"answers to {question.id}", first, last, None if first is None or last is None else last - first


def _by_rule(log: RunLog, participant: Participant) -> Iterator[tuple[Cell, ...]]:
    """Yield a row for each openness; none where the agent's rule has no openness."""
    if "u" not in participant.belief:
        return
    recorded = list(chapters(log))
    for openness in OPENNESS:
        curve = recompute(log, recorded, {f"agents.{participant.id}.belief.u": openness}, ()).curves[participant.id]
        first, last = curve[0].stance, curve[-1].stance
        yield f"a mind of openness {openness:g}", first, last, None if first is None or last is None else last - first
