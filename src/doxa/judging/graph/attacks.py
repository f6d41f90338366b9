"""The argument graph of a debate, and what of it has to be accepted (Dung 1995).

Claims and rebuttals are nodes, and a rebuttal attacks what it answers. A rebuttal that does not undermine what it
answers is attacked back. If rebuttals were arrows between claims, all arrows would point back in time, and all
semantics would agree.

    grounded   the least set that contains every argument all of whose attackers the set attacks
    preferred  a largest set that is free of conflict and attacks every attacker of its members
    stable     a set that is free of conflict and attacks everything outside

The arguments that the grounded extension leaves undecided form connected components: an extension of the graph is the
grounded one with one extension of each component (``standing.py``).
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

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
