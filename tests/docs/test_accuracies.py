"""How often the offline judge is right, as a run announces it, is what the table of the benchmark under shift says."""

from pathlib import Path

import pytest

from doxa.models.offline.accuracy import ACCURACIES, Accuracy

PAGE = Path(__file__).parents[2] / "docs" / "judgement.md"
HEAD = "| domain | n | topics | accuracy |"


def shift_rows() -> dict[str, dict[str, str]]:
    """Return domain → column → the figure in it, without its interval."""
    lines = PAGE.read_text(encoding="utf-8").splitlines()
    start = next(place for place, line in enumerate(lines) if line.startswith(HEAD))
    columns, rows = cells(lines[start]), {}
    for line in lines[start + 2 :]:
        if not line.startswith("|"):
            break
        row = dict(zip(reversed(columns), reversed(cells(line)), strict=True))
        rows[row["domain"]] = {column: cell.partition(" ")[0] for column, cell in row.items()}
    return rows


def cells(line: str) -> list[str]:
    return [cell.strip() for cell in line.strip("|").split("|")]


@pytest.mark.parametrize("accuracy", ACCURACIES.values(), ids=list(ACCURACIES))
def test_what_a_run_announces_stands_in_the_table(accuracy: Accuracy) -> None:
    row = shift_rows()[accuracy.command.rpartition(" ")[2]]
    assert f"{accuracy.right:.3f}" == row["accuracy"]
    assert f"{accuracy.decided:.3f}" == row["right of the decided"]
    assert f"{1 - accuracy.unclear:.3f}" == row["coverage"]
    assert str(accuracy.of) == row["n"]
