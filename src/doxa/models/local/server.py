"""The process of llama.cpp's server (``serving``), which all performers of a file in this process share.

It starts at the first request, starts again where it died, and ends with the last performer. Its context is what the
model was trained with, at most 16,384 tokens a slot and no more than memory has room for.
"""

import json
import os
import secrets
import subprocess
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from threading import Lock

from doxa.errors import ModelSetupError
from doxa.log.files import available_memory
from doxa.models.local import serving
from doxa.models.local.weights import ModelFile
from doxa.models.providers.capacity import Capacity

LEAST_CONTEXT, MOST_CONTEXT = 4_096, 16_384
"""Tokens a slot."""

MIB = 2**20
WORKING = 512 * MIB
"""Bytes beside weights and context: buffers of a computation, and the process."""

MOST_CACHE = 2_048
"""MiB of prompts that are kept beside those of the slots."""

LOG_END = 600
"""Characters of its log in an error."""

PARAMETERS = {
    "hostnames": ["127.0.0.1"],
    "port": 0,
    "kv_unified": False,  # each slot has its share of the context, whatever the others do
    "ui": False,
    "warmup": False,
    "verbosity": 2,
}

_SERVERS: dict[tuple[str, int], "SharedServer"] = {}
_SHARING = Lock()


class SharedServer:
    """llama.cpp's server of one file. ``key`` is what a request must carry, ``capacity`` what it takes."""

    def __init__(self, path: Path, file: ModelFile, slots: int) -> None:
        """Choose the context.

        Raises:
            ModelSetupError: there is too little memory.
        """
        context, left = context_of(path, file, slots)
        self.name = (file.weights.sha256, slots)
        self.capacity = Capacity(context=context, slots=slots, log_probabilities=True)
        self.key = secrets.token_urlsafe()
        self.users = 0
        self._parameters = PARAMETERS | {
            "path": str(path.resolve()),
            "model_alias": f"{path.name} {file.weights.sha256[:12]}",
            "api_keys": [self.key],
            "n_parallel": slots,
            "n_ctx": slots * context,
            "n_threads_http": slots + 2,
            "threads": len(os.sched_getaffinity(0)) if sys.platform == "linux" else os.cpu_count(),
            "cache_ram_mib": min(MOST_CACHE, left // MIB // 2),
        }
        self._log = tempfile.TemporaryFile()  # noqa: SIM115  (closed with the server)
        self._starting = Lock()
        self._process: subprocess.Popen[bytes] | None = None
        self._url = ""

    def start(self) -> str:
        """Return the base URL of the server, which is started where it does not run; blocks until it answers.

        Raises:
            ModelSetupError: llama.cpp cannot load the model.
        """
        with self._starting:
            if self.users and (self._process is None or self._process.poll() is not None):
                self._launch()
            return self._url

    def read_log(self) -> str:
        """Return what the log ends with."""
        log = self._log.fileno()  # read at a place of its own: the process writes where the file's own is
        end = os.pread(log, LOG_END, max(0, os.fstat(log).st_size - LOG_END)).decode(errors="replace")
        return " ".join(end.split()) or "nothing"

    def close(self) -> None:
        """End the process with its last user."""
        with _SHARING:
            self.users -= 1
            if self.users:
                return
            del _SERVERS[self.name]
        self._end()
        with self._starting:  # what was starting has ended as well
            self._log.close()

    def _launch(self) -> None:
        self._end()
        # in a session of its own, an interrupt from the terminal reaches doxa alone, which lets answers end
        self._process = subprocess.Popen(
            [sys.executable, "-P", serving.__file__],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._log,
            start_new_session=True,
        )
        assert self._process.stdin
        assert self._process.stdout
        self._url = ""
        if self.users:  # else closed in the meantime
            with suppress(BrokenPipeError):
                self._process.stdin.write(json.dumps(self._parameters).encode() + b"\n")
            self._url = self._process.stdout.readline().decode().strip()
        if not self._url:
            self._end()
            raise ModelSetupError(
                f"llama.cpp could not load {self._parameters['path']} (exit status {self._process.returncode}); its "
                f"log ends: {self.read_log()}",
                hint="Try another file, a smaller one, or a later llama.cpp: pip install --upgrade xllamacpp.",
            )

    def _end(self) -> None:
        if self._process is not None:
            with self._process:
                self._process.kill()


def server_for(path: Path, file: ModelFile, slots: int) -> SharedServer:
    """Return the server of a file with so many slots, which its user closes; errors as ``SharedServer``."""
    with _SHARING:
        name = (file.weights.sha256, slots)
        if name not in _SERVERS:
            _SERVERS[name] = SharedServer(path, file, slots)
        _SERVERS[name].users += 1
        return _SERVERS[name]


def context_of(path: Path, file: ModelFile, slots: int) -> tuple[int, int]:
    """Return the tokens of context of each slot, and the bytes of memory that are then left.

    Raises:
        ModelSetupError: there is too little memory for the shortest useful context.
    """
    wanted = min(file.context or MOST_CONTEXT, MOST_CONTEXT)
    available, a_token = available_memory(), max(1, file.token_bytes * slots)
    free = available - file.size - WORKING
    context = min(wanted, free // a_token)
    if context < min(wanted, LEAST_CONTEXT):
        needed = available - free + min(wanted, LEAST_CONTEXT) * a_token
        raise ModelSetupError(
            f"{path} needs {needed / 1e9:.1f} GB of memory with {slots} slots, and {available / 1e9:.1f} GB are "
            "available",
            hint="Use a smaller model or quantisation, set conditions.concurrency = 1, or end other programs.",
        )
    return context, free - context * a_token
