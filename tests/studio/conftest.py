"""A finished run that tests of the studio copy or read."""

from pathlib import Path

import pytest

import doxa


@pytest.fixture(scope="session")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("studio") / "run"
    doxa.run("compulsory-voting", changes={"script.rounds": 3}, out=path)
    return path
