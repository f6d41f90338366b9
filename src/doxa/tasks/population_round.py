"""One round of an audience: every listener meets the posts of those whom it follows. Its performer is an array kernel.

The inputs hold all that determines the answer (who listens, under which rule, and every post so far), so that an
audience can be made anew from them alone. The reply is what a report needs; positions lie in shards of the run.
"""

from typing import Literal

from doxa.records.base import JsonValue, Record, Stance
from doxa.records.canonical import canonical, digest
from doxa.tasks.base import Task


class Posts(Record):
    """What the voices posted in one round: one entry a voice, in their order."""

    stances: tuple[Stance, ...]
    contents: tuple[int, ...]
    """Numbers of what each says; the same number is the same content."""


class Audience(Record):
    """Who listens."""

    size: int
    seed: int
    voices: tuple[Stance, ...]
    """Where the voices began."""
    follows: int
    """How many voices each listener follows."""
    alike: float
    """How much more likely near voices are followed: weights exp(−alike·distance)."""
    start: Literal["even", "camps"]
    spread: float
    contents: int
    """How many different contents there can be."""
    kernel: str
    belief: dict[str, JsonValue]
    engine: Literal["numba", "numpy"]
    precision: Literal["float64", "float32"]


class Inputs(Record):
    audience: Audience
    rounds: tuple[Posts, ...]
    """The posts of every round up to this one, the last of them to be met now."""

    @property
    def lineage(self) -> str:
        """The hash of the audience and all its rounds."""
        return digest(canonical(self))

    def before(self, rounds: int) -> "Inputs":
        """Return the same audience with its first rounds alone."""
        return self.model_copy(update={"rounds": self.rounds[:rounds]})


class Reply(Record):
    positions: tuple[str, ...]
    """The shards that hold where listeners stand now, by content hash."""
    counts: tuple[int, ...]
    """Listeners in cells of equal width over [−1, 1]."""
    mean: Stance
    variance: float
    bimodality: float | None
    polarisation: float
    """After Esteban and Ray, over ten cells."""
    moved: float
    """The mean distance that listeners moved."""
    exposures: int
    """How many posts were met."""


POPULATION_ROUND = Task(
    name="population_round",
    role="listeners",
    Inputs=Inputs,
    Reply=Reply,
    stable="Move every listener by the posts of those whom it follows.",
    request="Round {{ inputs.rounds|length }} for {{ inputs.audience.size }} listeners under the rule "
    "{{ inputs.audience.kernel }}. Everything so far: {{ inputs.lineage }}",
)
