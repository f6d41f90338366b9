"""The offline stance judge on positions that strangers wrote who had not seen its code.

Twenty-three sets of positions, for, against or neither, most with pairs of a weaker and a stronger one: two by a writer
in the voices of students, forum posters and callers, and of pensioners, officials and witnesses; eight by writers of
plain statements; three by writers who were asked for free wording; nine by writers for the reading of `offline/22`,
among them suites of 36 of the kinds that an issue named, and one by a reviewer of `offline/23`. Rules came of all but
the tenth to the thirteenth and the twenty-second; nobody has read these for rules, and it should stay so.
`pytest -s -m '' tests/models/test_unread_positions.py` prints the figures that docs/judgement.md shows, beside what one
gets who always says "for"; without `-m ''` it reads the first set and the twenty-second.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from doxa.models.embedded import embedder
from doxa.models.offline import judging
from doxa.models.offline.judging import stance_of
from doxa.models.offline.shelf import Library
from doxa.records.canonical import clean

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
    "fourteenth": (104, 0),
    "fifteenth": (90, 14),
    "sixteenth": (95, 0),
    "seventeenth": (140, 0),
    "eighteenth": (111, 0),
    "nineteenth": (124, 0),
    "twentieth": (132, 0),
    "twenty-first": (93, 0),
    "twenty-second": (89, 0),
    "twenty-third": (67, 0),
}
"""How many positions must be right, and pairs in order; some sets have no pairs."""


def rows(name: str, of: str) -> list[dict[str, Any]]:
    lines = (PROBES / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [row for row in map(json.loads, lines) if row["set"] == of]


def sign_of(stance: float) -> int:
    return 0 if abs(stance) <= UNDECIDED else 1 if stance > 0 else -1


QUICK = ("first", "twenty-second")


@pytest.mark.parametrize("of", [pytest.param(of, marks=() if of in QUICK else pytest.mark.long) for of in LEAST])
def test_positions_of_strangers_are_read_more_often_than_by_always_saying_for(
    of: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    library, positions, pairs = Library(embedder()), rows("positions", of), rows("position_pairs", of)
    guess, guessed = judging._read_whole, set[str]()

    def noted(text: str, proposition: str, library: Library) -> float:
        guessed.add(text)
        return guess(text, proposition, library)

    monkeypatch.setattr(judging, "_read_whole", noted)
    rights = [sign_of(stance_of(row["text"], row["proposition"], library)) == row["direction"] for row in positions]
    right = sum(rights)
    ordered = 0
    for row in pairs:
        weaker, stronger = (stance_of(row[key], row["proposition"], library) for key in ("weaker", "stronger"))
        ordered += sign_of(weaker) == sign_of(stronger) == row["direction"] and abs(weaker) < abs(stronger)
    always_for = sum(row["direction"] == 1 for row in positions)
    print(f"{of}: {right} of {len(positions)} right, always for: {always_for}")
    of_guessed = [is_right for row, is_right in zip(positions, rights, strict=True) if clean(row["text"]) in guessed]
    print(f"{of}: {len(of_guessed)} guessed by the networks alone, {sum(of_guessed)} of them right")
    for suite in sorted({row["suite"] for row in positions if "suite" in row}):
        of_suite = [is_right for row, is_right in zip(positions, rights, strict=True) if row.get("suite") == suite]
        print(f"{of}, suite {suite}: {sum(of_suite)} of {len(of_suite)} right")
    print(f"{of}: {ordered} of {len(pairs)} pairs in order")
    least_right, least_ordered = LEAST[of]
    assert right >= least_right > always_for
    assert ordered >= least_ordered
