"""Retrieval shares k₊ = round(k·n₊ / (n₊ + n₋)), half up, k₋ = k − k₊; and what they bring."""

import pytest

from doxa.evidence.memory import retrieve, shares
from golden.one_mind import EAST, mind

SHARES = [
    # k, n₊, n₋ → k₊, k₋
    (5, 1, 1, 3, 2),  # 2.5 rounds up
    (5, 3, 1, 4, 1),  # 3.75
    (5, 1, 3, 1, 4),  # 1.25
    (5, 1, 9, 1, 4),  # 0.5 rounds up
    (5, 1, 10, 0, 5),  # 0.45…
    (5, 7, 3, 4, 1),  # 3.5 rounds up
    (5, 3, 7, 2, 3),  # 1.5 rounds up
    (4, 1, 1, 2, 2),  # 2
    (1, 1, 1, 1, 0),  # 0.5 rounds up
    (5, 4, 0, 5, 0),
    (5, 0, 4, 0, 5),
    (0, 4, 4, 0, 0),
    (5, 0, 0, 3, 2),  # nothing to go by: an even split, the odd one to the motion
    (3, 10**15, 10**15, 2, 1),  # 1.5 also where the numbers are large
]


@pytest.mark.parametrize(("k", "pro", "con", "for_pro", "for_con"), SHARES)
def test_shares(k, pro, con, for_pro, for_con):
    assert shares(k, pro, con) == (for_pro, for_con)


def test_a_side_with_fewer_is_not_filled_from_the_other():
    # n₊ = 1, n₋ = 1, k = 5: three and two slots, one record each
    found = retrieve(mind((1, 0.3, EAST), (-1, 0.9, EAST), u=0.2, a=1.0).memory, 5)
    assert [entry.claim.id for entry in found] == ["seed0", "seed1"]


def test_the_strongest_of_each_side_come_first_and_ties_in_order_of_admission():
    seeds = [(1, 0.2, EAST), (1, 0.7, EAST), (1, 0.7, EAST), (-1, 0.1, EAST), (-1, 0.4, EAST), (1, 0.1, EAST)]
    # n₊ = 4, n₋ = 2, k = 3: 3·4/6 = 2 and 1
    found = retrieve(mind(*seeds, u=0.2, a=1.0).memory, 3)
    assert [entry.claim.id for entry in found] == ["seed1", "seed2", "seed4"]
