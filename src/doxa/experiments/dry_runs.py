"""Dry runs: how many calls runs would make, how many tokens these would take and what they would cost, asking nobody.

Each run is driven to its end in a directory that is thrown away, with the offline performer in place of every language
model, so that it makes the calls that it would make. What is already answered in the real directory is not counted.

    tokens in = characters of a prompt's blocks / 4        tokens out = characters of the offline answer / 4

Of a model that was examined (``models.examined``) tokens out are multiplied by how much longer than offline answers its
own were, and the time follows from its speed. A model whose directions are read from probabilities is asked for a
letter in every order, and answers one token a call; its time is that of what its call before did not share. Repetitions
after an unreadable reply, tries after a fault, and what a reasoning model thinks are not known beforehand.
"""

import asyncio
import math
import tempfile
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from functools import cache, partial
from itertools import takewhile
from pathlib import Path

from doxa.errors import CorpusError, DiskError, DoxaError, ModelSetupError, StoppedError
from doxa.experiments.interrupts import INTERRUPTED
from doxa.experiments.runner import Job
from doxa.experiments.sitting import Terms, sit
from doxa.log.journal import NAME, CallRecord, read_calls
from doxa.log.rundir import RunLog, is_finished, open_run, read_spec
from doxa.models.conditions import Conditions
from doxa.models.declared import LANGUAGE, declaration_of
from doxa.models.examined import examination_of, pace
from doxa.models.port import Performer, Request, Response, Usage
from doxa.models.prices import BATCHED, cost, price_list
from doxa.models.quiet import wait_for_quiet
from doxa.models.setup import check_names, performer_for
from doxa.models.weighing.calibration import is_weighed
from doxa.models.weighing.performer import WeighingPerformer
from doxa.records.amend import models_of
from doxa.records.base import Record, group_by
from doxa.records.events import BatchOpened, OutcomeReached
from doxa.records.model_kinds import is_person
from doxa.records.spec import ModelSettings, RunSpec, SpeechRules
from doxa.records.steps import Prompt

CHARACTERS = 4
"""Approximate characters per token of English."""

WORDS = " ".join(["word"] * 120)
"""What a speaker says where the offline performer knows nothing of the motion: as many words as a turn has at most."""

STAND_IN = "offline"

QUIET = 0.01
"""Seconds without a further call after which all calls of a rehearsed run wait."""

LEFT_NOTHING = "This dry run asked nobody and left nothing behind. Give the same call again."


class ModelUse(Record):
    """The calls that one model would be asked for."""

    model: str
    calls: int
    input_tokens: int
    output_tokens: int
    cost: float | None
    """US dollars; None where the model's price is unknown."""
    seconds: float | None = None
    """None where the model was not examined."""


class Forecast(Record):
    """What runs would take."""

    runs: int
    """Runs that are not finished."""
    models: tuple[ModelUse, ...]
    waits: int = 0
    """By batch, the most batches that one run waits for one after the other; 0 where services are asked live."""
    failures: tuple[str, ...] = ()
    """Why runs could not be driven to their end offline; their calls are counted up to there."""

    @property
    def calls(self) -> int:
        return sum(use.calls for use in self.models)

    @property
    def input_tokens(self) -> int:
        return sum(use.input_tokens for use in self.models)

    @property
    def output_tokens(self) -> int:
        return sum(use.output_tokens for use in self.models)

    @property
    def cost(self) -> float | None:
        """US dollars; None where the price of a model is unknown."""
        return _sum_known(use.cost for use in self.models)

    @property
    def seconds(self) -> float | None:
        """None where a model was not examined."""
        return _sum_known(use.seconds for use in self.models)


@dataclass(frozen=True, kw_only=True)
class Rehearsal:
    """A run to drive offline: its spec, its real directory, and its conditions."""

    spec: RunSpec
    path: Path
    conditions: Conditions

    @classmethod
    def of_job(cls, job: Job) -> "Rehearsal":
        return cls(spec=job.spec, path=job.path, conditions=job.terms.conditions)


def rehearse(rehearsals: Sequence[Rehearsal]) -> Forecast:
    """Return what the unfinished ones of some runs would take.

    Raises:
        UnknownNameError: no provider of a model's name is installed.
        StoppedError: interrupted.
        DoxaError: the only run cannot be driven offline.
    """
    unfinished = [rehearsal for rehearsal in rehearsals if not is_finished(rehearsal.path)]
    check_names(settings.model for rehearsal in unfinished for settings in models_of(rehearsal.spec))
    failures: list[str] = []
    uses: list[ModelUse] = []
    waits = 0
    with tempfile.TemporaryDirectory() as folder:
        for number, rehearsal in enumerate(unfinished):
            path, waves = Path(folder) / str(number), Waves()
            make = partial(imitate, waves=waves if rehearsal.conditions.batch else None)
            try:
                # a stand-in may repeat itself, which is no reason to count a second call
                unchecked = rehearsal.spec.model_copy(update={"speech": SpeechRules()})
                sit(unchecked, path, Terms(conditions=rehearsal.conditions), make=make)
            except DoxaError as error:
                if isinstance(error, StoppedError) and error.message.startswith(INTERRUPTED):
                    raise StoppedError(INTERRUPTED, hint=LEFT_NOTHING) from None
                if len(unfinished) == 1 or isinstance(error, DiskError):
                    raise
                failures.append(error.message)
            uses += count_calls([(path, rehearsal.path)], rehearsal.conditions)
            waits = max(waits, waves.count)
    reasons = tuple(dict.fromkeys(failures))
    return Forecast(runs=len(unfinished), models=merge_uses(uses), waits=waits, failures=reasons)


@dataclass(frozen=True, kw_only=True)
class RehearsedCall:
    """A call of a rehearsed run."""

    call: CallRecord
    sent: int
    """About how many tokens its prompt has; of letters, the prompts of all of them."""
    place: tuple[str, int]
    """Its task, and how many steps its batch has; '' and 1 where the run stopped before its step was done."""


def read_rehearsal(log: RunLog) -> list[RehearsedCall]:
    """Return the calls of a rehearsed run."""
    places: dict[str, tuple[str, int]] = {}
    width = 1
    for event in log.events:
        if isinstance(event, BatchOpened):
            width = len(event.body.keys)
        elif isinstance(event, OutcomeReached):
            places |= dict.fromkeys(event.body.calls, (event.body.task, width))
    return [
        RehearsedCall(
            call=call,
            sent=call.input_tokens or sum(len(log.blobs.block(name).text) for name in call.blocks) // CHARACTERS,
            place=places.get(call.id, ("", 1)),
        )
        for call in log.calls()
    ]


def use_of(rehearsed: RehearsedCall, conditions: Conditions, answered: int | None = None) -> ModelUse:
    """Return the use of one rehearsed call; an embedder answers in numbers, which are not billed.

    Args:
        answered: tokens of the answer, where they follow from more than what was said offline.
    """
    call = rehearsed.call
    examination = examination_of(call.model, conditions)
    task, width = rehearsed.place
    at_once = min(width, pace(ModelSettings(model=call.model), conditions).concurrency)
    letters = call.output_tokens or 0  # an offline answer uses nothing, a letter one token
    if letters:
        answered = letters
    elif answered is None:
        ratios = examination.ratios if examination else {}
        said = 0 if call.role == "embedder" else math.ceil(len(call.text) / CHARACTERS)
        answered = round(said * ratios.get(task, ratios.get(call.role, 1.0)))
    usage = Usage(input_tokens=rehearsed.sent, output_tokens=answered)
    return ModelUse(
        model=call.model,
        calls=letters or 1,
        input_tokens=rehearsed.sent,
        output_tokens=answered,
        cost=cost(call.model, usage, price_list(conditions.prices), share=BATCHED if conditions.batch else 1.0),
        seconds=examination.seconds(rehearsed.sent - (call.cached_tokens or 0), answered, at_once)
        if examination
        else None,
    )


def count_calls(
    pairs: Iterable[tuple[Path, Path]],
    conditions: Conditions,
    use: Callable[[RehearsedCall, Conditions], ModelUse] = use_of,
) -> list[ModelUse]:
    """Return the calls of rehearsed runs that models would be asked for, one entry a call.

    Args:
        pairs: (directory of the rehearsal, real directory).
        use: returns what a call takes.
    """
    uses: list[ModelUse] = []
    for rehearsed, real in pairs:
        if not (rehearsed / "spec.json").exists():
            continue
        answered = {call.id for call in read_calls(real / NAME)}
        uses += [
            use(made, conditions)
            for made in read_rehearsal(open_run(rehearsed))
            if made.call.id not in answered and is_asked(made.call.model)
        ]
    return uses


def merge_uses(uses: Iterable[ModelUse]) -> tuple[ModelUse, ...]:
    """Return the sum of uses, one entry a model."""
    return tuple(
        ModelUse(
            model=model,
            calls=sum(use.calls for use in group),
            input_tokens=sum(use.input_tokens for use in group),
            output_tokens=sum(use.output_tokens for use in group),
            cost=_sum_known(use.cost for use in group),
            seconds=_sum_known(use.seconds for use in group),
        )
        for model, group in sorted(group_by(uses, lambda use: use.model).items())
    )


def _sum_known(amounts: Iterable[float | None]) -> float | None:
    """Return a sum; None where an amount is unknown."""
    listed = list(amounts)
    return None if None in listed else math.fsum(amount or 0.0 for amount in listed)


def is_asked(model: str) -> bool:
    """Return whether a model is a language model, or somebody is paid for it, or nobody knows."""
    declaration = declaration_of(model)
    if declaration:
        return declaration.kind == LANGUAGE or declaration.priced
    return cost(model, Usage(input_tokens=1, output_tokens=1)) is None


class Waves:
    """Counts how often the calls of a rehearsed run wait for one another, as they would by batch."""

    def __init__(self) -> None:
        self.count = self._joined = 0
        self._wave: asyncio.Task[None] | None = None

    async def wait(self) -> None:
        """Wait until no further call begins."""
        self._joined += 1
        if self._wave is None or self._wave.done():
            self.count += 1
            self._wave = asyncio.ensure_future(wait_for_quiet(QUIET, lambda: self._joined))
        await self._wave


def imitate(settings: ModelSettings, conditions: Conditions, waves: Waves | None = None) -> Performer:
    """Return a performer that asks nobody: the model's own where it is plain code, else the offline one.

    Args:
        waves: lets calls wait for one another, as by batch.
    """
    if not (is_asked(settings.model) or is_person(settings.model)):
        return performer_for(settings, conditions)
    imitator = Imitator(performer_for(ModelSettings(model=STAND_IN), conditions), waves)
    if settings.weighing is None or not is_weighed(settings):
        return imitator
    return WeighingPerformer(imitator, settings.weighing)


class Imitator:
    """The offline performer in the place of a model, over the corpus of its run."""

    def __init__(self, stand_in: Performer, waves: Waves | None) -> None:
        self._stand_in, self._waves = stand_in, waves
        self._before: Prompt = ()
        """The prompt of the letter before."""

    async def perform(self, request: Request) -> Response:
        """Return the offline answer.

        Raises:
            ModelSetupError, CorpusError: the task is not one of words, and cannot be performed offline.
        """
        if self._waves:
            await self._waves.wait()
        settings = ModelSettings(
            model=STAND_IN,
            corpus=request.settings.corpus or (_corpus_of(request.directory) if request.directory else None),
        )
        try:
            return await self._stand_in.perform(replace(request, settings=settings))
        except (CorpusError, ModelSetupError):
            if not request.task.free_text:
                raise
            return Response(text=WORDS, cost=0.0)

    async def weigh(self, request: Request) -> Response:
        """Return no leaning, and what a letter uses: what its prompt shares with the one before is cached."""
        if self._waves:
            await self._waves.wait()
        pairs = takewhile(lambda pair: pair[0] == pair[1], zip(request.prompt, self._before, strict=False))
        sent, shared = (sum(len(block.text) for block in part) for part in (request.prompt, [one for one, _ in pairs]))
        self._before = request.prompt
        usage = Usage(input_tokens=sent // CHARACTERS, output_tokens=1, cached_tokens=shared // CHARACTERS)
        return Response(usage=usage, tops=(("", 0.0),), cost=0.0)

    async def close(self) -> None:
        """Do nothing: the offline performer holds no resource."""


@cache
def _corpus_of(path: Path) -> str | None:
    return next(iter(read_spec(path).corpora), None)
