"""An argument of one's own, tried on the minds of a recorded run: judged as the run was, met by the engine's own code.

    the log up to a turn ─▶ the argument as that turn ─▶ extractor, judge, scorer, embedder of the run ─▶ every mind

What it does is what a fork at that turn would compute if the speaker said these words there. Nothing is written.
"""

import tempfile
from collections.abc import Collection, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import numpy as np
from numpy.typing import NDArray

from doxa.analysis.history import Chapter, chapters
from doxa.analysis.missing import require_plugins
from doxa.analysis.who_does import UNCLEAR, describe_refused, is_unclear
from doxa.engine.drive import in_a_loop, together
from doxa.engine.floor import Hearers, scene_of
from doxa.engine.gate import Budget, Gate
from doxa.engine.keeping import keeping
from doxa.engine.turn import Desk
from doxa.errors import LogError, ScenarioError, UsageError
from doxa.experiments.dry_runs import ModelUse, count_calls, imitate, is_asked, merge_uses
from doxa.experiments.sitting import MakePerformer, last_terms
from doxa.log.rundir import RunLike, RunLog, open_run, writing
from doxa.minds.hearing import DECLARED, NO_LABELS, hear, side_of
from doxa.minds.labels import LabelBook
from doxa.minds.mind import Mind, amended, gather_batch, is_public, meet
from doxa.models.conditions import Conditions
from doxa.models.port import Performer
from doxa.models.setup import performer_for
from doxa.records.amend import MIDWAY, amended_spec, part_of
from doxa.records.base import Record, clean
from doxa.records.claims import Claim, Evidence, Readout
from doxa.records.events import BatchOpened, HeardBody
from doxa.records.recorded import Side
from doxa.records.spec import ModelSettings, RunSpec
from doxa.records.steps import Message, Outcome, Step
from doxa.tasks.registry import task_named

KEY = "your-turn"
"""The key of an argument at the end, where no turn has one."""

JUDGING = ("extract", "classify", "embed", "score")
"""Tasks whose roles judge a message."""

LONGEST = 20_000
"""Characters of the longest argument."""


class OwnArgument(Record):
    """What somebody would say, and to whom."""

    text: str
    speaker: str
    heard_by: tuple[str, ...] | None = None
    """Listeners; everybody else when absent."""
    at: str = ""
    """The key of the turn in whose place it is said; after the last turn when empty."""
    side: Side | None = None
    """The side that it argues, ``neutral`` for none; when absent that of the speaker there, as the run hears it."""


class EffectOnMind(Record):
    """What an argument does to one mind."""

    agent: str
    before: float | None
    after: float | None
    """None also where only the agent could say it."""
    log_odds_before: float | None
    log_odds_after: float | None
    admitted: tuple[Evidence, ...]
    """What its memory made of every claim."""
    status: str
    """heard; apart: it did not hear it; asked: it states its stance itself, so that only a model could say it;
    deaf: its rule does not read arguments."""


class TriedArgument(Record):
    """What an argument would do to every mind."""

    argument: OwnArgument
    key: str
    claims: tuple[Claim, ...]
    lost: str
    """Why no claim was heard, where a judge gave no answer."""
    effects: tuple[EffectOnMind, ...]
    models: tuple[str, ...]
    """Who judged it."""
    cost: float | None
    """US dollars; None where a price is unknown."""
    notes: tuple[str, ...]


@dataclass(kw_only=True)
class Moment:
    """A run as a turn begins."""

    spec: RunSpec
    minds: Mapping[str, Mind]
    batch: Chapter | None
    """The batch in which the argument takes a turn's place; None at the end."""
    said: tuple[str, ...]
    """What the speaker said before."""
    audience: tuple[str, ...]
    """Who heard the turn whose place it takes."""
    task: str


def judges_of(log: RunLog) -> tuple[str, ...]:
    """Return the models that judge what is said in a run."""
    roles = [task_named(name).role for name in JUDGING if name != "score" or log.spec.hearing.strength == "scorer"]
    return tuple(dict.fromkeys(log.spec.roles[role].model for role in roles if role in log.spec.roles))


def argue(
    log: RunLike,
    text: str,
    *,
    speaker: str,
    at: str = "",
    heard_by: Collection[str] | None = None,
    side: Side | None = None,
    asking: bool = False,
    max_usd: float | None = None,
) -> TriedArgument:
    """Return what an argument of one's own would do to every mind of a run; nothing is written.

    Args:
        text: what is said.
        speaker: the agent who says it.
        at: the key of the turn in whose place it is said; after the last turn when empty.
        heard_by: the agents who hear it; everybody else when absent.
        side: the side that it argues, "neutral" for none; when absent that of the speaker there, as the run hears it.
        asking: whether judges outside this process may be asked, which can cost money.
        max_usd: a bound in US dollars for that.

    Raises:
        UsageError, LogError, ScenarioError, MissingPluginError: as ``try_argument``.
    """
    listeners = None if heard_by is None else tuple(heard_by)
    argument = OwnArgument(text=text, speaker=speaker, at=at, heard_by=listeners, side=side)
    return try_argument(open_run(log), argument, asking=asking, max_usd=max_usd)


def try_argument(
    log: RunLog,
    argument: OwnArgument,
    *,
    as_recorded: Sequence[Chapter] | None = None,
    asking: bool = False,
    max_usd: float | None = None,
    make: MakePerformer = performer_for,
) -> TriedArgument:
    """Return what an argument would do to every mind of a run.

    Args:
        as_recorded: the run's chapters, where they are at hand.
        asking: whether judges outside this process may be asked, which can cost money.
        max_usd: a bound in US dollars for that.

    Raises:
        UsageError: a judge would have to be asked, and ``asking`` is False.
        LogError: the run has no such turn, speaker or listener.
        ScenarioError: nobody speaks in the run, or there are no words.
        MissingPluginError: the run needs a plug-in that is not installed.
    """
    require_plugins(log)
    hosted = [model for model in judges_of(log) if is_asked(model)]
    if hosted and not asking:
        raise UsageError(
            f"{', '.join(hosted)} judges what is said in this run, and is a model that may cost money",
            hint="Say that it may be asked, with a bound in US dollars.",
        )
    moment = moment_of(log, argument, as_recorded or list(chapters(log)))
    with _judged(log, argument, moment, Budget(usd=max_usd), make) as (body, trial):
        return _met(log, argument, moment, body, trial)


def estimate_argument(log: RunLog, argument: OwnArgument) -> tuple[ModelUse, ...]:
    """Return what judging an argument would take, from judging it offline; nothing where no model is asked."""
    moment = moment_of(log, argument, list(chapters(log)))
    with _judged(log, argument, moment, Budget(), imitate) as (_, trial):
        return merge_uses(count_calls([(trial.desk.run.path, Path(trial.desk.run.path) / "none")], Conditions()))


def moment_of(log: RunLog, argument: OwnArgument, folded: Sequence[Chapter]) -> Moment:
    """Return the run as the argument's turn begins.

    Raises:
        LogError, ScenarioError: as ``try_argument``.
    """
    _check(log, argument)
    number = len(folded) if not argument.at else _number_of(argument.at, folded)
    before = folded[:number]
    public = [outcome for chapter in before for outcome in chapter.outcomes if is_public(outcome)]
    there = next((one for one in folded[number].outcomes if one.key == argument.at), None) if argument.at else None
    spoken = there or (public[-1] if public else None)
    if spoken is None or not task_named(spoken.task).speaks:
        raise ScenarioError("nobody speaks in this run before that, so that no argument can be heard")
    spec, jumps = settings_at(log, number)
    minds = dict(before[-1].minds)
    if jumps:
        minds = {one: amended(mind, spec.participant(one), spec.hearing)[0] for one, mind in minds.items()}
    return Moment(
        spec=spec,
        minds=minds,
        batch=folded[number] if argument.at else None,
        said=tuple(outcome.text or "" for outcome in public if outcome.actor == argument.speaker),
        audience=there.audience if there else tuple(one.id for one in spec.participants),
        task=spoken.task,
    )


def _check(log: RunLog, argument: OwnArgument) -> None:
    names = [participant.id for participant in log.spec.participants]
    for name in (argument.speaker, *(argument.heard_by or ())):
        if name not in names:
            raise LogError(f"{log.path} has no agent {name!r}", hint=f"Its agents are {', '.join(names[:12])}.")
    if not clean(argument.text).strip():
        raise ScenarioError("there are no words to hear", hint="Write the argument first.")
    if len(argument.text) > LONGEST:
        raise ScenarioError(f"the argument is longer than {LONGEST:,} characters", hint="Say it in fewer words.")


def _number_of(key: str, folded: Sequence[Chapter]) -> int:
    for chapter in folded:
        for outcome in chapter.outcomes:
            if outcome.key == key and task_named(outcome.task).speaks:
                return chapter.number
    raise LogError(f"the run has no turn {key!r}", hint="Choose one of its turns, or the end.")


def settings_at(log: RunLog, number: int) -> tuple[RunSpec, bool]:
    """Return the settings in the batch of a number, and whether they change as it begins."""
    opened = [event.body.keys for event in log.events if isinstance(event, BatchOpened)]
    begun = {key for keys in opened[:number] for key in keys}
    now = set(opened[number - 1]) if 0 < number <= len(opened) else set()
    spec = log.spec
    for change in log.spec.amendments:
        if change.at in begun:
            midway = {path: value for path, value in change.set.items() if part_of(path) in MIDWAY}
            spec = amended_spec(spec, midway)
    return spec, any(change.at in now for change in log.spec.amendments)


@dataclass(frozen=True, kw_only=True)
class JudgedTrial:
    """The judges of a run at work on one argument, in a directory that is thrown away."""

    desk: Desk
    message: Message
    log: RunLog
    asked: set[str] = field(default_factory=set)

    def vector(self, name: str) -> NDArray[np.float64]:
        """Return a claim's vector, of the argument or of the run."""
        new = self.desk.run.blobs
        return new.row(name) if new.has_vector(name) else self.log.blobs.row(name)


@contextmanager
def _judged(
    log: RunLog, argument: OwnArgument, moment: Moment, budget: Budget, make: MakePerformer
) -> Iterator[tuple[HeardBody, JudgedTrial]]:
    """Yield the argument as the run's judges hear it, and the judges' work."""
    # the run's last conditions, but for addresses and prices that its directory names
    conditions = last_terms(log.path).conditions.model_copy(update={"base_urls": {}, "prices": None})
    asked: set[str] = set()

    def performers(settings: ModelSettings) -> Performer:
        asked.add(settings.model)
        return make(settings, conditions)

    message = Message(key=argument.at or KEY, speaker=argument.speaker, text=clean(argument.text).strip())
    with ExitStack() as files:
        folder = files.enter_context(tempfile.TemporaryDirectory())
        run = files.enter_context(writing(Path(folder) / "trial", log.spec))
        keeper = files.enter_context(keeping(run))
        trial = JudgedTrial(
            desk=Desk(run=run, performers=performers, gate=Gate(budget, run.journal), keeper=keeper),
            message=message,
            log=log,
            asked=asked,
        )
        yield in_a_loop(lambda: _hear(trial, moment, argument.side)), trial


async def _hear(trial: JudgedTrial, moment: Moment, stated: Side | None) -> HeardBody:
    spec, speaker = moment.spec, trial.message.speaker
    mind = moment.minds.get(speaker)
    side = side_of(spec, speaker, mind.readout if mind else None, trial.message.text)
    hearers = Hearers(names={participant.id: participant.name for participant in spec.participants})

    async def take(step: Step) -> Outcome:
        scene, transcript = scene_of(spec, step, dict(moment.minds), hearers)
        return await trial.desk.take(spec, step, scene, transcript)

    hearing = hear(
        trial.message,
        spec.proposition,
        spec.hearing,
        labels=LabelBook(spec.labels) if spec.hearing.labels == "kept" else NO_LABELS,
        side=DECLARED[stated] if stated else side,
        earlier=moment.said,
    )
    try:
        steps = next(hearing)
        while True:
            steps = hearing.send(tuple(await together(take(step) for step in steps)))
    except StopIteration as done:
        return cast(HeardBody, done.value)


def _met(log: RunLog, argument: OwnArgument, moment: Moment, body: HeardBody, trial: JudgedTrial) -> TriedArgument:
    """Return what every mind makes of a judged argument, beside what else is said in its batch."""
    audience = tuple(
        one for one in (moment.audience if argument.heard_by is None else argument.heard_by) if one != argument.speaker
    )
    outcome = Outcome(
        key=trial.message.key, task=moment.task, actor=argument.speaker, audience=audience, status="ok", text=body.text
    )
    batch = moment.batch
    others = [one for one in batch.outcomes if one.key != outcome.key] if batch else []
    gathered = gather_batch([*others, outcome], {**(batch.turned if batch else {}), outcome.key: body}, {})
    _check_widths(trial, body, moment)
    effects = []
    for agent, mind in moment.minds.items():
        status = _status(mind, agent == argument.speaker or agent in audience)
        after, moved = (mind, None) if status == "asked" else meet(mind, gathered, None, trial.vector)
        now = Readout(stance=None) if status == "asked" else after.readout
        mine = {claim.id for claim in body.claims}
        effects.append(
            EffectOnMind(
                agent=agent,
                before=mind.readout.stance,
                after=now.stance,
                log_odds_before=mind.readout.log_odds,
                log_odds_after=now.log_odds,
                admitted=tuple(one for one in moved.admitted if one.claim in mine) if moved else (),
                status=status,
            )
        )
    journal, refused = trial.desk.run.journal, describe_refused(body.refused)
    return TriedArgument(
        argument=argument,
        key=trial.message.key,
        claims=body.claims,
        lost=body.lost or (f"refused, {refused}" if refused and not body.claims else ""),
        effects=tuple(effects),
        models=tuple(sorted(trial.asked)),
        cost=None if journal.unpriced else journal.cost,
        notes=_notes(log, trial, body, others),
    )


def _status(mind: Mind, hears: bool) -> str:
    if "self_report" in mind.kernel.needs and hears:
        return "asked"
    if not hears:
        return "apart"
    return "heard" if "claims" in mind.kernel.needs else "deaf"


def _check_widths(trial: JudgedTrial, body: HeardBody, moment: Moment) -> None:
    """Raise where the embedder gives vectors of another width today, so that claims cannot be compared."""
    new = next((trial.vector(claim.vector) for claim in body.claims if claim.vector), None)
    known = next(
        (entry.claim.vector for mind in moment.minds.values() for entry in mind.memory.entries if entry.claim.vector),
        None,
    )
    if new is not None and known is not None and trial.log.blobs.row(known).shape != new.shape:
        raise LogError(
            "the run's claims were embedded by another version, and cannot be compared with this argument",
            hint="Run its scenario anew, and try the argument on that run.",
        )


def _notes(log: RunLog, trial: JudgedTrial, body: HeardBody, others: Sequence[Outcome]) -> tuple[str, ...]:
    notes = [f"It {body.flag}: the judge's readings leave every claim unclear."] if body.contradicted else []
    if is_unclear(body):
        notes.append(f"It is {UNCLEAR}")
    if any(is_public(other) for other in others):
        notes.append("What others said in the same round is met with it, as it was recorded.")
    then = {call.model: call.revision for call in log.calls() if call.role in ("extractor", "scorer", "embedder")}
    for call in trial.desk.run.journal.calls.values():
        if then.get(call.model) and call.revision and then[call.model] != call.revision:
            notes.append(f"The run was judged by {then[call.model]}, this argument by {call.revision}.")
    return tuple(dict.fromkeys(notes))
