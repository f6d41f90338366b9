"""Weights of the components T, M and D, and the tier of each (policy-parameterised prompts, section 3.2.2).

A weight lies in [0, 2]; low [0, 0.85), mid [0.85, 1.25), high [1.25, 2]. The text closes both ends; here the lower
bound belongs to its tier.
"""

from typing import Literal

from doxa.records.base import Record
from doxa.records.people import Component, PromptPolicy, Weight

Tier = Literal["low", "mid", "high"]

MOST = 2.0
"""The largest weight."""

MID, HIGH = 0.85, 1.25
"""Where the tiers mid and high begin."""

DECIMALS = 9
"""Weights are sums of tenths: rounded, so that 0.95 + 0.3 is high."""


class Weights(Record):
    """The weights of one agent in one round, each in [0, 2]."""

    T: Weight = 1.0
    M: Weight = 1.0
    D: Weight = 1.0

    def of(self, component: Component) -> float:
        return {"T": self.T, "M": self.M, "D": self.D}[component]


def start(policy: PromptPolicy) -> Weights:
    """Return w(0)."""
    return Weights(T=policy.w_t, M=policy.w_m, D=policy.w_d)


def raised(weight: float, step: float) -> float:
    """Return min(weight + step, 2)."""
    return min(round(weight + step, DECIMALS), MOST)


def tier(weight: float) -> Tier:
    """Return the tier of a weight in [0, 2].

    Raises:
        ValueError: the weight is not in [0, 2].
    """
    if not 0.0 <= weight <= MOST:
        raise ValueError(f"a weight lies in [0, 2]; {weight} does not")
    return "low" if weight < MID else "mid" if weight < HIGH else "high"
