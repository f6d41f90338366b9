"""The only loop: drive a script, perform its batches, fold heard messages into beliefs, append events.

    open ─▶ seed the minds ─▶ per batch: steps ─▶ hearing of their messages ─▶ reflections ─▶ one fold a believer ─▶ end

Events are appended in batch order, never in order of arrival, so that one spec with the same replies gives the
same bytes however calls interleave. A resumed run repeats the same loop and reads recorded steps from the log.
"""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine, Generator, Iterable, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar, runtime_checkable

from doxa.engine.floor import Hearers, TurnNumbers, scene_of
from doxa.engine.port import DrivenRun, StepTaker
from doxa.errors import DoxaError, ScenarioError, StoppedError
from doxa.evidence.vectors import new_tables
from doxa.log.journal import CallRecord
from doxa.minds.hearing import NO_LABELS, hear, side_of
from doxa.minds.hearing_together import REPLY_TOKENS, Joiner, hear_together
from doxa.minds.labels import LabelBook
from doxa.minds.mind import Mind, amended, check_exposures, gather_batch, is_public, meet, new_mind, reported
from doxa.minds.seeding import seed
from doxa.models.declared import takes_prompts
from doxa.models.port import Request
from doxa.protocols.registry import protocol_named
from doxa.records.amend import MIDWAY, amended_spec, part_of
from doxa.records.base import Brief, Record
from doxa.records.claims import Readout
from doxa.records.events import LOG_FORMAT, AmendedBody, BatchBody, EndBody, HeardBody, MovedBody, OpenedBody, repeated
from doxa.records.spec import RunSpec
from doxa.records.steps import Batch, Floor, Message, Outcome, Result, Step
from doxa.tasks.answering import AFTER, BEFORE, end_of_round, round_of, steps_at
from doxa.tasks.extract import EXTRACT

T = TypeVar("T")
Asked = TypeVar("Asked")
Answered = TypeVar("Answered")


@dataclass(frozen=True, kw_only=True)
class Progress(Brief):
    """The state of a run after a batch."""

    batch: Batch
    outcomes: tuple[Outcome, ...]
    readouts: dict[str, Readout]
    asked: int
    """Calls made in this sitting for this batch; 0 when the log or the journal had all its answers."""
    calls: int
    """All calls of the run so far; ``cost`` and ``tokens`` are their sums, in US dollars and in tokens."""
    cost: float | None
    """None where an answer's cost is unknown."""
    tokens: int
    heard: Mapping[str, HeardBody] = field(default_factory=dict)
    """Message key → the claims that were heard in it."""
    moves: Mapping[str, MovedBody] = field(default_factory=dict)
    """Believer → what it met in this batch, and why its stance moved."""


Watcher = Callable[[Progress], None]
"""Is called with the progress after each batch; what it raises ends the run, which can be resumed."""


@runtime_checkable
class CallWatcher(Protocol):
    """A watcher that also follows the calls of a run one by one."""

    def follow_call(self, request: Request, call: CallRecord | None) -> None:
        """Receive a call as it begins, without a record, and again as it has ended; what it raises ends the run.

        Args:
            call: its record; None also at the end where the run stops at this call.
        """


class Watchers:
    """Several watchers as one; those that follow calls do so."""

    def __init__(self, *watchers: Watcher | None) -> None:
        self._watchers = [watcher for watcher in watchers if watcher]
        self.raised: Exception | None = None
        """What one of them raised, which is no fault of the run."""

    def __call__(self, progress: Progress) -> None:
        self._pass_on(lambda watcher: watcher(progress))

    def follow_call(self, request: Request, call: CallRecord | None) -> None:
        self._pass_on(lambda watcher: isinstance(watcher, CallWatcher) and watcher.follow_call(request, call))

    def _pass_on(self, news: Callable[[Watcher], object]) -> None:
        try:
            for watcher in self._watchers:
                news(watcher)
        except Exception as error:
            self.raised = error
            raise


async def drive(desk: StepTaker, watch: Watcher | None = None) -> EndBody:
    """Drive a run to its end and return the body of its ``end`` event.

    Raises:
        StoppedError: the budget is spent, the run was interrupted or a necessary step failed; the run can be resumed.
        DivergedError: the recorded events differ from those that this spec gives.
        ModelSetupError: a model cannot answer as it is set up.
        LogError: the run directory cannot be used.
    """
    return await _Drive(desk, watch).run()


class _Drive:
    def __init__(self, desk: StepTaker, watch: Watcher | None) -> None:
        self._desk = desk
        self._watch = watch
        self._run: DrivenRun = desk.run
        self._spec: RunSpec = desk.run.spec
        self._ledger = desk.run.ledger
        self._minds: dict[str, Mind] = {}
        self._tables = new_tables()
        self._labels = LabelBook(self._spec.labels)
        self._hearers = Hearers(names={participant.id: participant.name for participant in self._spec.participants})
        self._said: dict[str, list[str]] = {}
        self._waiting: dict[str, list[list[str]]] = {}
        """Believer by self-report → what others said in each batch since it was asked."""
        self._turns = TurnNumbers()
        self._keys: set[str] = set()
        self._counts: dict[str, int] = {}
        self._batches = 0
        self._round = 0

    async def run(self) -> EndBody:
        opened = OpenedBody(format=LOG_FORMAT, spec=repeated(self._run.spec.model_dump(mode="json")))
        self._ledger.append("spec", opened)
        await self._seed()
        await self._ask(BEFORE)
        result = await converse(protocol_named(self._spec.protocol).script(self._spec), self._batch)
        await self._ask(end_of_round(self._round), AFTER)
        await self._ask(AFTER)
        return self._end(result)

    async def _seed(self) -> None:
        """Embed and score the seeds, and create every believer's mind."""
        claims = await converse(seed(self._spec), self._perform)
        for participant in self._spec.participants:
            await self._desk.pause()
            if participant.kernel is not None:
                seeds, row = claims.get(participant.id, ()), self._run.blobs.row
                mind, body = new_mind(participant, seeds, self._spec.hearing, row, tables=self._tables)
                self._minds[participant.id] = mind
                self._ledger.append(f"seeds/{participant.id}", body)
        # the batch is on the disk before the next one begins; other runs of this process are not blocked
        await asyncio.to_thread(self._run.sync)

    async def _batch(self, batch: Batch) -> Floor:
        self._check_keys(batch)
        if (number := round_of(batch.note)) != self._round:
            await self._ask(end_of_round(self._round))
        self._round = number
        self._amend(batch)
        self._turns.begin(batch)
        calls = len(self._run.journal.calls)
        self._batches += 1
        opened = BatchBody(keys=tuple(step.key for step in batch.steps), note=batch.note)
        self._ledger.append(f"batch/{self._batches}", opened)
        outcomes = tuple(await together(self._step(step) for step in batch.steps))
        heard = await self._hear(batch, outcomes)
        self._speak(outcomes)
        moves = await self._fold(outcomes, heard, batch)
        await asyncio.to_thread(self._run.sync)
        if self._watch:
            journal = self._run.journal
            progress = Progress(
                batch=batch,
                outcomes=outcomes,
                readouts=self._readouts(),
                asked=len(journal.calls) - calls,
                calls=len(journal.calls),
                cost=None if journal.unpriced else journal.cost,
                tokens=journal.tokens,
                heard=heard,
                moves=moves,
            )
            self._watch(progress)
        return Floor(outcomes=outcomes, readouts=self._readouts(), rows=self._run.blobs.row)

    async def _perform(self, steps: Sequence[Step]) -> tuple[Outcome, ...]:
        """Take steps that belong to no batch of the script, and append their outcomes."""
        outcomes = tuple(await together(self._step(step) for step in steps))
        if outcomes:
            await self._make_durable()
        self._record(outcomes)
        return outcomes

    async def _ask(self, moment: str, then: str = "") -> None:
        """Ask the questions of a moment in private: nobody hears an answer, and no count of the run has it."""
        outcomes = await together(self._step(step) for step in steps_at(self._spec, moment, then))
        if outcomes:
            await self._make_durable()
        for outcome in outcomes:
            self._ledger.append(outcome.key, outcome)

    async def _make_durable(self) -> None:
        """Sync calls and blobs before the outcomes that refer to them: a power cut may lose any unsynced file."""
        await asyncio.to_thread(self._run.sync_sources)

    async def _hear(self, batch: Batch, outcomes: Sequence[Outcome]) -> dict[str, HeardBody]:
        """Hear the messages of a batch, append it, and return what was heard, by message.

        Each message is heard by itself, or all in as few calls as a language model's replies allow. Each is appended
        with its hearing; joint steps stand after all messages, before the claims.
        """
        readouts = self._readouts()
        hearings = {
            outcome.key: hear(
                _message(outcome),
                self._spec.proposition,
                self._spec.hearing,
                labels=self._labels if self._spec.hearing.labels == "kept" else NO_LABELS,
                side=side_of(self._spec, step.actor, readouts.get(step.actor), outcome.text or ""),
                earlier=self._said.get(step.actor, ()),
            )
            for step, outcome in zip(batch.steps, outcomes, strict=True)
            if is_public(outcome) and self._is_heard(step)
        }
        chained: dict[str, list[Outcome]] = {key: [] for key in hearings}
        joint: list[Outcome] = []

        async def answer(steps: tuple[Step, ...]) -> tuple[Outcome, ...]:
            results = await together(self._step(step) for step in steps)
            for result in results:
                chained.get(result.key.rpartition("/")[0], joint).append(result)
            return tuple(results)

        joiner = Joiner(prefix=f"b{self._batches:03d}", tokens=self._joint_tokens())
        bodies = await converse(hear_together(hearings, joiner), answer)
        await self._make_durable()
        if joint:
            self._record([*outcomes, *joint])
        for outcome in outcomes:
            self._record([*([] if joint else [outcome]), *chained.get(outcome.key, [])])
            if outcome.key in bodies:
                self._ledger.append(outcome.key, bodies[outcome.key])
        return bodies

    def _joint_tokens(self) -> int:
        """Return the longest estimated reply of a joint call; 0 where the extractor is not asked by prompts."""
        extractor = self._spec.roles.get(EXTRACT.role)
        if extractor is None or not takes_prompts(extractor):
            return 0
        return min(extractor.max_tokens or REPLY_TOKENS, REPLY_TOKENS)

    async def _step(self, step: Step) -> Outcome:
        scene, transcript = scene_of(self._spec, step, self._minds, self._hearers, self._turns.of(step))
        return await self._desk.take(self._spec, step, scene, transcript)

    def _is_heard(self, step: Step) -> bool:
        if self._spec.hearing.always:
            return True
        listening = (id for id, mind in self._minds.items() if "claims" in mind.kernel.needs)
        return any(id == step.actor or id in step.audience for id in listening)

    def _speak(self, outcomes: Sequence[Outcome]) -> None:
        for outcome in outcomes:
            if is_public(outcome):
                message = _message(outcome)
                self._hearers.add(message, outcome.audience)
                self._said.setdefault(message.speaker, []).append(message.text)

    async def _fold(
        self, outcomes: Sequence[Outcome], heard: dict[str, HeardBody], batch: Batch
    ) -> dict[str, MovedBody]:
        """Fold the batch into every mind that was exposed to something in it, and return what each met."""
        check_exposures(batch.exposures, self._minds)
        met = gather_batch(outcomes, heard, batch.exposures)
        reports = await self._reflections(met.heard, met.audience)
        moves: dict[str, MovedBody] = {}
        for id, mind in self._minds.items():
            await self._desk.pause()
            now, body = meet(mind, met, reports.get(id), self._run.blobs.row)
            self._minds[id] = now
            if body:
                self._ledger.append(f"batch/{self._batches}/{id}", body)
                moves[id] = body
        return moves

    async def _reflections(
        self, heard: dict[str, HeardBody], audience: dict[str, tuple[str, ...]]
    ) -> dict[str, float | None]:
        """Return what each believer by self-report says its stance is after it heard others; None without an answer."""
        steps = []
        for id, mind in self._minds.items():
            words = [body.text for key, body in heard.items() if id in audience[key] and body.speaker != id]
            if "self_report" in mind.kernel.needs and words and (words := self._hear_out(id, mind, words)):
                key = f"b{self._batches:03d}/self_update/{id}"
                inputs: dict[str, Any] = {"previous": mind.readout.stance, "heard": words}
                steps.append(Step(key=key, actor=id, task="self_update", inputs=inputs))
        return {outcome.actor: reported(outcome) for outcome in await self._perform(steps)}

    def _hear_out(self, id: str, mind: Mind, words: list[str]) -> list[str]:
        """Return all that a believer heard since it was asked, where it is asked now; nothing until then."""
        waiting = self._waiting.setdefault(id, [])
        waiting.append(words)
        if len(waiting) < getattr(mind.kernel, "asked_every", 1):
            return []
        del self._waiting[id]
        return [text for batch in waiting for text in batch]

    def _amend(self, batch: Batch) -> None:
        """Apply a fork's changes of settings at the steps that it names, and log the jump that they alone cause."""
        keys = {step.key for step in batch.steps}
        for change in self._run.spec.amendments:
            if change.at not in keys:
                continue
            for path in change.set:
                if part_of(path) not in MIDWAY:
                    raise DoxaError(f"{path} cannot change in the middle of a run", hint="Set it from the start.")
            self._spec = amended_spec(self._spec, change.set)
            jumps = {}
            for participant in self._spec.participants:
                if participant.id in self._minds:
                    self._minds[participant.id], jumps[participant.id] = amended(
                        self._minds[participant.id], participant, self._spec.hearing
                    )
            self._ledger.append(change.at, AmendedBody(set=change.set, jumps=jumps))

    def _check_keys(self, batch: Batch) -> None:
        for step in batch.steps:
            if step.key in self._keys:
                raise DoxaError(f"the protocol used step key {step.key!r} twice; keys are unique in a run")
            self._keys.add(step.key)

    def _record(self, outcomes: Iterable[Outcome]) -> None:
        for outcome in outcomes:
            self._counts[outcome.status] = self._counts.get(outcome.status, 0) + 1
            self._ledger.append(outcome.key, outcome)

    def _readouts(self) -> dict[str, Readout]:
        return {id: mind.readout for id, mind in self._minds.items()}

    def _end(self, result: Result) -> EndBody:
        spec = self._run.spec
        begun = [spec.parent.at] if spec.parent and spec.parent.at else []
        for at in [*(change.at for change in spec.amendments), *begun]:
            if at not in self._keys:
                raise ScenarioError(
                    f"the script ended before step {at!r}, where the fork begins",
                    hint="Fork at an earlier step, or leave the script's settings as they were.",
                )
        stances = {id: readout.stance for id, readout in self._readouts().items()}
        values = result.model_dump(mode="json") if isinstance(result, Record) else result
        body = EndBody(result=values, stances=stances, outcomes=self._counts)
        self._ledger.append("end", body)
        self._run.sync()
        return body


async def converse(script: Generator[Asked, Answered, T], answer: Callable[[Asked], Awaitable[Answered]]) -> T:
    """Answer whatever a generator yields, and return what it returns."""
    try:
        asked = next(script)
        while True:
            asked = script.send(await answer(asked))
    except StopIteration as done:
        result: T = done.value
        return result


async def together(steps: Iterable[Awaitable[T]]) -> list[T]:
    """Return all results in order; where some fail, wait for the others and raise the error that caused the stop."""
    results = await asyncio.gather(*steps, return_exceptions=True)
    failures = [outcome for outcome in results if isinstance(outcome, BaseException)]
    if failures:
        raise min(failures, key=lambda error: isinstance(error, StoppedError))
    return [outcome for outcome in results if not isinstance(outcome, BaseException)]


def _message(outcome: Outcome) -> Message:
    return Message(key=outcome.key, speaker=outcome.actor, text=outcome.text or "")


def in_a_loop(work: Callable[[], Coroutine[Any, Any, T]]) -> T:
    """Run asynchronous work and return its result; where a loop already runs, as in a notebook, in another thread."""
    if not _has_running_loop():
        return asyncio.run(work())
    begun: Future[asyncio.Task[Any] | None] = Future()

    async def work_there() -> T:
        begun.set_result(asyncio.current_task())
        return await work()

    with ThreadPoolExecutor(max_workers=1) as thread:
        ended = thread.submit(lambda: asyncio.run(work_there()))
        try:
            return ended.result()
        except BaseException:
            if (task := begun.result()) and not ended.done():  # a notebook was interrupted, which this thread notices
                task.get_loop().call_soon_threadsafe(task.cancel)
            raise


def _has_running_loop() -> bool:
    """Return whether a loop runs in this thread; nothing is called inside ``except``, where its errors would show."""
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return False
    return True
