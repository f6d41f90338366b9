"""Laws of a trace's items: they add up to the move, come from what was given, and go on where they stopped.

In the unit that a kernel declares (``doxa.beliefs.base.Items``):

- S: the stance before, plus every ``after − before``, is the stance after; beyond ±1 it stops there;
- L: the same of log-odds, and S = tanh(L / 2);
- None: items have no numbers.

An item's ``before`` is 0, for what acts in this batch alone, or where the last item of its source stopped; a kernel
that offers contributions itemises exactly those that changed. The agent's own report stands for its whole stance.
"""

import math
from dataclasses import dataclass, field
from typing import Any, get_args

from doxa.beliefs.base import Contributing, Itemising, Items, ItemUnit, Kernel, Met, Weighing, items_of
from doxa.records.claims import Origin
from doxa.records.readout import Item, Readout, Trace

CLOSE = 1e-9
"""How far a sum may be off: numbers of a log have 12 decimals."""

REPORT = "self_report"
"""The origin of an item that is the agent's own report of its stance."""


@dataclass(kw_only=True)
class Given:
    """What a kernel was given so far, and where the last item of each source stopped."""

    items: Items
    sources: set[str] = field(default_factory=set)
    stopped: dict[str, float] = field(default_factory=dict)

    def add(self, met: Met) -> None:
        """Add the sources of a batch: messages, the claims heard in them, and records."""
        self.sources |= {record.claim for record in met.evidence}
        for exposure in met.exposures:
            self.sources |= {exposure.message, *exposure.claims}


def check_declared(kernel: Kernel[Any], shown: Readout) -> Items:
    """Return what a kernel's items are, and hold the declaration to what the readout shows."""
    name = type(kernel).__name__
    if isinstance(kernel, Itemising):
        assert isinstance(kernel.items, Items), f"{name}.items must be a doxa.beliefs.base.Items"
        unit = kernel.items.unit
        assert unit is None or unit in get_args(ItemUnit), f"{name}.items: the unit is L, S or None, not {unit!r}"
        if unit is not None:
            shows = "log-odds" if shown.log_odds is not None else "no log-odds"
            assert (unit == "L") == (shown.log_odds is not None), (
                f"{name}.items are declared in {unit}, but its readout has {shows}: "
                "whoever reads a log takes items for parts of L exactly where readouts show it"
            )
    return items_of(kernel, shown)


def check_begun(kernel: Kernel[Any], state: Any, trace: Trace, given: Given) -> None:
    """Hold a start to the laws; a prior may set a stance without items."""
    where = f"{type(kernel).__name__}.init"
    if trace.items:
        _check_items(kernel, trace, given, where, reported=False)
    _check_log_odds(trace.after, given.items, where)
    if isinstance(kernel, Contributing):
        _check_ledger(kernel, state, trace.after, given, where)
    given.stopped |= {item.source: item.after for item in trace.items}


def check_moved(kernel: Kernel[Any], before: Any, after: Any, met: Met, trace: Trace, given: Given) -> None:
    """Hold one step to the laws."""
    where = f"{type(kernel).__name__}.step"
    given.items = items_of(kernel, trace.after)
    _check_items(kernel, trace, given, where, reported=met.self_report is not None)
    _check_log_odds(trace.after, given.items, where)
    if isinstance(kernel, Contributing):
        _check_ledger(kernel, after, trace.after, given, where)
        _check_itemised(kernel, before, after, trace, where)
    else:
        _check_chain(trace, given, where)
    if isinstance(kernel, Weighing):
        _check_weights(kernel, after, met, trace, where)


def _check_items(kernel: Kernel[Any], trace: Trace, given: Given, where: str, *, reported: bool) -> None:
    for item in trace.items:
        _check_source(item, given, where, reported=reported)
        assert given.items.weighed or not item.weight, (
            f"{where}: {item.source} has weight {item.weight}, but {type(kernel).__name__} does not say that its items "
            "are weighed: write items = Items(unit=…, weighed=True)"
        )
    if given.items.unit is None:
        numbered = [item.source for item in trace.items if item.before or item.after]
        assert not numbered, f"{where}: {numbered[0]} has numbers, but items are declared without a unit (None)"
    else:
        _check_sum(trace, given.items.unit, where)


def _check_source(item: Item, given: Given, where: str, *, reported: bool) -> None:
    if item.origin == REPORT:
        assert reported, f"{where} itemises a report ({item.source}), but the agent gave none (met.self_report is None)"
        return
    assert item.source in given.sources or item.source in given.items.own, (
        f"{where}: an item comes from {item.source!r}, which the kernel was not given: sources are the claims of "
        "records and seeds, messages that were met, or what the class declares: "
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
        f"{where}: items add up to {parts:+.6f} {unit}, but {unit} went from {before:+.6f} to {after:+.6f}: itemise "
        "everything that moves it, under a source of the kernel's own where it is no record (Items.own); a rule that "
        "cannot be itemised declares items = Items(unit=None), without numbers"
    )


def _check_chain(trace: Trace, given: Given, where: str) -> None:
    for item in trace.items:
        stopped = given.stopped.get(item.source, 0.0)
        begins = 0.0 if item.origin != REPORT else trace.before.stance or 0.0
        assert min(abs(item.before - stopped), abs(item.before - begins)) <= CLOSE, (
            f"{where}: the item of {item.source} begins at {item.before:+.6f}, but its last one stopped at "
            f"{stopped:+.6f}: before is what the source gave until now, or 0 for what acts in one batch alone"
        )
        given.stopped[item.source] = item.after


def _check_log_odds(shown: Readout, items: Items, where: str) -> None:
    if items.unit == "L" and shown.stance is not None and shown.log_odds is not None:
        stance = math.tanh(shown.log_odds / 2)
        assert abs(stance - shown.stance) <= CLOSE, (
            f"{where}: items are in L, so S must be tanh(L / 2) = {stance:+.6f}, not {shown.stance:+.6f}: "
            "without that no effect of a record on S can be named; declare S, and show no log-odds"
        )


def _check_ledger(kernel: Contributing, state: Any, shown: Readout, given: Given, where: str) -> None:
    contributions = kernel.contributions(state)
    strange = sorted(contributions.keys() - given.sources - given.items.own.keys())
    assert not strange, f"{where}: contributions name {strange[0]!r}, which the kernel was not given"
    assert given.items.unit is not None, f"{where}: contributions need a unit, L or S: items = Items(unit=…)"
    readout_total, total = _value(shown, given.items.unit), math.fsum(contributions.values())
    assert readout_total is None or abs(readout_total - total) <= CLOSE, (
        f"{where}: contributions add up to {total:+.6f}, but {given.items.unit} is {readout_total}: what is no record "
        "stands under a source of the kernel's own (Items.own), such as where it began"
    )


def _check_itemised(kernel: Contributing, before: Any, after: Any, trace: Trace, where: str) -> None:
    """Hold items to the ledger: each is a contribution that changed, and each that changed is there."""
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
    assert not missing, f"{where}: the contribution of {missing[0]} changed, but no item says so"


def _check_weights(kernel: Weighing, state: Any, met: Met, trace: Trace, where: str) -> None:
    """Hold weights to the items of records."""
    weights = {origin: kernel.weigh(state, origin) for origin in get_args(Origin)}
    for origin, weight in weights.items():
        assert 0.0 <= weight < math.inf, f"{where}: the weight of {origin} is {weight}, not a finite number from 0 on"
    records = {record.claim for record in met.evidence}
    for item in trace.items:
        if item.source in records and item.origin in weights:
            weight = weights[item.origin]
            assert abs(weight - item.weight) <= CLOSE, (
                f"{where}: {item.source} has weight {item.weight}, but weigh says {weight} of {item.origin}"
            )


def _value(shown: Readout, unit: ItemUnit) -> float | None:
    return shown.log_odds if unit == "L" else shown.stance
