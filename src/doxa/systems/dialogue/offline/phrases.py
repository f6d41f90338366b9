"""How the offline speaker frames what it says: openers, connectives and closings of our own, by firmness.

``{name}`` and ``{word}`` stand for the last speaker and for something they raised.
"""

from dataclasses import dataclass


@dataclass(frozen=True, kw_only=True)
class Manner:
    """How a speaker at one distance from the middle speaks."""

    opening: tuple[str, ...]
    """Openings when nobody else has spoken."""
    starting: tuple[str, ...]
    """The same, with the subject of the first reason."""
    verdicts: tuple[str, ...]
    """What is made of a claim that was just taken up."""
    answering: tuple[str, ...]
    """Openings that name a word of the last speaker."""
    turning: tuple[str, ...]
    """Openings after a speaker none of whose words stands out."""
    adding: tuple[str, ...]
    """Connectives between two reasons for the speaker's own side."""
    granting: tuple[str, ...]
    """Connectives in front of a reason for the other side."""
    returning: tuple[str, ...]
    """Connectives from there back to the speaker's own side."""
    closing: dict[int, tuple[str, ...]]
    """Side → closings."""


OUTRIGHT = Manner(
    opening=(
        "I will be blunt, because this one is not hard.",
        "Let me say it without any detours.",
        "I have no patience for half measures on this.",
    ),
    starting=("I will speak of {word} and of nothing else.",),
    verdicts=(
        "I do not accept it.",
        "That is wrong from the first word.",
        "I see nothing in it.",
        "I reject it.",
        "I could not disagree more.",
        "Nonsense.",
        "That is simply not so.",
    ),
    answering=(
        "{name}, what you said about {word} is mistaken.",
        "I accept none of what {name} said about {word}.",
        "I heard {name} on {word}; it is simply the wrong way to look at this.",
    ),
    turning=(
        "There is nothing in that, {name}.",
        "{name}, I part with you entirely.",
        "{name}, I accept nothing of what you just said.",
        "What {name} told us does not stand up at all.",
        "I listened to {name} and found nothing there that holds.",
    ),
    adding=("And more:", "Nor does it end there:", "Nor is that all:", "And then this:"),
    granting=("Some say this:",),
    returning=("They are wrong.",),
    closing={
        1: ("I am for this motion, entirely.", "I support it outright.", "There is only one vote here, and it is yes."),
        -1: (
            "I am against this motion, entirely.",
            "I reject it outright.",
            "There is only one vote here, and it is no.",
        ),
    },
)

FIRM = Manner(
    opening=(
        "I have made up my mind about this.",
        "I come to this with a firm view.",
        "My answer is settled, and here is why.",
    ),
    starting=(
        "I want to begin with {word}.",
        "I put {word} first.",
        "I will take {word} first.",
    ),
    verdicts=(
        "That does not settle it for me.",
        "I have weighed that, and I come out elsewhere.",
        "I follow the thought, and I do not share it.",
        "I would not build on that.",
        "I hear it, and my answer stands.",
        "I am not persuaded.",
        "It leaves me where I was.",
        "That is not how I see it.",
        "I looked at it twice and stayed where I was.",
        "I do not buy it.",
        "I weigh that lightly.",
        "I have an answer to that.",
    ),
    answering=(
        "I do not follow {name} on {word}.",
        "I have thought about {word} as well, {name}.",
        "I have not forgotten {word}, {name}, and my answer stays.",
        "I heard {name} on {word} and I stay where I was.",
        "I do not read {word} as you do, {name}.",
        "{name}, your point about {word} does not change the answer.",
        "I took note of what {name} said about {word}, but it settles nothing.",
        "I can see why {name} raises {word}, yet it does not change my answer.",
    ),
    turning=(
        "I have listened, {name}, and I stay where I am.",
        "We do not agree, {name}.",
        "I followed {name} closely, and my answer stays what it was.",
        "That does not change the answer, {name}.",
        "I see what {name} is after, and it does not decide the matter.",
    ),
    adding=("Beyond that,", "What is more,", "Add to this:", "There is also this:"),
    granting=("The other side has this:",),
    returning=("That does not change the answer.",),
    closing={
        1: ("So I am firmly for the motion.", "That is why I stand behind it.", "My vote is for it."),
        -1: ("So I am firmly against the motion.", "That is why I stand against it.", "My vote is against it."),
    },
)

PLAIN = Manner(
    opening=(
        "I know where I stand, though I try to listen.",
        "Here is how I see it.",
        "I will say what moves me most.",
    ),
    starting=(
        "Let me begin with {word}.",
        "I start from {word}.",
        "What I care about here is {word}.",
    ),
    verdicts=(
        "I see it otherwise.",
        "I weigh that less than you do.",
        "That did not convince me yet.",
        "I take it seriously, and I still lean elsewhere.",
        "I have turned it over, and I remain of another mind.",
        "I would put the weight elsewhere.",
        "Let me answer that.",
        "I hear you, and I have a reply.",
    ),
    answering=(
        "I want to answer {name} on {word}.",
        "{name} and I differ on {word}.",
        "I come back to {word}, {name}.",
        "{name}, I thought about what you said on {word}.",
        "I heard {name} on {word}.",
        "I do not brush aside what {name} said about {word}.",
    ),
    turning=(
        "Let me answer {name}.",
        "I heard you, {name}, and I see it otherwise.",
        "I listened to {name}, and some of it deserves a hearing.",
        "I take {name} seriously on this.",
    ),
    adding=("Also,", "Then there is this:", "Besides,", "I would add this:"),
    granting=(
        "One thing on the other side deserves a hearing:",
        "I admit that there is something in this:",
        "In fairness, I do hear people say this:",
    ),
    returning=("Still,", "All the same,", "It does not outweigh the rest:"),
    closing={
        1: ("So I come down for the motion.", "I am for it.", "That leaves me on the side of the motion."),
        -1: (
            "So I come down against the motion.",
            "I am against it.",
            "That leaves me on the side opposed to the motion.",
        ),
    },
)

LEANING = Manner(
    opening=("I lean one way on this, without being sure.", "I go back and forth, but not evenly."),
    starting=(
        "I am drawn to {word}, without being sure.",
        "My thoughts go first to {word}.",
    ),
    verdicts=(
        "That gives me pause.",
        "I am not sure of it, and I am not sure against it.",
        "I have no quick reply to that.",
        "I keep coming back to it.",
        "It weighs on me more than I expected.",
        "I would like to think longer about that.",
        "That one is hard for me.",
    ),
    answering=(
        "I am less sure about {word} than I was, {name}.",
        "I am looking at {word} again, {name}.",
        "I am thinking about {word} as you do, {name}.",
        "I paused at what {name} said about {word}.",
        "{name}, on {word} you may well be right.",
        "I keep thinking about {word}, as {name} put it.",
    ),
    turning=(
        "I did not expect that, {name}.",
        "I am not done with what {name} said.",
        "I have something to think about, {name}.",
        "I find part of what {name} says persuasive.",
    ),
    adding=("Also,", "And perhaps this counts too:", "Then again,", "On the same side:"),
    granting=("I grant this, and it has weight:", "One reason against my own leaning is good:", "This much I concede:"),
    returning=("Even so,", "On the whole, though,", "Against that,"),
    closing={
        1: ("On balance I would probably support it.", "On balance I lean towards the motion."),
        -1: ("On balance I would probably not support it.", "On balance I lean against the motion."),
    },
)

TORN = Manner(
    opening=("I am close to undecided here.", "I honestly find this one difficult.", "I could be moved either way."),
    starting=(
        "I circle around {word}.",
        "I keep returning to {word} without an answer.",
    ),
    verdicts=(
        "I do not know what to say to that.",
        "I cannot put that aside.",
        "I go back and forth on it.",
        "I nod and I shake my head at once.",
        "That pulls at me.",
        "I am still weighing that.",
        "I have not made up my mind about it.",
    ),
    answering=(
        "{name}, on {word} I go back and forth.",
        "I am of two minds about {word}, {name}.",
        "I cannot let go of what {name} makes of {word}.",
        "{name}, I cannot dismiss what you said about {word}.",
        "I am still turning over what {name} said about {word}.",
    ),
    turning=(
        "I am pulled both ways, {name}.",
        "I cannot answer {name} yet.",
        "I hesitate after what {name} said.",
        "I am not sure that {name} is wrong.",
    ),
    adding=("Also,", "And perhaps:"),
    granting=("On one side there is this:", "I weigh this first:", "It may be true that this counts:"),
    returning=("On the other side,", "Then I weigh this:", "Just ahead of it, perhaps:"),
    closing={
        1: (
            "If I had to choose today, I might tilt slightly towards the motion.",
            "That puts it only just ahead, for me.",
        ),
        -1: (
            "If I had to choose today, I might tilt slightly against the motion.",
            "That puts the case against only just ahead.",
        ),
    },
)

MANNERS = (TORN, LEANING, PLAIN, FIRM, OUTRIGHT)
"""By distance from the middle: bins 4 and 5 first, bins 0 and 9 last."""
