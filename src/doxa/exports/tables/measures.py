"""Table ``measures``: what agents, audiences and judges were asked or scored, and the numbers of a run as a whole.

Self-reports, ballots and the measures of ``doxa sweep`` come from any run, those of other packages among them; a system
brings its own by its exhibits. Readings of a run, such as judgements, are measures of that run.
"""

from collections.abc import Iterator

from doxa.analysis.drawings import Marks
from doxa.analysis.exhibit import Measured, Measures
from doxa.analysis.hooks import exhibits_of
from doxa.analysis.measuring import scores_of
from doxa.errors import DoxaError
from doxa.exports.frame import RUN, TO_RUNS, Row, TableColumn, TableSchema
from doxa.exports.opened import OpenedRun
from doxa.log.rundir import RunLog, open_run, runs_in
from doxa.minds.mind import reported
from doxa.tasks.self_update import SELF_UPDATE

OWN = "run"
"""The source of a measure that the run itself contains, and who the run as a whole is."""

ROLES = {
    "debater": "an agent of the run",
    "audience": "listeners who do not speak",
    "judge": "a judge of the run, within it or afterwards",
    "model": "the run as a whole",
}

MEASURES = TableSchema(
    name="measures",
    about="One row for each question that was asked or number that was scored: self-reports, hidden probes, ballots, "
    "votes, verdicts, measures of a whole run. A question without an answer has a row, and missing_reason says why.",
    columns=(
        RUN,
        TableColumn("source", "string", "run, or the directory of the reading of the run that has it.", always=True),
        TableColumn("who", "string", "The agent, audience or judge; run for the run as a whole.", always=True),
        TableColumn("instrument", "string", "What was measured with.", always=True),
        TableColumn("item", "string", "The question, player, layer or number.", always=True),
        TableColumn("wave", "string", "When it was measured, in words.", always=True),
        TableColumn(
            "batch", "integer", "The batch in which it was measured; missing for a whole run and for readings."
        ),
        TableColumn("role", "string", "Whose measure it is.", ROLES, always=True),
        TableColumn("value", "number", "The number; missing where the answer is a word."),
        TableColumn("low", "number", "The lower end of its scale, where it has one."),
        TableColumn("high", "number", "The upper end."),
        TableColumn("text", "string", "The answer in words."),
        TableColumn("model", "string", "The model that answered, where one did."),
        TableColumn("seconds", "number", "How long the answer took, where one was asked for."),
        TableColumn("missing_reason", "string", "Why there is neither number nor answer."),
    ),
    key=("run", "source", "who", "instrument", "item", "wave"),
    links=(TO_RUNS,),
)


def list_measures(run: OpenedRun) -> Iterator[Row]:
    """Yield the measures of one run, and then those of its readings."""
    if run.log is None:
        return
    for measured in (*_reports(run), *_ballots(run), *_of_run(run.log), *_of_system(run.log, run)):
        yield _row(run, OWN, measured)
    folder = run.place.path / "readings"
    for path in runs_in(folder, readings=True) if folder.is_dir() else []:
        try:
            reading = open_run(path)
        except DoxaError as error:
            yield _row(run, path.name, _unusable("reading", error))
            continue
        for measured in _of_system(reading):
            yield _row(run, path.name, measured)


def _reports(run: OpenedRun) -> Iterator[Measured]:
    for batch, outcome in run.outcomes.values():
        if outcome.task == SELF_UPDATE.name:
            yield Measured(
                who=outcome.actor,
                instrument="self_report",
                item="stance",
                wave=f"after batch {batch}",
                role="debater",
                batch=batch,
                step=outcome.key,
                value=reported(outcome),
                low=-1.0,
                high=1.0,
                missing="" if outcome.ok else outcome.reason or outcome.status,
            )


def _ballots(run: OpenedRun) -> Iterator[Measured]:
    """Yield the ballots that beliefs show after each batch in which they moved."""
    for chapter in run.chapters:
        for agent, (_, body) in chapter.recorded.items():
            for player, role in (body.trace.after.ballot or {}).items():
                yield Measured(
                    who=agent,
                    instrument="ballot",
                    item=player,
                    wave=f"after batch {chapter.number}",
                    role="debater",
                    batch=chapter.number,
                    answer=role,
                )


def _of_run(log: RunLog) -> Iterator[Measured]:
    try:
        scores, missing = scores_of(log)
    except DoxaError as error:
        yield _unusable("measures", error)
        return
    agents = {agent.id for agent in log.spec.participants}
    for name in (*scores, *missing):
        measure, _, key = name.partition(".")
        yield Measured(
            who=key if key in agents else OWN,
            instrument="measures",
            item=measure if key in agents else name,
            wave="end",
            role="debater" if key in agents else "model",
            value=scores.get(name),
            missing=missing.get(name, ""),
        )


def _of_system(log: RunLog, run: OpenedRun | None = None) -> Iterator[Measured]:
    """Yield what the system of a run, or of a reading of it, brings: its measures, and its marks of turns."""
    try:
        exhibits = exhibits_of(log, "frames")
    except DoxaError as error:
        yield _unusable(log.spec.protocol, error)
        return
    for exhibit in exhibits:
        if isinstance(exhibit, Measures):
            yield from exhibit.rows
        elif isinstance(exhibit, Marks) and run is not None:
            yield from _marks(exhibit, run)


def _marks(marks: Marks, run: OpenedRun) -> Iterator[Measured]:
    """Yield a measure for each mark of a turn."""
    for turn, values in marks.turns.items():
        batch, outcome = run.outcomes[turn]
        for name, value in zip(marks.names, values, strict=True):
            why = marks.missing.get(turn, {}).get(name, "not defined for this turn")
            yield Measured(
                who=outcome.actor,
                instrument=marks.name,
                item=name,
                wave=run.chapters[batch].note,
                role="debater",
                step=turn,
                value=None if isinstance(value, str) else value,
                answer=value if isinstance(value, str) else "",
                missing=why if value is None else "",
            )


def _unusable(instrument: str, error: DoxaError) -> Measured:
    return Measured(who=OWN, instrument=instrument, item="all", wave="end", role="model", missing=error.message)


def _row(run: OpenedRun, source: str, measured: Measured) -> Row:
    own = source == OWN
    calls = run.calls_of.get(measured.step, []) if own and measured.step else []
    asked = run.outcomes.get(measured.step, (None, None))[0] if own and measured.step else None
    return {
        "run": run.id,
        "source": source,
        "who": measured.who,
        "instrument": measured.instrument,
        "item": measured.item,
        "wave": measured.wave,
        "batch": measured.batch if measured.batch is not None else asked,
        "role": measured.role,
        "value": measured.value,
        "low": measured.low,
        "high": measured.high,
        "text": measured.answer or None,
        "model": calls[-1].model if calls else None,
        "seconds": sum(call.seconds for call in calls) if calls else None,
        "missing_reason": measured.missing or None,
    }
