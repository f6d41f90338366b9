"""Joins a cluster as a trial, in a process of its own.

Ray tries for minutes where nothing answers, cannot be interrupted meanwhile, and writes to the screen. A process can be
given up, and its words can be read: a line that begins with ``refused:`` gives Ray's reason.
"""

import os
import subprocess
import sys
import tempfile
import time
from typing import IO

REFUSED = "refused: "
PAUSE = 0.1
"""Seconds between two looks at the trial."""

TOKEN_WORDS = "Unauthenticated"
"""What Ray writes, again and again, while a cluster asks for a token that it is not given."""


def try_address(address: str, seconds: float) -> str:
    """Return why a cluster cannot be joined; '' where it can."""
    with tempfile.TemporaryFile("w+", errors="replace") as words:
        command = [sys.executable, "-c", "from doxa.models.cluster.trial import main; main()", address]
        with subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=words, stderr=words) as trial:
            try:
                return _watch_trial(trial, words, seconds)
            finally:
                trial.kill()


def _watch_trial(trial: "subprocess.Popen[bytes]", words: IO[str], seconds: float) -> str:
    """Return why a trial failed, or gave no answer in time; '' where it succeeded."""
    end = time.monotonic() + seconds
    while trial.poll() is None and time.monotonic() < end:
        if TOKEN_WORDS in _read_words(words):
            return TOKEN_WORDS
        time.sleep(PAUSE)
    if trial.returncode == 0:
        return ""
    lines = [line for line in _read_words(words).splitlines() if line.strip()]
    if TOKEN_WORDS in "".join(lines):
        return TOKEN_WORDS
    if trial.returncode is None:
        return f"no answer within {seconds:g} s"
    refusals = [line.removeprefix(REFUSED) for line in lines if line.startswith(REFUSED)]
    return (refusals or lines or [f"exit code {trial.returncode}"])[-1]


def _read_words(words: IO[str]) -> str:
    words.seek(0)
    return words.read()


def main() -> None:
    """Join the cluster that the command line names, and report the outcome."""
    os.environ.setdefault("RAY_ENABLE_UV_RUN_RUNTIME_ENV", "0")
    import ray

    try:
        ray.init(address=sys.argv[1], log_to_driver=False, configure_logging=False)
    except Exception as error:
        print(f"{REFUSED}{' '.join(str(error.__cause__ or error).split())}", flush=True)
        sys.exit(1)
    ray.shutdown()
