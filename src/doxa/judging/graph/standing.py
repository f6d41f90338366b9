"""The standing of every argument of a debate under three semantics, its strength under attack, and the clashes.

In an annotated debate each rebuttal answers one claim or rebuttal, so that undecided components are trees whose only
directed cycles are mutual attacks. Such a graph has no odd cycle, and its preferred extensions are its stable ones
(Dung 1995, theorem 33). They are counted from the leaves to the root without listing them, with three states of an
argument: in; out, since an argument below it is in; out only if the argument above it is in. Then the states that occur
in some extension are marked, from the root to the leaves. Graphs in which answers go round in a circle are refused:
nobody answers what is said later.

Strength is the weighted h-categorizer, s(x) = w(x) / (1 + Σ s(attackers of x)) (Besnard and Hunter 2001; with cycles
Pu, Luo, Zhang and Luo 2014; with weights Amgoud, Ben-Naim, Doder and Vesic 2017): 1 without attackers, lower with each
attacker, and lower the stronger the attacker.

A clash is a claim of one side with every rebuttal that leads back to it. Its winner is the claim's side where the claim
is in the grounded extension or no answer undermines it, the other side where it is out. Otherwise the clash is open.
Weight: the claim's points before any deduction, more for every move.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from doxa.errors import BeliefError
from doxa.judging.ballots.annotation import BASES, SPECIFIC, Annotation, ClaimNote, RebuttalNote
from doxa.judging.graph.attacks import Attacks, attack_graph, grounded, undecided_components
from doxa.records.base import Record
from doxa.records.transcripts import Side, other

State = Literal["in", "out", "waits"]
"""``waits``: out only if the argument above is in and attacks it."""

Counts = dict[State, int]


@dataclass(frozen=True)
class ComponentExtensions:
    """The extensions of one component: their number, and the arguments in all and in some of them."""

    count: int
    always: frozenset[str]
    sometimes: frozenset[str]


def tree_extensions(graph: Attacks) -> ComponentExtensions:
    """Return the stable extensions of a tree in summary, which are its preferred ones.

    Raises:
        BeliefError: the component has a cycle beyond mutual attacks, or something attacks itself.
    """
    edges = {frozenset(pair) for pair in graph.pairs}
    if len(edges) != len(graph.arguments) - 1 or any(len(edge) != 2 for edge in edges):
        raise BeliefError(
            f"answers go round in a circle among {', '.join(graph.arguments[:5])}",
            hint="Let every answer name one claim or answer that was made before it.",
        )
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


Grounded = Literal["in", "out", "undecided"]

Share = Literal["all", "some", "none"]
"""How many of the extensions contain an argument."""

TOLERANCE = 1e-12
ROUNDS = 10_000


class Standing(Record):
    """The standing of one argument."""

    grounded: Grounded
    preferred: Share
    stable: Share
    strength: float


class Standings(Record):
    """The standing of all arguments of a graph."""

    arguments: dict[str, Standing]
    preferred: int
    """The number of preferred extensions."""
    stable: int
    """The number of stable extensions."""

    @property
    def differing(self) -> tuple[str, ...]:
        """The arguments on which the semantics differ."""
        shares: dict[Grounded, Share] = {"in": "all", "out": "none", "undecided": "some"}
        return tuple(
            argument for argument, standing in self.arguments.items() if standing.preferred != shares[standing.grounded]
        )


def standings(graph: Attacks, weights: Mapping[str, float] | None = None) -> Standings:
    """Return the standing of every argument.

    Args:
        weights: argument → w in (0, 1]; 1 for those not named.

    Raises:
        BeliefError: answers go round in a circle, so that an undecided component is no tree.
    """
    accepted = grounded(graph)
    beaten = {target for argument in accepted for target in graph.targets[argument]}
    parts = [tree_extensions(part) for part in undecided_components(graph)]
    strong = strengths(graph, weights)
    by_argument = {}
    for argument in graph.arguments:
        ground: Grounded = "in" if argument in accepted else "out" if argument in beaten else "undecided"
        share: Share = "all" if ground == "in" else "none" if ground == "out" else _share(argument, parts)
        by_argument[argument] = Standing(grounded=ground, preferred=share, stable=share, strength=strong[argument])
    count = math.prod(part.count for part in parts)
    return Standings(arguments=by_argument, preferred=count, stable=count)


def strengths(graph: Attacks, weights: Mapping[str, float] | None = None) -> dict[str, float]:
    """Return each argument's strength in (0, w], iterated until no value changes by more than 1e−12."""
    base_weights = {argument: (weights or {}).get(argument, 1.0) for argument in graph.arguments}
    current = dict(base_weights)
    for _ in range(ROUNDS):
        previous = current
        current = {
            argument: base_weights[argument] / (1.0 + sum(previous[attacker] for attacker in graph.attackers[argument]))
            for argument in previous
        }
        if all(abs(current[argument] - previous[argument]) <= TOLERANCE for argument in current):
            break
    return {argument: round(strength, 12) for argument, strength in current.items()}


def _share(argument: str, parts: list[ComponentExtensions]) -> Share:
    """Return how many of the preferred extensions, which are the stable ones, contain an undecided argument."""
    if any(argument in part.always for part in parts):
        return "all"
    return "some" if any(argument in part.sometimes for part in parts) else "none"


Reason = Literal["unmet", "answered back", "demolished", "beaten", "open"]
"""``unmet``: no answer undermines the claim. ``answered back``: its side defeated what did. ``demolished``: an answer
that stands undermines it and addresses its reasoning. ``beaten``: one that stands undermines it. ``open``: the
claim is undecided."""


class Clash(Record):
    """One claim that the other side answered."""

    claim: ClaimNote
    moves: tuple[RebuttalNote, ...]
    """Every rebuttal that leads back to the claim, in order."""
    winner: Side | None
    reason: Reason
    deciding: RebuttalNote | None = None
    """The rebuttal that decided it, where one did."""

    @property
    def weight(self) -> float:
        claim = self.claim
        return (BASES[claim.base] + (SPECIFIC if claim.specific else 0.0)) * (1 + len(self.moves))


def find_clashes(notes: Annotation) -> tuple[Clash, ...]:
    """Return the clashes of a debate, the weightiest first."""
    stands = standings(attack_graph(notes)).arguments
    roots = _roots(notes)
    clashes = []
    for claim in notes.claims:
        moves = tuple(rebuttal for rebuttal in notes.rebuttals if roots.get(rebuttal.id) == claim.id)
        direct = [move for move in moves if move.target == claim.id and move.side == other(claim.side)]
        if not direct:
            continue
        grounded = {move.id: stands[move.id].grounded for move in moves}
        undermining = [move for move in direct if move.undermines]
        standing = [move for move in undermining if grounded[move.id] == "in"]
        standing.sort(key=lambda move: not move.addresses_logic)
        fate = stands[claim.id].grounded
        winner: Side | None = claim.side  # answers that do not undermine leave the claim where it was
        reason: Reason = "unmet"
        deciding: RebuttalNote | None = None
        if fate == "out" and standing:
            winner, deciding = other(claim.side), standing[0]
            reason = "demolished" if deciding.addresses_logic else "beaten"
        elif fate == "in" and undermining:
            defences = [move for move in moves if move.target == undermining[0].id and grounded[move.id] == "in"]
            reason, deciding = "answered back", defences[0] if defences else None
        elif fate == "undecided" and undermining:
            winner, reason, deciding = None, "open", undermining[0]
        clashes.append(Clash(claim=claim, moves=moves, winner=winner, reason=reason, deciding=deciding))
    return tuple(sorted(clashes, key=lambda clash: -clash.weight))


def unanswered(notes: Annotation) -> tuple[ClaimNote, ...]:
    """Return the claims that the other side never answered."""
    sides = {claim.id: claim.side for claim in notes.claims}
    answered = {move.target for move in notes.rebuttals if sides.get(move.target) == other(move.side)}
    return tuple(claim for claim in notes.claims if claim.id not in answered)


def _roots(notes: Annotation) -> dict[str, str]:
    """Return the claim to which each rebuttal leads back."""
    targets = {rebuttal.id: rebuttal.target for rebuttal in notes.rebuttals}
    roots: dict[str, str] = {}
    for rebuttal in notes.rebuttals:
        place, seen = rebuttal.target, {rebuttal.id}
        while place in targets and place not in seen:
            seen.add(place)
            place = targets[place]
        roots[rebuttal.id] = place
    return roots
