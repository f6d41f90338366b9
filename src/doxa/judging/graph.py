"""The argument graph of a debate: what stands under attack (Dung 1995), how strongly, and the clashes of the sides.

Claims and rebuttals are nodes, and a rebuttal attacks what it answers. A rebuttal that does not undermine what it
answers is attacked back. If rebuttals were arrows between claims, all arrows would point back in time, and all
semantics would agree.

    grounded   the least set that contains every argument all of whose attackers the set attacks
    preferred  a largest set that is free of conflict and attacks every attacker of its members
    stable     a set that is free of conflict and attacks everything outside

The arguments that the grounded extension leaves undecided form connected components: an extension of the graph is the
grounded one with one extension of each component. In an annotated debate each rebuttal answers one claim or rebuttal,
so that undecided components are trees whose only directed cycles are mutual attacks. Such a graph has no odd cycle, and
its preferred extensions are its stable ones (Dung 1995, theorem 33). They are counted from the leaves to the root
without listing them, with three states of an argument: in; out, since an argument below it is in; out only if the
argument above it is in. Then the states that occur in some extension are marked, from the root to the leaves. Graphs in
which answers go round in a circle are refused: nobody answers what is said later.

Strength is the h-categorizer, s(x) = 1 / (1 + Σ s(attackers of x)) (Besnard and Hunter 2001; with cycles Pu, Luo, Zhang
and Luo 2014): 1 without attackers, lower with each attacker, and lower the stronger the attacker.

A clash is a claim of one side with every rebuttal that leads back to it. Its winner is the claim's side where the claim
is in the grounded extension or no answer undermines it, the other side where it is out. Otherwise the clash is open.
Weight: the claim's points before any deduction, more for every move.
"""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from typing import Literal

from doxa.errors import BeliefError
from doxa.judging.ballots.annotation import Annotation, ClaimNote, RebuttalNote, base_points, rebuttals_across
from doxa.records.base import Record
from doxa.records.transcripts import Debate, Side, other


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
    sides = {note.id: note.side for note in notes.all}
    answers = [rebuttal for rebuttal in notes.rebuttals if sides.get(rebuttal.target) != rebuttal.side]
    pairs = [(answer.id, answer.target) for answer in answers]
    pairs += [(answer.target, answer.id) for answer in answers if not answer.undermines]
    return attacks([note.id for note in notes.all], pairs)


def grounded(graph: Attacks) -> frozenset[str]:
    """Return the grounded extension, in time linear in the attacks."""
    open_attackers = {argument: len(graph.attackers[argument]) for argument in graph.arguments}
    ready = [argument for argument in graph.arguments if not open_attackers[argument]]
    accepted: set[str] = set()
    beaten: set[str] = set()
    while ready:
        argument = ready.pop()
        accepted.add(argument)
        for target in set(graph.targets[argument]) - beaten:
            beaten.add(target)
            for further in graph.targets[target]:
                open_attackers[further] -= 1
                if not open_attackers[further] and further not in beaten:
                    ready.append(further)
    return frozenset(accepted)


def components(graph: Attacks) -> tuple[Attacks, ...]:
    """Return a graph's connected components, in the order of their first arguments."""
    part_of: dict[str, int] = {}
    for number, start in enumerate(graph.arguments):
        reached = [start]
        while reached:
            argument = reached.pop()
            if argument not in part_of:
                part_of[argument] = number
                reached += [*graph.attackers[argument], *graph.targets[argument]]
    return tuple(
        graph.among(argument for argument, part in part_of.items() if part == number)
        for number in dict.fromkeys(part_of.values())
    )


State = Literal["in", "out", "waits"]
"""``waits``: out only if the argument above is in and attacks it."""

Below = dict[str, tuple[str, ...]]
"""Argument → the arguments directly below it, from the root on."""

Counts = dict[str, dict[State, int]]
"""Argument → the number of labellings of the arguments below it, by its own state."""


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
    below = _hang(graph)
    counts: Counts = {}
    for argument in reversed(below):
        counts[argument] = _count_labellings(graph, argument, below[argument], counts)
    root = counts[graph.arguments[0]]
    taken = _mark_states(graph, below, counts)
    return ComponentExtensions(
        count=root["in"] + root["out"],
        always=frozenset(argument for argument in below if taken[argument] == {"in"}),
        sometimes=frozenset(argument for argument in below if "in" in taken[argument]),
    )


def _hang(graph: Attacks) -> Below:
    """Return the arguments below each argument, where the graph's first argument is the root."""
    below: Below = {}
    waiting = [(graph.arguments[0], "")]
    while waiting:
        argument, above = waiting.pop()
        near = dict.fromkeys((*graph.attackers[argument], *graph.targets[argument]))
        below[argument] = tuple(neighbour for neighbour in near if neighbour != above)
        waiting += [(child, argument) for child in below[argument]]
    return below


def _count_labellings(graph: Attacks, argument: str, children: Sequence[str], counts: Counts) -> dict[State, int]:
    """Return the number of labellings of the arguments below an argument, by its own state."""

    def count(state: State) -> int:
        return math.prod(
            sum(counts[child][beside] for beside in _allowed(graph, argument, child, state)) for child in children
        )

    return {"in": count("in"), "out": count("out") - count("waits"), "waits": count("waits")}


def _allowed(graph: Attacks, argument: str, child: str, state: State) -> tuple[State, ...]:
    """Return the states that an argument below may have beside a state of the one above."""
    if state == "in":
        return ("out", "waits") if (argument, child) in graph.pairs else ("out",)
    return ("out",) if state == "waits" and (child, argument) in graph.pairs else ("in", "out")


def _mark_states(graph: Attacks, below: Below, counts: Counts) -> dict[str, set[State]]:
    """Return for each argument the states that it has in some extension."""
    root = graph.arguments[0]
    taken: dict[str, set[State]] = {argument: set() for argument in below}
    taken[root] |= {state for state in ("in", "out") if counts[root][state]}
    for argument, children in below.items():
        beaters = {child for child in children if (child, argument) in graph.pairs and counts[child]["in"]}
        for state, child in product(taken[argument], children):
            for beside in _allowed(graph, argument, child, state):
                lacking = state == "out" and not (beaters - {child} or (beside == "in" and child in beaters))
                if counts[child][beside] and not lacking:
                    taken[child].add(beside)
    return taken


Grounded = Literal["in", "out", "undecided"]

Share = Literal["all", "some", "none"]
"""How many of the extensions contain an argument."""

USUAL: dict[Grounded, Share] = {"in": "all", "out": "none", "undecided": "some"}
"""The share that agrees with the grounded extension."""

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
        return tuple(id for id, standing in self.arguments.items() if standing.preferred != USUAL[standing.grounded])


def standings(graph: Attacks) -> Standings:
    """Return the standing of every argument.

    Raises:
        BeliefError: answers go round in a circle, so that an undecided component is no tree.
    """
    accepted = grounded(graph)
    beaten = {target for argument in accepted for target in graph.targets[argument]}
    parts = [tree_extensions(part) for part in components(graph.among(set(graph.arguments) - accepted - beaten))]
    always = accepted.union(*(part.always for part in parts))
    sometimes = accepted.union(*(part.sometimes for part in parts))
    strong = strengths(graph)
    by_argument = {}
    for argument in graph.arguments:
        ground: Grounded = "in" if argument in accepted else "out" if argument in beaten else "undecided"
        share: Share = "all" if argument in always else "some" if argument in sometimes else "none"
        by_argument[argument] = Standing(grounded=ground, preferred=share, stable=share, strength=strong[argument])
    count = math.prod(part.count for part in parts)
    return Standings(arguments=by_argument, preferred=count, stable=count)


def strengths(graph: Attacks) -> dict[str, float]:
    """Return each argument's strength in (0, 1], iterated until no value changes by more than 1e−12."""
    current = dict.fromkeys(graph.arguments, 1.0)
    for _ in range(ROUNDS):
        previous = current
        current = {
            argument: 1.0 / (1.0 + sum(previous[attacker] for attacker in graph.attackers[argument]))
            for argument in previous
        }
        if all(abs(current[argument] - previous[argument]) <= TOLERANCE for argument in current):
            break
    return {argument: round(strength, 12) for argument, strength in current.items()}


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
        """The claim's points before any deduction, once more for every move."""
        return base_points(self.claim) * (1 + len(self.moves))


def find_clashes(notes: Annotation) -> tuple[Clash, ...]:
    """Return the clashes of a debate, the weightiest first."""
    ground = {id: standing.grounded for id, standing in standings(attack_graph(notes)).arguments.items()}
    roots = _roots(notes)
    clashes = []
    for claim in notes.claims:
        moves = tuple(rebuttal for rebuttal in notes.rebuttals if roots[rebuttal.id] == claim.id)
        direct = [move for move in moves if move.target == claim.id and move.side == other(claim.side)]
        undermining = [move for move in direct if move.undermines]
        standing = [move for move in undermining if ground[move.id] == "in"]
        winner: Side | None = claim.side  # answers that do not undermine leave the claim where it was
        reason: Reason = "unmet"
        deciding: RebuttalNote | None = None
        if ground[claim.id] == "out" and standing:
            winner, deciding = other(claim.side), max(standing, key=lambda move: move.addresses_logic)
            reason = "demolished" if deciding.addresses_logic else "beaten"
        elif ground[claim.id] == "in" and undermining:
            defences = (move for move in moves if move.target == undermining[0].id and ground[move.id] == "in")
            reason, deciding = "answered back", next(defences, None)
        elif ground[claim.id] == "undecided" and undermining:
            winner, reason, deciding = None, "open", undermining[0]
        if direct:
            clashes.append(Clash(claim=claim, moves=moves, winner=winner, reason=reason, deciding=deciding))
    return tuple(sorted(clashes, key=lambda clash: -clash.weight))


def unanswered(notes: Annotation, debate: Debate) -> tuple[ClaimNote, ...]:
    """Return the claims that the other side never answered, although it spoke after them."""
    answered = {move.target for move in rebuttals_across(notes)}
    place = {turn.id: number for number, turn in enumerate(debate.turns)}
    last = {turn.side: place[turn.id] for turn in debate.speeches}
    return tuple(
        claim
        for claim in notes.claims
        if claim.id not in answered and place.get(claim.speech, 0) < last.get(other(claim.side), 0)
    )


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
