"""The examination suites: their rows as the notice counts them, and what is said of a suite that is not there."""

from collections import Counter

import pytest

from doxa.corpora.message_sets import SUITES, read_suite
from doxa.errors import UnknownNameError

ROWS = {
    "swaps": 40, "negated": 40, "irony": 30, "concessions": 40, "hedges": 40, "languages": 24, "everyday": 120,
    "noise": 24, "stances": 36, "stance_pairs": 16, "closings": 60, "units": 12,
}  # fmt: skip


def test_every_suite_has_its_rows_and_no_id_twice() -> None:
    assert {name: len(read_suite(name)) for name in SUITES} == ROWS
    ids = [row.id for name in SUITES for row in read_suite(name)]
    assert len(set(ids)) == len(ids)


def test_labels_are_towards_the_proposition_and_balanced() -> None:
    sides = {name: Counter(row.direction for row in read_suite(name)) for name in SUITES}
    assert sides["swaps"] == sides["negated"] == sides["concessions"] == {1: 20, -1: 20}
    assert sides["everyday"] == {1: 55, -1: 55, 0: 10}
    assert sides["hedges"] == {0: 40}
    assert sides["noise"] == {None: 24}
    assert sides["stances"] == {1: 15, -1: 16, 0: 5}


def test_what_a_suite_marks_stands_in_its_text() -> None:
    assert all(row.more["conceded"] in row.text for row in read_suite("concessions"))
    assert all(unit in row.text for row in read_suite("units") for unit in row.more["units"])
    assert all(row.opposite for name in ("swaps", "negated") for row in read_suite(name))


def test_a_suite_that_is_not_there_is_told_with_its_likest() -> None:
    with pytest.raises(UnknownNameError, match="ironi") as error:
        read_suite("ironi")
    assert "Did you mean 'irony'?" in error.value.hint
