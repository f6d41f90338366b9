"""Scales of strength: what a number in [0, 1] says about a claim, for prompts, readers and whoever rates a corpus.

``anchored``: five sentences say what 0.1, 0.3, 0.5, 0.7 and 0.9 mean. ``percentile``: the earlier scale, on which the
offline scorer gives the share of debate-portal posts that a text beats, and a hosted one knows the ends and the middle.
"""

from typing import Literal

Scale = Literal["anchored", "percentile"]

ANCHORS: dict[float, str] = {
    0.1: "The claim says nothing that bears on the proposition, or only that something is good or bad.",
    0.3: "The claim names a consideration without saying how or why it matters, or asserts what many would dispute at "
    "once.",
    0.5: "The claim gives an understandable reason; the obvious questions (how much, how often, compared with what) "
    "stay open.",
    0.7: "The claim gives a specific and relevant reason, with a mechanism, an example or a number, that a fair "
    "opponent must answer.",
    0.9: "The claim gives such a reason with its support and already meets the likeliest objection, so that it is hard "
    "to answer.",
}
"""Strength in [0, 1] → what a claim of this strength does."""


def anchor_lines() -> str:
    """Return the anchors for a prompt: a line each, with its number."""
    return "\n".join(f"  {strength}: {meaning}" for strength, meaning in ANCHORS.items())


def task_on_scale(task: str, scale: Scale) -> str:
    """Return the name of the task that asks for strengths on a scale; the percentile scale has the plain names."""
    return f"{task}_anchored" if scale == "anchored" else task
