"""Offices that stand for a speaker: those of a format ("Deputy Leader of the Opposition"), forms of address ("my
learned friend"), and titles that a speaker's name has ("the baroness").

"Prime Minister Attlee" and "the Prime Minister of Norway" hold no office in the debate.
"""

import re
from collections.abc import Iterable

from doxa.judging.blind.spans import (
    Finder,
    is_about_debate,
    matches,
    says_something,
    sentence_around,
    speaks_of_debate,
    speaks_to_house,
    speaks_up,
)
from doxa.judging.blind.words import read_pattern, read_patterns, read_words
from doxa.records.transcripts import Side

_OFFICES = read_patterns("offices")

_COMMON = frozenset(
    {"doctor", "judge", "minister", "general", "captain", "lady", "knight", "bishop", "mayor", "president", "secretary"}
)
"""Nouns that mostly mean somebody else, and stand for a speaker only where a sentence is plainly about the debate."""


def office_finders(benches: dict[Side, str], names: Iterable[str], *, governed: bool) -> list[Finder]:
    """Return the finders of offices.

    Args:
        names: the speakers' names, with their titles.
        governed: whether the Proposition is called Government in this debate.
    """
    names = list(names)
    own = frozenset(word.lower() for name in names for word in re.findall(r"\w+", name))
    finders = [
        matches(
            read_pattern("offices", f"_governed_{side}" if governed else f"_plain_{side}"),
            _Office(benches[side], governed, own),
        )
        for side in ("con", "pro")
    ]
    finders.append(
        matches(_OFFICES["honoured"], lambda match: None if _holds_seat_elsewhere(match, own) else _speaker(match))
    )
    finders.append(matches(_OFFICES["constituency"], lambda match: _replace_constituency(match, own)))
    if title := _titled(names):
        finders.append(matches(title, _replace_title))
    return finders


class _Office:
    """Replaces an office of the format by its bench's label."""

    def __init__(self, label: str, governed: bool, own: frozenset[str]) -> None:
        self._label = label
        self._governed = governed
        self._own = own

    def __call__(self, match: re.Match[str]) -> str | None:
        text, words = match.string, match[0].lower()
        before = text[: match.start()]
        is_fellow = _OFFICES["fellow"].search(before) is not None or self._is_held_here(match)
        if not is_fellow and _is_held_elsewhere(match):
            return match[0]  # as it is, so that no finder of sides takes "Opposition" out of it
        formal = self._governed or not words.endswith("prime minister")
        # elsewhere a prime minister who says something is mostly that of a country
        is_formats = self._governed and _OFFICES["of_format"].search(words) is not None
        base = int(is_formats or not match[0].islower()) if formal else -1
        base += 4 * is_fellow
        base += 2 * (_OFFICES["addressed"].search(before) is not None and match[0][0].isupper())
        base += self._governed and speaks_up(text, match.end()) and not says_something(text, match.end())
        clause = _OFFICES["coordinate"].search(text, match.end()) if self._governed else None
        text = text[: clause.start()] if clause else text
        return f"{self._label} speaker" if is_about_debate(text, match.start(), match.end(), base) else None

    def _is_held_here(self, match: re.Match[str]) -> bool:
        """Return whether a speaker's name stands beside the office: "Ann Lee, the Prime Minister", "the Whip, "
        "Ann Lee"."""
        apposed = _OFFICES["apposed"].search(match.string[: match.start()])
        if apposed and apposed["last"].lower() in self._own:
            return True
        followed = _OFFICES["followed"].match(match.string[match.end() :])
        if followed is None or followed["first"].lower() not in self._own:
            return False
        return not match[0].lower().endswith("minister") or "," in followed[0]


def _is_held_elsewhere(match: re.Match[str]) -> bool:
    """Return whether the words around an office say that it is one of a country, or whose it is."""
    before, after = match.string[: match.start()], match.string[match.end() :]
    if (
        _OFFICES["somewhere"].search(before)
        or _OFFICES["named"].match(after)
        or _OFFICES["apposed"].search(before)
        or _is_set_abroad(match)
    ):
        return True
    is_country = _OFFICES["bearer"].match(after) or _OFFICES["institution"].match(after)
    return is_country is not None and not speaks_to_house(match.string, match.end())


def _is_set_abroad(match: re.Match[str]) -> bool:
    """Return whether the sentence began in a country: "In Canada the Leader of the Opposition swears an oath"."""
    sentence = sentence_around(match.string, *match.span())
    if _OFFICES["in_country"].match(sentence) is None:
        return False
    is_debater = says_something(match.string, match.end()) or speaks_to_house(match.string, match.end())
    return not is_debater and not speaks_of_debate(sentence)


def _speaker(match: re.Match[str]) -> str:
    noun = "speakers" if _OFFICES["several"].search(match[0]) else "speaker"
    return f"The {noun}" if match["lead"][0].isupper() else f"the {noun}"


def _holds_seat_elsewhere(match: re.Match[str], own: frozenset[str]) -> bool:
    """Return whether somebody who is no speaker held a seat: "Tony Benn, the honourable member for Chesterfield"."""
    before = match.string[: match.start()]
    if _OFFICES["seat"].search(match[0]) is None:
        return False
    once, apposed = _OFFICES["once"].search(before), _OFFICES["apposed"].search(before)
    if apposed is not None:
        return apposed["last"].lower() not in own
    return once is not None and (once["name"] or "").lower() not in own


def _replace_constituency(match: re.Match[str], own: frozenset[str]) -> str | None:
    is_here = is_about_debate(match.string, *match.span(), int("Member" in match[0]))
    return _speaker(match) if is_here and not _holds_seat_elsewhere(match, own) else None


def _titled(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return the pattern of "the professor" and the like, for titles that speakers have."""
    words = {word.strip(".").lower() for name in names for word in re.split(r"[\s,]+", name)}
    named_by = dict(row.split(": ") for row in read_words("nouns_of_titles"))
    nouns = sorted({named_by[word] for word in words & named_by.keys()})
    if not nouns:
        return None
    return re.compile(
        rf"\b(?P<lead>the|our|my)\s+(?:good\s+)?(?P<noun>{'|'.join(nouns)})\b(?!\s+(?:who|of|at|in|from|whose|"
        rf"(?-i:[A-Z])))",
        re.I,
    )


def _replace_title(match: re.Match[str]) -> str | None:
    text = match.string
    base = -1 if match["noun"].lower() in _COMMON else int(match["lead"].lower() == "our")
    if base < 0 and (not says_something(text, match.end()) or _OFFICES["personal"].match(text[match.end() :])):
        return None
    return _speaker(match) if is_about_debate(text, *match.span(), base) else None
