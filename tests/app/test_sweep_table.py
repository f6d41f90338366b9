"""The table of a sweep in which some combinations have stances and others have none."""

import pytest

from doxa.app.commands.sweep import CROWD, _table
from doxa.experiments.runner import Cell


def cell(kernel: str, stance: float | None) -> Cell:
    stances = {f"agent-{number}": stance for number in range(CROWD + 1)}
    return Cell(path=f"runs/{kernel}", replicate=0, set={"kernel": kernel}, status="finished", stances=stances)


def test_a_combination_in_which_nobody_of_a_crowd_shows_a_stance_has_a_dash(
    capsys: pytest.CaptureFixture[str],
) -> None:
    _table([cell("social", 0.25), cell("mute", None)])
    rows = {line.split()[0]: line.split()[1:] for line in capsys.readouterr().out.splitlines() if "kernel=" in line}
    assert rows == {"kernel=social": ["1", "0", "+0.250", "+0.000"], "kernel=mute": ["1", "0", "–", "–"]}
