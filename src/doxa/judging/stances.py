"""Readings of stances: an outside judge reads every public statement of a run, or arguments written by people.

The tables show judged stances beside maintained ones, message by message, and how far both agree.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import fmean

from doxa.analysis.exhibit import Cell, Table
from doxa.conversations.convokit import is_corpus
from doxa.conversations.names import Stand
from doxa.conversations.reading import read_conversation
from doxa.corpora.corpus import Argument
from doxa.engine.drive import Watcher
from doxa.engine.gate import Budget
from doxa.errors import CorpusError, LogError
from doxa.experiments.named_models import OFFLINE, settings_of
from doxa.experiments.readings import JUDGE, reading
from doxa.experiments.runner import Job
from doxa.experiments.sitting import MakePerformer, Terms, sit
from doxa.judging.debates import RunMessage, messages_of
from doxa.judging.exhibits.captions import rounded
from doxa.judging.protocol.stances import JudgingResult, JudgingSettings, Statement
from doxa.log.rundir import RunLike, RunLog, open_run
from doxa.models.declared import is_simulated_here
from doxa.models.setup import performer_for
from doxa.models.weighing.calibration import calibrated
from doxa.records.base import Brief, group_by
from doxa.records.spec import ModelSettings, Proposition, RunSpec
from doxa.scoring.agreement import alpha
from doxa.scoring.ranking import pearson
from doxa.tasks.registry import task_named

PROTOCOL = "judging"

LEANING = 0.3
"""The least mean stance of a speaker who is on a side."""

OUT = Path("runs/stances")
"""Where what is read in conversations from outside goes, unless somebody says otherwise."""


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
        judge=calibrated(judge, terms.conditions),
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
        roles={"judge": calibrated(judge, terms.conditions)},
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


@dataclass(frozen=True, kw_only=True)
class StanceReading(Brief):
    """What an outside judge read in the messages of a run or of a conversation."""

    source: Path
    """The run or the file."""
    path: Path
    """The run of the judge."""
    judge: str
    spoken: tuple[RunMessage, ...]
    stances: Mapping[str, float | None]
    """Message → the stance that the judge read in it, in [−1, 1]; None where it read none."""

    @property
    def messages(self) -> Table:
        """A row for each message: its judged and its maintained stance."""
        return message_table(self.spoken, self.stances, self.judge)

    @property
    def sides(self) -> dict[str, Stand]:
        """Speaker → the side of the mean of its stances; ``none`` where that is less than a leaning."""
        by_name = group_by(self.spoken, lambda message: message.name)
        read = {name: [self.stances.get(message.key) for message in own] for name, own in by_name.items()}
        means = {name: fmean([one for one in stances if one is not None] or [0.0]) for name, stances in read.items()}
        return {name: "none" if abs(mean) < LEANING else "pro" if mean > 0 else "con" for name, mean in means.items()}

    @property
    def agreement(self) -> Table:
        """How far both stances agree, over everybody and for each speaker."""
        return agreement_table(self.spoken, self.stances, self.judge)

    def _repr_html_(self) -> str:
        return self.messages._repr_html_() + self.agreement._repr_html_()


@dataclass(frozen=True, kw_only=True)
class PlannedStances:
    """Messages that a judge is to read, and the run in which it does."""

    source: Path
    spoken: tuple[RunMessage, ...]
    job: Job

    def read(self, budget: Budget, watch: Watcher | None = None, make: MakePerformer = performer_for) -> StanceReading:
        """Return what the judge reads; errors as ``sit``."""
        job = self.job
        judged = stances_of(sit(job.spec, job.path, Terms(budget=budget), watch=watch, make=make))
        judge = job.spec.roles["judge"].model
        return StanceReading(source=self.source, path=job.path, judge=judge, spoken=self.spoken, stances=judged)


def is_conversation(path: Path) -> bool:
    """Return whether a path is a conversation from outside rather than a run or a folder of runs."""
    return path.is_file() or is_corpus(path) or is_corpus(path.parent)


def plan_stances(source: RunLike, judge: str, motion: str, out: Path) -> PlannedStances:
    """Return the messages of a run or of a conversation from outside, and the job in which the judge reads them.

    Raises:
        LogError: the run has not ended, or nobody says anything in it.
        CorpusError: the file is no conversation, or names no motion, or several.
    """
    model, path = settings_of(judge, 0.0), Path(source)
    if not is_conversation(path):
        log = open_run(source)
        if not (spoken := messages_of(log)):
            raise nobody_speaks(path)
        job = judging_statements(log, [message.statement for message in spoken], model, Terms())
        return PlannedStances(source=path, spoken=tuple(spoken), job=job)
    conversation = read_conversation(path)
    if not motion and len(conversation.motions) != 1:
        raise CorpusError(f"{path}: the file names no motion", hint="Give it with --motion 'This House …'.")
    said = enumerate(conversation.said, 1)
    heard = tuple(RunMessage(f"t{place:03}", None, turn.speaker, turn.text, None) for place, turn in said)
    job = judging_outside(
        f"{path.stem}-stances",
        motion or conversation.motions[0],
        [message.statement for message in heard],
        model,
        Terms(),
        lambda spec: out / f"{path.stem}-{spec.hash[:8]}",
    )
    return PlannedStances(source=path, spoken=heard, job=job)


def nobody_speaks(path: Path) -> LogError:
    """Return the error for a run or a folder without messages."""
    return LogError(
        f"{path}: nobody says anything in words, so that there is no message to judge",
        hint="Give a run in which agents speak, post or argue.",
    )


def stances(
    source: RunLike,
    *,
    judge: str = OFFLINE,
    motion: str = "",
    out: Path | str = OUT,
    budget: Budget | None = None,
    watch: Watcher | None = None,
    make: MakePerformer = performer_for,
) -> StanceReading:
    """Return the stance that an outside judge reads in every message of a run, or of a conversation from outside.

    A repeated call with the same judge asks nothing again.

    Args:
        source: a finished run, or a file or corpus of a conversation.
        judge: the model that reads, as ``provider:model``.
        motion: what a conversation is about, where its file does not say it.
        out: the folder for what is read in a conversation; of a run the reading is in its directory.

    Raises:
        LogError, CorpusError: nothing can be read; no model was asked.
        ModelSetupError, StoppedError: the judge cannot work, or stopped early; the same call continues.
    """
    return plan_stances(source, judge, motion, Path(out)).read(budget or Budget(), watch, make)


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
