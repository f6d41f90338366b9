"""One run, opened for its tables: what several tables read is computed once."""

from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, Literal

from doxa.analysis.checking import check_chain
from doxa.analysis.history import Chapter, recorded_chapters
from doxa.analysis.hooks import PublicPost, hooks_of
from doxa.analysis.verify import verify
from doxa.analysis.who_does import speaking_roles
from doxa.errors import DoxaError, NewerLogError
from doxa.exports.finding import RunPlace, read_plain_spec
from doxa.log.formats import telling_later
from doxa.log.journal import NAME as CALLS, CallRecord, SittingRecord, read_lines
from doxa.log.rundir import RunLog, open_run
from doxa.records.base import group_by
from doxa.records.claims import Claim
from doxa.records.events import HeardBody, SeededBody
from doxa.records.steps import Outcome
from doxa.tasks.registry import task_named


@dataclass(frozen=True)
class OpenedRun:
    """A run with its log; without one, where the files are damaged, and then ``reason`` says why."""

    place: RunPlace
    log: RunLog | None
    status: Literal["finished", "unfinished", "damaged", "newer"]
    reason: str = ""
    lines: tuple[CallRecord | SittingRecord, ...] = ()
    """The journal of calls."""
    check: bool = False
    """Whether the run is to be verified as ``doxa verify`` does."""
    spec: dict[str, Any] = field(default_factory=dict)
    """The spec as plain JSON, also where the log cannot be read."""

    @property
    def id(self) -> str:
        return self.place.id

    @cached_property
    def chapters(self) -> list[Chapter]:
        """The batches as recorded, the prior first."""
        return list(recorded_chapters(self.log)) if self.log else []

    @cached_property
    def calls(self) -> list[CallRecord]:
        return [line for line in self.lines if isinstance(line, CallRecord)]

    @cached_property
    def sittings(self) -> list[SittingRecord]:
        return [line for line in self.lines if isinstance(line, SittingRecord)]

    @cached_property
    def outcomes(self) -> dict[str, tuple[int, Outcome]]:
        """Step → (batch, outcome), in order."""
        return {
            outcome.key: (chapter.number, outcome)
            for chapter in self.chapters
            for outcome in (*chapter.outcomes, *chapter.answers)
        }

    @cached_property
    def agents(self) -> frozenset[str]:
        """The ids of the agents."""
        return frozenset(participant.id for participant in self.log.spec.participants) if self.log else frozenset()

    @cached_property
    def strength(self) -> str:
        """The role whose strength of a claim counts."""
        return self.log.spec.hearing.strength if self.log else ""

    @cached_property
    def calls_of(self) -> dict[str, list[CallRecord]]:
        """Step → its calls."""
        return group_by(self.calls, lambda call: call.step)

    @cached_property
    def speaking(self) -> dict[str, str]:
        """Agent → the role whose model writes what it says, of those that said something."""
        return speaking_roles(self.log) if self.log else {}

    @cached_property
    def spoke_for(self) -> dict[str, CallRecord]:
        """Role → its first call."""
        return {call.role: call for call in reversed(self.calls)}

    @cached_property
    def heard(self) -> dict[str, HeardBody]:
        """Message → the claims that were heard in it."""
        return {key: body for chapter in self.chapters for key, body in chapter.heard.items()}

    @cached_property
    def posts(self) -> tuple[PublicPost, ...]:
        """The messages that are no steps, as the run's system reads them; none where it cannot."""
        if self.log is None:
            return ()
        try:
            hooks = hooks_of(self.log.spec.protocol)
            return tuple(hooks.posts(self.log)) if hooks.posts else ()
        except DoxaError:
            return ()  # a broken plug-in, or a feed without a first belief; the table of measures names the plug-in

    @cached_property
    def _message_keys(self) -> frozenset[str]:
        turns = (key for key, (_, outcome) in self.outcomes.items() if is_message(outcome))
        return frozenset((*turns, *(post.id for post in self.posts)))

    def message_of(self, source: str) -> str | None:
        """Return the message that a source is, or that a claim comes from; None for a seed and a rule's own term."""
        claim = self.claims.get(source)
        key = claim.source if claim else source
        return key if key in self._message_keys else None

    @cached_property
    def claims(self) -> dict[str, Claim]:
        """Claim id → claim: what was heard, and what agents began with."""
        claims: dict[str, Claim] = {}
        for chapter in self.chapters:
            for _, body in chapter.recorded.values():
                if isinstance(body, SeededBody):
                    claims |= {claim.id: claim for claim in body.claims}
            for heard in chapter.heard.values():
                claims |= {claim.id: claim for claim in heard.claims}
        return claims

    @cached_property
    def believers(self) -> list[str]:
        """The agents with a recorded belief, in the order of the spec."""
        if not self.log or not self.chapters:
            return []
        known = self.chapters[0].recorded
        return [participant.id for participant in self.log.spec.participants if participant.id in known]

    @cached_property
    def verified(self) -> str | None:
        """The word of ``doxa verify``; None where it was not asked for."""
        if not self.check:
            return None
        try:
            return verify(self.place.path).status
        except DoxaError:
            return "damaged"


def opened(place: RunPlace, *, check: bool = False) -> OpenedRun:
    """Return a run, opened; a run whose hashes do not link is damaged, and its log is not read.

    Args:
        check: whether the run is verified as well, which drives its script again.
    """
    _, spec = read_plain_spec(place.path)
    try:
        log = open_run(place.path)
        last = log.events[-1] if log.events else None
        if problem := next(check_chain(place.path, log.lines, last, log.events.__getitem__), None):
            return OpenedRun(place, None, "damaged", problem.what, check=check, spec=spec)
        with telling_later(place.path):
            lines = tuple(read_lines(place.path / CALLS))
    except NewerLogError as error:
        return OpenedRun(place, None, "newer", error.message, check=check, spec=spec)
    except (DoxaError, OSError) as error:
        return OpenedRun(place, None, "damaged", getattr(error, "message", str(error)), check=check, spec=spec)
    return OpenedRun(place, log, "finished" if log.finished else "unfinished", lines=lines, check=check, spec=spec)


def is_message(outcome: Outcome) -> bool:
    """Return whether a step is one in which somebody says something, whether or not it gave words."""
    speaks = _speaks(outcome.task)
    if speaks is False and not outcome.ok and outcome.audience:
        return True
    # the task of a missing plug-in is unknown: words that somebody hears are a message
    return bool(outcome.text and outcome.audience) if speaks is None else speaks


def words_of(outcome: Outcome) -> str | None:
    """Return the words of a message: its text, or its structured reply in words; None where there are none."""
    if outcome.text is not None:
        return outcome.text
    if not outcome.ok:
        return None
    try:
        task = task_named(outcome.task)
        reply = task.reply_of(outcome) if task.in_words else None
        return (task.in_words(reply) or None) if task.in_words and reply is not None else None
    except (DoxaError, ValueError):
        return None


@cache
def _speaks(task: str) -> bool | None:
    """Return whether a task's replies are words; None for a task that is not installed."""
    try:
        known = task_named(task)
    except DoxaError:
        return None
    return known.speaks or known.in_words is not None
