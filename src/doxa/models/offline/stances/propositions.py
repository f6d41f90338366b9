"""What a proposition says of what: the action that it asks for, its theme, and whether it is denied."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from doxa.models.embedded.extraction import FUNCTION_WORDS, content_words, word_set
from doxa.models.embedded.phrasing import canonical
from doxa.models.offline.stances.cues import VERDICTS
from doxa.models.offline.stances.forces import force_of, has_opposite
from doxa.models.offline.stances.scales import scale_of
from doxa.models.offline.stances.stems import is_same, stem, stems

NOT = re.compile(r"\b(?:not|never|no longer)\b|\b(?:ca|wo|sha)n't\b|n't\b|\bcannot\b", re.IGNORECASE)
NOBODY = re.compile(
    r"^(?:this house (?:believes|thinks) that )?(?:no ?one|nobody|no \w+)(?= .*\b(?:should|must|ought to|is|are|has|"
    r"have)\b)",
    re.IGNORECASE,
)
"""How a proposition begins that denies by its subject: "Nobody should be forced to …"."""
ASKED = re.compile(
    r"\b(?:should|must|ought to|would)(?:n't| not)?(?: never| no longer)?(?: be)?\s+(?:an?\s+|"
    r"the\s+)?(?:\w+ly\s+)?(\w+)(.*)",
    re.IGNORECASE,
)
COMPARED = re.compile(r"(.*?)\s+(?:rather than|instead of|than|over|to be preferred to)\s+(.*)", re.IGNORECASE)
REPLACED = re.compile(
    r"\breplac(?:e|ing)\s+(?P<old>.*?)\s+(?:with|by)\s+(?P<new>.*)|"
    r"^(?P<former>.*?)\s+(?:should|must|ought to)\s+be\s+replaced\s+(?:with|by)\s+(?P<later>.*)",
    re.IGNORECASE,
)
COMPARATIVE = re.compile(r"\b(?:\w+er|more|less|worse|rather|instead|prefer\w*|prioriti\w+|over)\b", re.IGNORECASE)
STAYING = frozenset(stem(word) for word in ("remain", "stay", "continue"))
"""Verbs whose quality says what is asked for: "should remain illegal"."""
LIGHT = frozenset(["mak", "made", "becom"])
WEIGHED = re.compile(r"\bmore (harm|good) than (?:harm|good)\b", re.IGNORECASE)
MORE_OF_THEM = re.compile(
    r"\b(?:more|less|fewer|longer|older|younger|higher|lower) than (?:\d|one|two|three|four|five|six|"
    r"seven|eight|nine|ten|twenty|thirty|fifty|hundred|thousand)",
    re.IGNORECASE,
)
"""A number and no comparison of two things: "more than two homes"."""
NEEDED = re.compile(r"^we need (to )?", re.IGNORECASE)
SUBJECT = re.compile(
    r"\s+(?:is|are|was|were|makes?|has|have|matters?|does|do|brings?|gives?|should|teach(?:es)?|leads?)\b",
    re.IGNORECASE,
)
"""What follows the first of two compared things: "dogs make better pets"."""
ONE = re.compile(r"\bones?$", re.IGNORECASE)
"""What stands for the object of the first thing: "renting a home is better than buying one"."""
BELOW = re.compile(
    r"\b(?:worse|less)\b[^.;]*\bthan\b|\b(?:bigger|greater|larger|more serious) (?:problem|threat|danger|risk|"
    r"harm|worry|evil|burden)\b",
    re.IGNORECASE,
)
BESIDES = re.compile(r"\s+(?:for|in|on|at|when|during|by|as|to|of)\b", re.IGNORECASE)
"""What follows the second of two compared things: "than planes for journeys under 500 miles"."""
QUALITY = re.compile(r"\b(?:is|are)(?: not)?(?: too| very| really)? (\w+)[.!]?$", re.IGNORECASE)
"""The one word that a statement says of its subject: "Nuclear power is safe"."""
NAMED = re.compile(
    r"^(?P<thing>an? (?!.*\b(?:is|are|was|has|have|does|do|can|will|would|should|must|makes?|leads?|needs?|ban|"
    r"prohibition|limit|cap|freeze|boycott|moratorium|end to|cut)\b).*)$",
    re.IGNORECASE,
)
"""A proposition that only names what is to be introduced: "A four-day week"."""
OUT = re.compile(r"\s+(?:\w+\s+)?(?:out|off|away)\b", re.IGNORECASE)
TARGET = re.compile(r"\bto (?:\w+ )?(\d[\d,.]*)\b")
DOWNWARD = frozenset(
    stem(word)
    for word in word_set(
        """
        fight oppose reject combat resist harm harmful bad worse dangerous spoil ruin damage destroy hurt threaten
        undermine
        """
    )
)
NO_THEME = FUNCTION_WORDS | frozenset(["would", "ought", "make", "makes", "government", "country", "people"])


@dataclass(frozen=True)
class Matter:
    """A proposition taken apart. Stems throughout.

    ``action`` is "" where the proposition asks for nothing. ``valence`` is −1 where it speaks against its theme.
    ``sides`` are the stems that only the first and only the second half of a comparison has.
    """

    action: str
    force: int
    valence: int
    denied: bool
    theme: frozenset[str]
    sides: tuple[frozenset[str], frozenset[str]] | None = None
    weighed: bool = False
    """Whether it weighs harm and good: "more harm than good"."""
    verdict: int = 0
    judged: str = ""
    """The word of the verdict: "unfair" of "Inheritance tax is unfair"."""
    order: int = 1
    """−1 where the first of two compared things is put below the second: "worse than"."""
    target: frozenset[str] = frozenset()
    """Numbers at which the proposition's action ends: "lowered to 16"."""
    numbered: frozenset[tuple[str, str]] = frozenset()
    """Numbers with the words that they count: ("4", "day") of "a four-day week"."""
    scale: tuple[int, int] | None = None
    """The scale on which the proposition compares two things, and which way: "safer than"."""

    def has_theme(self, words: list[str]) -> bool:
        """Say whether one of the stems is of the theme."""
        return any(is_same(word, theme) for word in words for theme in self.theme)


@lru_cache(maxsize=4096)
def matter_of(proposition: str) -> Matter:
    """Return the parts of a proposition."""
    statement = NEEDED.sub(lambda need: "We should " + ("" if need[1] else "introduce "), canonical(proposition))
    statement = NAMED.sub(r"We should introduce \g<thing>", statement)
    asked = ASKED.search(statement)
    action = _action(asked) if asked else next((word for word in stems(statement) if force_of(word)), "")
    force = -1 if asked and force_of(action) == 2 and OUT.match(asked[2]) else force_of(action)
    verdict = 0 if asked or action else _verdict(statement)
    words = [word for part in content_words(statement) if part not in NO_THEME for word in stems(part)]
    downward = force in (-1, -3) or any(is_same(action, word) for word in DOWNWARD)
    weighed = WEIGHED.search(statement) is not None
    downward = downward or (not asked and not weighed and any(word in DOWNWARD for word in words))
    return Matter(
        action=action,
        force=force,
        valence=-1 if downward or verdict < 0 else 1,
        denied=(len(NOT.findall(statement)) + bool(NOBODY.match(statement))) % 2 == 1,
        theme=frozenset(word for word in words if not action or not is_same(word, action)),
        sides=_sides(statement),
        weighed=weighed,
        verdict=verdict,
        judged="" if asked or (action and not verdict) else _judged(statement),
        order=-1 if BELOW.search(statement) else 1,
        numbered=frozenset(numbers_of(statement)),
        scale=scale_of(statement),
        target=frozenset(TARGET.findall(" ".join(stems(asked[2])))) if asked else frozenset(),
    )


def numbers_of(text: str) -> list[tuple[str, str]]:
    """Return the numbers of a text with the words that follow them, as stems."""
    words = stems(text)
    return [(word, after) for word, after in pairwise([*words, ""]) if word.isdigit()]


def _action(asked: re.Match[str]) -> str:
    """Return the stem of what is asked for; behind a light verb that of the quality: "make voting compulsory"."""
    verb = stem(asked[1].lower())
    following = stems(asked[2])
    if verb in STAYING and following and force_of(following[0]) and force_of(following[0]) != 2:
        return following[0]
    if verb not in LIGHT:
        return verb
    return next((word for word in reversed(stems(asked[2])) if force_of(word) or has_opposite(word)), verb)


def _verdict(statement: str) -> int:
    if weighed := WEIGHED.search(statement):
        return 1 if weighed[1].lower() == "good" else -1
    return next((cue.sign for cue in VERDICTS if cue.pattern.search(statement)), 0)


def _judged(statement: str) -> str:
    """Return the stem of the quality that a statement gives its subject; "" where it gives none in one word."""
    found = next((found for cue in VERDICTS if (found := cue.pattern.search(statement))), None)
    if found:
        return stem(found[0].lower()) if " " not in found[0] else ""
    quality = QUALITY.search(statement)
    return stem(quality[1].lower()) if quality else ""


def _sides(statement: str) -> tuple[frozenset[str], frozenset[str]] | None:
    replaced = REPLACED.search(statement)
    if replaced:
        return _own_words(replaced["new"] or replaced["later"], replaced["old"] or replaced["former"])
    compared = COMPARED.match(statement)
    if not compared or not COMPARATIVE.search(statement) or WEIGHED.search(statement) or MORE_OF_THEM.search(statement):
        return None
    first, second = compared.groups()
    first, whole = SUBJECT.split(first)[0] or first, second
    second = BESIDES.split(second)[0] or second
    if not _own_words(first, second)[1]:
        second = whole
    if ONE.search(second):
        first = first.split()[0]
    return _own_words(first, second)


def _own_words(*halves: str) -> tuple[frozenset[str], frozenset[str]]:
    first, second = (
        frozenset(word for part in content_words(half) if part not in NO_THEME for word in stems(part))
        for half in halves
    )
    return first - second, second - first
