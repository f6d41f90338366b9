"""Stance instructions: the ten bins of S, each with an instruction for the speaker (Belief Engine section 3.1).

Bins have equal widths of 0.2 over [−1, 1], closed below; the last is closed on both ends. The whole scale is in the
part of the prompt that never changes, and a turn names only its level, so that prefixes repeat.

The prompts of agents on a feed say positions and confidence in plain English instead (SimSwarm, ``render_beliefs``).
Position: from 0.6 strongly supportive, from 0.2 leaning supportive, above −0.2 undecided, above −0.6 leaning opposed,
else strongly opposed. Confidence: from 0.75 firmly held, from 0.45 moderately held, from 0.2 tentative, else uncertain.
"""

import math
import re
from dataclasses import dataclass

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


@dataclass(frozen=True, kw_only=True)
class SampleSpeeches:
    """How a speaker sounds at each level, on one motion."""

    motion: str
    about: re.Pattern[str]
    """Words by which another motion comes near it."""
    said: tuple[str, ...]
    """(10,) from level 1 on."""


EXAMPLES = (
    SampleSpeeches(
        motion="The town should close its centre to cars",
        about=re.compile(r"\b(?:cars?|traffic|vehicles?|driv\w+|parking|pedestrian\w*)\b", re.IGNORECASE),
        said=(
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
        ),
    ),
    SampleSpeeches(
        motion="The library should open on Sundays",
        about=re.compile(r"\b(?:librar\w+|sundays?)\b", re.IGNORECASE),
        said=(
            "Opening on Sundays is wrong, whichever way one turns it. It takes the one free day from people who "
            "keep the place running, it spends money that the town does not have, and it does so for shelves that "
            "nobody asked to see on a Sunday.",
            "You say that people who work all week have no other time. The library closes at eight on two "
            "evenings, and those are its emptiest hours. A service that goes unused in the evening will not fill "
            "on a Sunday, and the wages are due either way.",
            "I am against it. Sunday hours are paid at a higher rate, and that rate comes out of the money for "
            "new books. The students before their exams are a fair point; a reading room in the school would "
            "serve them for less.",
            "A place where one can sit without buying anything is worth having on a grey Sunday, I give you that. "
            "But with the staff there is now, an open Sunday means a closed Monday. As long as that holds I would "
            "rather not.",
            "I think of the children who do their homework there, and I think of the four people at the desk who "
            "already share their Saturdays. Both count. If I have to choose today, the four weigh a little more "
            "with me.",
            "I do not know who would do the work, and that bothers me. Yet on the one Sunday when the door was "
            "open for the book sale the reading room was full by noon. By a narrow margin I would open it.",
            "For many families Sunday is the only day on which all of them can go, and that makes me lean towards "
            "opening. You are right that the desk must not be staffed with goodwill. If two more people are paid "
            "for it, then on balance yes.",
            "I am for opening on Sundays. The building is heated anyway, and the newspapers lie there unread. "
            "That staff need their rest deserves a hearing, and a rota with one Sunday in six would give it to "
            "them.",
            "A library that is shut when people are free is a store of paper. You bring up the cost, but five "
            "hours on a Sunday cost less than the lights in the fountain outside. What has been said so far "
            "is no reason against it.",
            "Open it. Knowledge keeps no office hours, the rooms are there, the books are paid for, and the "
            "people who need a quiet table most are the ones who have none at home. What is said against it is a "
            "matter of timetables.",
        ),
    ),
)
"""The first is shown on every motion but those near it, so that nobody is shown speeches on its own motion."""


def example_for(proposition: str) -> SampleSpeeches:
    """Return the first example that is on another motion; of a motion near all of them the last."""
    return next((one for one in EXAMPLES if not one.about.search(proposition)), EXAMPLES[-1])


def scale(example: SampleSpeeches) -> str:
    """Return the whole scale with an example, for the stable part of a prompt."""
    lines = [f"Level {number} of {BINS}. {text}" for number, text in enumerate(LEVELS, 1)]
    heard = [f"Level {number}: “{text}”" for number, text in enumerate(example.said, 1)]
    return "\n".join(
        [
            "The ten levels of your position, and how somebody at that level speaks:",
            *lines,
            "",
            f'How that can sound, on another motion ("{example.motion}"):',
            *heard,
        ]
    )


def instruction(stance: float) -> str:
    """Return the line that tells a speaker its present level."""
    return f"Your position now is level {stance_bin(stance) + 1} of {BINS}. Speak as described there."
