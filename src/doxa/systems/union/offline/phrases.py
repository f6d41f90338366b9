"""Sentences around an offline debater's material, and the patterns by which an offline reader recognises them."""

import re

GREETING = ("Thank you, President.", "President, members.", "I am grateful to the House.", "Friends, and opponents.")

TURNING = {
    "pro": (
        "I want to take the case for this motion one step further.",
        "Let me say what still stands between the other side and the truth of this motion.",
        "I speak for the motion, and I mean to earn it.",
    ),
    "con": (
        "I want to say plainly why this motion should fall.",
        "Let me test what the other side has built.",
        "I speak against the motion, and I mean to earn it.",
    ),
}

LAST = (
    "Nobody speaks after me, so let me weigh what we have heard.",
    "At the end of a debate one should count what is left standing.",
)

AS_THEY_STAND = (
    "By the motion, “{motion}”, we mean what its words ordinarily say, in a country with courts and elections."
)
NOT_IN_QUESTION = "Not in question is any power to say what is true, or a regime that answers to nobody."
FRAMING = {
    "pro": "This debate turns on whether those who are affected would be better off than they are now.",
    "con": "This debate turns on who would hold the new power, and on what happens when they are wrong.",
}
ACCEPTING = "We accept what the Proposition means by “{term}”."
ACCEPTING_ALL = "We accept the words of the motion as the Proposition reads them."
CONTESTING = "We contest the frame that was put around them, because it takes the good use of a power for its only use."

ANSWERING = {
    "logic": (
        "{name} told us that “{said}”. That does not follow:",
        "{name} argued that “{said}”. That does not follow:",
    ),
    "direct": ("{name} told us that “{said}”. I do not accept it:", "{name} argued that “{said}”. I do not accept it:"),
    "indirect": (
        "We heard that “{said}”. There is another side to it:",
        "It was said that “{said}”. Set this beside it:",
    ),
}
"""By what the reason answers, judged by cosine: the reasoning, the claim, or neither."""

FIRST = ("My case begins here.", "First of all.", "Begin with this.")
ADDING = ("Next.", "There is more.", "Consider this, too.", "And a further point.", "Then there is this.")

CLOSING = {
    "pro": (
        "For these reasons I ask you to carry the motion.",
        "I beg to propose.",
        "Those are the reasons to vote for this motion, and they have not been met.",
    ),
    "con": (
        "For these reasons I ask you to reject the motion.",
        "I beg to oppose.",
        "Those are the reasons to vote against this motion, and they have not been met.",
    ),
}

RISING = (
    "{reason} How does that fit with what you have just said?",
    "Will you answer this? {reason}",
    "On that very point: {reason}",
)
ASKING = (
    "{reason} Do you accept that?",
    "What do you say to this? {reason}",
    "Is it not so? {reason}",
)
REPLYING = (
    "No, and I am glad to say why. {reason}",
    "That is the right question and the wrong conclusion. {reason}",
    "I had hoped that somebody would ask. {reason}",
)

MEANS = re.compile(r"^By “([^”]+)”,? (?:I|we) mean (.+?)\.?$")
MEANS_AS_A_WHOLE = re.compile(r"^By the motion, “([^”]+)”, we mean (.+?)\.?$")
TURNS_ON = re.compile(r"\b(?:debate|question|matter) turns on (.+?)\.?$", re.IGNORECASE)
EXCLUDES = re.compile(r"^(?:Not in question is|Nobody (?:here )?proposes|We do not propose) (.+?)\.?$")
IN_QUESTION = re.compile(r"^(?:What is in question is|The question before us is) (.+?)\.?$")
ACCEPTS = re.compile(r"^(?:We|I) (?:accept|grant) (.+?)\.?$")
CONTESTS = re.compile(r"^(?:We|I) (?:contest|dispute|do not accept) (?!it\b)(.+?)\.?$")
REBUTS = re.compile(r"(?:told us|argued|said|heard|says|argues)\b[^“]{0,20}“", re.IGNORECASE)
"""Matches an answer, which quotes what somebody said."""

ABOUT_ITSELF = re.compile(
    r"\b(?:this debate|the motion|this motion|the House|the other side|the Proposition|the Opposition|opponents"
    r"|Not in question|beg to|end of a debate|(?:I|we) mean|We (?:accept|contest)|(?:debate|question) turns on)\b",
    re.IGNORECASE,
)
"""Matches a sentence about the debate itself, which makes no argument."""
