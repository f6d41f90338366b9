"""The checks of a log that needs a plug-in that is missing here, and cannot be driven again.

Answers are read again, and beliefs folded again from the log, as far as its plug-ins are known.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping

from doxa.analysis.history import Chapter, chapters
from doxa.analysis.missing import MissingPlugin
from doxa.analysis.verifying.problems import Problem, describe_shift, problem_at
from doxa.log.journal import NAME, CallRecord
from doxa.log.rundir import RunLog
from doxa.records.base import Record
from doxa.records.canonical import canonical
from doxa.records.events import OutcomeReached, RunEnded
from doxa.records.spec import Label
from doxa.records.steps import Outcome
from doxa.tasks.base import ReplyError
from doxa.tasks.registry import task_named


def names_missing(missing: Iterable[MissingPlugin], kind: str) -> set[str]:
    """Return the names of the missing plug-ins of a kind."""
    return {plugin.name for plugin in missing if plugin.kind == kind}


def check_answers(log: RunLog, unknown_tasks: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for every outcome that differs from its call's answer, or whose call is missing.

    The answers of unknown tasks cannot be compared.
    """
    calls = {call.id: call for call in log.calls()}
    for event in log.events:
        if not isinstance(event, OutcomeReached):
            continue
        for name in event.body.calls:
            if name not in calls:
                yield problem_at(event.seq, event, f"call {name} is not in {NAME}")
        last = calls.get(event.body.calls[-1]) if event.body.calls else None
        if event.body.ok and last and event.body.task not in unknown_tasks and (wrong := _misread(event.body, last)):
            yield problem_at(event.seq, event, wrong)


def _misread(outcome: Outcome, call: CallRecord) -> str:
    task = task_named(outcome.task)
    try:
        reply: Record = task.reading(call.text)
    except ReplyError:
        return f"call {call.id} does not hold an answer that can be read"
    recorded = outcome.text if task.free_text else outcome.reply
    reread = reply.model_dump(mode="json")
    same = reread.get("text") == recorded if task.free_text else canonical(reread) == canonical(recorded)
    return "" if same else f"call {call.id} holds another answer"


def check_moves(log: RunLog, missing: Collection[MissingPlugin]) -> tuple[int, list[Problem]]:
    """Return the number of moves that the shared fold confirms, and the problems of the others.

    Moves of a missing kernel are skipped. Where a task is missing all are, since it is not known whether its words were
    public.
    """
    problems: list[Problem] = []
    right, stances = 0, {}
    if not log.events or names_missing(missing, "task"):
        return 0, problems
    kernels = names_missing(missing, "kernel")
    labels = {label.text: label for label in log.spec.labels}
    unknown = {person.id for person in log.spec.participants if person.kernel in kernels}
    for chapter in chapters(log, leaving_out=unknown):
        problems += _directions(chapter, labels)
        for agent, (number, body) in chapter.recorded.items():
            if agent in unknown:
                continue
            again = chapter.folded.get(agent)
            if again is None or canonical(again) != canonical(body):
                what = f"recomputing the belief gives {describe_shift(body, again)}"
                problems.append(problem_at(number, log.events[number], what))
            else:
                right += 1
        for agent, (number, trace) in chapter.jumps.items():
            if agent not in unknown and canonical(chapter.refolded_jumps[agent]) != canonical(trace):
                problems.append(
                    problem_at(number, log.events[number], f"the jump of {agent} is not what the settings give")
                )
        for agent in set(chapter.folded) - set(chapter.recorded):
            if chapter.closed:
                problems.append(
                    Problem(event=None, key=chapter.note, what=f"{agent} met something, but no move is recorded")
                )
        stances = {agent: mind.readout.stance for agent, mind in chapter.minds.items()}
    last = log.events[-1]
    recorded = last.body.stances if isinstance(last, RunEnded) else stances
    if canonical(stances) != canonical({agent: stance for agent, stance in recorded.items() if agent not in unknown}):
        problems.append(problem_at(last.seq, last, "its stances are not those that the moves give"))
    return right, problems


def _directions(chapter: Chapter, labels: Mapping[str, Label]) -> Iterator[Problem]:
    """Hold the directions of claims to the side that their speaker argued, and to the labels of the spec."""
    for key, body in chapter.heard.items():
        for claim in body.claims if canonical(chapter.turned[key]) == canonical(body) else ():
            label = labels.get(claim.text)
            if claim.direction_by == "corpus" and (label is None or label.polarity != claim.polarity):
                yield Problem(event=None, key=f"heard {key}", what=f"claim {claim.id} has a label that the spec lacks")
        if canonical(chapter.turned[key]) != canonical(body):
            what = "its directions are not those that its speaker's side gives to what was read"
            yield Problem(event=None, key=f"heard {key}", what=what)
