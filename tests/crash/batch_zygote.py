"""A warm process that forks sweeps on command, each of which may kill itself at one of its writes.

Reads lines ``run DIR BATCH WRITE`` from standard input: a sweep into DIR, by batch where BATCH is 1, killed just before
its write number WRITE (0: never). Prints ``pid N`` when the sweep begins and ``exit CODE WRITES`` when it ended.
"""

import os
import signal
import ssl
import sys
import tempfile
import traceback
from functools import cache
from pathlib import Path

from doxa.experiments.sweeping import Sweep, run_sweep
from doxa.log import disk
from doxa.models.setup import performer_for
from doxa.records import plugins
from doxa.records.base import JsonValue
from doxa.records.spec import ModelSettings

MODEL = "openai:gpt-4o-mini"
ASKED = {"models.speaker": MODEL, "models.extractor": MODEL}
BY_BATCH = {"conditions.batch": True, "conditions.batch_check_s": 0.05, "conditions.timeout_s": 1.0}


class Killing(disk.FileSystem):
    """Kills this process just before one of its writes, syncs and renamings; counts them in a file."""

    def __init__(self, last: int) -> None:
        self._last, self.count = last, 0

    def _step(self) -> None:
        self.count += 1
        if self.count == self._last:
            os.kill(os.getpid(), signal.SIGKILL)

    def write(self, file: int, content: bytes) -> int:
        self._step()
        return super().write(file, content)

    def sync(self, file: int) -> None:
        self._step()
        super().sync(file)

    def rename(self, old: Path, new: Path) -> None:
        self._step()
        super().rename(old, new)


def sweep(folder: Path, by_batch: bool, last: int) -> int:
    """Make a sweep and return the code with which its process ends: the number of its writes, but for 255."""
    killing = Killing(last)
    disk.SYSTEM = killing  # type: ignore[misc]
    run_short_sweep(folder, ASKED | (BY_BATCH if by_batch else {}))
    (folder.parent / f"{folder.name}.writes").write_text(str(killing.count))
    return 0


def run_short_sweep(folder: Path, changes: dict[str, JsonValue]) -> None:
    changes = {"script.rounds": 1} | changes
    run_sweep(Sweep(scenario="compulsory-voting", grid={}, replicates=2, out=folder, changes=changes))


def main() -> None:
    # half of a sweep's time: certificates, of which a server on loopback needs none, and what is installed
    ssl.SSLContext.load_verify_locations = lambda *places, **named: None  # type: ignore[method-assign,assignment]
    plugins.entry_points = cache(plugins.entry_points)  # type: ignore[assignment,attr-defined]
    performer_for(ModelSettings(model=MODEL))  # imports the provider's client
    with tempfile.TemporaryDirectory() as folder:
        run_short_sweep(Path(folder) / "offline", {})  # imports what runs need, and reads the embedder
    print("ready", flush=True)
    for line in sys.stdin:
        _, folder, by_batch, last = line.split()
        child = os.fork()
        if child == 0:
            code = 1
            try:
                code = sweep(Path(folder), by_batch == "1", int(last))
            except BaseException:
                traceback.print_exc()
            os._exit(code)
        print(f"pid {child}", flush=True)
        _, status = os.waitpid(child, 0)
        print(f"exit {os.waitstatus_to_exitcode(status)}", flush=True)


if __name__ == "__main__":
    main()
