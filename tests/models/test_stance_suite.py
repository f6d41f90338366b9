"""The offline stance judge on suites that somebody else wrote: plain positions, and pairs of weaker and stronger ones.

`pytest -s tests/models/test_stance_suite.py` prints the figures that docs/judgement.md shows. A stance of at most 0.1
in magnitude counts as undecided. A pair is in order where both have the labelled sign and |weaker| < |stronger|.
"""

import pytest

from doxa.corpora.message_sets import read_suite
from doxa.models.embedded import embedder
from doxa.models.offline.judging import stance_of
from doxa.models.offline.shelf import Library

UNDECIDED = 0.1
LEAST_RIGHT, LEAST_ORDERED = 30, 14


@pytest.fixture(scope="module")
def library() -> Library:
    return Library(embedder())


def sign_of(stance: float) -> int:
    return 0 if abs(stance) <= UNDECIDED else 1 if stance > 0 else -1


def test_most_plain_positions_are_right(library: Library) -> None:
    suite = read_suite("stances")
    right = sum(sign_of(stance_of(row.text, row.proposition, library)) == row.direction for row in suite)
    always_for = sum(row.direction == 1 for row in suite)
    print(f"plain positions: {right} of {len(suite)} right; always for: {always_for}")
    assert right >= LEAST_RIGHT > always_for


def test_most_pairs_are_in_order(library: Library) -> None:
    suite = read_suite("stance_pairs")
    ordered = 0
    for row in suite:
        weaker, stronger = (stance_of(row.more[key], row.proposition, library) for key in ("weaker", "stronger"))
        ordered += sign_of(weaker) == sign_of(stronger) == row.direction and abs(weaker) < abs(stronger)
    print(f"pairs: {ordered} of {len(suite)} in order")
    assert ordered >= LEAST_ORDERED
