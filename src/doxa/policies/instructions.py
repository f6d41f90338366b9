"""Weights of the components T, M and D, the tier of each, and the instructions of a tier (section 3.2.2, appendix B).

A weight lies in [0, 2]; low [0, 0.85), mid [0.85, 1.25), high [1.25, 2]. The text closes both ends; here the lower
bound belongs to its tier. The wording of instructions is doxa's own; its meaning is the published one of the tier
(policy-parameterised prompts).
"""

from typing import Literal

from doxa.records.base import Record
from doxa.records.spec import Component, PromptPolicy, Weight

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


class Instruction(Record):
    """One instruction in a prompt."""

    asks: str
    """A word for the instruction, by which performers without a language model obey it; they ignore unknown words."""
    text: str
    why: str
    """Why the prompt contains it, for readers of the prompt; never sent."""
    most: int | None = None
    """Sentences that an answer may have, where this limits them."""


TIERED: dict[tuple[Component, Tier], Instruction] = {
    ("T", "low"): Instruction(
        asks="persona_implicit",
        text="Who you are may stay in the background: let the arguments do the work.",
        why="w_T is low: the persona need not show.",
    ),
    ("T", "mid"): Instruction(
        asks="persona_reflected",
        text="Let your answer show who you are, and say where you stand wherever it bears on the point.",
        why="w_T is mid: the role is reflected, its stance given when relevant.",
    ),
    ("T", "high"): Instruction(
        asks="persona_first",
        text="Say first where you stand and what matters most to you as the person that you are, and only then give "
        "your reasons.",
        why="w_T is high: stance and priority of the role come before reasons.",
    ),
    ("M", "low"): Instruction(
        asks="no_recap",
        text="There is no need to sum up what was said. Do not say it again word for word.",
        why="w_M is low: no summary is needed.",
    ),
    ("M", "mid"): Instruction(
        asks="coherent",
        text="Go on from what was said, so that your answer fits the conversation, and bring no point again that was "
        "made already.",
        why="w_M is mid: the answer is coherent with the dialogue and does not repeat it.",
    ),
    ("M", "high"): Instruction(
        asks="recap",
        text="Open with one or two sentences on what the latest turns came to, then take up what they left open before "
        "anything else.",
        why="w_M is high: recap and unresolved points come first.",
    ),
    ("D", "low"): Instruction(
        asks="evidence_optional",
        text="You may answer without these passages unless your point cannot stand without them.",
        why="w_D is low: evidence is optional.",
    ),
    ("D", "mid"): Instruction(
        asks="evidence_preferred",
        text="Where one of these passages bears on a main point of yours, prefer to rest the point on it.",
        why="w_D is mid: evidence is preferred.",
    ),
    ("D", "high"): Instruction(
        asks="evidence_twice",
        text="Before you conclude, bring at least two concrete items from these passages, quoted or in your own words, "
        "and say what each shows for your point.",
        why="w_D is high: at least two items of evidence come before the conclusion.",
    ),
}
