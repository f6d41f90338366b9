"""One run of an experiment as its tables and figures use it: each agent's stance after every round, by kind of stance.

Maintained stance, self-report and judged stance are never mixed, and a missing value is None.
"""

from doxa.records.base import JsonValue, Record


class Curve(Record):
    """One agent's stances of one kind, by round, or the mean of several; index 0 is before the first round."""

    agent: str
    side: str
    kind: str
    """maintained, self_report or judged."""
    stances: tuple[float | None, ...]
    agents: int = 1
    """Number of agents of which the curve is the mean."""


class Trial(Record):
    """One run of one condition."""

    condition: str
    """Readable name of the condition, such as ``BE``, ``prompt self-update``, ``open/stubborn``."""
    model: str
    """The speaker's model, such as ``offline``."""
    motion: str
    replicate: int
    settings: dict[str, JsonValue]
    """The settings that the experiment varied, by dotted path."""
    path: str
    status: str
    """finished, or failed with its reason in ``reason``."""
    reason: str = ""
    simulated: bool = True
    curves: tuple[Curve, ...] = ()

    def curve(self, side: str, kind: str) -> tuple[float | None, ...] | None:
        """Return the stances of the agent of a side, of one kind; None where the run has none."""
        return next((curve.stances for curve in self.curves if curve.side == side and curve.kind == kind), None)
