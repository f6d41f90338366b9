"""Rules and schedules by name, from the entry-point group ``doxa.policies``: one function each.

A rule is ``Rule(asks=function)`` of a PromptPolicy, a schedule ``Schedule(weights=function)`` of the first weights
and the round.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import TypeVar

from doxa.errors import UnknownNameError
from doxa.policies.instructions import Instruction, Weights
from doxa.records.plugins import broken_plugins, installed, plugin, plugin_names, sound_plugins
from doxa.records.spec import PromptPolicy

GROUP = "doxa.policies"


@dataclass(frozen=True, kw_only=True)
class Rule:
    """The form of an answer, as instructions in order; none for a free answer."""

    asks: Callable[[PromptPolicy], tuple[Instruction, ...]]


@dataclass(frozen=True, kw_only=True)
class Schedule:
    """How the weights of round k ≥ 1 follow from w(0)."""

    weights: Callable[[Weights, int], Weights]


Kind = TypeVar("Kind", Rule, Schedule)


@cache
def rule_named(name: str) -> Rule:
    """Return an installed rule.

    Raises:
        UnknownNameError: there is no rule of that name.
        PluginError: the rule cannot be used.
    """
    return _find_named(Rule, name)


@cache
def schedule_named(name: str) -> Schedule:
    """Return an installed schedule; errors as ``rule_named``."""
    return _find_named(Schedule, name)


def _find_named(kind: type[Kind], name: str) -> Kind:
    policy = plugin(GROUP, name, "") if name in plugin_names(GROUP) else None
    if isinstance(policy, kind):
        return policy
    names = sorted(policy_name for policy_name, other in sound_plugins(GROUP).items() if isinstance(other, kind))
    notes = [error.sentence for error in broken_plugins(GROUP)]
    word = kind.__name__.lower()
    raise UnknownNameError(f"no {word} is named {name!r}", hint=installed(name, names, notes))
