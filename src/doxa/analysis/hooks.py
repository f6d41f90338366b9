"""The hooks of a system: the functions by which it shows and counts the runs of one protocol.

Every room asks for them by ``hooks_of`` and knows no system by name. A hook returns values and prints nothing; all are
optional, and doxa has a default for each.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Literal, Protocol, get_args

from pydantic import Field, ValidationError

from doxa.analysis.answers import draw_answers, measure_answers, show_answers
from doxa.analysis.debriefing import debrief
from doxa.analysis.exhibit import Exhibit
from doxa.analysis.trial import Trial
from doxa.analysis.view import RunView
from doxa.engine.drive import Progress
from doxa.errors import DoxaError
from doxa.log.rundir import RunLog
from doxa.records.base import Brief, Record, Stance
from doxa.records.encounters import Encounter
from doxa.records.plugins import beside
from doxa.records.spec import RunSpec
from doxa.records.transcripts import BallotForm, Debate

Place = Literal["terminal", "json", "page", "files", "frames"]
"""Where an exhibit of a run is shown: at the end of ``doxa run``, by its ``--json``, on the report page, by ``doxa
transcript``, in the table of measures of ``doxa frames``."""


@dataclass(frozen=True)
class Shown:
    """Exhibits of a run, and where they are shown. They are made only for a place that shows them."""

    exhibits: Callable[[RunLog], Iterable[Exhibit]]
    """Returns them in order; none where there is nothing to show, such as before the end of a run."""
    on: tuple[Place, ...]
    finished: bool = False
    """Whether they are made of finished runs alone."""

    def __post_init__(self) -> None:
        if not self.on or set(self.on).difference(get_args(Place)):
            raise ValueError(f"no place shows what Shown(on={self.on}) is for; places: {', '.join(get_args(Place))}")


class Source(Record):
    """A source of another kind than claims that moves minds, such as a post."""

    text: str
    whose: str
    """The source with its author, such as ``Ann's post``."""


class PublicPost(Record):
    """A message that is no step of its own, such as a post on a feed."""

    id: str
    author: str
    text: str
    step: str = ""
    """The step in which it was written."""
    reply_to: str = ""
    stance: Stance | None = None
    """The stance that it states."""
    likes: int | None = None
    """How often it was liked in the end; None where that is not known, here and below."""
    dislikes: int | None = None
    reposts: int | None = None


class Contribution(Record):
    """What a post, or a cause that is no post, added to stances in one run, over all rounds."""

    text: str
    """The words of the post; what the cause is, where it is none."""
    author: str = ""
    """Empty where the cause is no post."""
    round: int | None = None
    """The round in which the post was written."""
    added: dict[str, float]
    """Measure, such as ``mean stance`` → what was added to it. All contributions of a run add up to the measure."""
    readers: dict[str, int] = Field(default_factory=dict)
    """Measure → how many agents, or how often listeners, met the post."""


@dataclass(frozen=True)
class ProgressLine:
    """One line of progress, as rich markup."""

    text: str
    stays: bool = True
    """Whether the line is final; any other is rewritten in place, and left out where output is not a terminal."""
    is_cut: bool = False
    """Whether the line is cut at the width of the terminal instead of wrapped."""


class Teller(Protocol):
    """The interface of objects that report a run's progress, batch by batch."""

    def tell(self, now: Progress) -> Iterator[ProgressLine]:
        """Yield the lines for a batch."""
        ...

    def close(self) -> Iterator[ProgressLine]:
        """Yield the last lines when the run has ended or stopped."""
        ...


@dataclass(frozen=True, kw_only=True)
class Hooks(Brief):
    """The hooks of one protocol."""

    exhibits: tuple[Shown, ...] = ()
    """What a run shows, in order: the same values in the terminal, on the page, in files and in frames."""
    shows_stances: bool = False
    """Whether its exhibits show the agents' stances in the terminal, in place of curves, a sentence for each agent and
    how claims counted."""
    commands: Callable[[RunLog], Iterable[str]] | None = None
    """Returns further next commands for a finished run."""
    subject: Callable[[RunSpec], str] | None = None
    """Returns the subject of a run where it is not the proposition; '' where it is."""
    introduce: Callable[[RunSpec], Iterable[str]] | None = None
    """Returns what the terminal shows under the announcement of a run, as lines of rich markup."""
    teller: Callable[[RunSpec], Teller] | None = None
    """Returns the object that reports a run's progress; inherit from the default, ``terminal.progress.RoundLines``."""
    stand_ins: Callable[[RunLog], str] | None = None
    """Returns one line on the code that performed in place of models; '' for the default line."""
    simulated: Callable[[RunLog], str | None] | None = None
    """Returns the same in full for the report; None for the default text."""
    story: Callable[[RunLog], str] | None = None
    """Returns what happened in one plain sentence, first on the page and at the end of a run; '' for the sentence that
    the agents' stances tell."""
    view: Callable[[RunLog], RunView] | None = None
    """Returns the whole view of the report, where the default one would have too many batches and moves."""
    sources: Callable[[RunLog], Mapping[str, Source]] | None = None
    """Returns what may move an agent beside claims: id → text and author, such as the posts of a feed."""
    measures: Callable[[RunLog], Mapping[str, float]] | None = None
    """Returns measures of a finished run by name, each in its own unit, for the tables of sweeps; may be empty."""
    contributions: Callable[[RunLog], Iterable[Contribution]] | None = None
    """Returns what each post, and what is no post, added to the measures of a finished run, for ``doxa compare``."""
    posts: Callable[[RunLog], Iterable[PublicPost]] | None = None
    """Returns messages that are no steps of their own, such as posts on a feed, for the table of messages."""
    merge_curves: Callable[[Trial], Trial] | None = None
    """Returns a run's curves as ``doxa compare`` compares them; by default one curve a side."""
    debate: Callable[[RunLog], Debate | None] | None = None
    """Returns a finished run as judges read it (``doxa judge``); None where it was no debate between two sides. By
    default, what was said by those who have a side."""
    encounters: Callable[[RunLog], tuple[Encounter, ...]] | None = None
    """Returns agents' stances before and after what they heard, for ``doxa replay``; by default their self-reports."""
    ballot: Callable[[RunLog], BallotForm | None] | None = None
    """Returns what a ballot of a finished debate's format holds; None where it has no ballot."""
    speaks_in: Callable[[str, str, int], bool] | None = None
    """(call id, agent, round) → whether the agent speaks in that call; for ``doxa prompt``."""


def hooks_of(protocol: str) -> Hooks:
    """Return the hooks for runs of a protocol; empty where its system has none."""
    hooks: Hooks | None = beside("hooks", "protocols", protocol)
    return hooks or Hooks()


OF_ANY_RUN = (
    Shown(show_answers, on=("terminal", "json", "page")),
    Shown(draw_answers, on=("page",)),
    Shown(measure_answers, on=("frames",)),
    Shown(debrief, on=("terminal", "json", "page"), finished=True),
)
"""What runs of every protocol show whose agents answered questions, or for whose agents persons spoke."""


def exhibits_of(log: RunLog, place: Place) -> list[Exhibit]:
    """Return the exhibits of a run that a place shows, in order.

    Raises:
        DoxaError: an exhibit cannot be drawn.
    """
    try:
        return [
            exhibit
            for shown in (*hooks_of(log.spec.protocol).exhibits, *OF_ANY_RUN)
            if place in shown.on and (log.finished or not shown.finished)
            for exhibit in shown.exhibits(log)
        ]
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join([error.title, *map(str, first["loc"])])
        raise DoxaError(
            f"an exhibit of the system of {log.spec.protocol!r} cannot be drawn: "
            f"{where}: {first['msg'].removeprefix('Value error, ')}",
            hint="doxa.analysis.exhibit describes what an exhibit may contain; the log itself is not affected.",
        ) from error
