"""Holm's correction by hand, and beside every p of a report."""

import pytest

from doxa.analysis.exhibit import Prose, Table
from doxa.humans.replay.writing import correct_tables
from doxa.scoring.significance import correct_holm


def test_holm_by_hand():
    assert correct_holm([0.01, 0.04, 0.03, 0.005]) == pytest.approx([0.03, 0.06, 0.06, 0.02])
    assert correct_holm([0.9, 0.8]) == [1.0, 1.0]
    assert correct_holm([]) == []


def test_every_p_of_every_table_is_corrected_for_all_of_them():
    first = Table(name="a", title="T", caption="A.", columns=("rule", "paired p"), rows=(("x", 0.02), ("y", None)))
    second = Table(name="b", title="T", caption="B.", columns=("p", "n"), rows=((0.0001, 3), (0.5, 4)))
    (_, one, two), corrected = correct_tables([Prose(name="c", title="T", paragraphs=("C",)), first, second])
    assert corrected == pytest.approx([0.04, 0.0003, 0.5])
    assert one.names == ("rule", "paired p", "p, Holm")
    assert one.rows == (("x", "0.020", "0.040"), ("y", None, None))
    assert two.rows == (("< 0.001", "< 0.001", 3), ("0.500", "0.500", 4))
    assert "the 3 p values of this report" in one.caption
