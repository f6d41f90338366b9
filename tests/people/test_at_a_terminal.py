"""A person at a real terminal: asked in it, paused by Ctrl-C, killed, and asked again with what was written."""

import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from pathlib import Path

import doxa
from doxa.analysis.verify import verify
from doxa.log.rundir import open_run
from doxa.studio.processes import MAIN
from people.sitting import LINES

RUN = ["run", "compulsory-voting", "--set", "agents.violet.model=person", "--set", "script.rounds=2"]
ASKED = "An empty line gives your words"


class Terminal:
    """A doxa command at a terminal of its own, 80 columns wide."""

    def __init__(self, *words: str) -> None:
        ours, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "-c", MAIN, *words],
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True, close_fds=True,
            env=os.environ | {"COLUMNS": "80", "TERM": "xterm", "NO_COLOR": "1"},
        )  # fmt: skip
        os.close(theirs)
        self._screen, self.text = ours, ""

    def read_until(self, words: str, seconds: float = 60.0) -> None:
        """Read until some words were printed since the last look, or the command has ended."""
        end, start = time.monotonic() + seconds, len(self.text)
        while words not in self.text[start:]:
            assert time.monotonic() < end, self.text
            if select.select([self._screen], [], [], 0.2)[0]:
                try:
                    read = os.read(self._screen, 65_536)
                except OSError:  # the command has ended
                    return
                self.text += re.sub(r"\x1b\[[0-9;]*m", "", read.decode(errors="replace"))

    def type(self, words: str) -> None:
        os.write(self._screen, words.encode())

    def end(self) -> int:
        self.read_until("\0")
        os.close(self._screen)
        return self.process.wait(timeout=60)


def said(run: Path) -> dict[str, str | None]:
    return {one.key: one.text for one in open_run(run).outcomes if one.task == "respond" and one.actor == "violet"}


def test_a_person_speaks_at_the_terminal_and_sees_no_stance_before_the_end(tmp_path: Path) -> None:
    terminal = Terminal(*RUN, "--out", str(tmp_path / "run"))
    for line in LINES.values():
        terminal.read_until(ASKED)
        terminal.type(f"{line}\n\n")
    before = terminal.text.rpartition(ASKED)[0]
    assert before
    assert not re.search(r"[+−]0\.\d\d", before)
    assert terminal.end() == 0
    assert re.search(r"Violet [+−]0\.\d\d → [+−]0\.\d\d", terminal.text.removeprefix(before))
    assert said(tmp_path / "run") == LINES
    turns = before[before.index("it is your turn") :].replace("\r", "").split("\n")
    assert max(map(len, turns)) <= 80
    assert verify(tmp_path / "run").problems == ()


def test_ctrl_c_pauses_and_a_kill_loses_nothing_that_was_written(tmp_path: Path) -> None:
    run = str(tmp_path / "run")
    first = Terminal(*RUN, "--out", run)
    first.read_until(ASKED)
    first.type("Compulsory voting makes politicians\n")
    time.sleep(1)
    first.process.send_signal(signal.SIGINT)
    assert first.end() == 3
    assert "doxa resume" in first.text
    second = Terminal("resume", run)
    second.read_until("So far you had written")
    second.type("address everybody, also those who are poor.\n")
    time.sleep(1)
    second.process.kill()
    second.end()
    third = Terminal("resume", run)
    third.read_until("So far you had written")
    third.type("\n")
    third.read_until(ASKED)
    third.type("/leave\n")
    assert third.end() == 0
    whole = "Compulsory voting makes politicians\naddress everybody, also those who are poor."
    assert said(tmp_path / "run") == {"r01/violet": whole, "r02/violet": None}
    assert verify(tmp_path / "run").problems == ()


def test_without_a_terminal_a_run_says_where_it_asks(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [sys.executable, "-c", MAIN, *RUN, "--out", str(tmp_path / "run")],
        stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
        env=os.environ | {"PYTHONUNBUFFERED": "1"},
    )  # fmt: skip
    try:
        line = next(line for line in process.stdout if "A person is asked" in line)
        assert f"doxa studio {tmp_path}" in line
    finally:
        process.send_signal(signal.SIGINT)
        process.stdout.read()
        assert process.wait(timeout=60) == 3
        process.stdout.close()


def test_a_person_judges_by_the_rubric_that_models_get(tmp_path: Path) -> None:
    run = tmp_path / "debate"
    doxa.run("compulsory-voting", changes={"script.rounds": 1}, out=run)
    words = ["judge", str(run), "--panel", "offline", "--annotator", "person", "--layers", "rubric"]
    terminal = Terminal(*words)
    while terminal.process.poll() is None and "Who won" not in terminal.text:
        terminal.read_until(": ")
        field = terminal.text.rstrip().rpartition("\n")[2]
        if terminal.text.endswith(": ") and "Who won" not in terminal.text:
            terminal.type("It answers the point that was made.\n" if field.startswith("reason") else "7\n")
    assert terminal.end() == 0
    assert "Judged offline" not in terminal.text
    (reading,) = (run / "readings").iterdir()
    scores = [one.reply for one in open_run(reading).outcomes if one.key.startswith("rubric/")]
    assert [score["argument"] for score in scores] == [7.0, 7.0]
    assert verify(reading).problems == ()
