"""Lead-ins: the words in front of a statement that say nothing themselves, and the tail that only asks for assent."""

import re

from doxa.models.embedded.extraction.substance import FIRST_PERSON, asks, says_something, substance
from doxa.models.embedded.extraction.words import content_words

LEAD = 60
"""Characters that a lead-in before a colon, a comma or a dash may have, if it has no substance of its own."""

GREETING = re.compile(
    r"(?:hi|hello|hey|hiya|ok|okay|yeah|yep|yes|lol|haha|hmm+|um+|uh|thanks|thank you|cheers)"
    r"(?: there| all| everyone| everybody| guys| folks)?[\s,!.…—–-]+|(?:well|no|nope|nah|so|look|listen|sure|"
    r"true)[,!.…—–]\s*",
    re.IGNORECASE,
)

CONNECTIVE = re.compile(
    r"(?:and|but|so|also|or|yet|plus|besides|moreover|furthermore|additionally|however|nevertheless|honestly|"
    r"basically|"
    r"actually|then|still|again|exactly|agreed|(?:in addition|on top of that)(?=,))(?:,\s*|\s+)",
    re.IGNORECASE,
)

ORDINAL = re.compile(
    r"(?:first(?:ly| of all)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|finally|lastly|next|last but not least),\s*"
    r"|(?:firstly|secondly|thirdly|fourthly|lastly|first of all)\s+",
    re.IGNORECASE,
)

OPINION = re.compile(
    r"I\s+(?:(?:also|just|do|really|honestly|personally|still|firmly|strongly|truly|would)\s+)?"
    r"(?:think|believe|feel|say|argue)(?:\s+that)?\s+(?=[\w\"“'‘])(?!so\b|about\b|of\b|in\b|for\b|like\b|"
    r"not\b|we\b|I\b)|(?:imo|imho|in\s+my\s+(?:humble\s+)?(?:opinion|view)),?\s+",
    re.IGNORECASE,
)
"""A framing that says only that the speaker holds what follows; a weaker or a negated one is part of the claim."""

AVOWING = re.compile(rf"(?:[^,.!?;:]{{1,{LEAD}}}?)\bbecause\s+(?=\w+\s+\w+)", re.IGNORECASE)

LEAD_IN = re.compile(rf"[^,:.!?—–]{{1,{LEAD}}}(?:, [^,:.!?—–]{{1,20}})?(?:[,:]\s+|\s?[—–]\s?|\s-\s)")
"""A phrase in front that a comma, a colon or a dash parts from the rest."""

TRAIL = re.compile(r"[\s,]+(?:thanks|thank you|thx|cheers|bye|lol|haha|imo|imho|tbh)[.!]*$", re.IGNORECASE)

TAG = re.compile(
    r",?\s+(?:right|correct|no|ok|okay|eh|huh|"
    r"(?:don['’]t|do|isn['’]t|aren['’]t|doesn['’]t|won['’]t|wouldn['’]t|can['’]t|shouldn['’]t|wasn['’]t|"
    r"didn['’]t|is|does|would)\s+"
    r"(?:you|it|they|we|that|he|she|there)(?:\s+(?:think|agree|say|see))?)\s*\?+[\"'”’)\]\s]*$",
    re.IGNORECASE,
)
"""A question at the end that only asks whether one agrees."""

ASKING = re.compile(
    r"(?:[,;]|\s?[—–-])\s*(?:(?:and|but|so|then)\s+)*(?:why|how|who|what|where|when|which|is|are|isn['’]t|"
    r"aren['’]t|do|does|"
    r"don['’]t|doesn['’]t|should|shouldn['’]t|would|wouldn['’]t|could|can)\b[^,;?]*\?+[\"'”’)\]\s]*$",
    re.IGNORECASE,
)
"""A question at the end of a statement."""

PROVISO = re.compile(
    r"(?:if|when|while|since|as|because|although|though|unless|given|what|who|how|why)\b", re.IGNORECASE
)


def without_lead(sentence: str, known: frozenset[str]) -> str:
    """Return the end of a sentence, without greetings, connectives and lead-ins that say nothing themselves."""
    while cut := _lead(sentence, known):
        sentence = sentence[cut:]
    return sentence


def without_trail(sentence: str) -> str:
    """Return a sentence without white space, loose punctuation and thanks at its end."""
    return TRAIL.sub("", sentence.rstrip().rstrip(",;:—–")).rstrip()


def without_opening(sentence: str) -> str:
    """Return the end of a sentence, without greetings and connectives alone."""
    while found := GREETING.match(sentence) or CONNECTIVE.match(sentence):
        sentence = sentence[found.end() :]
    return sentence


def without_question(sentence: str, known: frozenset[str]) -> str:
    """Return the statement in front of a question; empty where a sentence only asks.

    "It costs lives, right?" and "Uniforms stop nothing, so why bother?" state their first half.
    """
    if not asks(sentence):
        return sentence
    for tail in (TAG, ASKING):
        found = tail.search(sentence, max(0, len(sentence) - 4 * LEAD))
        if found and not PROVISO.match(sentence):
            stated = sentence[: found.start()]
            return stated if says_something(stated, known) else ""
    return ""


def _lead(sentence: str, known: frozenset[str]) -> int:
    """Return how many characters in front say nothing."""
    for plain in (GREETING, ORDINAL, CONNECTIVE, OPINION):
        if found := plain.match(sentence):
            return found.end()
    avowing = AVOWING.match(sentence)
    if avowing and FIRST_PERSON.search(avowing.group()) and not substance(avowing.group(), frozenset()):
        return avowing.end()
    lead = LEAD_IN.match(sentence)
    return lead.end() if lead and _is_empty(lead.group(), known) else 0


def _is_empty(lead: str, known: frozenset[str]) -> bool:
    """Say whether a lead-in has no substance; a name or an adverb is no claim, nor what points behind a colon."""
    words = lead.rstrip(" —–-").split()
    if lead.rstrip().endswith(("—", "–", "-")):
        return substance(lead, known) == 0 and known.isdisjoint(content_words(lead))
    allowed = 1 if len(words) == 1 or words[-1].endswith(":") else 0
    return substance(lead, known) <= allowed
