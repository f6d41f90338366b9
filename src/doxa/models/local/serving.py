"""llama.cpp's own server in a process of its own: ``python -m doxa.models.local.serving``.

The first line of its standard input is JSON (``Serving``); it prints its base URL, and ends when its standard input
does, also where doxa was killed. An abort in llama.cpp ends this process and not the run. It imports nothing of doxa.
"""

import fcntl
import json
import os
import select
import sys
from contextlib import suppress
from typing import Any


def serve(settings: dict[str, Any]) -> Any:
    """Return a running server, which answers for as long as it is kept.

    Args:
        settings: ``file``, ``name``, ``key``, ``slots``, ``context`` (tokens a slot), ``threads``, ``cache`` (MiB of
            prompts that are kept beside those of the slots).
    """
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = settings["file"]
    slots = settings["slots"]
    reached = {"hostnames": ["127.0.0.1"], "port": 0, "api_keys": [settings["key"]], "ui": False}
    shared = {
        "n_parallel": slots,
        "n_ctx": slots * settings["context"],
        "kv_unified": False,
        "n_threads_http": slots + 2,
    }
    prompts = {"model_alias": {settings["name"]}, "cache_ram_mib": settings["cache"], "warmup": False, "verbosity": 2}
    for name, setting in (reached | shared | prompts).items():
        setattr(parameters, name, setting)
    parameters.cpuparams.n_threads = parameters.cpuparams_batch.n_threads = settings["threads"]
    return xllamacpp.Server(parameters)


def main() -> None:
    settings = json.loads(sys.stdin.readline())
    # While a model is loaded no thread runs: from here on the end of the input is a signal, which ends the process.
    fcntl.fcntl(0, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(0, fcntl.F_SETFL, fcntl.fcntl(0, fcntl.F_GETFL) | os.O_ASYNC)
    if not select.select([0], [], [], 0)[0]:  # else it ended before
        # its log says why it cannot load a model, and doxa went away where it cannot be told
        with suppress(RuntimeError, BrokenPipeError):
            server = serve(settings)
            print(f"{server.listening_address}/v1", flush=True)
            sys.stdin.read()
    os._exit(1)  # the server's threads do not always end with the interpreter


if __name__ == "__main__":
    main()
