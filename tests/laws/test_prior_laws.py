"""Laws of target priors: a reachable target is reached, an unreachable one is refused with what can be."""

import math
import re

import pytest
from hypothesis import given, strategies as st

from doxa.beliefs.log_odds import LogOdds, LogOddsSettings, solve_factor
from doxa.errors import UnreachablePriorError
from doxa.records.claims import Evidence
from doxa.records.spec import Prior

own_side = st.lists(st.floats(0.05, 1.0), min_size=2, max_size=12)
anchorings = st.floats(0.1, 2.0)


def stance_at(factor: float, seeds, anchoring: float) -> float:
    return math.tanh(math.fsum(p * math.log1p(s * anchoring * factor) for p, s in seeds) / 2)


@given(own_side, anchorings, st.floats(0.001, 0.99), st.sampled_from((1, -1)))
def test_the_factor_gives_the_target(strengths, anchoring, target, side):
    seeds = [(side, one) for one in strengths]
    factor = solve_factor(seeds, anchoring, side * target)
    assert stance_at(factor, seeds, anchoring) == pytest.approx(side * target, abs=1e-9)


@given(own_side, st.floats(0.1, 0.95))
def test_a_believer_is_born_at_its_target(strengths, target):
    seeds = tuple(
        Evidence(claim=f"c{place}", polarity=1, strength=one, origin="seed", active=True)
        for place, one in enumerate(strengths)
    )
    state, _ = LogOdds(LogOddsSettings()).init(Prior(mode="target", stance=target), seeds)
    assert math.tanh(state.log_odds / 2) == pytest.approx(target, abs=1e-9)


@given(own_side, anchorings, st.floats(0.01, 1.0))
def test_seeds_of_one_side_cannot_reach_the_other(strengths, anchoring, target):
    with pytest.raises(UnreachablePriorError):
        solve_factor([(1, one) for one in strengths], anchoring, -target)


@given(own_side, anchorings)
def test_the_refusal_prints_the_range_that_can_be_reached(strengths, anchoring):
    seeds = [(1, one) for one in strengths]
    with pytest.raises(UnreachablePriorError) as caught:
        solve_factor(seeds, anchoring, -0.5)
    low, high = re.search(r"reach (\S+) to (\S+) at", caught.value.message).groups()
    assert float(low) == 0.0
    assert float(high) == pytest.approx(stance_at(1000.0, seeds, anchoring), abs=5e-4)


@given(st.lists(st.tuples(st.sampled_from((1, -1)), st.floats(0.05, 1.0)), max_size=8), st.floats(0.05, 8.0))
def test_a_target_that_mixed_seeds_can_reach_is_reached(seeds, factor):
    target = stance_at(factor, seeds, 0.4)
    solved = solve_factor(seeds, 0.4, target)
    assert stance_at(solved, seeds, 0.4) == pytest.approx(target, abs=1e-9)
