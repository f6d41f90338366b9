"""Protocols by name, from all systems: a script and its Settings."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from doxa.errors import UnknownNameError
from doxa.records.base import Record, Settings
from doxa.records.plugins import installed, is_own, registered_systems, shelf_of, take_plugin

if TYPE_CHECKING:  # so that reading a scenario does not import numpy
    from doxa.beliefs.base import Need
    from doxa.records.spec import RunSpec
    from doxa.records.steps import Script


@dataclass(frozen=True, kw_only=True)
class Protocol:
    """A protocol plug-in: its settings and its script."""

    Settings: type[Settings]
    script: "Callable[[RunSpec], Script]"
    Result: type[Record] | None = None
    """The record that the script returns, read from a log by ``log.result(Result)``; None for plain JSON values."""
    check: "Callable[[RunSpec], None] | None" = None
    """Raises a ScenarioError where the script could not begin with a spec; planning calls it, before a directory is
    made. What the settings alone show is refused by ``Settings``."""
    messages_heard: "Callable[[RunSpec], float] | None" = None
    """Returns how many messages an agent hears in a round, on average, without making a turn: planning compares what
    these take with the memory. None: planning makes the first batch, and looks at its audiences."""
    policies: bool = False
    """Whether its agents speak under prompt policies (``policy.prompt``)."""
    roles: tuple[str, ...] = ()
    """Model roles that the protocol needs beside those that every protocol may use; its system defines them."""
    further_roles: Callable[[dict[str, Any]], tuple[str, ...]] | None = None
    """Returns the model roles that only these script settings need, given the settings of a scenario."""
    moderated: bool = False
    """Whether an agent may moderate: its script asks whoever has the role ``moderator`` after each round."""
    may_be_silent: bool = False
    """Whether an agent may say nothing in a round, as on a feed: an agent with recorded words may then have no line."""
    plugins: "Callable[[RunSpec], Iterable[tuple[str, str]]]" = lambda spec: ()
    """Returns the plug-ins that a spec's script settings name, as (kind, name), with a kind of
    ``analysis.missing.LOOKUPS``: logs state their packages and code."""
    gives: "frozenset[Need] | None" = None
    """The input that it gives to kernels, where that is not public words; a kernel that needs more is refused."""


def protocol_names() -> list[str]:
    """Return the names of all installed protocols, sorted."""
    return sorted(shelf_of("protocols"))


def default_protocol() -> str:
    """Return the protocol of scenarios that name none."""
    own_systems = (entry.system for entry in registered_systems() if is_own(entry.point))
    return str(next(system.default_protocol for system in own_systems if system.default_protocol))


@cache
def protocol_named(name: str) -> Protocol:
    """Return a protocol.

    Raises:
        UnknownNameError: no protocol of that name is installed.
        PluginError: the protocol cannot be used.
    """
    protocol = take_plugin("protocols", name, Protocol)
    if protocol is None:
        raise UnknownNameError(
            f"no protocol is named {name!r}", hint=installed(name, protocol_names(), shelf_of("protocols").notes)
        )
    return protocol
