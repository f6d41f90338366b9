"""Verification: every byte of a log against its hash, and everything that is computed against what its replies give.

    files ─▶ journal ─▶ the script driven again without a model ─▶ verified, or the events that differ

Each problem names its event. Nobody is accused falsely: a log without its end is unfinished; one that needs a missing
plug-in is unchecked as far as that; one that a newer doxa wrote is newer; and one that another doxa's code computed
otherwise, while every hash is right, differs.
"""

from itertools import islice
from pathlib import Path

from pydantic import Field

from doxa.analysis.checking import (
    Problem,
    UsedFiles,
    check_chain,
    check_journal,
    check_requests,
    check_unasked,
    parse_events,
)
from doxa.analysis.missing import MissingPlugin, missing_plugins
from doxa.analysis.redriving import check_answers, check_moves, drive_again, names_missing
from doxa.errors import DamagedLogError, DoxaError, NewerLogError
from doxa.log import journal, ledger, rundir
from doxa.log.files import require_files
from doxa.log.formats import check_known, check_readable, format_of, other_code
from doxa.log.lines import Lines
from doxa.log.rundir import RunLike, RunLog, blames_damage
from doxa.log.seals import join_seals
from doxa.records.base import Record
from doxa.records.events import LOG_FORMAT, Event, RunEnded
from doxa.records.notebook import MOST_NOTES, paragraphs, remark, render, section, table, title

WORST_FIRST = ("damaged", "newer", "differs", "unchecked", "unfinished", "verified")
"""The statuses of a log, the worst first."""

ROUNDED = "events differ in the last digits of numbers, as another processor computes them"
REWORDED = "steps were asked in other words than this doxa would ask them in"
OTHERWISE = "Every hash is right; this doxa computes something otherwise: {}"


class Verification(Record):
    """The result of verifying a run directory."""

    path: str
    finished: bool
    events: int
    moves: int
    """Belief moves recomputed and found equal."""
    problems: tuple[Problem, ...]
    missing: tuple[MissingPlugin, ...] = ()
    """Plug-ins that the log needs and that are missing here, with what to install."""
    format: int = LOG_FORMAT
    """The format of the log."""
    bound: bool = False
    """Whether every request and every event was recomputed from the recorded replies."""
    seal: str = ""
    """The seal of the ``end`` event, which stands for the whole log; '' without an end."""
    newer: str = ""
    """Why this doxa cannot read the log: a newer one wrote it; '' otherwise."""
    differences: tuple[Problem, ...] = ()
    """What this doxa computes otherwise than the code that wrote the log, while every hash is right."""
    notes: tuple[str, ...] = Field(default=())
    """What a reader should know beside the status."""

    @property
    def status(self) -> str:
        """verified, unfinished, unchecked (lacks a plug-in), differs (other code computed it), newer or damaged."""
        found = (self.problems, self.newer, self.differences, self.missing, not self.finished, True)
        return next(status for status, holds in zip(WORST_FIRST, found, strict=True) if holds)

    def _repr_html_(self) -> str:
        problems = [(problem.event, problem.key, problem.what) for problem in self.problems]
        return render(
            title(f"{self.status}: {self.path}"),
            remark(f"{self.events:,} events, {self.moves:,} belief moves recomputed and equal"),
            table(("event", "key", "problem"), problems) if problems else section(),
            paragraphs(self.notes, MOST_NOTES),
        )


class Verifications(Record):
    """The result of verifying every run of a folder."""

    path: str
    runs: tuple[Verification, ...]
    problems: tuple[Problem, ...] = ()
    """Of the folder as a whole: its seal is not the expected one."""

    @property
    def status(self) -> str:
        """The worst status of the runs: damaged, newer, differs, unchecked, unfinished or verified."""
        statuses = {run.status for run in self.runs} | ({"damaged"} if self.problems else set())
        return next((status for status in WORST_FIRST if status in statuses), "verified")

    @property
    def seal(self) -> str:
        """The hash of all runs' seals with their places in the folder; '' where a run has no end."""
        return join_seals({Path(run.path).relative_to(self.path).as_posix(): run.seal for run in self.runs})


@blames_damage
def verify(path: RunLike, *, seal: str = "") -> Verification:
    """Return the verification of a run directory.

    Args:
        seal: the seal that was published for the run, to which it is held.

    Raises:
        LogError: it is not a run directory.
    """
    path = Path(path)
    rundir.spec_bytes(path)
    try:
        check_readable(path)
        found = _verify_readable(path)
        if found.problems:
            check_known(path)
    except NewerLogError as error:
        return _verify_newer(path, f"{error.message}. {error.hint}")
    if seal in ("", found.seal):
        return found
    has = f"its seal is {found.seal}" if found.seal else "it has no seal, since the run has no end yet"
    problem = Problem(event=None, key="seal", what=f"this is not the run that was published: {has}, not {seal}")
    return found.model_copy(update={"problems": (*found.problems, problem)})


def hold_folder(found: Verifications, seal: str) -> Verifications:
    """Return the verification of a folder, held to the seal that was published for it ('' for none)."""
    if not seal or seal == found.seal:
        return found
    has = f"their common seal is {found.seal}" if found.seal else "not every run of it has an end"
    problem = Problem(event=None, key="seal", what=f"these are not the runs that were published: {has}, not {seal}")
    return found.model_copy(update={"problems": (problem,)})


def _verify_newer(path: Path, why: str) -> Verification:
    """Return the verification of a log of a later format, of which only the chain can be checked."""
    lines = Lines(path / ledger.NAME)
    return Verification(
        path=str(path),
        finished=False,
        events=len(lines),
        moves=0,
        problems=tuple(check_chain(path, lines, None, lambda number: None)),
        newer=why,
        format=format_of(path) or 0,
    )


def _verify_readable(path: Path) -> Verification:
    found = _check_files(path)
    if found.problems:
        return found
    try:
        return _recomputed(found, rundir.open_run(path, late_blobs=True))
    except (DoxaError, ValueError, KeyError) as error:
        return found.model_copy(update={"problems": (Problem(event=None, key="", what=str(error)),)})


def _check_files(path: Path) -> Verification:
    """Return the verification of a log's bytes, of whose events one is in memory at a time."""
    lines, answers = Lines(path / ledger.NAME), journal.Answers(path / journal.NAME)
    used, problems = UsedFiles(path), list[Problem]()
    for event, problem in parse_events(lines, answers):
        used.note(event)
        problems += [problem] if problem else []

    def event_at(number: int) -> Event | None:
        return next(event for event, _ in islice(parse_events(lines, answers), number, None))

    problems += [*check_chain(path, lines, used.last, event_at), *used.check_blobs(), *used.shards]
    problems += check_journal(path, used.outcomes, used.lossy)
    try:
        require_files(path, *rundir.APPENDED)
    except DamagedLogError as error:
        problems.insert(0, Problem(event=None, key="files", what=error.message))
    last = used.last
    return Verification(
        path=str(path),
        finished=isinstance(last, RunEnded),
        events=len(lines),
        moves=0,
        problems=tuple(problems),
        seal=last.body.seal if isinstance(last, RunEnded) else "",
    )


def _recomputed(found: Verification, log: RunLog) -> Verification:
    """Return a verification of intact files with what recomputing the log shows."""
    missing = missing_plugins(log)
    if missing:
        return _refolded(found.model_copy(update={"missing": missing}), log)
    driven, origin = drive_again(log), other_code(log.sittings())
    reworded = len({problem.key for problem in driven.asked_otherwise})
    notes = (
        f"{driven.rounded} {ROUNDED}" if driven.rounded else "",
        f"{reworded} {REWORDED}: {origin}" if origin and reworded else "",
        OTHERWISE.format(origin) if origin and driven.problems else "",
    )
    wrong = tuple(driven.problems) if origin else (*driven.problems, *driven.asked_otherwise)
    changes = {"moves": driven.moves, "notes": tuple(filter(None, notes)), "bound": not wrong}
    return found.model_copy(update={**changes, "differences" if origin else "problems": wrong})


def _refolded(found: Verification, log: RunLog) -> Verification:
    """Return a verification of a log that cannot be driven again, as far as its plug-ins are known."""
    problems = [
        *check_answers(log, names_missing(found.missing, "task")),
        *check_requests(log.calls(), log.spec),
        *check_unasked(log),
    ]
    moves, wrong = check_moves(log, found.missing)
    if not (wrong and (origin := other_code(log.sittings()))):
        return found.model_copy(update={"moves": moves, "problems": (*problems, *wrong)})
    changes = {"moves": moves, "problems": tuple(problems), "differences": tuple(wrong)}
    return found.model_copy(update={**changes, "notes": (OTHERWISE.format(origin),)})
