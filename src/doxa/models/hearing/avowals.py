"""Avowals: positions toward a proposition that a short text takes in so many words, as one signed grade.

    stance = grade · attitude · (−1)^denials · direction of what the attitude is to

Plain forms alone are read: an answer ("Absolutely not"), an attitude of the speaker's to "it" or in words of the
proposition ("I support the ban"), and the proposition's own deed that should be done ("bags should be banned"). Who
would allow what the proposition bans is against it. Of several positions the last counts. The grade is 0.3 for a
leaning, 0.6 for a plain position and 0.9 for a firm one; 0 says that the text is undecided.
"""

import re
from dataclasses import dataclass
from functools import lru_cache

from doxa.models.embedded.phrasing import canonical
from doxa.models.hearing.guards import UNDECIDED
from doxa.models.hearing.sentences import content_words, sentences, word_set

LEANING, PLAIN, FIRM = 0.3, 0.6, 0.9
FEW = 3
"""The most sentences of a text that takes its position in them; a longer one argues it, and says much in passing."""
STEM = 5
"""Letters by which two words count as one."""

FIRMLY = re.compile(
    r"\b(?:strong(?:ly)?|firmly|absolutely|completely|totally|entirely|fully|utterly|definitely|certainly|never|always|"
    r"deeply|very|all for|dead|love|hate|no way|whole-?heartedly)\b|!",
    re.IGNORECASE,
)
WEAKLY = re.compile(
    r"\b(?:somewhat|slightly|a (?:little|bit)|mildly|lean(?:s|ing)?|inclined|tend|perhaps|maybe|probably|partly|mostly|"
    r"on (?:balance|the whole)|cautiously|reservations|I (?:guess|suppose)|s[ck]eptical|doubt|wary|open to)\b",
    re.IGNORECASE,
)
_SPEAKER = (
    r"(?:\b(?:I|we)(?:['’]\w+)?(?: (?:am|are|do|would|will|could|can|have|be|been|still|now|also|just|all|more|very|"
    r"quite|somewhat|rather|not|never|no longer|cannot|\w+ly|\w+n['’]t))*|\bmy(?: full| whole)?|^) ?"
)
"""The speaker, with what may stand before the attitude."""
ATTITUDE = re.compile(
    rf"{_SPEAKER}(?:(?P<pro>agree\w*|support\w*|(?:in )?favou?r\w*|back|endorse|approve|welcome|love|like|want|hope|"
    r"prefer|for|on board|believe in|vote (?:for|yes)|go for|stand (?:by|behind)|sympathetic|open to)|"
    r"(?P<con>oppos\w+|against|disagree\w*|reject|object|disapprove|dislike|hate|condemn|vote (?:against|no)|"
    r"s[ck]eptical|doubt|wary|worried|fear|resist|refuse))\b",
    re.IGNORECASE,
)
ANSWER = re.compile(
    r"^(?:(?P<con>no|nope|never|absolutely not|definitely not|no way|hell no|count me out|no thanks)|"
    r"(?P<pro>yes|yeah|absolutely|definitely|agreed|of course|count me in|sign me up|hear,? hear))\b(?=[,.!]|$)",
    re.IGNORECASE,
)
HOLDING = re.compile(
    r"^(?:I(?:['’]\w+)? (?P<denied>don['’]t |do not |can['’]t )?(?:\w+ly |would |still )*"
    r"(?:think|believe|feel|say|guess|suppose)(?: that)?|my (?:view|answer|position) is(?: that)?|"
    r"in my (?:view|opinion),?|for me,?)\s+",
    re.IGNORECASE,
)
MODAL = re.compile(r"\b(?:should|must|ought to|needs? to|has to|have to|let['’]s|let us)(?:n['’]t)?\b", re.IGNORECASE)
DENIAL = re.compile(
    r"n['’]t\b|\b(?:not|never|cannot|hardly|neither|nor|without|no longer|no (?=reason|need|case|point|place))\b",
    re.IGNORECASE,
)
OTHERS = re.compile(
    r"^(?:some|many|most|others?|my (?!vote|answer|view|support|position|heart)|critics|supporters|opponents|people|he|"
    r"she|those|everyone|you|the (?:\w+ )?(?:critics|supporters|opponents))\b",
    re.IGNORECASE,
)
"""Subjects whose position is not the speaker's."""
BACKGROUND = re.compile(
    r"^(?:although|though|even though|while|whereas|because|since|if|when|as much as|used to|at first|once|until)\b|"
    r"\b(?:used to|at first|I was|I had|until)\b",
    re.IGNORECASE,
)
"""Clauses that grant, explain or remember, and take no position now."""
BORDER = re.compile(
    r";\s*|:\s+|"
    r"(?:,|(?<!\s))\s++(?=(?:but|although|though|even though|because|since|while|however|yet I|so I|and I)\b)|"
    r",\s++(?=(?:I|so|no|yes)\b)|\s[–—-]\s",
    re.IGNORECASE,
)
OPENING = re.compile(r"^(?:(?:but|so|and|well|honestly|personally|frankly|however|yet|now),?\s+)+", re.IGNORECASE)

UNLIKE = re.compile(r"\b(?:rather than|instead|than|who)\b", re.IGNORECASE)
"""Words behind which an attitude is to people, or to one thing before another: none is read."""
ENDING = re.compile(r"(?:(?<=n)ning|(?<=p)ping|(?<=t)ting|ing|(?<=n)ned|(?<=p)ped|ed|s)$")

REMOVING = word_set(
    """
    abandon abolish ban cancel clos cut drop eliminat end forbid halt illegal limit lower outlaw phas prohibit
    reduc reject rid remov repeal replac restrict scrap shut stop withdraw
    """
)
GIVING = word_set(
    """
    adopt allow build compulsory creat expand extend fund giv introduc keep kept leav legal legalis legaliz mandatory
    permit preserv protect provid rais remain requir stay subsidis subsidiz
    """
)
"""Verbs of what is done to a thing, without their endings."""


@dataclass(frozen=True)
class Matter:
    """A proposition taken apart."""

    action: str
    """The first letters of what it asks for; empty where it asks for nothing."""
    stems: frozenset[str]
    """The first letters of its other content words."""
    way: int
    """−1 where what it asks for takes away, 1 elsewhere."""
    denied: bool


def read_avowal(text: str, proposition: str) -> float | None:
    """Return the signed grade in [−1, 1] that a text avows; None where it takes no position in so many words."""
    matter, stance = matter_of(proposition), None
    for sentence in sentences(text):
        if sentence.text.endswith("?"):
            continue
        if UNDECIDED.search(sentence.text):
            stance = 0.0
            continue
        for part in BORDER.split(sentence.text):
            clause = OPENING.sub("", part.strip(" ,.\"“”'"))
            if clause and not BACKGROUND.search(clause) and not OTHERS.match(clause):
                position = _read_clause(clause, matter)
                stance = stance if position is None else position
    return stance


def is_long(text: str) -> bool:
    """Say whether a text argues its position rather than only takes it."""
    return len(sentences(text)) > FEW


def grade_of(text: str, base: float = PLAIN) -> float:
    """Return the grade of a position in [0, 1], moved by words of degree around it."""
    if WEAKLY.search(text):
        return min(base, LEANING)
    return FIRM if base >= PLAIN and FIRMLY.search(text) else base


def _read_clause(clause: str, matter: Matter) -> float | None:
    """Return the signed grade of a clause; None where it takes no position."""
    sign = 1
    words = clause
    if held := HOLDING.match(words):
        sign, words = -1 if held["denied"] else 1, words[held.end() :]
    if cue := ANSWER.match(words):
        return (1 if cue["pro"] else -1) * grade_of(words)
    if cue := ATTITUDE.search(words):
        content, is_denied = words[cue.end() :], len(DENIAL.findall(words[: cue.end()])) % 2 == 1
        if UNLIKE.search(content) or (cue["pro"] and _is_elsewhere(content, matter)):
            return None
        base = LEANING if is_denied and cue["con"] else PLAIN
        sign *= (1 if cue["pro"] else -1) * (-1 if is_denied else 1)
    elif MODAL.search(words) and matter.action in _stems(words) and not UNLIKE.search(words):
        content, base = words, PLAIN
    else:
        return None
    if len(DENIAL.findall(content)) % 2:
        sign = -sign
    return sign * _direction(content, matter) * grade_of(clause, base)


def _is_elsewhere(content: str, matter: Matter) -> bool:
    """Return whether what is spoken of has words, and none of the proposition's."""
    stems = _stems(content)
    return bool(stems) and stems.isdisjoint(matter.stems | {matter.action})


def _direction(content: str, matter: Matter) -> int:
    """Return 1 where what is spoken of goes with the proposition, −1 where against it."""
    own, stems = -1 if matter.denied else 1, _stems(content)
    if matter.action in stems or not stems:
        return own
    spoken = {_bare(word) for word in content.lower().split()}
    ways = {way for way, words in ((-1, REMOVING), (1, GIVING)) if not spoken.isdisjoint(words)}
    if len(ways) == 1:
        return own * ways.pop() * matter.way
    return own * (1 if matter.stems.isdisjoint(stems) else matter.way)


@lru_cache(maxsize=4096)
def matter_of(proposition: str) -> Matter:
    """Return the parts of a proposition."""
    statement = canonical(proposition)
    asked = re.search(r"\b(?:should|must|ought to)(?:n['’]t| not)?(?: be)? (\w+)", statement, re.IGNORECASE)
    action = asked[1].lower() if asked else ""
    return Matter(
        action=action[:STEM],
        stems=frozenset(_stems(statement) - {action[:STEM]}),
        way=-1 if _bare(action) in REMOVING else 1,
        denied=DENIAL.search(statement) is not None,
    )


def _bare(word: str) -> str:
    """Return a verb without the ending of its form, nor the e before it."""
    return ENDING.sub("", word.strip(".,!")).removesuffix("e")


def _stems(text: str) -> set[str]:
    return {word[:STEM] for word in content_words(text)}
