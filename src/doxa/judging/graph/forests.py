"""Preferred extensions of a graph without cycles beyond mutual attacks, counted without listing them.

In an annotated debate each rebuttal answers one claim or rebuttal, so that undecided components are trees whose only
directed cycles are mutual attacks. Such a graph has no odd cycle, and its preferred extensions are its stable ones
(Dung 1995, theorem 33). They are counted from the leaves to the root, with three states of an argument: in; out, since
an argument below it is in; out only if the argument above it is in. Then the states that occur in some extension are
marked, from the root to the leaves.
"""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from doxa.judging.graph.attacks import Attacks

State = Literal["in", "out", "waits"]
"""``waits``: out only if the argument above is in and attacks it."""

Counts = dict[State, int]


@dataclass(frozen=True)
class ComponentExtensions:
    """The extensions of one component: their number, and the arguments in all and in some of them."""

    count: int
    always: frozenset[str]
    sometimes: frozenset[str]


def is_tree(graph: Attacks) -> bool:
    """Return whether a connected graph has no cycle but mutual attacks, and nothing attacks itself."""
    edges = {frozenset(pair) for pair in graph.pairs}
    return len(edges) == len(graph.arguments) - 1 and all(len(edge) == 2 for edge in edges)


def tree_extensions(graph: Attacks) -> ComponentExtensions:
    """Return the stable extensions of a tree in summary; without arguments where there is none."""
    below = _below(graph)
    counts: dict[str, Counts] = {}
    for argument in reversed(below):
        counts[argument] = _count_labellings(graph, argument, below[argument], counts)
    root = next(iter(below))
    taken = _taking_part(graph, below, counts)
    return ComponentExtensions(
        count=counts[root]["in"] + counts[root]["out"],
        always=frozenset(argument for argument in below if taken[argument] == {"in"}),
        sometimes=frozenset(argument for argument in below if "in" in taken[argument]),
    )


def _below(graph: Attacks) -> dict[str, tuple[str, ...]]:
    """Return the arguments below each argument, the root first; the root is the graph's first argument."""
    below: dict[str, tuple[str, ...]] = {}
    waiting = [(graph.arguments[0], "")]
    while waiting:
        argument, above = waiting.pop()
        near = dict.fromkeys((*graph.attackers[argument], *graph.targets[argument]))
        below[argument] = tuple(neighbour for neighbour in near if neighbour != above)
        waiting += [(child, argument) for child in below[argument]]
    return below


def _count_labellings(graph: Attacks, argument: str, below: Sequence[str], counts: dict[str, Counts]) -> Counts:
    """Return the number of labellings of the arguments below an argument, by its own state."""
    free = math.prod(counts[child]["in"] + counts[child]["out"] for child in below)
    waits = math.prod(
        sum(counts[child][state] for state in _allowed(graph, argument, child, "waits")) for child in below
    )
    inside = math.prod(sum(counts[child][state] for state in _allowed(graph, argument, child, "in")) for child in below)
    return {"in": inside, "out": free - waits, "waits": waits}


def _allowed(graph: Attacks, argument: str, child: str, state: State) -> tuple[State, ...]:
    """Return the states that an argument below may have beside a state of the one above."""
    if state == "in":
        return ("out", "waits") if (argument, child) in graph.pairs else ("out",)
    if state == "waits":
        return ("out",) if (child, argument) in graph.pairs else ("in", "out")
    return ("in", "out")


def _taking_part(graph: Attacks, below: dict[str, tuple[str, ...]], counts: dict[str, Counts]) -> dict[str, set[State]]:
    """Return for each argument the states that it has in some extension."""
    root = next(iter(below))
    taken: dict[str, set[State]] = {argument: set() for argument in below}
    taken[root] |= {state for state in ("in", "out") if counts[root][state]}
    for argument in below:
        for state in taken[argument]:
            for child, beside in _beside(graph, argument, state, below[argument], counts):
                taken[child].add(beside)
    return taken


def _beside(
    graph: Attacks, argument: str, state: State, below: Sequence[str], counts: dict[str, Counts]
) -> Iterator[tuple[str, State]]:
    """Yield each argument directly below another, and each state that it can have beside this state above."""
    beaters = {child for child in below if (child, argument) in graph.pairs and counts[child]["in"]}
    for child in below:
        for beside in _allowed(graph, argument, child, state):
            lacking = state == "out" and not (beaters - {child} or (beside == "in" and child in beaters))
            if counts[child][beside] and not lacking:
                yield child, beside
