"""Preferred extensions of a graph without cycles beyond mutual attacks, counted without listing them.

In an annotated debate everything answers one thing, so that its undecided components are trees whose only directed
cycles are mutual attacks. Such a graph has no odd cycle, and its preferred extensions are its stable ones (Dung 1995,
theorem 33). They are counted from the leaves to the root, with three states of an argument: in; out by one of those
below it; out only if the one above it is in. Then states that take part in some extension are marked from the root.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from doxa.judging.measures.attacks import Attacks

State = Literal["in", "out", "waits"]
"""``waits``: out only if the argument above is in and attacks it."""

Counts = dict[State, int]


@dataclass(frozen=True)
class Held:
    """What the extensions of one component hold."""

    count: int
    always: frozenset[str]
    sometimes: frozenset[str]


def is_tree(graph: Attacks) -> bool:
    """Say whether a connected graph has no cycle but mutual attacks, and nothing attacks itself."""
    edges = {frozenset(pair) for pair in graph.pairs}
    return len(edges) == len(graph.arguments) - 1 and all(len(one) == 2 for one in edges)


def tree_held(graph: Attacks) -> Held:
    """Return what the stable extensions of a tree hold; with none of them, nothing."""
    below = _below(graph)
    counts: dict[str, Counts] = {}
    for one in reversed(below):
        counts[one] = _counted(graph, one, below[one], counts)
    root = next(iter(below))
    taken = _taking_part(graph, below, counts)
    return Held(
        count=counts[root]["in"] + counts[root]["out"],
        always=frozenset(one for one in below if taken[one] == {"in"}),
        sometimes=frozenset(one for one in below if "in" in taken[one]),
    )


def _below(graph: Attacks) -> dict[str, tuple[str, ...]]:
    """Hang the tree up by its first argument: argument → those below it, from the root on."""
    found: dict[str, tuple[str, ...]] = {}
    waiting = [(graph.arguments[0], "")]
    while waiting:
        one, above = waiting.pop()
        near = dict.fromkeys((*graph.attackers[one], *graph.targets[one]))
        found[one] = tuple(other for other in near if other != above)
        waiting += [(other, one) for other in found[one]]
    return found


def _counted(graph: Attacks, one: str, below: Sequence[str], counts: dict[str, Counts]) -> Counts:
    """Count the labellings of what hangs below an argument, by its own state."""
    free = math.prod(counts[other]["in"] + counts[other]["out"] for other in below)
    waits = math.prod(sum(counts[other][state] for state in _allowed(graph, one, other, "waits")) for other in below)
    inside = math.prod(sum(counts[other][state] for state in _allowed(graph, one, other, "in")) for other in below)
    return {"in": inside, "out": free - waits, "waits": waits}


def _allowed(graph: Attacks, one: str, other: str, state: State) -> tuple[State, ...]:
    """Return the states that an argument below may have beside a state of the one above."""
    if state == "in":
        return ("out", "waits") if (one, other) in graph.pairs else ("out",)
    if state == "waits":
        return ("out",) if (other, one) in graph.pairs else ("in", "out")
    return ("in", "out")


def _taking_part(graph: Attacks, below: dict[str, tuple[str, ...]], counts: dict[str, Counts]) -> dict[str, set[State]]:
    """Return for each argument the states that it has in some extension."""
    root = next(iter(below))
    taken: dict[str, set[State]] = {one: set() for one in below}
    taken[root] |= {state for state in ("in", "out") if counts[root][state]}
    for one in below:
        for state in taken[one]:
            for other, beside in _beside(graph, one, state, below[one], counts):
                taken[other].add(beside)
    return taken


def _beside(
    graph: Attacks, one: str, state: State, below: Sequence[str], counts: dict[str, Counts]
) -> Iterator[tuple[str, State]]:
    """Yield each state that something below has in some labelling with this state above."""
    beaters = {other for other in below if (other, one) in graph.pairs and counts[other]["in"]}
    for other in below:
        for beside in _allowed(graph, one, other, state):
            lacking = state == "out" and not (beaters - {other} or (beside == "in" and other in beaters))
            if counts[other][beside] and not lacking:
                yield other, beside
