"""Stance instructions: the ten bins of S, each with an instruction for the speaker (Belief Engine section 3.1).

Bins have equal widths of 0.2 over [−1, 1], closed below; the last is closed on both ends. The whole scale is in the
part of the prompt that never changes, and a turn names only its level, so that prefixes repeat.
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


EXAMPLES: tuple[tuple[int, str], ...] = (
    (
        1,
        "Closing the centre would be a mistake from the first day to the last. It takes away the one way in that "
        "people here actually use, it gives them nothing in its place, and it calls that progress. No amount of "
        "benches makes up for a street that nobody can reach.",
    ),
    (
        2,
        "You say shops will do better without traffic; ask the ones at the edge of the closed streets, where the cars "
        "now queue instead. People who carry tools or children cannot come by tram, and they are customers as well. "
        "The square would be quieter, yes, but quiet is not what a centre is for.",
    ),
    (
        3,
        "I am against closing it. The plan counts on buses that do not run and on car parks that are not built, and "
        "hope is not a timetable. What you say about the children on their way to school deserves an answer; a "
        "crossing guard would be a better one.",
    ),
    (
        4,
        "I grant you that the air by the school would be better, and that counts with me. Still, the bus comes twice "
        "an hour, and until that changes closing the centre mostly moves the trouble one street further. On balance I "
        "would not do it now.",
    ),
    (
        5,
        "I can see the square without cars, and I like what I see; I can also see my neighbour, who cannot walk from "
        "the ring road. Both are true. If you press me, the neighbour weighs a little more, so a little more against "
        "than for.",
    ),
    (
        6,
        "The deliveries worry me, and nobody here has said how they would work. Against that stands a plain fact about "
        "the square: people stay where they can hear each other. Choosing today, I would just about close it.",
    ),
    (
        7,
        "The noise and the near misses at the crossing are reason enough for me to lean towards closing it. You are "
        "right that older people need a way in, and I would not vote for a plan that forgets them. With that settled, "
        "yes, on balance I would support it.",
    ),
    (
        8,
        "I am for closing it. Three summers of Sunday closures have shown what happens: the square fills, and nobody "
        "asks for the cars back. The point about deliveries deserves a hearing, and early hours would meet most of it.",
    ),
    (
        9,
        "Where people can walk they stop, and where they stop they buy; a street of parked cars sells nothing. You "
        "raise the deliveries, but an hour in the early morning takes care of those. Nothing said so far speaks "
        "against closing it.",
    ),
    (
        10,
        "Close it. A town centre is a place to be in, not a way to get through, and every car that leaves makes room "
        "for people. It is safer, it is quieter, the shops gain from it, and what is said against it comes down to "
        "habit.",
    ),
)
"""An example for each level, on a motion that no scenario uses."""


def scale() -> str:
    """Return the whole scale with examples, for the stable part of a prompt."""
    lines = [f"Level {number} of {BINS}. {text}" for number, text in enumerate(LEVELS, 1)]
    heard = [f"Level {number}: “{text}”" for number, text in EXAMPLES]
    return "\n".join(
        [
            "The ten levels of your position, and how somebody at that level speaks:",
            *lines,
            "",
            'How that can sound, on another motion ("The town should close its centre to cars"):',
            *heard,
        ]
    )


def instruction(stance: float) -> str:
    """Return the line that tells a speaker its present level."""
    return f"Your position now is level {stance_bin(stance) + 1} of {BINS}. Speak as described there."
