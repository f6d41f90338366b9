"""What a machine can put where a run's files should be, and copies of runs, with what doxa has to make of each."""

import os
import shutil
import signal
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product
from pathlib import Path

import doxa
from doxa.analysis.verify import verify
from doxa.errors import LogError
from doxa.experiments.sitting import resume
from doxa.experiments.sweeping import compare_sweep, read_sweep
from doxa.log.rundir import is_finished, open_run
from doxa.log.trials import RepeatedTrialWarning, finished_runs, trials_in

FILES = ("spec.json", "events.jsonl", "calls.jsonl", "blobs.jsonl")
APPENDED = ("events.jsonl", "calls.jsonl", "blobs.jsonl", "lock")

KEPT = 12
"""Events of a run that stopped early."""


@dataclass(frozen=True, kw_only=True)
class OddFile:
    """A file of a run that is no file of its own, and who meets it."""

    kind: str
    name: str
    """The file."""
    spoil: Callable[[Path], None]
    """Puts the odd file in the place of the file."""
    use: Callable[[Path], object]
    """What is done with the run then."""
    says: str
    """Part of the error, which comes before anything is read or written."""

    def __str__(self) -> str:
        return f"{self.kind}, {self.name}, {self.use.__name__}"


def open_all(path: Path) -> object:
    """Return the calls and vectors of a run, so that all its files are read."""
    log = open_run(path)
    return log.calls(), list(log.blobs.vectors())


def _pipe(path: Path) -> None:
    path.unlink()
    os.mkfifo(path)


def _enlarge(path: Path) -> None:
    os.truncate(path, 1 << 42)  # a hole: it takes no room on the disk


def _share(path: Path, link: Callable[[Path, Path], None]) -> None:
    """Let a run share a file with another run, as ``cp -al`` does."""
    other = Path(shutil.copytree(path.parent, path.parent.with_name("other")))
    path.unlink()
    link(other / path.name, path)


def _share_hard(path: Path) -> None:
    _share(path, os.link)


def _share_by_name(path: Path) -> None:
    _share(path, os.symlink)


USES = (open_all, verify, resume)

ODD_FILES = (
    *(
        OddFile(kind="pipe", name=name, spoil=_pipe, use=use, says=f"{name} is a folder, a pipe or a device")
        for name, use in (*product(FILES, USES), ("events.jsonl", is_finished))
    ),
    *(
        OddFile(kind="hard link", name=name, spoil=_share_hard, use=resume, says=f"{name} has another name too")
        for name in APPENDED
    ),
    *(
        OddFile(kind="symbolic link", name=name, spoil=_share_by_name, use=resume, says=f"{name} has another name too")
        for name in APPENDED
    ),
    *(
        OddFile(kind="larger than memory", name=name, spoil=_enlarge, use=use, says="GB of memory are available")
        for name, use in product(FILES, USES)
    ),
    *(
        OddFile(kind="missing", name=name, spoil=Path.unlink, use=use, says=f"holds events, but no {name}")
        for name, use in (("calls.jsonl", resume), ("blobs.jsonl", resume), ("blobs.jsonl", open_run))
    ),
)


def cut_copy(finished: Path, to: Path) -> Path:
    """Return a copy of a run that stopped early."""
    path = Path(shutil.copytree(finished, to))
    lines = (path / "events.jsonl").read_bytes().splitlines(keepends=True)
    (path / "events.jsonl").write_bytes(b"".join(lines[:KEPT]))
    return path


def contents(path: Path) -> dict[str, tuple[int, bytes]]:
    """Return the size of every file of a folder, and what its first megabyte holds."""
    held: dict[str, tuple[int, bytes]] = {}
    for file in path.iterdir():
        if file.is_file():
            with file.open("rb") as opened:
                held[file.name] = file.stat().st_size, opened.read(1 << 20)
    return held


def fault_of_odd_file(odd: OddFile, finished: Path, folder: Path) -> str:
    """Return what doxa does wrong with an odd file; empty where nothing is.

    Args:
        finished: a finished run, which is copied.
        folder: an empty folder for the copies.
    """
    run = cut_copy(finished, folder / "run")
    odd.spoil(run / odd.name)
    before = {path.name: contents(path) for path in folder.iterdir()}
    try:
        odd.use(run)
    except LogError as error:
        wrong = "" if odd.says in error.message else f"says {error.message!r}"
    except Exception as error:
        wrong = f"fails: {error!r}"
    else:
        wrong = "is not refused"
    after = {path.name: contents(path) for path in folder.iterdir()}
    return wrong or ("" if after == before else "is refused, and changes the files")


@contextmanager
def without_waiting(seconds: int = 60) -> Iterator[None]:
    """Fail where something waits, as for a pipe, longer than so many seconds."""

    def fail(*_: object) -> None:
        raise AssertionError("it waits for a pipe")

    before = signal.signal(signal.SIGALRM, fail)
    signal.alarm(seconds)
    try:
        yield
    finally:
        signal.alarm(0)
        signal.signal(signal.SIGALRM, before)


COUNTS: dict[str, Callable[[Path, Path], object]] = {
    "trials of a folder": lambda first, second: [path.name for path in trials_in(first)],
    "finished runs": lambda first, second: [log.path.name for log in finished_runs(first)],
    "rows of tables": lambda first, second: list(doxa.frames(first).runs.rows()),
    "comparison": lambda first, second: doxa.compare(first, second),
    "sweep": lambda first, second: compare_sweep(read_sweep(first.parent), ["belief.u"], ["stance.violet"])[1],
}
"""What is counted of two sets of runs in one folder, and must not change where runs of the first are copied."""


def copy_runs(folder: Path) -> list[Path]:
    """Copy every run of a folder beside it, and return the copies."""
    return [Path(shutil.copytree(path, path.with_name(f"z-{path.name}"))) for path in trials_in(folder)]


def fault_of_copies(name: str, swept: Path, folder: Path) -> str:
    """Return what copies of runs change in a count, or why nobody is told of them; empty where nothing is wrong.

    Args:
        name: that of a count.
        swept: a folder of runs of two settings, ``u=0.2`` and ``u=0.8``, which is copied.
        folder: an empty folder for the copies.
    """
    sets = [folder / "sets" / u for u in ("u=0.2", "u=0.8")]
    for path in sets:
        for run in swept.glob(f"{path.name}_k*"):
            shutil.copytree(run, path / run.name)
    plain = COUNTS[name](*sets)
    copies = copy_runs(sets[0])
    with warnings.catch_warnings(record=True) as told:
        warnings.simplefilter("always")
        doubled = COUNTS[name](*sets)
    if doubled != plain:
        return "counts copies"
    named = " ".join(str(warning.message) for warning in told if warning.category is RepeatedTrialWarning)
    return "" if all(f"{copy} is a copy of" in named for copy in copies) else "does not name the copies"
