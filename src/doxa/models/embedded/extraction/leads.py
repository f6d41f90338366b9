"""Lead-ins, which are words before a statement that claim nothing, and tails that only ask for assent."""

import re

from doxa.models.embedded.extraction.clauses import stands
from doxa.models.embedded.extraction.substance import FIRST_PERSON, asks, says_something, substance
from doxa.models.embedded.extraction.words import (
    FINITE,
    FUNCTION_WORDS,
    WORD,
    content_words,
    has_verb,
    is_finite,
    word_set,
)

LEAD = 60
"""The most characters of a lead-in before a colon, a comma or a dash; it must also have no substance."""

GREETING = re.compile(
    r"(?:thanks|thank you)(?: (?:so|very) much| again)* for [^.!?;:,—–]+(?:[.!;:,—–]\s*|$)|"
    r"(?:hi|hello|hey|hiya|thanks(?! to\b)|thank you|cheers)(?: there| all| everyone| everybody| guys| folks)?"
    r"[\s,!.…—–-]+|"
    r"(?:ok|okay|yeah|yep|yes|lol|haha|hmm+|um+|uh)[\s,!.…—–-]+|"
    r"(?:well|no(?!\. ?\d)|nope|nah|so|look|listen|sure|true|ladies and gentlemen|(?:my |dear )*(?:friends|colleagues)|"
    r"(?:mr|mrs|ms|madam)\.? (?:speaker|chair\w*|president|moderator)|honou?rable \w+)[,;!.…—–]\s*|[.…]+\s*",
    re.IGNORECASE,
)

CONNECTIVE = re.compile(
    r"(?:and|but|so|also|or|yet|plus|besides|moreover|furthermore|additionally|however|nevertheless|honestly|"
    r"basically|actually|then|still|again|exactly|agreed)(?:,\s*|\s+)|"
    r"(?:overall|ultimately|conversely|similarly|likewise|consequently|clearly|obviously|importantly|"
    r"(?:more|most) importantly|that said|having said that|"
    r"what['’]?s more|in (?:addition|conclusion|summary|short|sum|closing|essence|reality|fact|truth)|"
    r"to (?:sum up|conclude|be fair|be clear|begin with|start with)|of course|"
    r"on (?:top of that|balance|the contrary|the (?:one|other) hand)|"
    r"for (?:one|starters|one thing)|all in all|at the end of the day|by contrast),\s*",
    re.IGNORECASE,
)

ORDINAL = re.compile(
    r"(?:first(?:ly| of all)?|second(?:ly)?|third(?:ly)?|fourth(?:ly)?|finally|lastly|next|last but not least),\s*"
    r"|(?:one|two|three|four|five):\s+"
    r"|(?:and |then )?for (?:one|another|a start|one thing|another thing),\s*"
    r"|(?:firstly|secondly|thirdly|fourthly|lastly|first of all)\s+"
    r"|(?:point|reason|argument)\s+(?:(?:number|no\.|the)\s+)?(?:one|two|three|four|five|first|second|third|"
    r"fourth|fifth|last|\d)\s*(?:[.:,]|\s[–—-])\s*",
    re.IGNORECASE,
)

OPINION = re.compile(
    r"I(?:['’]d)?\s+(?:(?:also|just|do|really|honestly|personally|still|firmly|strongly|truly|would|can|must|only)\s+)*"
    r"(?:think|believe|feel|say|argue|contend|maintain|submit|respond|reply|add|counter)"
    r"(?:\s+that(?!['’]|\s+(?:is|was|will|would|can|could|may|might|has|does|should)\b))?+\s+"
    r"(?=[\w\"“'‘])(?!so\b|about\b|of\b|in\b|for\b|like\b|not\b|I\b|to\b|yes\b|no\b)|"
    r"I(?:['’]d|\s+would)?\s+(?:also\s+)?(?:want|like|wish|have)\s+to\s+(?:emphasi[sz]e|stress|add|point\s+out|argue|say|note|"
    r"highlight|(?:start|begin)\s+by\s+saying)\s+that\s+|"
    r"(?:my (?:view|point|argument|position) is|I['’]?m (?:saying|arguing|convinced))\s+that\s+|"
    r"(?:imo|imho|in\s+my\s+(?:humble\s+|honest\s+)?(?:opinion|view)),?\s+",
    re.IGNORECASE,
)
"""A framing that only says that the speaker believes what follows; a weaker or negated one belongs to the claim."""

BECAUSE = re.compile(r"(?:because|since)\s+(?=[^,]*$)", re.IGNORECASE)
"""A reason alone, after an answer."""

NOTING = re.compile(
    r"(?:it(?:['’]s|\s+is)\s+(?:also\s+)?(?:important|worth|crucial|essential|vital)\s+(?:to\s+)?(?:not(?:e|ing)|"
    r"remember(?:ing)?|recogni[sz]e|mention(?:ing)?|consider(?:ing)?)|(?:please\s+)?(?:note|remember|consider|"
    r"(?:keep|bear)\s+in\s+mind)|(?:let['’]?s|don['’]?t|do\s+not)\s+(?:also\s+)?(?:not\s+)?(?:forget|remember|consider)|"
    r"the\s+(?:fact|truth|reality)\s+is)\s+that\s+|here['’]?s\s+the\s+(?:thing|problem|point):\s+",
    re.IGNORECASE,
)
"""A framing that only asks for attention."""

AVOWING = re.compile(rf"(?:[^,.!?;:]{{1,{LEAD}}}?)\bbecause\s+(?=\w+\s+\w+)", re.IGNORECASE)

_PAUSE = r"(?:[,:]\s+|\s?(?<!\d)[—–](?!\d)\s?|\s-\s)(?![\"“])"
LEAD_IN = re.compile(rf"[^,:.!?—–]{{1,{LEAD}}}(?:, [^,:.!?—–]{{1,20}})?{_PAUSE}")
"""A first phrase that a comma, a colon or a dash separates from the rest, where the rest is not a quotation."""

REMINDING = re.compile(
    r"(?:as|like|again,? as) (?:I|you|we|they|he|she|\w+) (?:\w+ ){0,2}?(?:said|say|know|note[ds]?|"
    r"mentioned|argued|stated|pointed out|put it|see)(?: \w+){0,2}?,\s+|"
    r"as an? (?:AI\b|artificial intelligence|(?:large )?language model)[^,.!?]{0,40},\s+",
    re.IGNORECASE,
)
"""A first phrase that only says that something was said before, or who says it."""

RESTRICTING = re.compile(
    r"(?:if|when|whenever|unless|once|without|despite|until|under|where|by|(?:thanks|due) to|because of)\b|"
    r"(?:this|that|these|those|it|they|he|she|we|you),|"
    r"(?:\w+ )?(?:many|most|some|few|others)\b",
    re.IGNORECASE,
)
"""Beginnings of phrases that restrict the rest of the sentence, or contain its subject."""

RELATIVE = re.compile(r"(?:which|who|whom|whose|where)\b", re.IGNORECASE)

INSERTED = re.compile(r"[^,]{1,120},\s+(?:(?:also|always|never|still|often|only|not|\w+ly)\s+)?([\w'’-]+)")
"""An insertion between a subject and its verb, and the verb."""

LISTED = re.compile(r"(?:(?:[\w'’-]+ ){0,2}[\w'’-]+, )*(?:[\w'’-]+ ){0,2}[\w'’-]+,? (?:and|or) ")
"""The rest of a list."""

RESUMED = re.compile(r"[—–-]\s?(?:that\b|([\w'’-]+))")
"""What follows the second of two dashes."""

ADVERBS = word_set(
    "indeed instead therefore thus hence perhaps maybe meanwhile anyway though rather otherwise regardless sadly alas"
)

UNENDED = re.compile(r"\b(?:would|will|can|could|should|may|might|must|to|is|are):\s*$", re.IGNORECASE)
"""A colon in the middle of a clause."""

TRAIL = re.compile(r"[\s,]+(?:thanks|thank you|thx|cheers|bye|lol|haha|imo|imho|tbh)[.!]*$", re.IGNORECASE)

TAG = re.compile(
    r"(?<!\bwhat)(?<!\bhow)(?<!\bwhy)(?<!\bwho)(?<!\bwhere),?\s+(?:right|correct|no|ok|okay|eh|huh|"
    r"(?:(?:do|is|are|does|would|should|was|were|did|has|have|had|could|must)(?:n['’]t)?|won['’]t|can['’]t|can|will)\s+"
    r"(?:you|it|they|we|that|he|she|there)(?:\s+(?:think|agree|say|see))?)\s*\?+[\"'”’)\]\s]*$",
    re.IGNORECASE,
)
"""A question at the end that only asks for agreement."""

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


def without_lead(sentence: str, topic_words: frozenset[str], *, answering: bool = False) -> str:
    """Return the end of a sentence, without greetings, connectives and lead-ins that claim nothing.

    ``answering``: a question or a "yes" precedes it, so that a "because …" alone is a statement.
    """
    whole = len(sentence)
    while cut := _lead(sentence, topic_words, answering=answering or len(sentence) < whole):
        sentence = sentence[cut:]
    return sentence


def without_trail(sentence: str) -> str:
    """Return a sentence without white space, loose punctuation and thanks at its end."""
    return TRAIL.sub("", sentence.rstrip().rstrip(",;:—–")).rstrip()


def without_opening(sentence: str) -> str:
    """Return the end of a sentence without greetings and connectives."""
    while opening := GREETING.match(sentence) or CONNECTIVE.match(sentence):
        sentence = sentence[opening.end() :]
    return sentence


def without_question(sentence: str, topic_words: frozenset[str]) -> str:
    """Return the statement before a question; empty where a sentence only asks.

    "It costs lives, right?" and "Uniforms stop nothing, so why bother?" state their first half.
    """
    if not asks(sentence):
        return sentence
    for tail in (TAG, ASKING):
        question = tail.search(sentence, max(0, len(sentence) - 4 * LEAD))
        if question and not PROVISO.match(sentence):
            stated = sentence[: question.start()]
            return stated if says_something(stated, topic_words) else ""
    return ""


def _lead(sentence: str, topic_words: frozenset[str], *, answering: bool) -> int:
    """Return how many first characters of a sentence claim nothing."""
    for plain in (GREETING, ORDINAL, CONNECTIVE, OPINION, NOTING, REMINDING):
        if opening := plain.match(sentence):
            return opening.end()
    if answering and (opening := BECAUSE.match(sentence)):
        return opening.end()
    avowing = AVOWING.match(sentence)
    if avowing and FIRST_PERSON.search(avowing.group()) and not substance(avowing.group(), frozenset()):
        return avowing.end()
    lead = LEAD_IN.match(sentence)
    if not lead or _goes_on(lead.group().rstrip(), sentence[lead.end() :]):
        return 0
    return lead.end() if _is_empty(lead.group(), sentence[lead.end() :], topic_words) else 0


def _goes_on(lead: str, remainder: str) -> bool:
    """Return whether the words after a mark belong to the phrase before it, as the rest of a list or its verb."""
    words = WORD.findall(lead.lower())
    if lead.endswith(":"):
        return UNENDED.search(lead) is not None
    if lead.endswith(("—", "–", "-")):
        return any(
            resumption[1] is None or is_finite(resumption[1].lower()) for resumption in RESUMED.finditer(remainder)
        )
    if RELATIVE.match(remainder):
        return True
    if not words or words[0] in FUNCTION_WORDS | ADVERBS or words[0].endswith("ly"):
        return False
    following = WORD.findall(remainder.lower())[:1] or [""]
    inserted, listed = INSERTED.match(remainder), LISTED.match(remainder)
    return (
        following[0] in FINITE
        or ("," in lead[:-1] and is_finite(following[0]))
        or (inserted is not None and is_finite(inserted[1].lower()))
        or (listed is not None and not has_verb(listed.group()))
    )


def _is_empty(lead: str, remainder: str, topic_words: frozenset[str]) -> bool:
    """Return whether a lead-in has no substance; a name or an adverb is no claim, nor is an announcement with a colon.

    A phrase that restricts the rest is kept, and so is a statement about something that the proposition names.
    """
    words = lead.rstrip(" —–-").split()
    named = not topic_words.isdisjoint(content_words(lead))
    headed = lead.rstrip().endswith(":") and (named or substance(lead, topic_words))
    if headed and not has_verb(remainder) and says_something(remainder, topic_words):
        return False
    is_first_person = FIRST_PERSON.search(lead) is not None
    if lead.rstrip().endswith(("—", "–", "-")):
        return substance(lead, topic_words) == 0 and not named
    restricts = RESTRICTING.match(lead) and (named or not is_first_person) and not CONNECTIVE.match(remainder)
    if restricts or (named and not is_first_person and stands(lead)):
        return False
    return substance(lead, topic_words) <= (1 if len(words) == 1 or words[-1].endswith(":") else 0)
