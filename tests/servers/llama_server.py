"""llama.cpp's own HTTP server on loopback, in a process of its own, with the tiny model of random weights.

In a test:    with LlamaServer(folder) as server: … server.base_url, server.embeddings_url
As a script:  python tests/servers/llama_server.py --folder DIR     (prints both base URLs, serves until its input ends)

llama.cpp serves embeddings apart from words. It answers one request at a time and without a cache of prompts, so that
the same request has the same answer.
"""

import argparse
import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

if __package__ in (None, ""):
    sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from servers.tiny_model import CONTEXT, write_model

LONGEST = 400
"""The most tokens of an answer whose request sets no limit."""

MISSING = "llama.cpp's server has no wheel for this platform (xllamacpp)"


def has_wheel() -> bool:
    """Return whether the server is installed; it is a dependency wherever it has a wheel."""
    return find_spec("xllamacpp") is not None and find_spec("gguf") is not None


class LlamaServer:
    """Serves while its ``with`` block is open."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._log = folder / "server.log"
        self.base_url = ""
        self.embeddings_url = ""

    def __enter__(self) -> "LlamaServer":
        with self._log.open("wb") as log:
            self._process = subprocess.Popen(
                [sys.executable, __file__, "--folder", str(self._folder)],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
            )
        assert self._process.stdout
        self.base_url = self._process.stdout.readline().strip()
        self.embeddings_url = self._process.stdout.readline().strip()
        if not self.embeddings_url:
            raise RuntimeError(f"llama.cpp's server did not start:\n{self._log.read_text()[-2000:]}")
        return self

    def __exit__(self, *_: object) -> None:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.close()
        try:
            self._process.wait(10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        self._process.stdout.close()


def serve(folder: Path) -> None:
    """Serve the model in a folder, which is written where it is not there, until the standard input ends."""
    path = folder / "tiny.gguf"
    if not path.exists():
        write_model(path)
    servers = [_start(path, embeds) for embeds in (False, True)]
    for server in servers:
        print(f"{server.listening_address}/v1", flush=True)
    sys.stdin.read()


def _start(path: Path, embeds: bool) -> Any:
    """Return a running server of a model, of embeddings or of words."""
    import xllamacpp

    settings = xllamacpp.CommonParams()
    settings.model.path = str(path)
    options = {"model_alias": {"tiny"}, "hostnames": ["127.0.0.1"], "port": 0, "embedding": embeds}
    limits = {"n_ctx": CONTEXT, "n_predict": LONGEST, "n_parallel": 1, "n_threads_http": 4}
    without = {"cache_prompt": False, "cache_ram_mib": 0, "warmup": False, "fit_params": False}
    for name, option in {**options, **limits, **without}.items():
        setattr(settings, name, option)
    settings.cpuparams.n_threads = settings.cpuparams_batch.n_threads = 1
    if embeds:
        settings.pooling_type = xllamacpp.llama_pooling_type.LLAMA_POOLING_TYPE_MEAN
    return xllamacpp.Server(settings)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--folder", type=Path, required=True, help="where the model is, or is written")
    serve(parser.parse_args().folder)
    os._exit(0)  # the server's threads do not always end with the interpreter


if __name__ == "__main__":
    main()
