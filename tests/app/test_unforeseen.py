"""An error that nobody foresaw takes two lines, its traceback lies in a file; libraries' warnings take one line."""

import logging
import re
import signal
import subprocess
import sys
import warnings
from pathlib import Path

import pytest

from doxa.app import cli
from doxa.app.exits import catch_library_messages, require_posix
from doxa.errors import DoxaError
from doxa.terminal.console import complain


@pytest.fixture
def call(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path):
    """Return a function that calls doxa with a command that raises, and returns its exit code and error lines."""
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    monkeypatch.setattr(logging, "lastResort", logging.lastResort)
    monkeypatch.setattr(warnings, "showwarning", warnings.showwarning)

    def called(command) -> tuple[int | None, list[str]]:
        monkeypatch.setattr(cli, "app", lambda _: command())
        monkeypatch.setattr(sys, "argv", ["doxa", "verify"])
        code = None
        try:
            cli.main()
        except SystemExit as stop:
            code = int(str(stop.code))
        return code, capfd.readouterr().err.splitlines()

    return called


def fail() -> None:
    raise KeyError("a key that\nis missing, Bearer sk-123456789")


def test_it_takes_two_lines_and_the_traceback_is_in_a_file(call) -> None:
    code, lines = call(fail)
    assert (code, len(lines)) == (1, 2)
    assert lines[0].startswith("error: doxa failed where it should not have (KeyError: 'a key that")
    assert "Nothing that was recorded is lost." in lines[1]
    found = re.search(r"(/\S+doxa-error-\S+\.txt)", lines[1])
    assert found
    details = Path(found[1]).read_text()
    assert "Traceback" in details
    assert "in fail" in details
    assert "sk-123456789" not in details + "".join(lines)


def test_it_is_told_where_no_file_can_be_written(call, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(**_: object) -> None:
        raise OSError("no space left")

    monkeypatch.setattr("tempfile.mkstemp", refuse)
    code, lines = call(fail)
    assert code == 1
    assert lines[1].endswith("Nothing that was recorded is lost.")


def test_a_recursion_without_end_is_told_too(call) -> None:
    def endless() -> None:
        endless()

    code, lines = call(endless)
    assert (code, len(lines)) == (1, 2)


def test_a_librarys_warning_takes_one_line(call) -> None:
    def warn() -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("always")
            warnings.showwarning = cli._warn
            warnings.warn_explicit("old way", UserWarning, "/x/site-packages/numpy/core.py", 3)

    code, lines = call(warn)
    assert code is None
    assert lines == ["warning: numpy: old way"]


def test_a_librarys_log_message_takes_one_line(call) -> None:
    def log() -> None:
        quiet = logging.getLogger("somelib.part")
        quiet.propagate = False
        quiet.warning("odd %s", "object")

    _, lines = call(log)
    assert lines == ["warning: somelib: odd object"]


def test_a_system_that_is_not_posix_is_refused() -> None:
    with pytest.raises(DoxaError, match="POSIX"):
        require_posix("nt")


def test_messages_are_caught_by_the_last_handler(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(logging, "lastResort", None)
    catch_library_messages()
    assert logging.lastResort is not None


def test_an_endless_text_in_an_error_is_cut(capsys: pytest.CaptureFixture[str]) -> None:
    complain(DoxaError("there is no motion " + "x" * 2_000_000 + " here"), "error")
    told = capsys.readouterr().err
    assert len(told) < 2_100
    assert told.startswith("error: there is no motion xxx")
    assert told.endswith("xxx here\n")


ENDING = """
import threading, time
from doxa.app import cli

def main():
    threading.Thread(target=time.sleep, args=(60,)).start()

cli.main = main
threading.Timer(0.3, print, ("ending",), {"flush": True}).start()
cli.enter()
"""


def test_an_interrupt_while_doxa_ends_has_no_traceback() -> None:
    """The process waits for a thread, such as one that syncs a file, when Ctrl-C is pressed a third time."""
    words, pipe = [sys.executable, "-c", ENDING], subprocess.PIPE
    process = subprocess.Popen(words, stdout=pipe, stderr=pipe, text=True)
    assert process.stdout.readline() == "ending\n"
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=30)[1] == ""
    assert process.returncode == 3
