"""The stages of one step: compose → look up → ask → journal → parse → outcome.

A step is answered from the recorded events, else from the journal of calls, else by its model. When an answer cannot
be parsed, or its words are no speech, the model is asked once more with the error in our own words; then the step is
recorded as ``unparsed`` or ``unfit``.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cache, partial
from typing import Any

from doxa.engine.compose import composer_for
from doxa.engine.gate import Gate
from doxa.engine.keeping import Keeper, service_of
from doxa.engine.words import CheckedReply, check_reply
from doxa.errors import DiskError, DivergedError, ModelCallError, NoWordsError
from doxa.log.blobs import Schema, has_shard
from doxa.log.journal import CallRecord, answer_hash
from doxa.log.kept import KeptAnswer
from doxa.log.rundir import RunWriter
from doxa.models.declared import takes_prompts
from doxa.models.port import LONGEST_MESSAGE, Performer, Request, Response, Try
from doxa.models.redaction import redact
from doxa.records.base import canonical, clean, digest
from doxa.records.finishing import ending_of
from doxa.records.model_kinds import is_somebody
from doxa.records.outside import parse_json
from doxa.records.spec import ModelSettings, RunSpec
from doxa.records.steps import Block, Outcome, Prompt, Step
from doxa.tasks.base import ReplyError, Scene, Task
from doxa.tasks.registry import task_named
from doxa.tasks.wordings import worded


@dataclass(frozen=True)
class VectorWidths:
    """Model → the numbers of each of its vectors in this run, a byte each, learned from its first answer.

    A vector of another width could not be compared with them.
    """

    _widths: dict[str, int] = field(default_factory=dict)

    @classmethod
    def of_run(cls, run: RunWriter) -> "VectorWidths":
        """Return the widths that the journalled calls of a run show."""
        widths = cls()
        for call in run.journal.calls.values():
            widths.learn(
                call.model, [run.blobs.vector(name) for name in vectors_of(call) if run.blobs.has_vector(name)]
            )
        return widths

    def learn(self, model: str, vectors: Sequence[bytes]) -> None:
        """Remember the width of a model's vectors, where none was known."""
        if vectors:
            self._widths.setdefault(model, len(vectors[0]))

    def find_fault(self, response: Response, model: str) -> str:
        """Return what is wrong with the widths of a response's vectors; empty where nothing is."""
        widths = {len(vector) for vector in response.vectors}
        if len(widths) > 1:
            return f"vectors of {min(widths)} and of {max(widths)} numbers"
        known = self._widths.get(model)
        if known is None or not widths or widths == {known}:
            return ""
        return f"vectors of {widths.pop()} numbers, and with {known} before"


def vectors_of(call: CallRecord) -> list[str]:
    """Return the blob hashes of a call's vectors; none where it brought no vectors, as a refusal."""
    if call.role != "embedder" or call.status != "ok" or not call.text:
        return []
    try:
        reply = parse_json(call.text)
    except ValueError:
        return []
    return list(reply["vectors"]) if isinstance(reply, dict) and "vectors" in reply else []


ASKINGS = 2
"""How often a step is asked: once more after an invalid reply."""

AS_CHANGED = "--as-changed"
"""The option with which a run goes on after a model or a plug-in changed."""

Performers = Callable[[ModelSettings], Performer]
"""Returns the performer for a role's settings."""


@dataclass(frozen=True, kw_only=True)
class Desk:
    """What a sitting needs to perform its steps: run directory, performers and gate."""

    run: RunWriter
    performers: Performers
    gate: Gate
    widths: VectorWidths = field(init=False)
    patience: int = 5
    """The run stops when so many calls in a row were given up."""
    as_changed: bool = False
    """Whether the run goes on with a model that states another name of itself than before."""
    follow_call: Callable[[Request, CallRecord | None], None] = lambda request, call: None
    """As that of ``engine.drive.CallWatcher``."""
    keeper: Keeper | None = None
    """Finds and keeps answers, where they are kept."""
    _given_up: list[str] = field(default_factory=list)
    _syncing: asyncio.Lock = field(default_factory=asyncio.Lock)

    def __post_init__(self) -> None:
        object.__setattr__(self, "widths", VectorWidths.of_run(self.run))

    async def take(self, spec: RunSpec, step: Step, scene: Scene, transcript: tuple[Block, ...]) -> Outcome:
        """Return the outcome of one step: the recorded one, or else that of asking now.

        Raises:
            DivergedError: the step is recorded, but was asked differently.
            StoppedError, ModelSetupError, LogError: the run cannot go on.
        """
        request = replace(
            request_of(spec, step, scene, transcript),
            directory=self.run.path,
            may_begin=self.gate.pass_through,
            rest=self.gate.rest,
        )
        request = replace(request, find_fault=partial(self.widths.find_fault, model=request.settings.model))
        recorded = self.run.ledger.outcomes.get(step.key)
        if recorded is not None:
            self._same(request, recorded.body.request)
            return recorded.body
        outcome, calls = await ask(request, transcript, self._journalled_call)
        if self.keeper:
            self.keeper.keep(outcome, calls, [self.run.blobs.vector(name) for name in vectors_of(calls[-1])])
        return bound(outcome, calls)

    async def pause(self) -> None:
        await asyncio.sleep(0)  # signals are heard by the loop
        self.gate.raise_if_closed()

    async def _journalled_call(self, request: Request) -> CallRecord:
        """Return the journalled call; make and journal it where there is none."""
        name = f"{request.step.key}#{request.attempt}"
        hashed = request_hash(request)
        call = self.run.journal.find(name)
        if call is not None and self._whole(call, request.task) and not self._before(call):
            self._same(request, call.request)
            for block in request.prompt:
                self.run.blobs.put_block(block)
            if call.reply_schema == (schema := schema_of(request)).id:
                self.run.blobs.put_schema(schema)
            return call
        kept = self._find_kept(request, name, hashed)
        self.gate.raise_if_closed() if kept else self.gate.pass_through()
        call = None
        try:
            self.follow_call(request, call)
            call = await self._make_call(request, name, hashed, kept)
        except BaseException as error:
            self.gate.close(f"a call failed: {error}")  # also when its answer could not be journalled
            raise
        finally:
            self.follow_call(request, call)
        if before := self._before(call):
            self.gate.close(
                f"{call.model} is another model now: it answered as {before}, and answers as {call.revision}",
                AS_CHANGED,
            )
            self.gate.pass_through()
        return call

    def _find_kept(self, request: Request, name: str, hashed: str) -> KeptAnswer | None:
        if self.keeper is None:
            return None
        model = request.settings.model
        service = service_of(self.performers(request.settings), model)
        embeds = request.task.role_for(request.scene.actor) == "embedder"
        return self.keeper.find(name, hashed, model, service, embeds=embeds)

    async def _make_call(self, request: Request, name: str, hashed: str, kept: KeptAnswer | None) -> CallRecord:
        """Make a call, or take its kept answer, journal it and return its record."""
        blocks = tuple(self.run.blobs.put_block(block) for block in request.prompt)
        schema = self.run.blobs.put_schema(schema_of(request))
        began = time.time()
        try:
            answer = self._take_kept(request, kept) if kept else await self._ask(request)
            call = CallRecord(
                id=name,
                role=request.task.role_for(request.scene.actor),
                model=request.settings.model,
                declared=request.settings.declared,
                request=hashed,
                blocks=blocks,
                reply_schema=schema,
                began=round(began, 3),
                seconds=round(time.time() - began, 4),
                **answer,
            )
            await self._journal(call)
            if takes_prompts(request.settings):
                self.gate.tell_cut(call, sum(len(block.text.encode()) for block in request.prompt))
        except DiskError:
            self.run.journal.unkept.append(name)
            raise
        return call

    async def _ask(self, request: Request) -> dict[str, Any]:
        """Return what the model answers, as the record of a call has it."""
        try:
            response = await self.performers(request.settings).perform(request)
            if fault := request.find_fault(response):  # whoever performed it, the run could not use its vectors
                raise ModelCallError(f"{request.settings.model} answered with {fault}", status="malformed")
        except ModelCallError as error:
            self._stop_unheard(request, error)
            if not isinstance(error, NoWordsError):
                self._lose_patience(error)
            # its error is the only try where the performer tries once
            once = Try(status=error.status, message=redact(error.message)[:LONGEST_MESSAGE])
            tries = getattr(error, "tries", ()) or (once,)
            return {"status": error.status, "tries": tuple(one.model_dump(mode="json") for one in tries)}
        self._given_up.clear()
        return {
            "status": "ok",
            "text": self._text_of(request, response.text, response.vectors),
            "finish": response.finish,
            "input_tokens": response.usage.input_tokens,
            "output_tokens": response.usage.output_tokens,
            "cached_tokens": response.usage.cached_tokens,
            "cost": response.cost,
            "reported_usage": response.reported_usage,
            "revision": response.revision,
            "tries": tuple(attempt.model_dump(mode="json") for attempt in response.tries),
            "batch": response.batch,
        }

    def _take_kept(self, request: Request, kept: KeptAnswer) -> dict[str, Any]:
        """Return a kept answer as the record of a call has it: nothing was used, and nothing is paid."""
        used = dict.fromkeys(("input_tokens", "output_tokens", "cached_tokens"), 0)
        text = self._text_of(request, kept.text, kept.rows)
        answer = {"status": "ok", "text": text, "finish": kept.finish, "revision": kept.served, "kept": kept.source}
        return {**answer, **used, "cost": 0.0}

    def _text_of(self, request: Request, text: str, vectors: tuple[bytes, ...]) -> str:
        """Return the text of an answer as the journal has it; its vectors are stored, and named by their hashes."""
        if not vectors:
            return clean(text)
        self.widths.learn(request.settings.model, vectors)
        return canonical({"vectors": [self.run.blobs.put_vector(row) for row in vectors]})

    async def _journal(self, call: CallRecord) -> None:
        """Journal a call, once its vectors are on the disk: it is answered, and never asked again.

        Raises:
            DiskError: the vectors could not be synced, or the call could not be written down.
        """
        if vectors_of(call):
            try:
                await self._sync_vectors()
            except asyncio.CancelledError:  # what is answered is paid for, and is written down all the same
                self.run.blobs.sync()
                self._add_call(call)
                raise
        self._add_call(call)

    async def _sync_vectors(self) -> None:
        """Sync vectors without blocking the loop; calls that are answered meanwhile share the next sync."""
        async with self._syncing:
            if not self.run.blobs.is_synced:
                await asyncio.to_thread(self.run.blobs.sync)

    def _add_call(self, call: CallRecord) -> None:
        self.run.journal.add(call)
        self.gate.count(call)

    def _whole(self, call: CallRecord, task: Task[Any, Any]) -> bool:
        """Return whether a call's arrays and vectors exist: a power cut can lose them and keep the call."""
        if call.status == "ok" and call.text and task.arrays:
            return all(has_shard(self.run.path, name) for name in task.arrays(parse_json(call.text)))
        return all(self.run.blobs.has_vector(name) for name in vectors_of(call))

    def _stop_unheard(self, request: Request, error: ModelCallError) -> None:
        """Stop without a record where no answer was possible: the server is gone, or the first request cannot be taken.

        A request that a model cannot take after it answered others is that step's own failure.
        """
        calls = self.run.journal.calls.values()
        is_first = not any(call.status == "ok" and call.model == request.settings.model for call in calls)
        if error.status == "connection" or (error.status in ("context_exceeded", "rejected") and is_first):
            self.gate.close(f"{request.step.key}: {error.message}. {error.hint}".rstrip(". "))
            self.gate.pass_through()

    def _before(self, call: CallRecord) -> str:
        """Return the models of the answers before a call, where it states another that nobody confirmed; else nothing.

        Such a call is journalled, since it is paid for. ``--as-changed`` takes it; otherwise its model is asked again:
        the model of before may be back.
        """
        stated = self.run.journal.stated
        before = stated.setdefault(call.asked_as, frozenset([call.revision])) if call.revision else {""}
        return "" if self.as_changed or call.revision in before else " and ".join(sorted(before))

    def _lose_patience(self, error: ModelCallError) -> None:
        """Close the gate after ``patience`` failed calls in a row: a debate of failures only is of no use."""
        self._given_up.append(error.status)
        if len(self._given_up) >= self.patience:
            self.gate.close(
                f"{len(self._given_up)} calls in a row were given up (last: {error.status}: {error.message}); "
                "they are recorded as failed"
            )

    def _same(self, request: Request, recorded: str) -> None:
        """Check that a recorded step was asked as it is asked now.

        Raises:
            DivergedError: it was asked differently; the message names the part of the prompt that differs.
        """
        call = self.run.journal.find(f"{request.step.key}#{request.attempt}")
        if recorded == request_hash(request, call.reply_schema if call else ""):
            return
        raise DivergedError(
            f"step {request.step.key} was recorded with other inputs: {self._describe_change(request, call)}",
            hint="The scenario, a template or an earlier step changed. Fork the run to continue with the change.",
        )

    def _describe_change(self, request: Request, call: CallRecord | None) -> str:
        if call is None:
            return "its prompt, model or settings differ"
        if call.model != request.settings.model:
            return f"model {call.model} then, {request.settings.model} now"
        then = [self.run.blobs.block(name) for name in call.blocks]
        for old, new in zip(then, request.prompt, strict=False):
            if old.id != new.id:
                return f"block <{new.tag}> differs (was <{old.tag}>: {old.text[:60]!r}, now {new.text[:60]!r})"
        if len(then) != len(request.prompt):
            return f"{len(then)} prompt blocks then, {len(request.prompt)} now"
        return "its reply schema or sampling settings differ"


def request_of(spec: RunSpec, step: Step, scene: Scene, transcript: tuple[Block, ...]) -> Request:
    """Return the first request of a step."""
    task = worded(task_named(step.task), spec.prompts.get(step.task, ""))
    inputs = task.read_inputs(step.inputs)
    settings = spec.roles[task.role_for(scene.actor)]
    return Request(
        step=step,
        inputs=inputs,
        scene=scene,
        task=task,
        prompt=composer_for(settings)(task, inputs, scene, transcript),
        settings=settings,
        seed=spec.stream_seed,
        recorded=spec.recorded.get(settings.model),
        check="off" if settings.simulated or is_somebody(settings.model) else spec.speech.check,
    )


async def ask(
    request: Request, transcript: tuple[Block, ...], call_for: Callable[[Request], Awaitable[CallRecord]]
) -> tuple[Outcome, list[CallRecord]]:
    """Return the outcome of a step and its calls, with one repetition when the answer cannot be parsed."""
    calls: list[CallRecord] = []
    for attempt in range(1, ASKINGS + 1):
        call = await call_for(request)
        calls.append(call)
        if call.status != "ok":
            return _outcome(request, calls, status="failed", reason=call.status), calls
        ending = ending_of(call.finish, call.text)
        if ending.verdict == "refused":
            return _outcome(request, calls, status="refused", reason=ending.reason), calls
        try:
            if ending.verdict == "again":
                raise ReplyError(ending.reason, ending.advice)
            reply = request.task.parse(call.text, request.inputs, _prompt_answered(request, call))
            checked = check_reply(request, reply)
        except ReplyError as error:
            status, reason = error.status, error.reason
            composed = composer_for(request.settings)
            prompt = composed(request.task, request.inputs, request.scene, transcript, error.advice)
            request = replace(request, prompt=prompt, attempt=attempt + 1)
            continue
        return _answered(request, calls, checked, ending.reason), calls
    return _outcome(request, calls, status=status, reason=reason), calls


def _prompt_answered(request: Request, call: CallRecord) -> Prompt | None:
    """Return the prompt that a model answered; None where a log has another one, or the words are somebody's."""
    ids = tuple(block.id for block in request.prompt)
    return request.prompt if call.blocks == ids and request.recorded is None else None


def bound(outcome: Outcome, calls: Sequence[CallRecord]) -> Outcome:
    """Return an outcome with the hash of its calls."""
    return outcome.model_copy(update={"answer": answer_hash(calls)})


def request_hash(request: Request, schema: str = "") -> str:
    """Return the hash of what determines an answer: prompt blocks, reply schema, model and sampling settings.

    Args:
        schema: the id of the schema that was asked for, where it is recorded; that of the request now where it is not.
    """
    blocks = [block.id for block in request.prompt]
    return hash_request(blocks, schema or schema_of(request).id, request.settings)


def hash_request(blocks: Sequence[str], schema: str, settings: ModelSettings) -> str:
    """Return the hash of a request from the ids of its blocks, the id of its reply schema, and its model's settings."""
    return digest(canonical({"blocks": list(blocks), "schema": schema, "settings": settings.as_sent}))


def schema_of(request: Request) -> Schema:
    """Return the reply schema that is asked for, as logs store it.

    A language model whose decoder can be constrained is told what is known of its reply; for every other performer, and
    for one that reads the schema in its prompt, it is the task's own, which is the same for all requests.
    """
    if request.task.known and request.settings.structured == "native" and takes_prompts(request.settings):
        return Schema(request.schema)
    return _schema_of_task(request.task)


@cache
def _schema_of_task(task: Task[Any, Any]) -> Schema:
    """Return a task's reply schema, made once a process."""
    return Schema(task.schema())


def _answered(request: Request, calls: list[CallRecord], checked: CheckedReply, reason: str) -> Outcome:
    found = {"status": "ok", "reason": reason, "flaw": checked.flaw, "cut": checked.cut}
    if request.task.free_text:
        return _outcome(request, calls, text=checked.reply.text, **found)
    # through canonical JSON, which rounds numbers: a later sitting reads the rounded ones from the log
    return _outcome(request, calls, reply=parse_json(canonical(checked.reply)), **found)


def _outcome(request: Request, calls: list[CallRecord], **fields: Any) -> Outcome:
    return Outcome(
        key=request.step.key,
        task=request.step.task,
        actor=request.step.actor,
        audience=request.step.audience,
        request=calls[0].request,
        calls=tuple(call.id for call in calls),
        **fields,
    )
