"""The script driven again from the journal, without a model: every event is recomputed and compared with the recorded.

    spec ─▶ script ─▶ step ─▶ its recorded calls ─▶ outcome ─▶ what was heard ─▶ beliefs ─▶ … ─▶ result

The loop is the engine's own. Only the replies are taken from the log. After a difference the recorded outcome goes on,
so that one change is reported once.
"""

from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from doxa.analysis.checking import (
    Problem,
    describe_shift,
    first_difference,
    is_same_but_for_rounding,
    problem_at,
)
from doxa.analysis.history import Chapter, chapters
from doxa.analysis.missing import MissingPlugin
from doxa.engine.drive import drive, in_a_loop
from doxa.engine.turn import ask, bound, hash_request, request_of
from doxa.errors import NoWordsError, StoppedError
from doxa.log.blobs import Blobs
from doxa.log.journal import NAME, CallRecord, CallsById
from doxa.log.recorded import Outcomes
from doxa.log.rundir import RunLog
from doxa.models.port import Request
from doxa.models.recorded.performer import answer_from_lines
from doxa.records.base import canonical
from doxa.records.events import BeliefsMoved, Body, Event, EvidenceSeeded, OutcomeReached, RunEnded, event
from doxa.records.spec import Label, RunSpec
from doxa.records.steps import Block, Outcome, Step
from doxa.tasks.base import ReplyError, Scene
from doxa.tasks.registry import task_named


@dataclass(kw_only=True)
class Redriven:
    """What driving a log again showed."""

    moves: int = 0
    """Seeded and moved beliefs that were recomputed and are equal."""
    rounded: int = 0
    """Events that are equal but for the last digits of numbers."""
    problems: list[Problem] = field(default_factory=list)
    asked_otherwise: list[Problem] = field(default_factory=list)
    """Calls whose prompt or role is another than the script gives now."""


@dataclass(frozen=True, kw_only=True)
class RecordedCalls:
    """The calls of a log as the loop counts them."""

    calls: Mapping[str, int]
    """Call → its place in the journal."""
    cost: float = 0.0
    unpriced: int = 0
    tokens: int = 0


@dataclass(kw_only=True)
class EventComparison:
    """Receives the events of the driven script and compares each with the recorded one in its place."""

    recorded: Iterator[tuple[int, Event]]
    """Each with its number; of a long log an event is read when it is due, and none twice."""
    into: Redriven

    def append(self, key: str, body: Body) -> Event:
        """Compare an event with the recorded one, if there is one, and return it.

        Raises:
            StoppedError: the log goes on with another kind of event.
        """
        number, there = next(self.recorded, (0, None))
        if there is None:  # an unfinished log may lack events of calls that it has
            return event(0, key, body, "")
        driven = event(number, key, body, there.prev)
        if isinstance(driven, RunEnded) and isinstance(there, RunEnded):
            driven = driven.model_copy(update={"body": driven.body.model_copy(update={"seal": there.body.seal})})
        is_same = driven.line == there.line
        if is_same or is_same_but_for_rounding(driven.model_dump(mode="json"), there.model_dump(mode="json")):
            self.into.moves += isinstance(there, BeliefsMoved | EvidenceSeeded)
            self.into.rounded += not is_same
        else:
            self._differ(there, driven)
        return driven

    def left(self) -> Problem | None:
        """Return a problem where the log goes on after the script ended."""
        _, there = next(self.recorded, (0, None))
        return problem_at(there.seq, there, "the script, driven again, has ended before it") if there else None

    def _differ(self, there: Event, driven: Event) -> None:
        if there.kind != driven.kind:
            what = f"the script, driven again, gives {driven.kind} {driven.key} in its place"
            self.into.problems.append(problem_at(there.seq, there, what))
            raise StoppedError("the log goes on otherwise")
        subject = "recomputing the belief" if isinstance(there, BeliefsMoved | EvidenceSeeded) else "driving it again"
        left, right = (one.model_dump(mode="json") for one in (there, driven))
        if there.key == driven.key:
            left, right = left["body"], right["body"]
        self.into.problems.append(problem_at(there.seq, there, f"{subject} gives {describe_shift(left, right)}"))


@dataclass(frozen=True, kw_only=True)
class RecordedRun:
    """The files of a recorded run, as the loop uses them; nothing is written."""

    spec: RunSpec
    ledger: EventComparison
    journal: RecordedCalls
    blobs: Blobs

    def sync_sources(self) -> None:
        pass

    def sync(self) -> None:
        pass


@dataclass(frozen=True, kw_only=True)
class RecordedDesk:
    """Takes steps by reading their recorded calls; asks nobody."""

    run: RecordedRun
    calls: CallsById
    recorded: Outcomes
    """Step → its outcome in the log."""
    into: Redriven
    asked: set[str] = field(default_factory=set)
    """Ids of the calls that the script asked for."""

    async def pause(self) -> None:
        pass

    async def take(self, spec: RunSpec, step: Step, scene: Scene, transcript: tuple[Block, ...]) -> Outcome:
        """Return the outcome of one step: what its recorded calls give, or the recorded one where they differ.

        Raises:
            StoppedError: the log has no call for it yet.
        """
        there = self.recorded.get(step.key)
        try:
            outcome, calls = await ask(request_of(spec, step, scene, transcript), transcript, self._call_for)
        except StoppedError as stop:
            if there is None:
                raise
            self.into.problems.append(problem_at(there.seq, there, stop.message))
            return there.body
        driven = bound(outcome, calls)
        if there is None or canonical(driven) == canonical(there.body):
            return driven
        self.into.problems.append(problem_at(there.seq, there, _differs(driven, there.body)))
        return there.body

    async def _call_for(self, request: Request) -> CallRecord:
        name = f"{request.step.key}#{request.attempt}"
        self.asked.add(name)
        call = self.calls.get(name)
        if call is None:
            raise StoppedError(f"call {name} is not in {NAME}")
        self._compare_request(call, request)
        return call

    def _compare_request(self, call: CallRecord, request: Request) -> None:
        problems = self.into.problems
        task, actor = request.task, request.scene.actor
        # earlier logs name the task's role, or of a task that speaks the actor's, whichever model answered
        roles = (task.role_for(actor), actor.role if task.speaks else task.role)
        if call.model != request.settings.model:
            what = f"call {call.id} has the model {call.model}, the spec says {request.settings.model}"
        elif call.request != hash_request(call.blocks, call.reply_schema, request.settings):
            what = f"the request of call {call.id} is not that of its prompt, reply schema and model settings"
        elif call.role not in roles:
            what = f"call {call.id} has the role {call.role}, the script gives {roles[0]}"
            problems = self.into.asked_otherwise
        elif call.blocks != tuple(block.id for block in request.prompt):
            what = f"call {call.id} {_describe_prompt(call, request)}"
            problems = self.into.asked_otherwise
        elif request.recorded is not None and call.text != _words_of_transcript(request):
            what = f"call {call.id} holds other words than the transcript in the spec has for this turn"
        else:
            return
        there = self.recorded.get(request.step.key)
        problems.append(problem_at(there.seq if there else None, there, what))


def drive_again(log: RunLog) -> Redriven:
    """Return what driving a log's script again, from its recorded calls alone, shows."""
    result = Redriven()
    comparison = EventComparison(recorded=enumerate(log.events), into=result)
    calls = CallsById(log.path / NAME)
    run = RecordedRun(spec=log.spec, ledger=comparison, journal=RecordedCalls(calls=calls.places), blobs=log.blobs)
    outcomes = Outcomes(log.lines, log.events.answers)
    desk = RecordedDesk(run=run, calls=calls, recorded=outcomes, into=result)
    stopped = _drive(desk, result)
    if not stopped and (left := comparison.left()):
        result.problems.append(left)
    if stopped and log.finished and not result.problems:
        result.problems.append(Problem(event=None, key="", what=f"the script cannot be driven to its end: {stopped}"))
    if not result.problems:
        ghosts = [name for name in calls.places if name not in desk.asked]
        result.problems += [Problem(event=None, key=f"call {name}", what="no step asks for it") for name in ghosts]
    return result


def _drive(desk: RecordedDesk, result: Redriven) -> str:
    """Drive the script and return why it stopped early; '' where it ended."""
    try:
        in_a_loop(lambda: drive(desk))
    except StoppedError as stop:
        return stop.message
    except Exception as error:  # a script may raise anything where a reply is not what it asked for
        what = f"the script cannot be driven again from these replies: {type(error).__name__}: {error}"
        result.problems.append(Problem(event=None, key="", what=what))
        return what
    return ""


def _words_of_transcript(request: Request) -> str:
    """Return what a recorded speaker says in a step; '' where it has no line."""
    try:
        return answer_from_lines(request)
    except NoWordsError:
        return ""


def _differs(driven: Outcome, there: Outcome) -> str:
    if driven.calls and driven.model_copy(update={"text": there.text, "reply": there.reply}) == there:
        return f"call {driven.calls[-1]} holds another answer"
    field_name, old, new = first_difference(there, driven)
    return f"its calls give {field_name} = {new!r}, the log says {old!r}"


def _describe_prompt(call: CallRecord, request: Request) -> str:
    for number, (name, block) in enumerate(zip(call.blocks, request.prompt, strict=False), 1):
        if name != block.id:
            return f"has another block {number} <{block.tag}> than the script gives: {block.text[:60]!r}"
    return f"has {len(call.blocks)} prompt blocks, the script gives {len(request.prompt)}"


def names_missing(missing: Iterable[MissingPlugin], kind: str) -> set[str]:
    """Return the names of the missing plug-ins of a kind."""
    return {plugin.name for plugin in missing if plugin.kind == kind}


def check_answers(log: RunLog, unknown_tasks: Collection[str]) -> Iterator[Problem]:
    """Yield a problem for every outcome that differs from its call's answer, or whose call is missing.

    The answers of unknown tasks cannot be compared.
    """
    calls = CallsById(log.path / NAME)
    for reached in log.events:
        if not isinstance(reached, OutcomeReached):
            continue
        outcome = reached.body
        for name in (name for name in outcome.calls if name not in calls.places):
            yield problem_at(reached.seq, reached, f"call {name} is not in {NAME}")
        last = calls.get(outcome.calls[-1]) if outcome.calls else None
        if outcome.ok and last and outcome.task not in unknown_tasks and (wrong := _misread(outcome, last)):
            yield problem_at(reached.seq, reached, wrong)


def _misread(outcome: Outcome, call: CallRecord) -> str:
    task = task_named(outcome.task)
    try:
        reread = task.reading(call.text).model_dump(mode="json")
    except ReplyError:
        return f"call {call.id} does not hold an answer that can be read"
    same = reread.get("text") == outcome.text if task.free_text else canonical(reread) == canonical(outcome.reply)
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
        for agent in set(chapter.folded) - set(chapter.recorded) if chapter.closed else ():
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
