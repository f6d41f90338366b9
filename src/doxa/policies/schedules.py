"""How weights change from round to round (policy-parameterised prompts, section 3.2.3).

    time trend   w_M(k) = min(w_M(0) + 0.1·k, 2.0)   w_D(k) = max(w_D(0) − 0.1·k, 0.5)   w_T(k) = w_T(0)
    correction   w ← min(w + α, 2.0), for D after a round without evidence, for M after one without a response

Rounds count from 1. The correction is added to the scheduled weight of its round and is forgotten after it. A part that
the policy does not show is never corrected: its agent could not have used it.
"""

from doxa.policies.instructions import DECIMALS, Weights, raised, start
from doxa.policies.registry import Schedule, schedule_named
from doxa.records.base import Record
from doxa.records.spec import PromptPolicy

TREND = 0.1
"""Change of the weights in each round: added to w_M, subtracted from w_D."""

FLOOR = 0.5
"""The smallest w_D of the trend."""


class Slips(Record):
    """What the agent omitted in the round before; both are False in round 1, and where there was no occasion."""

    evidence: bool = False
    """Whether the agent was shown passages and used none."""
    response: bool = False
    """Whether somebody had spoken and the agent did not respond."""


def fixed(begun: Weights, number: int) -> Weights:
    """Return the first weights unchanged."""
    return begun


def time_trend(begun: Weights, number: int) -> Weights:
    """Return weights shifted from knowledge to the dialogue, by a tenth a round.

    A first w_D below the floor of 0.5 is raised to the floor, as the equation says.
    """
    return Weights(
        T=begun.T, M=raised(begun.M, TREND * number), D=max(round(begun.D - TREND * number, DECIMALS), FLOOR)
    )


def corrected(weights: Weights, slips: Slips, alpha: float) -> Weights:
    """Return scheduled weights with the correction for the round before."""
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
    shown_slips = Slips(
        evidence=slips.evidence and "D" in policy.shows, response=slips.response and "M" in policy.shows
    )
    return corrected(scheduled, shown_slips, policy.alpha) if policy.correction == "behaviour" else scheduled


FIXED = Schedule(weights=fixed)
TIME_TREND = Schedule(weights=time_trend)
