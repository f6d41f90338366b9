"""The standing of every argument of a debate under three semantics, and its strength under attack.

Strength is the weighted h-categorizer, s(x) = w(x) / (1 + Σ s(attackers of x)) (Besnard and Hunter 2001; with cycles
Pu, Luo, Zhang and Luo 2014; with weights Amgoud, Ben-Naim, Doder and Vesic 2017): 1 without attackers, lower with each
attacker, and lower the stronger the attacker.
"""

from collections.abc import Callable, Mapping
from typing import Literal

from doxa.judging.graph.attacks import Attacks
from doxa.judging.graph.extensions import Extensions, grounded, preferred, stable, undecided_components
from doxa.judging.graph.forests import ComponentExtensions, is_tree, tree_extensions
from doxa.records.base import Record

Grounded = Literal["in", "out", "undecided"]

Share = Literal["all", "some", "none"]
"""How many of the extensions contain an argument."""

TOLERANCE = 1e-12
ROUNDS = 10_000


class Standing(Record):
    """The standing of one argument."""

    grounded: Grounded
    preferred: Share
    stable: Share | None
    """None where the graph has no stable extension."""
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
        return tuple(argument for argument, standing in self.arguments.items() if len(set(_words(standing))) > 1)


def standings(graph: Attacks, weights: Mapping[str, float] | None = None) -> Standings:
    """Return the standing of every argument.

    Args:
        weights: argument → w in (0, 1]; 1 for those not named.

    Raises:
        BeliefError: a component is not a tree and has more than 50,000 extensions.
    """
    accepted = grounded(graph)
    beaten = {target for argument in accepted for target in graph.targets[argument]}
    parts = undecided_components(graph)
    preferred_parts = [_summarise_extensions(part, preferred) for part in parts]
    stable_parts = [_summarise_extensions(part, stable) for part in parts]
    strong = strengths(graph, weights)
    counts = [_product(held_parts) for held_parts in (preferred_parts, stable_parts)]
    by_argument = {}
    for argument in graph.arguments:
        settled: Share | None = "all" if argument in accepted else "none" if argument in beaten else None
        by_argument[argument] = Standing(
            grounded="in" if argument in accepted else "out" if argument in beaten else "undecided",
            preferred=settled or _share(argument, preferred_parts),
            stable=(settled or _share(argument, stable_parts)) if counts[1] else None,
            strength=strong[argument],
        )
    return Standings(arguments=by_argument, preferred=counts[0], stable=counts[1])


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


def _summarise_extensions(part: Attacks, semantics: Callable[[Attacks], Extensions]) -> ComponentExtensions:
    """Return one component's extensions in summary: counted for a tree, enumerated otherwise."""
    if is_tree(part):
        return tree_extensions(part)
    extensions = semantics(part)
    return ComponentExtensions(count=extensions.count, always=extensions.always, sometimes=extensions.sometimes)


def _product(parts: list[ComponentExtensions]) -> int:
    whole = 1
    for part in parts:
        whole *= part.count
    return whole


def _share(argument: str, parts: list[ComponentExtensions]) -> Share:
    if any(argument in part.always for part in parts):
        return "all"
    return "some" if any(argument in part.sometimes for part in parts) else "none"


def _words(stands: Standing) -> list[str]:
    """Return an argument's standing under each semantics in the words all, some, none."""
    first: Share = "all" if stands.grounded == "in" else "none" if stands.grounded == "out" else "some"
    return [first, stands.preferred, *([stands.stable] if stands.stable else [])]
