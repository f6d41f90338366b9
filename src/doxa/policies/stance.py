"""Positions in words: the ten bins of S, each with an instruction for the speaker (Belief Engine section 3.1).

Bins have equal widths of 0.2 over [−1, 1], closed below; the last is closed on both ends. A prompt has the words of one
bin and no number, so that there is nothing to read out.

The prompts of agents on a feed say positions and confidence as bands (SimSwarm, ``render_beliefs``). Position: from 0.6
strongly supportive, from 0.2 leaning supportive, above −0.2 undecided, above −0.6 leaning opposed, else strongly
opposed. Confidence: from 0.75 firmly held, from 0.45 moderately held, from 0.2 tentative, else uncertain.
"""

import math
import re

from doxa.records.claims import Readout

SUPPORT = ((0.6, "strongly supportive"), (0.2, "leaning supportive"))
"""Bands that are closed below."""

DOUBT = ((-0.2, "undecided"), (-0.6, "leaning opposed"))
"""Bands that are open below."""

CONFIDENCE = ((0.75, "firmly held"), (0.45, "moderately held"), (0.2, "tentative"))


def position_band(position: float) -> str:
    """Return the band of a position in [−1, 1].

    Raises:
        ValueError: the position is not in [−1, 1].
    """
    if not -1.0 <= position <= 1.0:
        raise ValueError(f"a position lies in [-1, 1]; {position} does not")
    closed = (name for least, name in SUPPORT if position >= least)
    opened = (name for bound, name in DOUBT if position > bound)
    return next(closed, None) or next(opened, "strongly opposed")


def confidence_band(confidence: float) -> str:
    """Return the band of a confidence in [0, 1].

    Raises:
        ValueError: the confidence is not in [0, 1].
    """
    if not 0.0 <= confidence <= 1.0:
        raise ValueError(f"a confidence lies in [0, 1]; {confidence} does not")
    return next((name for least, name in CONFIDENCE if confidence >= least), "uncertain")


def beliefs(readout: Readout, proposition: str) -> str:
    """Return prompt lines that state an agent's beliefs, one a topic; empty where it shows no stance."""
    main = [(proposition, readout.stance, readout.confidence)] if readout.stance is not None else []
    others = [(topic, belief.stance, belief.confidence) for topic, belief in readout.topics.items()]
    lines = [
        f"- {topic}: {_describe_position(position, confidence)}" for topic, position, confidence in [*main, *others]
    ]
    return "\n".join(["What you believe now:", *lines]) if lines else ""


def _describe_position(position: float, confidence: float | None) -> str:
    confident = "" if confidence is None else f", {confidence_band(confidence)}"
    return f"{position_band(position)}{confident}"


BINS = 10

LEVELS: tuple[str, ...] = (
    "You reject {motion} outright. Say only what speaks against it, grant nothing, and do not hedge.",
    "You are firmly against {motion}. Argue against it with confidence; where the other side has a point, say at once "
    "why that does not change the answer.",
    "You are against {motion}. Argue against it, and admit in passing that one thing said for it deserves a hearing.",
    "You lean against {motion}. Give mainly reasons against it, grant one reason for it its weight, and say that on "
    "balance you would not support it.",
    "You are nearly undecided on {motion} and tilt against it. Weigh one reason on each side, and let the one against "
    "it come out just ahead.",
    "You are nearly undecided on {motion} and tilt towards it. Weigh one reason on each side, and let the one for it "
    "come out just ahead.",
    "You lean towards {motion}. Give mainly reasons for it, grant one reason against it its weight, and say that on "
    "balance you would support it.",
    "You are for {motion}. Argue for it, and admit in passing that one thing said against it deserves a hearing.",
    "You are firmly for {motion}. Argue for it with confidence; where the other side has a point, say at once why that "
    "does not change the answer.",
    "You support {motion} outright. Say only what speaks for it, grant nothing, and do not hedge.",
)
"""What a speaker of each bin is told, from the most opposed on."""

SAMPLED = "The town should close its centre to cars"
"""The motion of the samples."""

ABOUT = re.compile(r"\b(?:cars?|traffic|vehicles?|driv\w+|parking|pedestrian\w*)\b", re.IGNORECASE)
"""Words by which another motion comes near it: a sample would be an argument there, and is not shown."""

SAMPLES: tuple[str, ...] = (
    "Closing the centre would be a mistake from the first day to the last. It takes away the one way in "
    "that people here actually use, it gives them nothing in its place, and it calls that progress. No "
    "amount of benches makes up for a street that nobody can reach.",
    "You say shops will do better without traffic; ask the ones at the edge of the closed streets, where "
    "the cars now queue instead. People who carry tools or children cannot come by tram, and they are "
    "customers as well. The square would be quieter, yes, but quiet is not what a centre is for.",
    "I am against closing it. The plan counts on buses that do not run and on car parks that are not "
    "built, and hope is not a timetable. What you say about the children on their way to school deserves "
    "an answer; a crossing guard would be a better one.",
    "I grant you that the air by the school would be better, and that counts with me. Still, the bus "
    "comes twice an hour, and until that changes closing the centre mostly moves the trouble one street "
    "further. On balance I would not do it now.",
    "I can see the square without cars, and I like what I see; I can also see my neighbour, who cannot "
    "walk from the ring road. Both are true. If you press me, the neighbour weighs a little more, so a "
    "little more against than for.",
    "The deliveries worry me, and nobody here has said how they would work. Against that stands a plain "
    "fact about the square: people stay where they can hear each other. Choosing today, I would just "
    "about close it.",
    "The noise and the near misses at the crossing are reason enough for me to lean towards closing it. "
    "You are right that older people need a way in, and I would not vote for a plan that forgets them. "
    "With that settled, yes, on balance I would support it.",
    "I am for closing it. Three summers of Sunday closures have shown what happens: the square fills, and "
    "nobody asks for the cars back. The point about deliveries deserves a hearing, and early hours would "
    "meet most of it.",
    "Where people can walk they stop, and where they stop they buy; a street of parked cars sells "
    "nothing. You raise the deliveries, but an hour in the early morning takes care of those. Nothing "
    "said so far speaks against closing it.",
    "Close it. A town centre is a place to be in, not a way to get through, and every car that leaves "
    "makes room for people. It is safer, it is quieter, the shops gain from it, and what is said against "
    "it comes down to habit.",
)
"""How somebody of each bin can sound, from the most opposed on."""


def stance_bin(stance: float) -> int:
    """Return the bin 0 … 9 of a stance in [−1, 1].

    Raises:
        ValueError: the stance is not in [−1, 1].
    """
    if not -1.0 <= stance <= 1.0:
        raise ValueError(f"a stance lies in [-1, 1]; {stance} does not")
    # round() undoes the binary error of boundaries such as (0.6 + 1) / 0.2
    return min(BINS - 1, math.floor(round((stance + 1.0) * BINS / 2, 9)))


def position(stance: float, motion: str, *, sample: bool = False) -> str:
    """Return what a speaker is told of its position on a motion.

    Args:
        sample: whether a speech on another motion shows how that sounds.
    """
    place = stance_bin(stance)
    said = LEVELS[place].replace("{motion}", f'"{motion}"')
    if not sample or ABOUT.search(motion):
        return said
    return f'{said}\nThat can sound as follows, on another motion ("{SAMPLED}"): “{SAMPLES[place]}”'
