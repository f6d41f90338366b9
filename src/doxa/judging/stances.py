"""Readings of stances: an outside judge reads every public statement of a run, or arguments written by people.

The tables show judged stances beside maintained ones, message by message, and how far both agree.
"""

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import fmean

from doxa.analysis.exhibit import Cell, Table
from doxa.corpora.corpus import Argument
from doxa.experiments.readings import JUDGE, reading
from doxa.experiments.runner import Job
from doxa.experiments.sitting import Terms
from doxa.judging.debates import RunMessage
from doxa.judging.exhibits.captions import rounded
from doxa.judging.protocol.stances import JudgingResult, JudgingSettings, Statement
from doxa.log.rundir import RunLog
from doxa.models.declared import is_simulated_here
from doxa.records.spec import ModelSettings, Proposition, RunSpec
from doxa.scoring.agreement import alpha
from doxa.scoring.ranking import pearson
from doxa.tasks.registry import task_named

PROTOCOL = "judging"


def judging(log: RunLog, judge: ModelSettings, terms: Terms) -> Job:
    """Return the job in which an outside judge reads every public statement of a run.

    Raises:
        LogError: the run has not ended.
    """
    return judging_statements(log, statements_of(log), judge, terms)


def judging_statements(log: RunLog, statements: Sequence[Statement], judge: ModelSettings, terms: Terms) -> Job:
    """Return the job in which an outside judge reads statements of a run.

    Raises:
        LogError: the run has not ended.
    """
    return reading(
        log,
        suffix="judged",
        protocol=PROTOCOL,
        settings=JudgingSettings(statements=tuple(statements)),
        judge=judge,
        terms=terms,
    )


def judging_humans(motion: str, arguments: Sequence[Argument], judge: ModelSettings, terms: Terms, path: Path) -> Job:
    """Return the job in which the judge reads people's arguments on a motion, each on its own."""
    statements = [Statement(key=argument.id, speaker="Somebody", text=argument.text) for argument in arguments]
    return judging_outside("human-arguments-judged", motion, statements, judge, terms, lambda spec: path)


def judging_outside(
    name: str,
    motion: str,
    statements: Sequence[Statement],
    judge: ModelSettings,
    terms: Terms,
    place: Callable[[RunSpec], Path],
) -> Job:
    """Return the job in which the judge reads what people said, each message on its own.

    Args:
        place: the run directory of a spec.
    """
    spec = RunSpec(
        name=name,
        proposition=Proposition(text=motion),
        participants=(JUDGE,),
        protocol=PROTOCOL,
        script=JudgingSettings(statements=tuple(statements)).model_dump(mode="json"),
        roles={"judge": judge},
    )
    return Job(spec=spec, path=place(spec), terms=terms, set={})


def statements_of(log: RunLog) -> list[Statement]:
    """Return every public statement of a run, with its speaker's name."""
    names = {participant.id: participant.name for participant in log.spec.participants}
    return [
        Statement(key=event.key, speaker=names[event.body.actor], text=event.body.text or "")
        for event in log.events
        if event.kind == "outcome" and event.body.ok and task_named(event.body.task).speaks
    ]


def stances_of(judged: RunLog) -> dict[str, float | None]:
    """Return the stances of a judging run by the key of the statement; None where no stance was read."""
    judging_result = judged.result(JudgingResult)
    return judging_result.stances if judging_result else {}


WORDS = 36
"""The most characters of a message in a table."""

EVERYBODY = "everybody"

CAPTION = (
    "judged: the stance that an outside judge reads in the message alone, without its run. maintained: the stance that "
    "the speaker's belief rule had when it was said. A dash: the message shows none, or the speaker maintains none."
)


def message_table(messages: Sequence[RunMessage], judged: Mapping[str, float | None], judge: str) -> Table:
    """Return a row for each message, with both stances."""
    rows: list[tuple[Cell, ...]] = []
    for message in messages:
        stance, maintained = judged.get(message.key), message.maintained
        gap = None if stance is None or maintained is None else rounded(stance - maintained)
        flat = " ".join(message.text.split())
        begins = flat if len(flat) <= WORDS else f"{flat[: WORDS - 1].rstrip()}…"
        rows.append((message.key, message.name, rounded(stance), rounded(maintained), gap, begins))
    return Table(
        name="stances",
        title=f"Stances of {len(messages)} messages, judged and maintained",
        caption=f"{CAPTION}{_simulated(judge)}",
        columns=("message", "speaker", "judged", "maintained", "difference", "begins"),
        rows=tuple(rows),
    )


def agreement_table(messages: Sequence[RunMessage], judged: Mapping[str, float | None], judge: str) -> Table:
    """Return how far judged and maintained stances agree, over everybody and for each speaker."""
    rows: list[tuple[Cell, ...]] = []
    for name in (EVERYBODY, *dict.fromkeys(message.name for message in messages)):
        chosen = [message for message in messages if name in (EVERYBODY, message.name)]
        stances = [(judged.get(message.key), message.maintained) for message in chosen]
        unread = sum(stance is None for stance, _ in stances)
        pairs = [(stance, own) for stance, own in stances if stance is not None and own is not None]
        rows.append((name, len(chosen), unread, len(pairs), *_agreement(pairs)))
    return Table(
        name="stance-agreement",
        title="Agreement of judged and maintained stances",
        caption="both: messages with both stances. gap: mean absolute difference. lean: mean difference. "
        "same side: neither is 0 and both have one sign. r: Pearson's correlation. alpha: Krippendorff's, interval "
        f"level. A dash: too few messages, or no spread.{_simulated(judge)}",
        columns=("speaker", "messages", "no stance read", "both", "gap", "lean", "same side", "r", "alpha"),
        rows=tuple(rows),
    )


def _agreement(pairs: Sequence[tuple[float, float]]) -> tuple[Cell, ...]:
    if not pairs:
        return None, None, None, None, None
    judged, maintained = zip(*pairs, strict=True)
    return (
        rounded(fmean(abs(one - other) for one, other in pairs)),
        rounded(fmean(one - other for one, other in pairs)),
        rounded(fmean(float(one * other > 0) for one, other in pairs)),
        rounded(pearson(judged, maintained)) if len(pairs) > 2 else None,
        rounded(alpha(pairs, "interval")) if len(pairs) > 1 else None,
    )


def _simulated(judge: str) -> str:
    return " Judged offline: a simulation." if is_simulated_here(judge) else ""
