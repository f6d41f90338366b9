"""Calling doxa in this process, as a test reads what it prints and how it ends."""

import sys

import pytest

from doxa.app.cli import app, main


def called(*words: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Call doxa and return its output."""
    app(list(words), result_action="return_value")
    return capsys.readouterr().out


def failed(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str]:
    """Call doxa as the shell does and return its exit code and its standard error."""
    monkeypatch.setattr(sys, "argv", ["doxa", *words])
    with pytest.raises(SystemExit) as stop:
        main()
    return int(str(stop.value.code)), capsys.readouterr().err
