"""Evidence-alignment groups (Belief Engine Table A4), by people's changes of stance.

    stable     |ΔS| within the tolerance: low-pressure where |E| is below the threshold, else despite-pressure
    weak       moved, and |E| is below the threshold
    aligned    moved the way that E points          opposed    moved the other way

**Outcome-conditioned diagnostics**: the groups depend on the outcome, so that their figures show how well a profile
fits and are not predictions.
"""

from dataclasses import dataclass
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from doxa.humans.replay.grid import Exposures, Floats

LABEL = "outcome-conditioned diagnostic"

KINDS = ("aligned", "opposed", "weak-signal", "stable, low pressure", "stable despite pressure")
ALIGNED, OPPOSED, WEAK, LOW, DESPITE = range(5)

POPULATIONS: dict[str, tuple[int, ...]] = {
    "All participants": (ALIGNED, OPPOSED, WEAK, LOW, DESPITE),
    "Evidence-aligned movers": (ALIGNED,),
    "Evidence-opposed movers": (OPPOSED,),
    "Stable participants": (LOW, DESPITE),
    "– stable, low pressure": (LOW,),
    "– stable despite pressure": (DESPITE,),
    "Weak-signal movers": (WEAK,),
}
"""The rows of Tables 1 and A6, and the kinds of people in each."""

PROFILES: tuple[tuple[int, ...], ...] = ((ALIGNED,), (OPPOSED,), (LOW, DESPITE))
"""The kinds that share a calibrated profile; weak-signal movers have no profile and use the pooled one."""

Steady = float | Literal["six-point"]


@dataclass(frozen=True, kw_only=True)
class Thresholds:
    """The thresholds of stable people and of evidence with a direction."""

    tolerance: Steady = 0.1
    """The largest |ΔS| of a stable person; ``six-point``: both stances round to the same of six points."""
    pressure: float = 0.5
    """The least |E| of evidence with a direction: half of one argument of full strength."""


def kinds_of(met: Exposures, thresholds: Thresholds) -> NDArray[np.intp]:
    """Return each person's kind, an index into KINDS, shape (N,)."""
    moved = met.after - met.before
    pressed = np.abs(met.net) >= thresholds.pressure
    steady = stable(met, thresholds)
    along = np.where(moved * met.net > 0, ALIGNED, OPPOSED)
    movers = np.where(pressed & (met.net != 0), along, WEAK)
    return np.where(steady, np.where(pressed, DESPITE, LOW), movers).astype(np.intp)


def stable(met: Exposures, thresholds: Thresholds) -> NDArray[np.bool_]:
    """Return the people who did not move, as a mask of shape (N,)."""
    if thresholds.tolerance == "six-point":
        return np.asarray(_points(met.before) == _points(met.after))
    # stances on a six-point scale are rounded: 0.2 − (−0.2) is slightly more than 0.4
    return np.asarray(np.abs(met.after - met.before) <= float(thresholds.tolerance) + 1e-9)


def _points(stances: Floats) -> Floats:
    return np.asarray(np.floor((stances + 1.0) * 2.5 + 0.5))
