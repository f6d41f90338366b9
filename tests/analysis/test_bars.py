"""The bars of a move add up to it, and what a replaced record took away is a bar of its own."""

import math

import pytest
from hypothesis import given, strategies as st

from doxa.analysis.bars import bars_of, successors
from doxa.analysis.story import net_parts
from doxa.records.claims import Evidence, Item, Readout, Trace


def readout(log_odds: float) -> Readout:
    return Readout(stance=math.tanh(log_odds / 2), log_odds=log_odds)


def trace_of(*items: Item, before: float = 0.0) -> Trace:
    after = before + math.fsum(item.after - item.before for item in items)
    return Trace(items=items, before=readout(before), after=readout(after))


def item(source: str, before: float, after: float) -> Item:
    return Item(source=source, origin="peer", polarity=1, before=before, after=after)


def archived(claim: str, by: str) -> Evidence:
    return Evidence(claim=claim, polarity=1, strength=0.5, origin="seed", active=False, superseded_by=by)


def test_a_replaced_record_has_a_bar_and_the_newcomer_the_net_part() -> None:
    trace = trace_of(item("own", 0.3, 0.0), item("new", 0.0, 0.1), before=0.3)
    bars = {bar.source: bar for bar in bars_of(trace, "L", [archived("own", "new")])}
    assert (bars["own"].kind, bars["own"].replaced_by, bars["own"].weightier) == ("lost", "new", True)
    assert bars["own"].part < 0 < bars["new"].part
    assert net_parts(bars.values()) == pytest.approx({"new": trace.after.stance - trace.before.stance})


def test_a_record_replaced_twice_in_a_batch_is_lost_to_the_last() -> None:
    assert successors([archived("a", "b"), archived("b", "c")]) == {"a": "c", "b": "c"}


def test_what_the_end_of_the_scale_cuts_off_is_a_bar() -> None:
    bars = bars_of(Trace(items=(item("post", 0.0, 0.5),), before=Readout(stance=0.8), after=Readout(stance=1.0)), "S")
    assert [(bar.source, bar.kind) for bar in bars] == [("post", "added"), ("rest", "rest")]
    assert math.fsum(bar.part for bar in bars) == pytest.approx(0.2, abs=1e-15)


def test_a_move_that_its_rule_does_not_explain_is_one_bar() -> None:
    trace = Trace(items=(), before=Readout(stance=0.1), after=Readout(stance=0.4))
    assert [bar.kind for bar in bars_of(trace, None)] == ["rest"]


@given(st.lists(st.tuples(st.floats(-3, 3), st.floats(-3, 3)), max_size=12), st.floats(-5, 5))
def test_bars_add_up_to_the_move(changes: list[tuple[float, float]], before: float) -> None:
    trace = trace_of(*(item(f"c{place}", *pair) for place, pair in enumerate(changes)), before=before)
    moved = trace.after.stance - trace.before.stance
    assert math.fsum(bar.part for bar in bars_of(trace, "L")) == pytest.approx(moved, abs=1e-12)
