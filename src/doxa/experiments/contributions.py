"""What a system contributes to scenarios and runs: tables, model roles, hooks; and which system a table belongs to.

A scenario is read as plain tables, changed by ``--set``, validated, and planned into the spec of a run by hooks
(``plan_hooks``). A scenario follows a protocol, and may use the tables and roles of the system that brings this
protocol; those of another system are refused, since nothing would read them.
"""

from collections.abc import Callable, Collection, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal, TypeVar, cast

from doxa.errors import DoxaError, PluginError, ScenarioError
from doxa.experiments.plan_hooks import PlanHooks, Role
from doxa.protocols.registry import protocol_named, protocol_names
from doxa.records.base import Settings
from doxa.records.plugins import Later, of_system, systems, unloadable

Hook = TypeVar("Hook")


def imported(hook: Hook | Later, protocol: str) -> Hook:
    """Return a hook of a protocol, imported where it is given as ``Later``.

    Raises:
        PluginError: the hook cannot be imported.
    """
    if not isinstance(hook, Later):
        return hook
    try:
        return cast(Hook, hook.load())
    except Exception as error:  # a plug-in's module can fail in any way
        description = f"the hook that plans scenarios of the protocol {protocol!r}"
        raise unloadable(description, protocol, hook.place, error) from error


@dataclass(frozen=True, kw_only=True)
class SystemContribution:
    """The tables, roles and hooks that a system brings to the scenarios of one protocol."""

    system: str = ""
    """The system's name; empty where no installed system has the protocol."""
    tables: Mapping[str, type[Settings]] = field(default_factory=dict)
    roles: Mapping[str, Role] = field(default_factory=dict)
    hooks: PlanHooks = PlanHooks()


@cache
def brought_for(protocol: str) -> SystemContribution:
    """Return what the system of a protocol brings; nothing where no system has the protocol.

    A table is imported when it is first used.

    Raises:
        PluginError: something that the system brings cannot be loaded.
    """
    for system in systems():
        if protocol in _names(system, "protocols"):
            return SystemContribution(
                system=system.name,
                tables=of_system(system, "tables"),
                roles=of_system(system, "roles"),
                hooks=of_system(system, "plans").get(protocol) or PlanHooks(),
            )
    return SystemContribution()


def protocols_where(is_such: Callable[[str], bool]) -> list[str]:
    """Return the installed protocols that satisfy a condition, for a hint, without those that cannot be loaded."""
    names = []
    for name in protocol_names():
        with suppress(DoxaError):
            names += [name] if is_such(name) else []
    return names


def either(protocols: Collection[str]) -> str:
    """Return protocols as a hint lists them: ``'a', 'b' or 'c'``."""
    *others, last = [repr(name) for name in protocols]
    return f"{', '.join(others)} or {last}" if others else last


def check_owned(noun: Literal["table", "role"], names: Collection[str], protocol: str) -> None:
    """Refuse tables, or model roles, of systems that a protocol does not read.

    Args:
        names: the scenario's tables or roles that are not common to all protocols.

    Raises:
        ScenarioError: one belongs to another system, or to other protocols of its own.
        UnknownNameError: one belongs to a system, and there is no protocol of that name.
    """
    for name in sorted(names):
        owners = [system for system in systems() if name in _names(system, f"{noun}s")]
        protocols = sorted(other for system in owners for other in _names(system, "protocols"))
        if noun == "table":
            protocols = [other for other in protocols if name in brought_for(other).hooks.tables]
        if not owners or protocol in protocols:
            continue
        protocol_named(protocol)
        plural = "s" if len(owners) > 1 else ""
        whose = f"The {noun} belongs to the system{plural} {' and '.join(system.name for system in owners)}."
        what_to_do = (
            f"Set protocol = {either(protocols)}, or leave it out."
            if protocols
            else "No protocol has it: its author names it in PlanHooks.tables."
        )
        key, what = (name, name) if noun == "table" else (f"models.{name}", f"role {name}")
        raise ScenarioError(f"{key}: the protocol {protocol} has no {what}", hint=f"{whose} {what_to_do}", key=key)


def _names(system: Any, noun: str) -> Collection[str]:
    """Return the names in a field of a system's record; none where it cannot be loaded, which is reported elsewhere."""
    try:
        return of_system(system, noun).keys()
    except PluginError:
        return ()
