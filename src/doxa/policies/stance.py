"""Stance instructions: the ten bins of S and what each asks of a speaker (Belief Engine section 3.1).

Bins have equal widths of 0.2 over [−1, 1], closed below; the last is closed on both ends. The whole scale
stands in the part of the prompt that never changes and a turn names only its level, so that prefixes repeat.
"""

import math

BINS = 10

LEVELS: tuple[str, ...] = (
    "You reject the motion outright. Everything you say tells against it; grant nothing, and treat what is said for "
    "it as mistaken. No hedging words.",
    "You are firmly against the motion. Argue against it with confidence; if the other side has a point, say at once "
    "why it does not change the answer.",
    "You are against the motion. Argue against it, and admit in passing that one thing said for it deserves a hearing.",
    "You lean against the motion. Give mainly reasons against it, grant one reason for it its weight, and say that on "
    "balance you would not support it.",
    "You are close to undecided, tilting slightly against the motion. Weigh a reason on each side, and let the one "
    "against come out only just ahead.",
    "You are close to undecided, tilting slightly towards the motion. Weigh a reason on each side, and let the one for "
    "it come out only just ahead.",
    "You lean towards the motion. Give mainly reasons for it, grant one reason against it its weight, and say that on "
    "balance you would support it.",
    "You are for the motion. Argue for it, and admit in passing that one thing said against it deserves a hearing.",
    "You are firmly for the motion. Argue for it with confidence; if the other side has a point, say at once why it "
    "does not change the answer.",
    "You support the motion outright. Everything you say tells for it; grant nothing, and treat what is said against "
    "it as mistaken. No hedging words.",
)


def stance_bin(stance: float) -> int:
    """Return the bin 0 … 9 of a stance in [−1, 1].

    Raises:
        ValueError: the stance is not in [−1, 1].
    """
    if not -1.0 <= stance <= 1.0:
        raise ValueError(f"a stance lies in [-1, 1]; {stance} does not")
    # round() undoes the binary error of boundaries such as (0.6 + 1) / 0.2
    return min(BINS - 1, math.floor(round((stance + 1.0) * BINS / 2, 9)))


def scale() -> str:
    """Return the whole scale, for the stable part of a prompt."""
    lines = [f"Level {number} of {BINS}. {text}" for number, text in enumerate(LEVELS, 1)]
    return "The ten levels of your position, and how somebody at that level speaks:\n" + "\n".join(lines)


def instruction(stance: float) -> str:
    """Return the line that tells a speaker its present level."""
    return f"Your position now is level {stance_bin(stance) + 1} of {BINS}. Speak as described there."
