"""Argument effects worked by hand, with contributions ln x so that S(ln x) = (x − 1) / (x + 1)."""

import math
import tracemalloc

import pytest

from doxa.scoring import effects
from doxa.scoring.effects import leave_one_out, shapley

LN2, LN3 = math.log(2), math.log(3)
MIXED = [0.4 * math.sin(7 * place) for place in range(150)]


def test_shares_of_two_allies():
    # S(3) = 1/2, S(2) = 1/3, S(6) = 5/7
    # first:  ½·1/2 + ½·(5/7 − 1/3) = 1/4 + 4/21 = 0.440476190476
    # second: ½·1/3 + ½·(5/7 − 1/2) = 1/6 + 3/28 = 0.273809523810; together 5/7
    assert shapley([LN3, LN2]) == pytest.approx([0.440476190476, 0.273809523810], abs=1e-11)


def test_shares_of_two_opponents():
    # S(3) = 1/2, S(1/3) = −1/2, together S(1) = 0: ½·1/2 + ½·(0 + 1/2) = 1/2, and the same with minus
    assert shapley([LN3, -LN3]) == pytest.approx([0.5, -0.5], abs=1e-11)


def test_the_share_of_a_single_argument_is_the_stance():
    assert shapley([LN3]) == pytest.approx([0.5], abs=1e-11)


def test_nothing_said_has_no_shares():
    assert (shapley([]), leave_one_out([])) == ([], [])


def test_leaving_one_out():
    # 5/7 − 1/3 = 8/21 = 0.380952380952, 5/7 − 1/2 = 3/14 = 0.214285714286
    assert leave_one_out([LN3, LN2]) == pytest.approx([0.380952380952, 0.214285714286], abs=1e-12)


def test_overwhelming_arguments_share_certainty():
    # three equal ones of 40: S = tanh 60 = 1 to the last bit, a third each
    assert shapley([40.0, 40.0, 40.0]) == pytest.approx([1 / 3] * 3, abs=1e-10)


def test_more_nodes_than_the_most_change_nothing(monkeypatch):
    # a polynomial of degree 149 is integrated exactly with 75 nodes
    usual = shapley(MIXED)
    monkeypatch.setattr(effects, "MOST_NODES", 75)
    assert shapley(MIXED) == pytest.approx(usual, abs=1e-11)


def test_shares_of_a_long_debate_take_the_memory_of_a_short_one():
    # 1,500 arguments and the 5,000 frequencies of their sum would be a matrix of 120 MB, five times over
    tracemalloc.start()
    shares = shapley([0.1 * math.sin(7 * place) for place in range(1500)])
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert (len(shares), peak < 30e6) == (1500, True)
