"""The kept logs: one of every kind of run in each format of the log, which later versions of doxa must still read.

    PYTHONPATH=tests python tests/golden/kept_logs.py      # keeps a log of each kind in the present format

A log is kept once and never made anew: it is what users have on their disks.
"""

import tarfile
import tempfile
from pathlib import Path

from doxa.log.rundir import open_run
from log.kinds import MAKERS

FOLDER = Path(__file__).parent / "logs"


def kept_logs() -> list[Path]:
    """Return the archives of the kept logs, sorted."""
    return sorted(FOLDER.glob("*.tar.xz"))


def unpack(archive: Path, to: Path) -> Path:
    """Return the run directory of a kept log, unpacked."""
    with tarfile.open(archive) as opened:
        opened.extractall(to, filter="data")
    return to / "run"


def keep(run: Path, kind: str) -> Path:
    """Write a run into an archive named by its format and kind, and return the archive."""
    archive = FOLDER / f"{open_run(run).format}-{kind.replace(' ', '-')}.tar.xz"
    with tarfile.open(archive, "x:xz", preset=9) as opened:
        for file in sorted(run.rglob("*")):
            place = file.relative_to(run)
            if file.is_file() and file.name != "lock" and place.parts[0] not in ("readings", "exhibits"):
                opened.add(file, Path("run") / place, filter=_anonymous)
    return archive


def _anonymous(entry: tarfile.TarInfo) -> tarfile.TarInfo:
    entry.uid = entry.gid = entry.mtime = 0
    entry.uname = entry.gname = ""
    return entry


def main() -> None:
    """Keep a log of each kind in the present format, where there is none."""
    FOLDER.mkdir(exist_ok=True)
    for kind, make in MAKERS.items():
        with tempfile.TemporaryDirectory() as folder:
            print(keep(make(Path(folder) / "run"), kind).name)


if __name__ == "__main__":
    main()
