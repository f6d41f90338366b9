"""The offline stance judge on positions that strangers wrote who had not seen its code.

Thirteen sets of positions, for, against or neither, and of pairs of a weaker and a stronger one: two of 80 and 24 by a
writer in the voices of students, forum posters and callers, and of pensioners, officials and witnesses; eight by
writers of plain statements; three by writers who were asked for free wording. Rules came of reading the first nine;
nobody has read the others for rules, and it should stay so. `pytest -s -m '' tests/models/test_unread_positions.py`
prints the figures that docs/judgement.md shows, beside what one gets who always says "for"; without `-m ''` it reads
the first set and the last.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from doxa.models.embedded import embedder
from doxa.models.offline.judging import stance_of
from doxa.models.offline.shelf import Library

PROBES = Path(__file__).parent / "probes"
UNDECIDED = 0.1
LEAST = {
    "first": (55, 16),
    "second": (54, 11),
    "third": (65, 18),
    "fourth": (67, 17),
    "fifth": (64, 18),
    "sixth": (60, 17),
    "seventh": (85, 19),
    "eighth": (86, 15),
    "ninth": (73, 15),
    "tenth": (77, 17),
    "eleventh": (62, 10),
    "twelfth": (54, 11),
    "thirteenth": (65, 16),
}
"""How many positions must be right, and pairs in order."""


def rows(name: str, of: str) -> list[dict[str, Any]]:
    lines = (PROBES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["set"] == of]


def sign_of(stance: float) -> int:
    return 0 if abs(stance) <= UNDECIDED else 1 if stance > 0 else -1


QUICK = ("first", "thirteenth")


@pytest.mark.parametrize("of", [pytest.param(of, marks=() if of in QUICK else pytest.mark.long) for of in LEAST])
def test_positions_of_strangers_are_read_more_often_than_by_always_saying_for(of: str) -> None:
    library, positions, pairs = Library(embedder()), rows("positions", of), rows("position_pairs", of)
    right = sum(sign_of(stance_of(row["text"], row["proposition"], library)) == row["direction"] for row in positions)
    ordered = 0
    for row in pairs:
        weaker, stronger = (stance_of(row[key], row["proposition"], library) for key in ("weaker", "stronger"))
        ordered += sign_of(weaker) == sign_of(stronger) == row["direction"] and abs(weaker) < abs(stronger)
    always_for = sum(row["direction"] == 1 for row in positions)
    print(f"{of}: {right} of {len(positions)} right, always for: {always_for}")
    print(f"{of}: {ordered} of {len(pairs)} pairs in order")
    least_right, least_ordered = LEAST[of]
    assert right >= least_right > always_for
    assert ordered >= least_ordered
