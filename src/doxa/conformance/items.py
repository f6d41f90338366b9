"""Laws of a trace's items: they add up to the move, name given sources, and continue where the last item ended.

In the unit that a kernel declares (``doxa.beliefs.base.Items``):

- S: the stance before, plus every ``after − before``, is the stance after, limited to [−1, 1];
- L: the same of log-odds, and S = tanh(L / 2);
- None: items have no numbers.

An item's ``before`` is the ``after`` of the last item of its source, or 0 for what acts in this batch alone. A kernel
that offers contributions has an item for exactly those that changed. The item of the agent's own report covers its
whole stance.
"""

import math
from dataclasses import dataclass, field
from typing import Any, get_args

from doxa.beliefs.base import Contributing, Itemising, Items, ItemUnit, Kernel, Met, Weighing, items_of
from doxa.records.claims import Origin
from doxa.records.readout import Item, Readout, Trace

CLOSE = 1e-9
"""The largest accepted error of a sum: numbers in a log have 12 decimals."""

REPORT = "self_report"
"""The origin of an item that is the agent's own report of its stance."""


@dataclass(kw_only=True)
class ItemHistory:
    """The sources that a kernel was given so far, and the ``after`` of the last item of each."""

    items: Items
    sources: set[str] = field(default_factory=set)
    stopped: dict[str, float] = field(default_factory=dict)

    def add(self, met: Met) -> None:
        """Add the sources of a batch: messages, the claims heard in them, and records."""
        self.sources |= {record.claim for record in met.evidence}
        for exposure in met.exposures:
            self.sources |= {exposure.message, *exposure.claims}


def check_declared(kernel: Kernel[Any], readout: Readout) -> Items:
    """Return the declaration of a kernel's items; raise where it contradicts the readout."""
    name = type(kernel).__name__
    if isinstance(kernel, Itemising):
        assert isinstance(kernel.items, Items), f"{name}.items must be a doxa.beliefs.base.Items"
        unit = kernel.items.unit
        assert unit is None or unit in get_args(ItemUnit), f"{name}.items: the unit is L, S or None, not {unit!r}"
        if unit is not None:
            shows = "log-odds" if readout.log_odds is not None else "no log-odds"
            assert (unit == "L") == (readout.log_odds is not None), (
                f"{name}.items are declared in {unit}, but its readout has {shows}: "
                "a reader of the log treats items as parts of L exactly where readouts have log-odds"
            )
    return items_of(kernel, readout)


def check_begun(kernel: Kernel[Any], state: Any, trace: Trace, history: ItemHistory) -> None:
    """Raise where a start breaks a law; a prior may set a stance without items."""
    where = f"{type(kernel).__name__}.init"
    if trace.items:
        _check_items(kernel, trace, history, where, reported=False)
    _check_log_odds(trace.after, history.items, where)
    if isinstance(kernel, Contributing):
        _check_ledger(kernel, state, trace.after, history, where)
    history.stopped |= {item.source: item.after for item in trace.items}


def check_moved(kernel: Kernel[Any], before: Any, after: Any, met: Met, trace: Trace, history: ItemHistory) -> None:
    """Raise where a step breaks a law."""
    where = f"{type(kernel).__name__}.step"
    history.items = items_of(kernel, trace.after)
    _check_items(kernel, trace, history, where, reported=met.self_report is not None)
    _check_log_odds(trace.after, history.items, where)
    if isinstance(kernel, Contributing):
        _check_ledger(kernel, after, trace.after, history, where)
        _check_itemised(kernel, before, after, trace, where)
    else:
        _check_chain(trace, history, where)
    if isinstance(kernel, Weighing):
        _check_weights(kernel, after, met, trace, where)


def _check_items(kernel: Kernel[Any], trace: Trace, history: ItemHistory, where: str, *, reported: bool) -> None:
    for item in trace.items:
        _check_source(item, history, where, reported=reported)
        assert history.items.weighed or not item.weight, (
            f"{where}: {item.source} has weight {item.weight}, but {type(kernel).__name__} does not say that its items "
            "are weighed: write items = Items(unit=…, weighed=True)"
        )
    if history.items.unit is None:
        numbered = [item.source for item in trace.items if item.before or item.after]
        assert not numbered, f"{where}: {numbered[0]} has numbers, but items are declared without a unit (None)"
    else:
        _check_sum(trace, history.items.unit, where)


def _check_source(item: Item, history: ItemHistory, where: str, *, reported: bool) -> None:
    if item.origin == REPORT:
        assert reported, f"{where} itemises a report ({item.source}), but the agent gave none (met.self_report is None)"
        return
    assert item.source in history.sources or item.source in history.items.own, (
        f"{where}: an item comes from {item.source!r}, which the kernel was not given: sources are the claims of "
        "records and seeds, messages in the batch, or what the class declares: "
        "items = Items(unit=…, own={source: words})"
    )


def _check_sum(trace: Trace, unit: ItemUnit, where: str) -> None:
    before, after = _value(trace.before, unit), _value(trace.after, unit)
    if before is None or after is None:
        return
    parts = math.fsum(item.after - item.before for item in trace.items)
    end = before + parts
    if unit == "S":
        end = max(-1.0, min(1.0, end))
    assert abs(end - after) <= CLOSE, (
        f"{where}: items add up to {parts:+.6f} {unit}, but {unit} went from {before:+.6f} to {after:+.6f}: give "
        "an item for everything that moves it, under a source of the kernel's own where it is no record (Items.own); a "
        "rule that has no such items declares items = Items(unit=None), without numbers"
    )


def _check_chain(trace: Trace, history: ItemHistory, where: str) -> None:
    for item in trace.items:
        stopped = history.stopped.get(item.source, 0.0)
        begins = 0.0 if item.origin != REPORT else trace.before.stance or 0.0
        assert min(abs(item.before - stopped), abs(item.before - begins)) <= CLOSE, (
            f"{where}: the item of {item.source} begins at {item.before:+.6f}, but the last item of that source ended "
            f"at {stopped:+.6f}: before is the source's part until now, or 0 for what acts in one batch alone"
        )
        history.stopped[item.source] = item.after


def _check_log_odds(readout: Readout, items: Items, where: str) -> None:
    if items.unit == "L" and readout.stance is not None and readout.log_odds is not None:
        stance = math.tanh(readout.log_odds / 2)
        assert abs(stance - readout.stance) <= CLOSE, (
            f"{where}: items are in L, so S must be tanh(L / 2) = {stance:+.6f}, not {readout.stance:+.6f}: "
            "otherwise the effect of a record on S is undefined; declare S, and show no log-odds"
        )


def _check_ledger(kernel: Contributing, state: Any, readout: Readout, history: ItemHistory, where: str) -> None:
    contributions = kernel.contributions(state)
    strange = sorted(contributions.keys() - history.sources - history.items.own.keys())
    assert not strange, f"{where}: contributions name {strange[0]!r}, which the kernel was not given"
    assert history.items.unit is not None, f"{where}: contributions need a unit, L or S: items = Items(unit=…)"
    readout_total, total = _value(readout, history.items.unit), math.fsum(contributions.values())
    assert readout_total is None or abs(readout_total - total) <= CLOSE, (
        f"{where}: contributions add up to {total:+.6f}, but {history.items.unit} is {readout_total}: put what is no "
        "record, such as the starting value, under a source of the kernel's own (Items.own)"
    )


def _check_itemised(kernel: Contributing, before: Any, after: Any, trace: Trace, where: str) -> None:
    """Raise unless the items are exactly the contributions that changed."""
    old, new = kernel.contributions(before), kernel.contributions(after)
    for item in trace.items:
        pair = old.get(item.source, 0.0), new.get(item.source, 0.0)
        assert math.dist(pair, (item.before, item.after)) <= CLOSE, (
            f"{where}: {item.source} is itemised as {item.before:+.6f} to {item.after:+.6f}, but contributions say "
            f"{pair[0]:+.6f} to {pair[1]:+.6f}"
        )
    itemised = {item.source for item in trace.items}
    changed = [name for name in {**old, **new} if abs(old.get(name, 0.0) - new.get(name, 0.0)) > CLOSE]
    missing = [name for name in changed if name not in itemised]
    assert not missing, f"{where}: the contribution of {missing[0]} changed, but there is no item for it"


def _check_weights(kernel: Weighing, state: Any, met: Met, trace: Trace, where: str) -> None:
    """Raise where the weights of records' items differ from ``weigh``."""
    weights = {origin: kernel.weigh(state, origin) for origin in get_args(Origin)}
    for origin, weight in weights.items():
        assert 0.0 <= weight < math.inf, (
            f"{where}: the weight of {origin} is {weight}, not a finite number of at least 0"
        )
    records = {record.claim for record in met.evidence}
    for item in trace.items:
        if item.source in records and item.origin in weights:
            weight = weights[item.origin]
            assert abs(weight - item.weight) <= CLOSE, (
                f"{where}: {item.source} has weight {item.weight}, but weigh says {weight} of {item.origin}"
            )


def _value(readout: Readout, unit: ItemUnit) -> float | None:
    return readout.log_odds if unit == "L" else readout.stance
