"""How every argument of a debate stands: under three semantics, and how strong it is left.

Strength is the weighted h-categorizer, s(x) = w(x) / (1 + Σ s(attackers of x)) (Besnard and Hunter 2001; with cycles
Pu, Luo, Zhang and Luo 2014; with weights Amgoud, Ben-Naim, Doder and Vesic 2017): 1 where nothing attacks, less with
each attacker, and less the stronger that is.
"""

from collections.abc import Callable, Mapping
from typing import Literal

from doxa.judging.measures.attacks import Attacks
from doxa.judging.measures.extensions import Extensions, grounded, preferred, stable, undecided
from doxa.judging.measures.forests import Held, is_tree, tree_held
from doxa.records.base import Record

Grounded = Literal["in", "out", "undecided"]

Share = Literal["all", "some", "none"]
"""How many of the extensions hold an argument."""

TOLERANCE = 1e-12
ROUNDS = 10_000


class Standing(Record):
    """How one argument stands."""

    grounded: Grounded
    preferred: Share
    stable: Share | None
    """None where the graph has no stable extension."""
    strength: float


class Standings(Record):
    """How all arguments of a graph stand."""

    arguments: dict[str, Standing]
    preferred: int
    """How many preferred extensions there are."""
    stable: int
    """How many stable extensions there are."""

    @property
    def differing(self) -> tuple[str, ...]:
        """The arguments of which the semantics do not say the same."""
        return tuple(one for one, stands in self.arguments.items() if len(set(_words(stands))) > 1)


def standings(graph: Attacks, weights: Mapping[str, float] | None = None) -> Standings:
    """Return how every argument stands.

    Args:
        weights: argument → w in (0, 1]; 1 for those not named.

    Raises:
        BeliefError: a component is no tree and has more than 50,000 extensions.
    """
    held = grounded(graph)
    beaten = {target for one in held for target in graph.targets[one]}
    parts = undecided(graph)
    liked = [_held(part, preferred) for part in parts]
    firm = [_held(part, stable) for part in parts]
    strong = strengths(graph, weights)
    counts = [_product(found) for found in (liked, firm)]
    found = {}
    for one in graph.arguments:
        known: Share | None = "all" if one in held else "none" if one in beaten else None
        found[one] = Standing(
            grounded="in" if one in held else "out" if one in beaten else "undecided",
            preferred=known or _share(one, liked),
            stable=(known or _share(one, firm)) if counts[1] else None,
            strength=strong[one],
        )
    return Standings(arguments=found, preferred=counts[0], stable=counts[1])


def strengths(graph: Attacks, weights: Mapping[str, float] | None = None) -> dict[str, float]:
    """Return each argument's strength in (0, w], iterated until no value moves by more than 1e−12."""
    given = {one: (weights or {}).get(one, 1.0) for one in graph.arguments}
    found = dict(given)
    for _ in range(ROUNDS):
        then = found
        found = {one: given[one] / (1.0 + sum(then[other] for other in graph.attackers[one])) for one in then}
        if all(abs(found[one] - then[one]) <= TOLERANCE for one in found):
            break
    return {one: round(value, 12) for one, value in found.items()}


def _held(part: Attacks, semantics: Callable[[Attacks], Extensions]) -> Held:
    """Return what one component's extensions hold: counted where it is a tree, listed where it is not."""
    if is_tree(part):
        return tree_held(part)
    found = semantics(part)
    return Held(count=found.count, always=found.always, sometimes=found.sometimes)


def _product(parts: list[Held]) -> int:
    whole = 1
    for one in parts:
        whole *= one.count
    return whole


def _share(one: str, parts: list[Held]) -> Share:
    if any(one in part.always for part in parts):
        return "all"
    return "some" if any(one in part.sometimes for part in parts) else "none"


def _words(stands: Standing) -> list[str]:
    """Return an argument's standing under each semantics in the same three words."""
    first: Share = "all" if stands.grounded == "in" else "none" if stands.grounded == "out" else "some"
    return [first, stands.preferred, *([stands.stable] if stands.stable else [])]
