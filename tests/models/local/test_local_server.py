"""The process of a local model: shared, started anew where it died, and never left behind."""

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from doxa.errors import ModelSetupError
from doxa.models.local import server
from doxa.models.local.server import SharedServer, context_of, server_for
from doxa.models.local.weights import ModelFile, read_model_file
from doxa.records.spec import ModelWeights

MIB = 2**20
FILE = ModelFile(
    weights=ModelWeights(sha256="0", name="", quantisation="", template=""),
    size=1_000 * MIB,
    context=32_768,
    token_bytes=MIB // 64,
    thinks=False,
)
"""A model of which 4,096 tokens take 64 MiB."""


def use(path: Path) -> SharedServer:
    return server_for(path, read_model_file(path), 1)


def pid_of(running: SharedServer) -> int:
    assert running._process is not None
    return running._process.pid


def is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    state = Path(f"/proc/{pid}/stat")
    return not state.exists() or state.read_text().split()[2] != "Z"


@pytest.mark.parametrize(
    ("available", "slots", "context", "left"),
    [
        (4_000, 2, 16_384, 4_000 - 1_512 - 512),
        (1_512 + 128, 1, 8_192, 0),
        (1_512 + 128, 2, 4_096, 0),
    ],
)
def test_the_context_is_what_memory_has_room_for(
    monkeypatch: pytest.MonkeyPatch, available: int, slots: int, context: int, left: int
) -> None:
    monkeypatch.setattr(server, "available_memory", lambda: available * MIB)
    assert context_of(Path("a.gguf"), FILE, slots) == (context, left * MIB)


def test_a_short_context_is_that_of_the_training(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "available_memory", lambda: 4_000 * MIB)
    assert context_of(Path("a.gguf"), FILE.model_copy(update={"context": 2_048}), 1)[0] == 2_048


def test_too_little_memory_is_said_before_anything_starts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server, "available_memory", lambda: 1_500 * MIB)
    with pytest.raises(ModelSetupError, match=r"a\.gguf needs 1\.7 GB of memory with 2 slots, and 1\.6 GB are"):
        context_of(Path("a.gguf"), FILE, 2)


def test_three_times_opened_and_closed_leaves_nothing(tiny: Path) -> None:
    for _ in range(3):
        running = use(tiny)
        assert running.start().startswith("http://127.0.0.1:")
        running.close()
        assert not is_running(pid_of(running))
        assert not server._SERVERS


def test_a_process_is_shared_and_ends_with_its_last_user(tiny: Path) -> None:
    first, second = use(tiny), use(tiny)
    assert first is second
    assert first.start() == second.start()
    first.close()
    assert is_running(pid_of(first))
    second.close()
    assert not is_running(pid_of(first))


def test_a_process_that_died_is_started_again(tiny: Path) -> None:
    running = use(tiny)
    running.start()
    old = pid_of(running)
    os.kill(old, signal.SIGKILL)
    running._process.wait()  # type: ignore[union-attr]
    running.start()
    assert is_running(pid_of(running))
    running.close()


def test_a_process_closed_while_it_starts_does_not_stay(tiny: Path) -> None:
    running, errors = use(tiny), []

    def start() -> None:
        try:
            running.start()
        except ModelSetupError as error:
            errors.append(error)

    thread = threading.Thread(target=start)
    thread.start()
    while running._process is None:
        time.sleep(0.001)
    running.close()
    thread.join(10)
    assert not thread.is_alive()
    assert errors
    assert not is_running(pid_of(running))


def test_what_llama_cannot_load_is_said_with_its_log(tiny: Path, tmp_path: Path) -> None:
    cut = tmp_path / "cut.gguf"
    cut.write_bytes(tiny.read_bytes()[:100_000])
    running = use(cut)
    try:
        with pytest.raises(ModelSetupError, match=r"its log ends: .*corrupted or incomplete"):
            running.start()
    finally:
        running.close()


SERVES = """
import sys, threading, time
from pathlib import Path
from doxa.models.local.server import server_for
from doxa.models.local.weights import read_model_file
path = Path(sys.argv[1])
running = server_for(path, read_model_file(path), 1)
starting = threading.Thread(target=running.start)
starting.start()
while running._process is None: time.sleep(0.001)
if sys.argv[2] == "after": starting.join()
print(running._process.pid, flush=True)
time.sleep(60)
"""


@pytest.mark.parametrize("killed", ["while it starts", "after"])
def test_a_process_ends_when_doxa_is_killed(tiny: Path, killed: str) -> None:
    with subprocess.Popen([sys.executable, "-c", SERVES, tiny, killed], stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        pid = int(parent.stdout.readline())
        parent.kill()
    end = time.monotonic() + 5
    while is_running(pid):
        assert time.monotonic() < end
        time.sleep(0.02)
