"""What a kernel is. Imitate ``log_odds.py`` to write one; docs/extending.md walks through it.

A kernel is built from its Settings and keeps nothing else. ``init`` makes the state that a prior gives,
``step`` folds in what one batch brought, ``readout`` shows it. State holds only what the next step needs.

Beside these three a kernel may offer more, and is then explained with more; every part is optional:

- ``items = Items(unit=…)`` on the class says what the numbers in the items of its traces are (``Itemising``);
- ``contributions(state)`` returns what each record gives to the belief now: the ledger (``Contributing``);
- ``weigh(state, origin)`` returns γ of a record of an origin, for the ledger (``Weighing``).

What a kernel does not offer is left out where it is explained.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal, Protocol, TypeVar, runtime_checkable

from doxa.records import base
from doxa.records.claims import Evidence, Exposure
from doxa.records.people import Prior
from doxa.records.readout import Readout, Trace

Need = Literal["claims", "self_report", "posts", "replies"]
"""What a kernel must be given: heard claims as evidence, the stance that the agent says it has, posts with a stance
that its script shows it, or the agent's own structured replies."""

State = TypeVar("State")


@dataclass(frozen=True, kw_only=True)
class Met:
    """What one batch brought to one listener."""

    exposures: tuple[Exposure, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    """The listener's active records after admission, and those that this batch archived."""
    self_report: float | None = None
    """The stance that the agent says it has now, in [−1, 1]; None where it gave none."""


class Kernel(Protocol[State]):
    """A belief rule."""

    Settings: ClassVar[type[base.Settings]]
    needs: ClassVar[frozenset[Need]]

    def __init__(self, settings: Any) -> None: ...

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[State, Trace]: ...

    def step(self, state: State, met: Met) -> tuple[State, Trace]: ...

    def readout(self, state: State) -> Readout: ...


ItemUnit = Literal["L", "S"]
"""What items and contributions are parts of: L, the log-odds that the readout shows, or S, the stance itself."""


@dataclass(frozen=True, kw_only=True)
class Items:
    """What the numbers in the items of a kernel's traces are."""

    unit: ItemUnit | None
    """L for a kernel whose readout shows log-odds, with S = tanh(L / 2); S for any other stance; None for a kernel
    whose items have no numbers, or that has no items: then nothing has to add up, and no effect can be named.

    With L or S, items of a step add up to its move. A stance stops at ±1; beyond that a sum may go further."""
    weighed: bool = False
    """Whether items have a ``weight``; a weight of 0 is then a number, and else no weight at all."""
    own: Mapping[str, str] = field(default_factory=dict)
    """What acts beside what the kernel is given: source → what that is, in words, such as ``where it began``."""


@runtime_checkable
class Itemising(Protocol):
    """A kernel that says what its items are."""

    items: ClassVar[Items]


@runtime_checkable
class Contributing(Protocol):
    """A kernel whose belief is a sum over records, which stay until they are archived."""

    def contributions(self, state: Any) -> Mapping[str, float]:
        """Return claim, or source of its own → what it gives to the belief now, in the unit of its items.

        They add up to the belief, and an item's ``before`` and ``after`` are these numbers.
        """
        ...


@runtime_checkable
class Weighing(Protocol):
    """A kernel that weighs records by their origin."""

    def weigh(self, state: Any, origin: str) -> float:
        """Return γ of a record of this origin: seed, self or peer."""
        ...


def items_of(kernel: Kernel[Any], shown: Readout) -> Items:
    """Return what a kernel says of its items; where it says nothing, what its readout says of their unit."""
    if isinstance(kernel, Itemising):
        return kernel.items
    if shown.log_odds is not None:
        return Items(unit="L")
    return Items(unit=None if shown.stance is None else "S")
