"""Signals while a run hears a long message or moves a population: the process ends soon, and the run can be resumed."""

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from doxa.analysis.verify import verify

DOXA = [sys.executable, "-m", "doxa.app.cli"]
HEARD, BUSY = 2.0, 3.0
"""Seconds after a signal within which a process has ended, and those that a busy machine takes to end any."""

SCENARIO = """
proposition = "Voting should be compulsory"
[agents.anna]
side = "pro"
[agents.ben]
side = "con"
[script]
rounds = 1
[seeds]
per_side = 0
[prior]
mode = "seeds"
[models]
speaker = "recorded:long.md"
"""


def write_long_debate(folder: Path) -> None:
    """Write a scenario whose first message has 300,000 characters, half of them line feeds."""
    words = (
        f"Voting number {number} is fair because every voice {number} counts in street {number}. "
        for number in range(2_000)
    )
    spoken = f"Voting is fair.{chr(10) * 150_000}{''.join(words)}"
    (folder / "long.md").write_text(f"## Round 1\n\n**Anna:** {spoken}\n\n**Ben:** It is not fair.\n", encoding="utf-8")
    (folder / "long.toml").write_text(SCENARIO, encoding="utf-8")


@pytest.mark.parametrize("signals", [[signal.SIGTERM], [signal.SIGINT, signal.SIGINT]])
def test_a_run_that_hears_a_long_message_hears_signals(signals: list[signal.Signals], tmp_path: Path) -> None:
    write_long_debate(tmp_path)
    command = [*DOXA, "run", "long.toml", "--out", "run", "--quiet"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        calls = tmp_path / "run/calls.jsonl"
        while not (calls.is_file() and calls.stat().st_size):  # the message is said, and is being heard
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(1.0)
        for number in signals:
            process.send_signal(number)
        try:
            _, told = process.communicate(timeout=HEARD + BUSY)
        finally:
            process.kill()
    assert process.returncode == 3
    assert "interrupted" in told
    assert verify(tmp_path / "run").status == "unfinished"


TOWN = """
proposition = "Voting should be compulsory"
protocol = "population"
kernel = "degroot"
[agents.anna]
[script]
rounds = 2
follows = 0
network = { file = "star.edges", order = "encounters" }
"""


def test_a_round_of_a_population_hears_signals(tmp_path: Path) -> None:
    # each encounter on a star is with its centre, so that 60,000 follow one another: the round takes minutes
    (tmp_path / "star.edges").write_text("".join(f"0 {number}\n" for number in range(1, 60_000)))
    (tmp_path / "town.toml").write_text(TOWN, encoding="utf-8")
    command = [*DOXA, "run", "town.toml", "--out", "run", "--quiet"]
    with subprocess.Popen(command, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        while not list((tmp_path / "run").glob("shards/*.npz")):  # the network is stored: the round begins
            assert process.poll() is None
            time.sleep(0.05)
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        try:
            _, told = process.communicate(timeout=HEARD + BUSY)
        finally:
            process.kill()
    assert process.returncode == 3
    assert "interrupted" in told
    assert verify(tmp_path / "run").status == "unfinished"
