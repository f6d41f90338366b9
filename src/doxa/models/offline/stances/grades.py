"""Grades of an avowal: how firmly a position is held, in [0, 1].

0    undecided: "I'm torn", "neither for nor against"
0.3  a leaning: "somewhat opposed", "I lean toward it", "not against it"
0.6  a plain position: "I support it", "bags should be banned"
0.9  a firm one: "strongly opposed", "over my dead body"
"""

import re
from dataclasses import dataclass
from typing import Literal

UNDECIDED, LEANING, PLAIN, FIRM = 0.0, 0.3, 0.6, 0.9
LITOTES = 0.35
"""A denied opposition ("not against it") is a weak support."""
FURTHER = 0.03
"""What each further firm word adds."""
MORE_WEAKLY = 0.85
"""The factor of each further softening word."""

RAISING = (
    (0.92, r"utterly|vehemently|categorically|passionately|adamantly|fervently|unequivocally|desperately|"
        r"strenuously|with everything|tooth and nail|implacably|resolutely|"
               r"fiercely|bitterly|emphatically|wholly and|dead set|unreservedly|without (?:any )?(?:reservation|"
               r"hesitation)|"
           r"couldn't \w+ more|could not \w+ more|with (?:all my heart|every fib\w+)|no matter what|whatever happens|"
           r"under no circumstances|not under any circumstances|in the strongest terms"),
    (0.9, r"strong(?:ly|est)?|firm(?:ly)?|absolutely|completely|totally|entirely|wholeheartedly|whole-heartedly|"
        r"fully|"
          r"staunch(?:ly)?|outright|flatly|definite(?:ly)?|certainly|always|100 ?%|100 per ?cent|hundred per ?cent|"
          r"thoroughly|deeply|enthusiastic(?:ally)?|ardent(?:ly)?|no doubt|without (?:a |any )?doubt|undoubtedly|"
          r"never|ever|no question|at all costs|heart(?:ily)?|immediately|at once|all (?:for|in)|in every way|"
          r"once and for all|altogether|unconditionally|profoundly|proudly|squarely|hugely|massively"),
    (0.78, r"very(?: much)?|must|clearly|plainly|really|truly|so much|at all|obviously|convinced|sure|every"),
)  # fmt: skip
LOWERING = (
    (0.2, r"a (?:whisker|hair|shade) (?:more|less)|faint(?:ly|est)?|ever so slightly|very slightly|a tiny bit|"
        r"barely|only just|marginally|by (?:a|the skin of a) (?:whisker|"
        r"hair|nose|thread)|just about"),
    (0.3, r"somewhat|slight(?:ly)?|a (?:little|bit|touch|shade)|mild(?:ly)?|modest(?:ly)?|tentative(?:ly)?|vaguely|"
          r"lean(?:s|ing)?|inclin\w+|tend|tempted|perhaps|maybe|might|possibly|half|weak(?:ly)?|lukewarm|"
              r"sort of|kind of|on some days|narrowly|if (?:pushed|pressed|forced|I had to)|(?:to|"
              r"in) some (?:extent|degree|ways)"),
    (0.4, r"probably|partly|partially|cautious(?:ly)?|reluctant(?:ly)?|with (?:some |a few )?reservations|"
          r"I (?:guess|suppose)|moderately|rather(?! than)(?=\s+(?:against|opposed|sceptical|in favou?r|for))|"
              r"not (?:sure|certain|convinced|persuaded)|in principle|provided|as long as|only if|hesitant\w*|"
              r"begrudgingly|"
          r"grudgingly|seems?|warming|"
          r"unsure|I'd have to say|qualified"),
    (0.47, r"quite (?:like|fond|keen|happy)|on balance|on the whole|mostly|mainly|largely|broadly|more or less|"
        r"generally|by and large|fairly|"
           r"all things considered|for the most part|overall"),
)  # fmt: skip


def _compiled(rows: tuple[tuple[float, str], ...]) -> tuple[tuple[float, re.Pattern[str]], ...]:
    return tuple((grade, re.compile(rf"\b(?:{words})(?!\w)", re.IGNORECASE)) for grade, words in rows)


_RAISING, _LOWERING = _compiled(RAISING), _compiled(LOWERING)
ABSOLUTE = re.compile(
    r"(?:n't|\bnot|\bnever|\bcannot)\s+(?:\w+\s+)?(?:strongly|firmly|absolutely|completely|totally|entirely|"
    r"wholeheartedly|fully|outright|altogether|wholly|100%|very|too|all that|particularly|especially|"
    r"dead)\b(?!\s+not\b)",
    re.IGNORECASE,
)
"""A denial of the degree and not of the position: "not fully convinced", "not strongly opposed"."""


Whose = Literal["own", "others"]


@dataclass(frozen=True)
class Reading:
    """A signed grade in [−1, 1], and whose position it is; ``weak`` where only a balance of points shows.

    ``about`` is 1 where the content goes with the proposition, −1 where against it: what "it" means afterwards. It is
    ``explicit`` where an attitude to the very thing that is proposed is named.
    """

    stance: float
    whose: Whose = "own"
    weak: bool = False
    about: int = 0
    explicit: bool = False
    undecided: bool = False
    takes_side: bool = False
    """Whether a liking or what the proposition is about is named, rather than a verdict on "it"."""


def cues_of(text: str) -> tuple[list[float], list[float]]:
    """Return the grades of the raising and of the lowering words of a text."""
    raising, lowering = ([grade for grade, cue in rows for _ in cue.finditer(text)] for rows in (_RAISING, _LOWERING))
    return raising, lowering


def grade_of(text: str, base: float) -> float:
    """Return the grade of a position in [0, 1]: that of its predicate, moved by words of degree around it."""
    raising, lowering = cues_of(text)
    if ABSOLUTE.search(text):
        return min(base, LEANING)
    if lowering:
        return float(min(base, min(lowering) * min(1.0, base / PLAIN + 0.2)) * MORE_WEAKLY ** (len(lowering) - 1))
    firm = max([base, *raising]) if base >= PLAIN else base
    return min(1.0, firm + FURTHER * max(0, len(raising) - 1) + (FURTHER if "!" in text else 0.0))


def without_degrees(text: str) -> str:
    """Return a text without its words of degree, for what they leave to be read as content."""
    for _, cue in (*_RAISING, *_LOWERING):
        text = cue.sub(" ", text)
    return text
