"""The instructions for each component of a prompt, by tier (policy-parameterised prompts, appendix B).

The wording is doxa's own; its meaning is the published one of the tier.
"""

from doxa.policies.weights import Tier
from doxa.records.base import Record
from doxa.records.people import Component


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
        text="Who you are may stay in the background here: let the arguments do the work.",
        why="w_T is low: the persona need not show.",
    ),
    ("T", "mid"): Instruction(
        asks="persona_reflected",
        text="Let your answer show who you are, and say where you stand wherever it matters to the point.",
        why="w_T is mid: the role is reflected, its stance given when relevant.",
    ),
    ("T", "high"): Instruction(
        asks="persona_first",
        text="Begin as the person described in [T]: say first where you stand and what matters most to you in that "
        "role, and only then give your reasons.",
        why="w_T is high: stance and priority of the role come before reasons.",
    ),
    ("M", "low"): Instruction(
        asks="no_recap",
        text="There is no need to sum up what stands in [M]. Do not say again, word for word, what was said there.",
        why="w_M is low: no summary is needed.",
    ),
    ("M", "mid"): Instruction(
        asks="coherent",
        text="Go on from what was said in [M], so that your answer fits the conversation, and bring no point again "
        "that stands there already.",
        why="w_M is mid: the answer is coherent with the dialogue and does not repeat it.",
    ),
    ("M", "high"): Instruction(
        asks="recap",
        text="Open with one or two sentences that say what the latest turns in [M] came to, then take up what they "
        "left open before anything else.",
        why="w_M is high: recap and unresolved points come first.",
    ),
    ("D", "low"): Instruction(
        asks="evidence_optional",
        text="You may answer without the passages in [D] unless your point cannot stand without them.",
        why="w_D is low: evidence is optional.",
    ),
    ("D", "mid"): Instruction(
        asks="evidence_preferred",
        text="Where a passage in [D] bears on a main point of yours, prefer to rest the point on it.",
        why="w_D is mid: evidence is preferred.",
    ),
    ("D", "high"): Instruction(
        asks="evidence_twice",
        text="Before you conclude, bring at least two concrete items from the passages in [D], in quotation or in "
        "your own words, and say what each shows for your point.",
        why="w_D is high: at least two items of evidence come before the conclusion.",
    ),
}
