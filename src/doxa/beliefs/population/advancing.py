"""The rules that run over arrays, computed by numba where the extra ``fast`` is installed and by numpy elsewhere."""

from collections.abc import Callable, Mapping
from importlib.util import find_spec
from typing import Any, Literal

from doxa.beliefs.base import kernel_class, kernel_names
from doxa.beliefs.fixed import FixedSettings
from doxa.beliefs.population import classic_arrays, social_arrays
from doxa.beliefs.population.crowd import Crowd, Feed
from doxa.beliefs.social import SocialSettings
from doxa.errors import BeliefError
from doxa.records.base import Settings
from doxa.records.plugins import install_command
from doxa.records.validating import settled

Engine = Literal["numba", "numpy"]

Advance = Callable[[Crowd, Feed, Any], None]


def engine_used(asked: Literal["auto", "numba", "numpy"]) -> Engine:
    """Return the engine to use: ``auto`` chooses numba where it is installed.

    Raises:
        BeliefError: numba is asked for and not installed.
    """
    if asked != "numpy" and find_spec("numba") is not None:
        return "numba"
    if asked == "numba":
        raise BeliefError("numba is not installed", hint=f"{install_command('fast')}, or let numpy compute.")
    return "numpy"


def population_kernels() -> list[str]:
    """Return the names of the installed kernels that run over arrays."""
    return [name for name in kernel_names() if kernel_class(name).Settings in _numpy_rules()]


def population_rule(kernel: str, settings: Mapping[str, Any]) -> Settings:
    """Return the settings of a kernel that runs over arrays.

    Raises:
        UnknownNameError, ScenarioError: there is no such kernel, or the settings are not valid for it.
        BeliefError: the kernel, or one of its settings, has no form over arrays.
    """
    rule = settled(kernel_class(kernel).Settings, dict(settings), "belief")
    if type(rule) not in _numpy_rules():
        raise BeliefError(
            f"the kernel {kernel} has no form over arrays", hint=f"Over arrays: {', '.join(population_kernels())}."
        )
    if isinstance(rule, SocialSettings) and rule.fidelity == "original":
        raise BeliefError(
            "a population forgets the oldest contents; the original forgets contents in no defined order",
            hint="Leave belief.fidelity out.",
        )
    if isinstance(rule, SocialSettings) and (rule.positions or rule.confidences or rule.trust):
        raise BeliefError(
            "a population has beliefs about the proposition alone and trusts nobody in particular at the start",
            hint="Leave out belief.positions, belief.confidences and belief.trust.",
        )
    if isinstance(rule, SocialSettings) and not rule.exposure_cap:
        raise BeliefError(
            "belief.exposure_cap: over arrays a history holds at least one content", hint="Set it to 1 or more."
        )
    return rule


def advance(crowd: Crowd, feed: Feed, rule: Settings, engine: Engine = "numpy") -> None:
    """Update a crowd in place by one batch, under the rule whose settings these are.

    Raises:
        BeliefError: the rule has no form over arrays, or the feed is for a crowd of another size.
    """
    if feed.size != crowd.size:
        raise BeliefError(f"a feed for {feed.size} listeners cannot be shown to a crowd of {crowd.size}")
    if isinstance(rule, SocialSettings) and engine == "numba":
        from doxa.beliefs.population import social_compiled

        return social_compiled.advance(crowd, feed, rule)
    if type(rule) not in _numpy_rules():
        raise BeliefError(f"{type(rule).__name__} belongs to no rule that runs over arrays")
    return _numpy_rules()[type(rule)](crowd, feed, rule)


def _still(crowd: Crowd, feed: Feed, rule: Any) -> None:
    """Leave fixed positions unchanged."""


def _numpy_rules() -> dict[type[Any], Advance]:
    classic: dict[type[Any], Advance] = dict.fromkeys(classic_arrays.RULES, classic_arrays.advance)
    return {SocialSettings: social_arrays.advance, FixedSettings: _still, **classic}
