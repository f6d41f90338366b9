"""How weights change from round to round (policy-parameterised prompts, section 3.2.3).

    time trend   w_M(k) = min(w_M(0) + 0.1·k, 2.0)   w_D(k) = max(w_D(0) − 0.1·k, 0.5)   w_T(k) = w_T(0)
    correction   w ← min(w + α, 2.0), for D after a round without evidence, for M after one without a response

Rounds count from 1. The correction is added to the scheduled weight of its round and is forgotten after it.
"""

from doxa.policies.registry import Schedule, schedule_named
from doxa.policies.weights import DECIMALS, Weights, raised, start
from doxa.records.base import Record
from doxa.records.people import PromptPolicy

TREND = 0.1
"""What a round adds to w_M and takes from w_D."""

FLOOR = 0.5
"""Where the trend of w_D ends."""


class Slips(Record):
    """What the agent left undone in the round before; neither in round 1, and neither where there was no occasion."""

    evidence: bool = False
    """It was shown passages and used none."""
    response: bool = False
    """Somebody had spoken and it did not respond."""


def fixed(begun: Weights, number: int) -> Weights:
    """Leave the weights as they began."""
    return begun


def time_trend(begun: Weights, number: int) -> Weights:
    """Move reliance from knowledge to the dialogue, a tenth a round.

    A w_D that begins below the floor of 0.5 is brought to it, as the equation has it.
    """
    return Weights(
        T=begun.T, M=raised(begun.M, TREND * number), D=max(round(begun.D - TREND * number, DECIMALS), FLOOR)
    )


def corrected(weights: Weights, slips: Slips, alpha: float) -> Weights:
    """Return scheduled weights after the correction for the round before."""
    return Weights(
        T=weights.T,
        M=raised(weights.M, alpha) if slips.response else weights.M,
        D=raised(weights.D, alpha) if slips.evidence else weights.D,
    )


def weights_at(policy: PromptPolicy, number: int, slips: Slips) -> Weights:
    """Return the weights of a policy in round ``number``, from 1.

    Raises:
        UnknownNameError: no schedule of that name is installed.
    """
    scheduled = schedule_named(policy.schedule).weights(start(policy), number)
    return corrected(scheduled, slips, policy.alpha) if policy.correction == "behaviour" else scheduled


FIXED = Schedule(weights=fixed)
TIME_TREND = Schedule(weights=time_trend)
