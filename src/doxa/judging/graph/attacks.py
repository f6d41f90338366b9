"""The argument graph of a debate, and the sets of its arguments that can be accepted together (Dung 1995).

Claims and rebuttals are nodes, and a rebuttal attacks what it answers. A rebuttal that does not undermine what it
answers is attacked back. If rebuttals were arrows between claims, all arrows would point back in time, and all
semantics would agree.

    grounded   the least set that contains every argument all of whose attackers the set attacks
    preferred  a largest set that is free of conflict and attacks every attacker of its members
    stable     a set that is free of conflict and attacks everything outside

The arguments that the grounded extension leaves undecided form connected components, which are solved separately: an
extension of the graph is the grounded one with one extension of each component. Within a component, labels are tried
depth first (Nofal, Atkinson and Dunne, Artificial Intelligence 207, 2014), members before non-members.
"""

import itertools
import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from doxa.errors import BeliefError
from doxa.judging.ballots.annotation import Annotation


@dataclass(frozen=True)
class Attacks:
    """An abstract argumentation framework (Dung 1995): arguments, and attacks between them."""

    arguments: tuple[str, ...]
    pairs: frozenset[tuple[str, str]]
    """(attacker, attacked)."""

    @cached_property
    def attackers(self) -> dict[str, tuple[str, ...]]:
        """Argument → its attackers, in the order of ``arguments``."""
        return self._group_pairs(1)

    @cached_property
    def targets(self) -> dict[str, tuple[str, ...]]:
        """Argument → the arguments that it attacks, in the order of ``arguments``."""
        return self._group_pairs(0)

    def among(self, kept: Iterable[str]) -> "Attacks":
        """Return the subgraph of some arguments."""
        wanted = set(kept)
        return Attacks(
            tuple(argument for argument in self.arguments if argument in wanted),
            frozenset(pair for pair in self.pairs if wanted.issuperset(pair)),
        )

    def _group_pairs(self, end: int) -> dict[str, tuple[str, ...]]:
        place = {argument: number for number, argument in enumerate(self.arguments)}
        neighbours: dict[str, list[str]] = {argument: [] for argument in self.arguments}
        for pair in sorted(self.pairs, key=lambda pair: place[pair[1 - end]]):
            neighbours[pair[end]].append(pair[1 - end])
        return {argument: tuple(others) for argument, others in neighbours.items()}


def attacks(arguments: Sequence[str], pairs: Iterable[tuple[str, str]]) -> Attacks:
    """Return the graph of some arguments and attacks.

    Raises:
        BeliefError: an argument is named twice, or an attack names an unknown argument.
    """
    names, wanted = set(arguments), frozenset(pairs)
    if len(names) < len(arguments):
        raise BeliefError("an argument graph names an argument twice", hint="Give every argument an id of its own.")
    if strange := sorted({argument for pair in wanted for argument in pair} - names):
        raise BeliefError(f"an attack names {strange[0]!r}, which is no argument", hint="Name it among the arguments.")
    return Attacks(tuple(arguments), wanted)


def attack_graph(notes: Annotation) -> Attacks:
    """Return the graph of an annotation; an answer to one's own side is no attack.

    Raises:
        BeliefError: an id is used twice, or a rebuttal answers an unknown id.
    """
    sides = {note.id: note.side for note in notes.claims} | {note.id: note.side for note in notes.rebuttals}
    pairs = []
    for rebuttal in notes.rebuttals:
        if sides.get(rebuttal.target) == rebuttal.side:
            continue
        pairs.append((rebuttal.id, rebuttal.target))
        if not rebuttal.undermines:
            pairs.append((rebuttal.target, rebuttal.id))
    return attacks([*(note.id for note in notes.claims), *(note.id for note in notes.rebuttals)], pairs)


Label = Literal["in", "out", "must be out", "aside"]

MOST = 50_000
"""The most extensions of one component that the search enumerates."""


@dataclass(frozen=True)
class Extensions:
    """All extensions of one semantics, as a product: the arguments in all of them, and each component's choices."""

    settled: frozenset[str]
    """The arguments of the grounded extension."""
    choices: tuple[tuple[frozenset[str], ...], ...]
    """The extensions of each undecided component; if a component has none, the graph has none."""

    @property
    def count(self) -> int:
        """The number of extensions."""
        return math.prod(len(extensions) for extensions in self.choices)

    def __iter__(self) -> Iterator[frozenset[str]]:
        for picked in itertools.product(*self.choices):
            yield self.settled.union(*picked)

    @property
    def always(self) -> frozenset[str]:
        """The arguments in every extension; empty where there is no extension."""
        if not self.count:
            return frozenset()
        return self.settled.union(*(frozenset.intersection(*extensions) for extensions in self.choices))

    @property
    def sometimes(self) -> frozenset[str]:
        """The arguments in at least one extension."""
        if not self.count:
            return frozenset()
        return self.settled.union(*(frozenset.union(*extensions) for extensions in self.choices))


def grounded(graph: Attacks) -> frozenset[str]:
    """Return the grounded extension, in time linear in the attacks."""
    open_attackers = {argument: len(graph.attackers[argument]) for argument in graph.arguments}
    ready = [argument for argument in graph.arguments if not open_attackers[argument]]
    accepted: set[str] = set()
    beaten: set[str] = set()
    while ready:
        argument = ready.pop()
        accepted.add(argument)
        for target in graph.targets[argument]:
            if target in beaten:
                continue
            beaten.add(target)
            for further in graph.targets[target]:
                open_attackers[further] -= 1
                if not open_attackers[further] and further not in beaten:
                    ready.append(further)
    return frozenset(accepted)


def undecided_components(graph: Attacks) -> tuple[Attacks, ...]:
    """Return the connected components of the arguments that the grounded extension neither contains nor attacks."""
    accepted = grounded(graph)
    beaten = {target for argument in accepted for target in graph.targets[argument]}
    return components(graph.among(set(graph.arguments) - accepted - beaten))


def components(graph: Attacks) -> tuple[Attacks, ...]:
    """Return a graph's connected components, in the order of their first arguments."""
    part_of: dict[str, int] = {}
    for number, start in enumerate(graph.arguments):
        reached = [start] if start not in part_of else []
        while reached:
            argument = reached.pop()
            if argument not in part_of:
                part_of[argument] = number
                reached += [*graph.attackers[argument], *graph.targets[argument]]
    members: dict[int, list[str]] = {}
    for argument in graph.arguments:
        members.setdefault(part_of[argument], []).append(argument)
    inside: dict[int, list[tuple[str, str]]] = {number: [] for number in members}
    for pair in graph.pairs:
        inside[part_of[pair[0]]].append(pair)
    return tuple(Attacks(tuple(members[number]), frozenset(inside[number])) for number in members)


def preferred(graph: Attacks) -> Extensions:
    """Return all preferred extensions; there is at least one.

    Raises:
        BeliefError: a component has more than 50,000 preferred extensions.
    """
    return Extensions(grounded(graph), tuple(tuple(_largest(part)) for part in undecided_components(graph)))


def stable(graph: Attacks) -> Extensions:
    """Return all stable extensions: the preferred ones that attack everything outside. There may be none.

    Raises:
        BeliefError: a component has more than 50,000 preferred extensions.
    """
    choices = [
        tuple(extension for extension in _largest(part) if covers(part, extension))
        for part in undecided_components(graph)
    ]
    return Extensions(grounded(graph), tuple(choices))


def covers(graph: Attacks, members: frozenset[str]) -> bool:
    """Return whether every argument is in a set or attacked by it."""
    beaten = {target for argument in members for target in graph.targets[argument]}
    return len(members | beaten) == len(graph.arguments)


def _largest(graph: Attacks) -> Iterator[frozenset[str]]:
    """Yield the maximal admissible sets of one component."""
    extensions: list[frozenset[str]] = []
    waiting: list[dict[str, Label]] = [
        {argument: "aside" for argument in graph.arguments if argument in graph.targets[argument]}
    ]
    while waiting:
        labels = waiting.pop()
        if not _spread_labels(graph, labels):
            continue
        pivot = _pivot(graph, labels)
        if pivot is not None:
            waiting.append({**labels, pivot: "aside"})
            taken = dict(labels)
            if _take(graph, taken, pivot):
                waiting.append(taken)  # the last entry is tried first: members before non-members
            continue
        members = frozenset(argument for argument, label in labels.items() if label == "in")
        # a later set lacks a member of every earlier set, so that it may be a subset of one, but never a superset
        if "must be out" not in labels.values() and not any(members <= extension for extension in extensions):
            if len(extensions) == MOST:
                raise BeliefError(
                    f"one component of {len(graph.arguments)} arguments has more than {MOST:,} extensions",
                    hint="Ask for the grounded extension, or count by forests where no argument attacks two others.",
                )
            extensions.append(members)
            yield members


def _take(graph: Attacks, labels: dict[str, Label], argument: str) -> bool:
    """Label an argument in, and its neighbours as that requires; return False where this contradicts a label."""
    labels[argument] = "in"
    for target in graph.targets[argument]:
        if labels.get(target) == "in":
            return False
        labels[target] = "out"
    for attacker in graph.attackers[argument]:
        label = labels.get(attacker)
        if label == "in":
            return False
        if label != "out":
            labels[attacker] = "must be out"
    return True


def _spread_labels(graph: Attacks, labels: dict[str, Label]) -> bool:
    """Label in every argument all of whose attackers are out; return False where "must be out" cannot be fulfilled."""
    moved = True
    while moved:
        moved = False
        for argument in graph.arguments:
            if argument in labels:
                continue
            if all(labels.get(attacker) in ("out", "must be out") for attacker in graph.attackers[argument]):
                if not _take(graph, labels, argument):
                    return False
                moved = True
    return all(
        any(attacker not in labels for attacker in graph.attackers[argument])
        for argument, label in labels.items()
        if label == "must be out"
    )


def _pivot(graph: Attacks, labels: dict[str, Label]) -> str | None:
    """Return the unlabelled argument with the most attackers and targets; None where every argument is labelled."""
    free = [argument for argument in graph.arguments if argument not in labels]
    return max(free, key=lambda argument: len(graph.targets[argument]) + len(graph.attackers[argument]), default=None)
