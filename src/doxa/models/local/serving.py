"""llama.cpp's own server in a process of its own, which ends when its standard input does, also where doxa was killed.

The first line of its standard input is JSON: the parameters of the server by llama.cpp's names for them, and
``threads``. It prints its base URL. An abort in llama.cpp ends this process and not the run.
"""

import fcntl
import json
import os
import select
import sys
import time
from contextlib import suppress
from typing import Any


def load(path: str, threads: int, model_alias: str, **options: Any) -> Any:
    """Return a running server of a model, which serves until the process ends: it can hang when it is destroyed."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = path
    for name, option in {"model_alias": {model_alias}, **options}.items():
        setattr(parameters, name, option)
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = threads
    return xllamacpp.Server(parameters)


def main() -> None:
    settings = json.loads(sys.stdin.readline())
    # While a model is loaded no thread runs: from here on the end of the input is a signal, which ends the process.
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)
    if not select.select([0], [], [], 0)[0]:  # else it ended before
        # its log says why it cannot load a model, and doxa went away where it cannot be told
        with suppress(RuntimeError, BrokenPipeError):
            server = load(**settings)
            print(f"{server.listening_address}/v1", flush=True)
            sys.stdin.read()
    time.sleep(0.3)  # a thread of llama.cpp's writes its log
    os._exit(1)


if __name__ == "__main__":
    main()
