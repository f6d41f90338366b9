"""Offices that stand for a speaker: those of a format ("Deputy Leader of the Opposition"), forms of address ("my
learned friend"), and titles that a speaker's name has ("the baroness").

"Prime Minister Attlee" and "the Prime Minister of Norway" hold no office in the debate.
"""

import re
from collections.abc import Iterable

from doxa.judging.measures.reference import COUNTRIES, is_about_debate, says_something
from doxa.judging.measures.spans import Finder, matches
from doxa.records.transcripts import Side

_PRO = r"(?:deputy\s+)?prime\s+minister|government\s+whip|member\s+(?:for|of)\s+(?:the\s+)?government"
_CON = (
    r"(?:deputy\s+)?leader\s+of\s+(?:the\s+)?opposition|opposition\s+whip|member\s+(?:for|of)\s+(?:the\s+)?opposition"
)
_LETTERS: dict[Side, str] = {"pro": r"(?<!\d )(?:D?PM|MG|GW)", "con": r"D?LO|MO|OW"}

_SOMEWHERE = re.compile(
    rf"(?:\b(?i:a|an|any|every|each|no|some|former|next|future|late|their|his|her|its|own)\s+|['’]s?\s+|\b(?i:{COUNTRIES})\w*\s+)$"
)
_NAMED = re.compile(
    r"\s+(?:of\s+(?:the\s+)?[A-Z]|in\s+[A-Z]|[A-Z][a-zà-ÿ]|(?:who|whose)\b)|['’]s\s+(?:[A-Z]|office|residence|party)"
)
_ADDRESSED = re.compile(
    r"(?:\b(?:thanks?(?: you)?|mr|madam|dear|as|speaking as|our|my)[,\s]+(?:the\s+)?|^|[.!?]\s+)$", re.I
)

_HONOURED = re.compile(
    r"\b(?P<lead>the|my|our|this|that)\s+(?:(?:right|very|most|dear|good)\s+)*(?:"
    r"(?:honou?rable|hon\.?|learned|noble|gallant|reverend|distinguished)\s+(?:and\s+\w+\s+)?"
    r"(?:friends?|members?|lady|ladies|gentlem[ae]n|colleagues?|opponents?|speakers?|lord|baroness)"
    r"(?:\s+(?:opposite|for\s+[A-Z]\w+(?:\s+[A-Z]\w+)*))?|"
    r"(?:members?|gentlem[ae]n|lady|ladies|speakers?|mp|professor|doctor)\s+opposite)\b",
    re.IGNORECASE,
)
_CONSTITUENCY = re.compile(r"\b(?P<lead>[Tt]he)\s+(?:M|m)ember\s+for\s+(?:the\s+)?[A-Z]\w+(?:\s+[A-Z]\w+)*")

_TITLE_WORDS = {
    "dr": "doctor", "doctor": "doctor", "prof": "professor", "professor": "professor", "baroness": "baroness",
    "baron": "baron", "lord": "lord", "lady": "lady", "dame": "dame", "sir": "knight", "rev": "reverend",
    "reverend": "reverend", "rabbi": "rabbi", "imam": "imam", "councillor": "councillor", "cllr": "councillor",
    "senator": "senator", "minister": "minister", "judge": "judge", "justice": "judge", "ambassador": "ambassador",
    "general": "general", "colonel": "colonel", "captain": "captain", "mp": "mp", "msp": "msp", "mep": "mep",
    "kc": "barrister", "qc": "barrister", "bishop": "bishop",
}  # fmt: skip
"""A title in a name, or letters after it → the noun by which the speaker may be called."""

_PERSONAL = re.compile(r"\s+\w+\s+(?:me|my)\b")

_COMMON = frozenset({"doctor", "judge", "minister", "general", "captain", "lady", "knight", "bishop"})
"""Nouns that mostly mean somebody else, and stand for a speaker only where a sentence is plainly about the debate."""


def office_finders(benches: dict[Side, str], names: Iterable[str], *, governed: bool) -> list[Finder]:
    """Return the finders of offices.

    Args:
        names: the speakers' names, with their titles.
        governed: whether the Proposition is called Government in this debate.
    """
    finders = [matches(_offices(side, governed), _Office(benches[side], governed)) for side in ("con", "pro")]
    finders.append(matches(_HONOURED, _speaker))
    finders.append(matches(_CONSTITUENCY, _replace_constituency))
    if title := _titled(names):
        finders.append(matches(title, _replace_title))
    return finders


def _offices(side: Side, governed: bool) -> re.Pattern[str]:
    full = _PRO if side == "pro" else _CON
    letters = rf"|(?-i:\b(?:{_LETTERS[side]})\b)" if governed else ""
    return re.compile(rf"\b(?:{full})\b{letters}", re.IGNORECASE)


class _Office:
    """Replaces an office of the format by its bench's label."""

    def __init__(self, label: str, governed: bool) -> None:
        self._label = label
        self._governed = governed

    def __call__(self, match: re.Match[str]) -> str | None:
        text, words = match.string, match[0].lower()
        if _SOMEWHERE.search(text[: match.start()]) or _NAMED.match(text[match.end() :]):
            return None
        formal = self._governed or not words.endswith("prime minister")
        base = int(formal and not match[0].islower())
        base += 2 * (_ADDRESSED.search(text[: match.start()]) is not None and match[0][0].isupper())
        return f"{self._label} speaker" if is_about_debate(text, match.start(), match.end(), base) else None


def _is_said_here(match: re.Match[str], base: int) -> bool:
    return is_about_debate(match.string, match.start(), match.end(), base)


def _speaker(match: re.Match[str]) -> str:
    return "The speaker" if match["lead"][0].isupper() else "the speaker"


def _replace_constituency(match: re.Match[str]) -> str | None:
    return _speaker(match) if _is_said_here(match, int("Member" in match[0])) else None


def _titled(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return the pattern of "the professor" and the like, for titles that speakers have."""
    words = {word.strip(".").lower() for name in names for word in re.split(r"[\s,]+", name)}
    nouns = sorted({_TITLE_WORDS[word] for word in words if word in _TITLE_WORDS})
    if not nouns:
        return None
    return re.compile(
        rf"\b(?P<lead>the|our|my)\s+(?:good\s+)?(?P<noun>{'|'.join(nouns)})\b(?!\s+(?:who|of|at|in|from|whose|(?-i:[A-Z])))",
        re.I,
    )


def _replace_title(match: re.Match[str]) -> str | None:
    text = match.string
    base = -1 if match["noun"].lower() in _COMMON else int(match["lead"].lower() == "our")
    if base < 0 and (not says_something(text, match.end()) or _PERSONAL.match(text[match.end() :])):
        return None
    return _speaker(match) if _is_said_here(match, base) else None
