"""The argument graph of a debate: claims and rebuttals are nodes, and a rebuttal attacks what it answers.

A rebuttal that undermines attacks one way; one that contests without undermining is attacked back. Were rebuttals
arrows between claims, arrows would only point back in time, and all semantics would say the same.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

from doxa.errors import BeliefError
from doxa.judging.measures.notes import Annotation


@dataclass(frozen=True)
class Attacks:
    """An abstract argumentation framework (Dung 1995): arguments, and which attacks which."""

    arguments: tuple[str, ...]
    pairs: frozenset[tuple[str, str]]
    """(attacker, attacked)."""

    @cached_property
    def attackers(self) -> dict[str, tuple[str, ...]]:
        """Argument → what attacks it, in the order of ``arguments``."""
        return self._grouped(1)

    @cached_property
    def targets(self) -> dict[str, tuple[str, ...]]:
        """Argument → what it attacks, in the order of ``arguments``."""
        return self._grouped(0)

    def among(self, kept: Iterable[str]) -> "Attacks":
        """Return the part that some arguments make up."""
        wanted = set(kept)
        return Attacks(
            tuple(one for one in self.arguments if one in wanted),
            frozenset(pair for pair in self.pairs if wanted.issuperset(pair)),
        )

    def _grouped(self, end: int) -> dict[str, tuple[str, ...]]:
        place = {one: number for number, one in enumerate(self.arguments)}
        found: dict[str, list[str]] = {one: [] for one in self.arguments}
        for pair in sorted(self.pairs, key=lambda pair: place[pair[1 - end]]):
            found[pair[end]].append(pair[1 - end])
        return {one: tuple(others) for one, others in found.items()}


def attacks(arguments: Sequence[str], pairs: Iterable[tuple[str, str]]) -> Attacks:
    """Return a graph.

    Raises:
        BeliefError: an argument is named twice, or an attack names one that is not there.
    """
    known, wanted = set(arguments), frozenset(pairs)
    if len(known) < len(arguments):
        raise BeliefError("an argument graph names an argument twice", hint="Give every argument an id of its own.")
    if strange := sorted({one for pair in wanted for one in pair} - known):
        raise BeliefError(f"an attack names {strange[0]!r}, which is no argument", hint="Name it among the arguments.")
    return Attacks(tuple(arguments), wanted)


def attack_graph(notes: Annotation) -> Attacks:
    """Return the graph of an annotation; an answer to one's own side is no attack.

    Raises:
        BeliefError: an id is used twice, or a rebuttal answers what is not noted.
    """
    sides = {one.id: one.side for one in notes.claims} | {one.id: one.side for one in notes.rebuttals}
    pairs = []
    for one in notes.rebuttals:
        if sides.get(one.target) == one.side:
            continue
        pairs.append((one.id, one.target))
        if not one.undermines:
            pairs.append((one.target, one.id))
    return attacks([*(one.id for one in notes.claims), *(one.id for one in notes.rebuttals)], pairs)
