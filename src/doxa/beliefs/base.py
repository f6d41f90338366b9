"""The interface of kernels, and kernels by name. Imitate ``log_odds.py`` to write one, with docs/extending.md.

A kernel is built from its Settings and stores nothing else. ``init`` returns the state that a prior gives, ``step``
the state after one batch, ``readout`` the stance to show. A state contains only what the next step needs.

Beside these three a kernel may offer more, so that its moves are explained in more detail. Every part is optional:

- ``items = Items(unit=…)`` on the class says what the numbers in the items of its traces are (``Itemising``);
- ``contributions(state)`` returns what each record gives to the belief now: the ledger (``Contributing``);
- ``weigh(state, origin)`` returns γ of a record of an origin, for the ledger (``Weighing``).
- ``heeds_weights = True`` on the class says that the rule multiplies the influence of a post by ``Exposure.weight``.

Explanations leave out what a kernel does not offer. Kernels register in the entry-point group ``doxa.kernels``,
built-ins as well.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, ClassVar, Literal, Protocol, TypeVar, runtime_checkable

from doxa.records import base
from doxa.records.claims import Evidence, Exposure, Readout, Trace
from doxa.records.plugins import plugin, plugin_names
from doxa.records.spec import Prior
from doxa.records.validating import settled

Need = Literal["claims", "self_report", "posts", "replies"]
"""The input of a kernel: heard claims as evidence, the stance that the agent reports, posts with a stance that the
script shows, or the agent's own structured replies."""

State = TypeVar("State")


@dataclass(frozen=True, kw_only=True)
class Met(base.Brief):
    """The input of one batch for one listener."""

    exposures: tuple[Exposure, ...] = ()
    evidence: Sequence[Evidence] = ()
    """The listener's active records after admission, and those that this batch archived."""
    changed: tuple[Evidence, ...] | None = None
    """Those that this batch made active, and those active before that it archived; None where all may count otherwise
    than before, as after a change of settings. A rule that adds up over records needs only these."""
    self_report: float | None = None
    """The stance that the agent reports after the batch, in [−1, 1]; None where it gave none."""


class Kernel(Protocol[State]):
    """A belief rule."""

    Settings: ClassVar[type[base.Settings]]
    needs: ClassVar[frozenset[Need]]

    def __init__(self, settings: Any) -> None: ...

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[State, Trace]: ...

    def step(self, state: State, met: Met) -> tuple[State, Trace]: ...

    def readout(self, state: State) -> Readout: ...


ItemUnit = Literal["L", "S"]
"""The quantity that items and contributions add up to: L, the log-odds in the readout, or S, the stance itself."""


@dataclass(frozen=True, kw_only=True)
class Items:
    """The meaning of the numbers in the items of a kernel's traces."""

    unit: ItemUnit | None
    """L for a kernel whose readout shows log-odds, with S = tanh(L / 2); S for any other stance; None for a kernel
    without items, or whose items have no numbers: then nothing has to add up, and no effect can be computed.

    With L or S, the items of a step add up to its move. A stance stops at ±1; the sum of its items may go further."""
    weighed: bool = False
    """Whether items have a ``weight``. If they do, a weight of 0 is a number; otherwise 0 means that there is none."""
    own: Mapping[str, str] = field(default_factory=dict)
    """Sources of items that the kernel itself adds: source → a description, such as ``where it began``."""


@runtime_checkable
class Itemising(Protocol):
    """A kernel that says what its items are."""

    items: ClassVar[Items]


@runtime_checkable
class Contributing(Protocol):
    """A kernel whose belief is a sum over records, each counted until it is archived."""

    def contributions(self, state: Any) -> Mapping[str, float]:
        """Return claim, or a source of the kernel's own → its contribution to the belief, in the unit of the items.

        The contributions add up to the belief; the ``before`` and ``after`` of items are these numbers.
        """
        ...


@runtime_checkable
class Weighing(Protocol):
    """A kernel that weighs records by their origin."""

    def weigh(self, state: Any, origin: str) -> float:
        """Return γ of a record of this origin: seed, self or peer."""
        ...


def items_of(kernel: Kernel[Any] | type[Kernel[Any]] | None, shown: Readout) -> Items:
    """Return what a kernel declares of its items; without a declaration, derive their unit from its readout."""
    declared = getattr(kernel, "items", None)  # not ``isinstance``, which looks at all of a protocol's parts each time
    if isinstance(declared, Items):
        return declared
    if shown.log_odds is not None:
        return Items(unit="L")
    return Items(unit=None if shown.stance is None else "S")


GROUP = "doxa.kernels"


def kernel_names() -> list[str]:
    """Return the names of all installed kernels, sorted."""
    return plugin_names(GROUP)


@cache
def kernel_class(name: str) -> type[Kernel[Any]]:
    """Return a kernel's class.

    Raises:
        UnknownNameError: no kernel of that name is installed.
        PluginError: the kernel cannot be used.
    """
    loaded: type[Kernel[Any]] = plugin(GROUP, name, f"no kernel is named {name!r}")
    return loaded


def build_kernel(name: str, settings: dict[str, Any], where: str = "belief") -> Kernel[Any]:
    """Return a kernel built from its name and plain settings.

    Raises:
        UnknownNameError: no kernel of that name is installed.
        ScenarioError: the settings are not valid for the kernel.
    """
    kind = kernel_class(name)
    return kind(settled(kind.Settings, settings, where))
