"""Clauses that answer: "absolutely not" the proposition, "but I don't" and "she is right" what stands before them."""

import re

from doxa.models.offline.stances.cues import DENIAL
from doxa.models.offline.stances.grades import PLAIN, Reading, grade_of

ANSWER = re.compile(
    r"^(?:(?:slightly|mostly|broadly|largely|basically|probably|overall|generally|partly|mainly|on balance|"
    r"in principle|in a word|in short|honestly|sadly|for me),? (?=yes|no\b))?"
    r"(?:(absolutely not|definitely not|certainly not|of course not|hell no|no way|no chance|not a chance|"
    r"out of the question|no(?: thanks| thank you)?|nope|nah|nay|never|hard pass)|"
    r"((?:heck |hell |oh |ugh,? )?yes(?: please)?|yeah|yep|yup|aye|absolutely|definitely|certainly|of course|sure|"
    r"totally|"
    r"agreed|I(?: \w+ly)? agree(?=[,:]\s+(?!but\b|and\b|though\b|although\b|that\b|with\b))))(?=[,.!:]|$)[,.!:\s]*",
    re.IGNORECASE,
)
ECHO = re.compile(
    r"^(?:now )?(?:I|we)\s+(?:really |simply |just |certainly |most |personally |"
    r"happily )*(?:(?P<no>don['’]t|do not|can['’]t|cannot|couldn['’]t|won['’]t|wouldn['’]t|"
    r"am not|no longer (?:do|believe (?:it|that|so|they do|it does))|never (?:have|did|will)|(?:have |"
    r"['’]ve )?changed my mind|disagree|beg to differ|think otherwise|think not|see it differently|"
    r"differ|do no longer)|(?P<yes>do|am|agree|think so too|would))(?:\s+(?:any ?more|any longer|at all|"
    r"now|myself|too|with them|strongly|completely|entirely|agree))*$|"
    r"^(?P<over>not (?:any ?more|any longer|now)|no longer|(?:I(?:['’]ve|"
    r" have) )?(?:since )?changed my mind(?: \w+)?|(?:now )?I(?:['’]m| am) not(?: any ?more)?|not me|"
    r"I(?:['’]m| am) not one of them)$",
    re.IGNORECASE,
)
DISAGREEING = re.compile(r"disagree|beg to differ|otherwise|differ", re.IGNORECASE)
"""An echo that answers the proposition where the speaker's own words stand before it."""
JUDGED = re.compile(
    r"(?:I (?:think|believe|feel|say|suspect) (?:that )?)?(?:they|he|she)(?: all)?(?:['’]re| are|['’]s| is|['’]ve|"
    r" have| has)\s+(?:\w+ly |quite |just |all |dead |got it |a point and )*"
    r"(?:(?P<right>right|correct|spot on)|(?P<wrong>wrong|mistaken|misguided|confused))\b",
    re.IGNORECASE,
)
CHANGED = re.compile(
    r"\b(?:changed my mind|made me (?:change my mind|think again|reconsider)|brought me (?:a?round)|opened my eyes|"
    r"I['’]m (?:a )?convert(?:ed)?|turned me (?:a?round))\b",
    re.IGNORECASE,
)


def answered(text: str, before: Reading) -> Reading | None:
    """Read "she is right" by what others hold, and "the figures changed my mind" by what the speaker held."""
    if not before.stance:
        return None
    if before.whose == "others" and (judged := JUDGED.match(text)):
        sign = 1 if judged["right"] else -1
    elif before.whose == "own" and CHANGED.search(text) and not DENIAL.search(text):
        sign = -1
    else:
        return None
    return Reading(grade_of(text, PLAIN) * sign * (1 if before.stance > 0 else -1), takes_side=True)


def echoed(text: str, before: Reading) -> Reading | None:
    """Read "but I don't" and "I disagree" by what they answer; None where they add nothing."""
    echo = ECHO.match(text)
    if echo is None:
        return None
    if before.whose == "own" and echo["no"] and DISAGREEING.search(echo["no"]):
        return Reading(-grade_of(text, PLAIN), takes_side=True)
    if before.whose == "own" and not echo["over"] and not echo["no"]:
        return None
    sign = 1 if echo["yes"] else -1
    return Reading(grade_of(text, PLAIN) * sign * (1 if before.stance > 0 else -1))
