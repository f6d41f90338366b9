"""Packages installed for one test, and the command line called in this process."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from conformance.packages import Packages
from doxa.app import cli


@pytest.fixture
def packages(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Packages]:
    """Yield an empty folder of packages on the path, and uninstall all of them afterwards."""
    installed = Packages(tmp_path / "site", monkeypatch)
    yield installed
    installed.forget()


@pytest.fixture
def call_doxa(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, str]]:
    """Return a function that calls the command line in this process and returns its exit code and all output."""

    def call(*words: str) -> tuple[int, str]:
        monkeypatch.setattr(sys, "argv", ["doxa", *words])
        monkeypatch.setenv("COLUMNS", "400")
        with pytest.raises(SystemExit) as ended:
            cli.main()
        captured = capsys.readouterr()
        return int(ended.value.code or 0), captured.out + captured.err

    return call
