"""Clauses of a sentence, with what decides whether their position counts: whose it is, when, and what outweighs it."""

import re
from dataclasses import dataclass

BORDER = re.compile(
    r";\s*|:\s+|\s+[–—-]+\s+|—|,?\s+(?=(?:but|yet(?! to\b)|however|though|although|whereas|while|even if|"
    r"even though|despite|only to)\b)|"
    r",\s+(?=(?:and |so |or |now |then |today )?(?:I|I['’]\w+|we|it|they|this|that|now|these days)\b)|"
    r",?\s+and\s+(?=(?:I|I['’]\w+|we|now|ended|have come|should|must|am|would|want|hope|therefore|so|thus|hence)\b)|"
    r",\s+(?=(?:which|where|these|my)\b)|\.\.\.\s*|…\s*",
    re.IGNORECASE,
)
OPENING = re.compile(
    r"^(?:and|but|yet|so|or|however|still|well|look|honestly|frankly|personally|ok(?:ay)?|nevertheless|"
    r"nonetheless|then)\b,?\s*",
    re.IGNORECASE,
)
BACKGROUND = re.compile(r"^(?:though|although|while|whereas|even though|despite|where|which)\b", re.IGNORECASE)
SUPPOSED = re.compile(
    r"^(?:even if|if|unless|when|because|since|as)\b(?! (?:you ask me|anything|an?|someone|one|for me|far)\b)",
    re.IGNORECASE,
)
"""How clauses begin that suppose or explain, and take no position."""
CONCEDING_LEAD = re.compile(
    r"^[^:]*\b(?:admit\w*|grant\w*|conced\w+|people (?:say|think|argue)|"
    r"(?:some|many|others|they|critics|opponents|supporters) "
    r"(?:say|argue|think|claim)|(?:may|might) be true|on (?:the )?one (?:side|hand)|there is something in|fair point|"
    r"I (?:do )?(?:hear|understand|know))\b[^:]*:\s",
    re.IGNORECASE,
)
"""A lead-in that hands the words behind its colon to the other side, or leaves them open."""
CONCEDED_FRONT = re.compile(
    r"^(?:as much as|much as|however much|for all that|for all (?:its|their|the))\b[^,;:.]*,\s*", re.IGNORECASE
)
"""What a sentence grants in front of its main clause."""
RATING = re.compile(r"\s*\(\s*\d+\s*(?:/|out of)\s*\d+\s*\)|\s*\(\s*\d+\s*%?\s*\)")
"""A number in brackets by which somebody rates their own position."""
RESUMING = re.compile(r"^(?:but|yet|however|though|although|now|and (?:I|now)|I)\b", re.IGNORECASE)
"""How a sentence goes on after a reason."""
REASON = re.compile(
    r",?\s+(?:because|given that|so that|in order to|due to|on the grounds|thanks to|(?<!ever )since|"
    r"therefore|so(?= (?:it|they|we|the|this|that|people)\b)|"
    r"as (?=(?:it|they|we|the|this|that|these|there|some|many|most|people|no|our|their|his|her|having|"
    r"being)\b|\w+ (?:is|are|was|has|have|can|will)\b))\b.*",
    re.IGNORECASE | re.DOTALL,
)
LIMIT = re.compile(r",?\s+(?:unless|until|when|even if|if (?!not)|whatever|no matter)\b.*", re.IGNORECASE | re.DOTALL)
PAST = re.compile(
    r"\b(?:used to|once(?! and for all)|formerly|previously|at first|initially|originally|"
    r"until (?:recently|last|a|I|we|\d)|years ago|"
    r"back then|in the past|when I was|started (?:out|off)|began|in my (?:youth|twenties|thirties|"
    r"younger)|for (?:many )?years I|"
    r"(?:I|we) (?:was|were|had been|had)|as a (?:student|teenager|child|young)|last year|a (?:year|"
    r"decade) ago|before$)\b",
    re.IGNORECASE,
)
PRESENT = re.compile(
    r"\b(?:now|today|these days|nowadays|since then|lately|always|still|ended up|have come|remain|"
    r"come round|come around|"
    r"won over|never been|changed my mind)\b",
    re.IGNORECASE,
)
FIRST = re.compile(
    r"\b(?:I|I['’](?:m|d|ve|ll)|Im|me|we|we['’]\w+|us|mine|my (?:view|opinion|position|stance|vote|answer|"
    r"support|own|mind|money|heart|gut|take|feeling|instinct))\b",
    re.IGNORECASE,
)
OTHERS = re.compile(
    r"\bI(?:['’]ve| have|['’]m| am| can| do| fully| also| really)*\s+(?:often )?(?:know|knew|understand|"
    r"see|get|hear|heard|appreciate|respect|realise|realize|recognise|"
    r"recognize|told|aware|read|note|met)\s+(?:that |why |how |of |where )*(?:so )?(?:some|many|most|"
    r"people|others|they|you|the|those|my|it said|plenty|lots)\b",
    re.IGNORECASE,
)
"""A first person that only knows what others hold."""


@dataclass(frozen=True)
class StanceClause:
    """Words of one clause.

    ``background`` clauses count where nothing else does, ``past`` ones where no present one does.
    """

    text: str
    background: bool
    past: bool


def clauses_of(sentence: str) -> list[StanceClause]:
    """Return the clauses of a sentence, in order, without the reasons that they give."""
    sentence = RATING.sub("", CONCEDED_FRONT.sub("", sentence))
    if lead := CONCEDING_LEAD.match(sentence):
        sentence = lead.group().rstrip(": ")
    clauses: list[StanceClause] = []
    is_reason = False
    for part in BORDER.split(sentence):
        bare = part.strip(" ,.\"“”'")
        if not bare or (is_reason and not RESUMING.match(bare)) or SUPPOSED.match(bare):
            continue
        is_reason = REASON.search(bare) is not None
        clauses.append(_clause(REASON.sub("", bare)))
    return clauses


def _clause(part: str) -> StanceClause:
    past = bool(PAST.search(part)) and not PRESENT.search(part)
    text = LIMIT.sub("", part) or part
    background = bool(BACKGROUND.match(text))
    while opened := OPENING.match(text):
        text = text[opened.end() :]
    return StanceClause(text=text.strip(" ,"), background=background, past=past)
