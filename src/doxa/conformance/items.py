"""What a kernel's check feeds it, and the laws of a trace's items: they add up, name sources, and continue.

The course contains what occurs in runs: batches without anything new, messages of others and of the listener, posts
with every stance and many likes, posts that were seen before, batches with and without a self-report, records without a
strength, unclear records, and records that are archived later.

In the unit that a kernel declares (``doxa.beliefs.base.Items``):

- S: the stance before, plus every ``after − before``, is the stance after, limited to [−1, 1];
- L: the same of log-odds, and S = tanh(L / 2);
- None: items have no numbers.

An item's ``before`` is the ``after`` of the last item of its source, or 0 for what acts in this batch alone. A kernel
that offers contributions has an item for exactly those that changed. The item of the agent's own report covers its
whole stance.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, get_args

from doxa.beliefs.base import Contributing, Itemising, Items, ItemUnit, Kernel, Met, Weighing, items_of
from doxa.records.base import JsonValue
from doxa.records.claims import Evidence, Exposure, Item, Origin, Readout, Trace
from doxa.records.spec import Prior

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


STANCES = (None, 0.0, 0.3, -0.7, 0.999, 1.0, -1.0)

PRIORS = (
    *(Prior(stance=stance) for stance in STANCES),
    *(Prior(mode="target", stance=stance) for stance in STANCES if stance is not None),
    *(Prior(mode="target", stance=stance, reference_a=4.0) for stance in (0.3, -1.0)),
)
"""The first is the default of a scenario."""


def seed_sets() -> tuple[tuple[Evidence, ...], ...]:
    """Return four sets of seeds: none, of both sides, of one side, and unscored or unclear ones."""
    both = tuple(_record(f"seed/me#{place}", "seed", 1 if place % 2 else -1, place / 6) for place in range(1, 7))
    against = tuple(_record(f"seed/me#{place}", "seed", -1, 0.9) for place in range(1, 4))
    unscored = (_record("seed/me#1", "seed", 1, None), _record("seed/me#2", "seed", 0, 0.5))
    return (), both, against, unscored


def course(seeds: tuple[Evidence, ...]) -> Iterator[Met]:
    """Yield the batches that a listener with these seeds meets; records are those of its memory."""
    yield Met(evidence=seeds)
    first = (_record("r1/ann#1", "peer", 1, 0.8), _record("r1/me#1", "self", -1, 0.4))
    yield Met(exposures=(_exposure_to("r1/ann", "r1/ann#1"), _own("r1/me", 1, "r1/me#1")), evidence=(*seeds, *first))
    strong = _record("r2/bob#1", "peer", 1, 1.0)
    replaced = {"active": False, "superseded_by": strong.claim, "reason": "replaced"}
    archived = tuple(record.model_copy(update=replaced) for record in (*seeds, *first)[:1])
    active = (*(*seeds, *first)[1:], strong)
    posts = tuple(_post(place, stance) for place, stance in enumerate((1.0, 1.0, 0.6, -0.2), 1))
    yield Met(
        exposures=(_exposure_to("r2/bob", "r2/bob#1"), *posts),
        evidence=(*active, *archived),
        self_report=0.333333333333,
    )
    yield Met(evidence=active)
    unclear = (_record("r3/cy#1", "peer", 0, 0.7), _record("r3/cy#2", "peer", -1, None))
    yield Met(exposures=(_exposure_to("r3/cy", "r3/cy#1", "r3/cy#2"), *_praised()), evidence=(*active, *unclear))
    yield Met(exposures=tuple(_post(place, -1.0) for place in range(5, 10)), evidence=active, self_report=-1.0)
    yield Met(exposures=(_own("r5/me", 5), _post(1, 1.0)), evidence=active, self_report=None)
    yield Met(
        exposures=(_exposure_to("r6/ann"),), evidence=(*active, _record("r6/ann#1", "peer", -1, 1.0)), self_report=1.0
    )


def _record(claim: str, origin: str, polarity: int, strength: float | None) -> Evidence:
    return Evidence.model_validate(
        {"claim": claim, "origin": origin, "polarity": polarity, "strength": strength, "active": True, "reason": "new"}
    )


def _exposure_to(message: str, *claims: str) -> Exposure:
    return Exposure(message=message, speaker=message.partition("/")[2], origin="peer", claims=claims)


def _own(message: str, confidence: int, *claims: str) -> Exposure:
    """Return an exposure to the listener's own message, with a structured reply."""
    reply: dict[str, JsonValue] = {
        "players": [{"name": "Ann", "role": "knight" if confidence > 3 else "knave"}],
        "confidence": confidence,
    }
    return Exposure(message=message, speaker="me", origin="self", claims=claims, reply=reply)


def _post(place: int, stance: float) -> Exposure:
    """Return a much liked post of one of three authors; all odd posts have the same content, and all even ones."""
    author, content = ("ann", "bob", "cy")[place % 3], ("even", "odd")[place % 2]
    return Exposure(
        message=f"p{place}",
        speaker=author,
        origin="peer",
        stance=stance,
        likes=40 * place,
        shown=True,
        content=content,
    )


def _praised() -> tuple[Exposure, ...]:
    """Return the listener's own liked post, a post about another topic, and a post without a stance."""
    return (
        Exposure(message="own1", speaker="me", origin="self", stance=0.2, likes=3, dislikes=1, shown=True),
        Exposure(message="p10", speaker="bob", origin="peer", stance=-0.4, shown=True, topic="elsewhere"),
        Exposure(message="p11", speaker="cy", origin="peer", shown=True),
    )
