"""What a proposition says of what: the action that it asks for, its theme, and whether it is denied."""

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise

from doxa.models.embedded.extraction import FUNCTION_WORDS, content_words
from doxa.models.embedded.phrasing import canonical
from doxa.models.offline.stances.cues import VERDICTS
from doxa.models.offline.stances.forces import force_of, has_opposite
from doxa.models.offline.stances.scales import scale_of
from doxa.models.offline.stances.stems import is_same, stem, stems

NOT = re.compile(r"\b(?:not|never|no longer)\b|\b(?:ca|wo|sha)n't\b|n't\b|\bcannot\b", re.IGNORECASE)
ASKED = re.compile(
    r"\b(?:should|must|ought to|would)(?:n't| not)?(?: never| no longer)?(?: be)?\s+(?:an?\s+|"
    r"the\s+)?(?:\w+ly\s+)?(\w+)(.*)",
    re.IGNORECASE,
)
COMPARED = re.compile(r"(.*?)\s+(?:rather than|instead of|than|over|to be preferred to)\s+(.*)", re.IGNORECASE)
REPLACED = re.compile(r"\breplac(?:e|ed|ing)\s+(.*?)\s+(?:with|by)\s+(.*)", re.IGNORECASE)
COMPARATIVE = re.compile(r"\b(?:\w+er|more|less|worse|rather|instead|prefer\w*|prioriti\w+|over)\b", re.IGNORECASE)
LIGHT = frozenset(["mak", "made", "becom"])
WEIGHED = re.compile(r"\bmore (harm|good) than (?:harm|good)\b", re.IGNORECASE)
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
    r"harm|worry|evil|"
    r"burden)\b",
    re.IGNORECASE,
)
BESIDES = re.compile(r"\s+(?:for|in|on|at|when|during|by|as|to|of)\b", re.IGNORECASE)
"""What follows the second of two compared things: "than planes for journeys under 500 miles"."""
OUT = re.compile(r"\s+(?:\w+\s+)?(?:out|off|away)\b", re.IGNORECASE)
TARGET = re.compile(r"\bto (?:\w+ )?(\d[\d,.]*)\b")
DOWNWARD = frozenset(
    stem(word)
    for word in ["fight", "oppose", "reject", "combat", "resist", "harm", "harmful", "bad", "worse", "dangerous"]
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
        denied=len(NOT.findall(statement)) % 2 == 1,
        theme=frozenset(word for word in words if not action or not is_same(word, action)),
        sides=_sides(statement),
        verdict=verdict,
        judged=_judged(statement) if verdict else "",
        order=-1 if BELOW.search(statement) else 1,
        numbered=frozenset(numbers_of(statement)),
        scale=scale_of(statement),
        target=frozenset(TARGET.findall(" ".join(stems(asked[2])))) if asked else frozenset(),
    )


def numbers_of(text: str) -> list[tuple[str, str]]:
    """Return the numbers of a text with the words that follow them, as stems."""
    words = stems(text)
    return [(word, after) for word, after in pairwise(words) if word.isdigit()]


def _action(asked: re.Match[str]) -> str:
    """Return the stem of what is asked for; behind a light verb that of the quality: "make voting compulsory"."""
    verb = stem(asked[1].lower())
    if verb not in LIGHT:
        return verb
    return next((word for word in reversed(stems(asked[2])) if force_of(word) or has_opposite(word)), verb)


def _verdict(statement: str) -> int:
    if weighed := WEIGHED.search(statement):
        return 1 if weighed[1].lower() == "good" else -1
    return next((cue.sign for cue in VERDICTS if cue.pattern.search(statement)), 0)


def _judged(statement: str) -> str:
    found = next((found for cue in VERDICTS if (found := cue.pattern.search(statement))), None)
    return stem(found[0].lower()) if found and " " not in found[0] else ""


def _sides(statement: str) -> tuple[frozenset[str], frozenset[str]] | None:
    replaced = REPLACED.search(statement)
    if replaced:
        return _own_words(replaced[2], replaced[1])
    compared = COMPARED.match(statement)
    if not compared or not COMPARATIVE.search(statement):
        return None
    first, second = compared.groups()
    first, second = SUBJECT.split(first)[0] or first, BESIDES.split(second)[0] or second
    if ONE.search(second):
        first = first.split()[0]
    return _own_words(first, second)


def _own_words(*halves: str) -> tuple[frozenset[str], frozenset[str]]:
    first, second = (
        frozenset(word for part in content_words(half) if part not in NO_THEME for word in stems(part))
        for half in halves
    )
    return first - second, second - first
