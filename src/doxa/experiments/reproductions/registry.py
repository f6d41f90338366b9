"""Reproductions by name, as systems bring them.

A reproduction runs the experiments that the requested exhibits need and returns the exhibits, with published numbers
beside doxa's. Runs that several exhibits need are made once.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

from doxa.analysis.exhibit import Exhibit
from doxa.errors import UnknownNameError, UsageError, did_you_mean
from doxa.experiments.reproductions.ordering import Begin, Order
from doxa.records.plugins import installed, shelf_of, take_plugin

Make = Callable[[Sequence[str], Order, Begin], list[Exhibit]]
"""(names of exhibits, all where empty; the order; called as parts begin) → the exhibits, in the paper's order."""


@dataclass(frozen=True, kw_only=True)
class Reproduction:
    """A plug-in that reproduces a paper."""

    exhibits: tuple[str, ...]
    """Names of its tables and figures, in the paper's order."""
    make: Make
    about: str = ""
    """One line on the paper, for ``doxa list``; by default what the docstring of ``make`` or its module says."""
    place: str = ""
    """The file that describes it, for ``doxa show``."""
    compares_judges: bool = False
    """Whether it can compare several judges (``--judges``)."""
    takes_files: str = ""
    """What files it takes in place of material that doxa makes itself, such as ``puzzles``; '' for none."""


def reproduction_names() -> list[str]:
    """Return the names of all installed reproductions, sorted."""
    return sorted(shelf_of("reproductions"))


@cache
def reproduction_named(name: str) -> Reproduction:
    """Return the reproduction of a name.

    Raises:
        UnknownNameError: no reproduction of that name is installed.
        PluginError: the reproduction cannot be used.
    """
    reproduction = take_plugin("reproductions", name, Reproduction)
    if reproduction is None:
        hint = installed(name, reproduction_names(), shelf_of("reproductions").notes)
        raise UnknownNameError(f"no reproduction is named {name!r}", hint=hint)
    return reproduction


def reproduced(name: str, exhibits: Sequence[str], order: Order, begin: Begin) -> list[Exhibit]:
    """Return exhibits of a paper, all when none is named, after the runs that they need.

    Raises:
        UnknownNameError: there is no such reproduction, or no such exhibit in it.
        StoppedError: interrupted; the same call continues.
        UsageError: the order cannot be run.
    """
    reproduction = reproduction_named(name)
    if order.trials is not None and order.trials < 1:
        raise UsageError(f"--trials {order.trials}: nothing would be run", hint="Leave it out for the paper's number.")
    for exhibit in exhibits:
        if exhibit not in reproduction.exhibits:
            hint = f"{did_you_mean(exhibit, reproduction.exhibits)}Exhibits: {', '.join(reproduction.exhibits)}."
            raise UnknownNameError(f"no exhibit is named {exhibit!r}", hint=hint)
    if order.judges and not reproduction.compares_judges:
        raise UsageError(f"{name} does not compare judges", hint="Leave --judges out; --judge sets the judge.")
    if order.files and not reproduction.takes_files:
        raise UsageError(f"{name} takes no file of puzzles", hint="Leave --puzzle-file out.")
    return reproduction.make(exhibits, order, begin)
