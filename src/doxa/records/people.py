"""What is believed, and who believes: propositions and participants, as data."""

from typing import Literal

from pydantic import Field

from doxa.records.base import JsonValue, Record, Settings, Stance

Side = Literal["pro", "con", "neutral"]


class Proposition(Record):
    """What is believed: a motion, or the role of one puzzle player (then with ``options``)."""

    id: str = "motion"
    text: str
    options: tuple[str, ...] = ()


class Prior(Settings):
    """Where an agent's stance starts (docs/fidelity.md, 'Prior modes')."""

    mode: Literal["seeds", "target"] = "seeds"
    """``seeds``: the stance falls out of the seed records; ``target``: one factor on their weight is solved."""
    stance: Stance | None = None
    """The target stance of mode ``target``."""
    reference_a: float | None = Field(default=None, gt=0, le=10)
    """The anchoring at which the factor is solved, and then held; the agent's own ``a`` when absent."""


class Policy(Settings):
    """What enters an agent's prompt beside the task."""

    retrieved: int = Field(default=5, ge=0, le=100)
    """k: how many active records are retrieved into the prompt."""
    recent: int = Field(default=40, ge=0)
    """How many recent messages the prompt shows at least; up to half as many more stay, so that prefixes repeat."""


class Participant(Record):
    """An agent as data; never subclassed."""

    id: str
    name: str
    persona: str = ""
    side: Side = "neutral"
    role: str = "speaker"
    """The model role that speaks for this agent."""
    policy: Policy = Policy()
    kernel: str | None = "log_odds"
    """The belief rule's registered name; None for an actor without a belief."""
    belief: dict[str, JsonValue] = Field(default_factory=dict)
    """The kernel's settings, as its Settings model dumps them."""
    memory: dict[str, JsonValue] = Field(default_factory=dict)
    """The memory's settings (θ, θ_self, confirmation bias), as Admission dumps them."""
    prior: Prior = Prior()
