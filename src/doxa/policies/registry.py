"""Rules and schedules by name, from the entry-point group ``doxa.policies``: one function each.

A rule is ``Rule(asks=function)`` of a PromptPolicy, a schedule ``Schedule(weights=function)`` of the first weights
and the round.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib.metadata import entry_points
from typing import TypeVar

from doxa.errors import UnknownNameError, did_you_mean
from doxa.policies.instructions import Instruction
from doxa.policies.weights import Weights
from doxa.records.people import PromptPolicy

GROUP = "doxa.policies"


@dataclass(frozen=True, kw_only=True)
class Rule:
    """What an answer must look like, as instructions in their order; none for a free answer."""

    asks: Callable[[PromptPolicy], tuple[Instruction, ...]]


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """How the weights of round k ≥ 1 follow from w(0)."""

    weights: Callable[[Weights, int], Weights]


Kind = TypeVar("Kind", Rule, Schedule)


def rule_named(name: str) -> Rule:
    """Return an installed rule.

    Raises:
        UnknownNameError: there is none of that name.
    """
    return _named(Rule, name)


def schedule_named(name: str) -> Schedule:
    """Return an installed schedule; UnknownNameError as ``rule_named``."""
    return _named(Schedule, name)


@cache
def installed() -> dict[str, Rule | Schedule]:
    """Return every installed rule and schedule by name."""
    return {point.name: point.load() for point in entry_points(group=GROUP)}


def _named(kind: type[Kind], name: str) -> Kind:
    names = sorted(one for one, found in installed().items() if isinstance(found, kind))
    found = installed().get(name)
    if isinstance(found, kind):
        return found
    word = kind.__name__.lower()
    raise UnknownNameError(
        f"no {word} is named {name!r}", hint=f"{did_you_mean(name, names)}Installed: {', '.join(names)}."
    )
