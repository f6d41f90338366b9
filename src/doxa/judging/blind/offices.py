"""Offices that stand for a speaker: those of a format ("Deputy Leader of the Opposition"), forms of address ("my
learned friend"), and titles that a speaker's name has ("the baroness").

"Prime Minister Attlee" and "the Prime Minister of Norway" hold no office in the debate.
"""

import re
from collections.abc import Iterable

from doxa.judging.blind.reference import (
    COUNTRIES,
    is_about_debate,
    says_something,
    speaks_of_debate,
    speaks_to_house,
    speaks_up,
)
from doxa.judging.blind.spans import Finder, matches, sentence_around
from doxa.records.transcripts import Side

_PRO = (
    r"(?:deputy\s+|vice[\s-]+)?prime\s+minister|gov(?:ernment)?(?:['’]s)?\s+whip|"
    r"member\s+(?:for|of|from)\s+(?:the\s+)?gov(?:ernment)?"
)
_CON = (
    r"(?:deputy\s+|vice[\s-]+)?leader\s+of\s+(?:the\s+)?opp(?:osition)?|opp(?:osition)?(?:['’]s)?\s+whip|"
    r"member\s+(?:for|of|from)\s+(?:the\s+)?opp(?:osition)?"
)
_OFFICES_OF_BENCHES: dict[Side, str] = {
    "pro": r"deputy\s+PM",
    "con": r"(?:deputy\s+)?opp(?:osition)?\s+leader|deputy\s+leader",
}
"""Offices that have these names in British Parliamentary alone."""
_LETTERS: dict[Side, str] = {"pro": r"(?<!\d )(?:D?PM|MG|GW)", "con": r"D?LO|MO|OW"}

_SOMEWHERE = re.compile(
    rf"(?:\b(?i:a|an|any|every|each|no|some|former|next|future|late|their|his|her|its|own|then|old|new|current|"
    rf"sitting|"
    rf"serving|elected|only|youngest|oldest|female|woman|wartime|labour|tory|conservative|liberal|whig|becom(?:e|"
    rf"es|ing)|"
    rf"became|made|elected|appoint(?:s|ed)?|retired|outgoing|incoming|acting|ex|was|were|been|being|under|since|"
    rf"(?:every|each) \w+ the)[\s-]+|['’]s?\s+(?:first\s+)?|"
    rf"\b(?i:{COUNTRIES})\w*\s+)$"
)
_NAMED = re.compile(
    r"\s+(?:of\s+(?:the\s+(?:day|time|country)\b|a\b|(?:the\s+)?[A-Z])|in\s+(?:the\s+)?(?:[A-Z]|\d|office|power|"
    r"question)|"
    r"at\s+the\s+time|from\s+\d|(?-i:[A-Z][a-zà-ÿ])|(?:who|whose)\b)|['’]s\s+(?:[A-Z]|office|residence|party|"
    r"resignation|salary|cabinet|car|country|powers?|"
    r"husband|wife|majority|weekly|audience|letters?|questions)|"
    r",\s+(?-i:(?:[A-Z][\w.’'-]*\s+)+[A-Z][a-zà-ÿ])"
)
_IN_COUNTRY = re.compile(
    rf"\s*(?:(?:and|but|yet|so|today|now|even|only|while)\s+)*in\s+(?:the\s+|\w+\s+)?(?:{COUNTRIES})\w*\b",
    re.IGNORECASE,
)
_APPOSED = re.compile(
    r"\b(?!(?:In|For|Under|From|Across|Throughout|Since|Unlike|Outside|Within|Like)\s)[A-Z][a-zà-ÿ]+\s+(?P<last>[A-Z][a-zà-ÿ]+),\s+(?:the\s+)?$"
)
_FOLLOWED = re.compile(r",?\s+(?P<first>[A-Z][\w’'-]+)")
_BEARER = re.compile(r",\s+(?-i:(?!(?:I|We|You|My|Our|The)\b)[A-Z][a-zà-ÿ]+)|\s+under\s+[A-Z]")
_INSTITUTION = re.compile(
    r"\s+(?:(?:must|may|can|should|would|could|still|always|then|is|was|be|who|\w+ly) )*"
    r"(?:appoint(?:s|ed)?|advise[sd]?|chair(?:s|ed)?|meets?|met|resign(?:s|ed)?|dissolve[sd]?|chosen|elected|"
    r"appointed|"
    r"prorogue[sd]?|governs?|governed|serve[sd]?|lives?|lived|kiss(?:es|ed)?|bows?|bowed|nominate[sd]?|hires?|fires?|"
    r"answers to|answerable|accountable|reports to|needs the confidence|commands?|loses|lost|sits in|ask(?:s|"
    r"ed)? the "
    r"(?:king|queen|palace|monarch|sovereign)|(?:un)?elected|picks?|picked|travel(?:s|led)?|paid|(?:goes|"
    r"went) to (?:the )?"
    r"(?:palace|king|queen|country|windsor|balmoral)|(?:the|an?) (?:head|servant|mere|politician|elected)|"
    r"(?:and|or|with|nor) (?:the|a|her|his) (?:king|queen|monarch|sovereign|crown|president|cabinet|majesty|"
    r"palace))\b",
    re.IGNORECASE,
)
"""What a head of government does in a country, and a debater does not."""

_OF_FORMAT = re.compile(r"^member|whip$|^deputy leader$")
"""Offices of debating that nobody holds in a country, so that they need no capital."""

_COORDINATE = re.compile(r";|:|\s[–—]|,\s+(?:and|but|so|yet|while|whereas|because|though|although)\b")
_FELLOW = re.compile(
    r"\b(?:my|our)\s+(?:\w+\s+)?(?:partner|colleague|team-?mate|friend|opponent|captain),?\s+(?:(?:and\s+)?the\s+)?$",
    re.I,
)
_ADDRESSED = re.compile(
    r"(?:\b(?:thanks?(?: you)?|mr|madam|dear|as|speaking as|our|my)[,\s]+(?:the\s+)?|^|[.!?]\s+)$", re.I
)

_ELSEWHERE = r"(?!\s+(?:me|us|him|her|it|them|you|the|an?|my|his|our|their|your|number|each|one|(?-i:[A-Z]|\d)))"
_OPPOSITE = (
    rf"(?:opposite{_ELSEWHERE}|across\s+(?:the|this)\s+(?:aisle|floor|table|chamber|house|hall|room(?!\s+of)|divide)|"
    r"(?:on|from)\s+the\s+(?:other|opposing|opposite)\s+(?:side|bench(?:es)?|team)(?!\s+of\b(?!\s+(?:the|"
    r"this)\s+(?:house|debate|aisle|chamber|floor|table|hall)))|"
    r"over\s+there(?=,?\s+(?:says?|said|tells?|told|thinks?|claims?|claimed|wants|forgets?|argues?)\b))"
    r"(?:\s+of\s+(?:the|this)\s+(?:house|debate|aisle|chamber|floor|table|hall))?"
)
_HONOURED = re.compile(
    r"\b(?P<lead>the|my|our|this|that)\s+(?:(?:right|very|most|dear|good)\s+)*(?:"
    r"(?:honou?rable|hon\.?|learned|noble|gallant|reverend|distinguished)\s+(?:and\s+\w+\s+)?"
    r"(?:friends?|members?|lady|ladies|gentlem[ae]n|colleagues?|opponents?|speakers?|lord|baroness)"
    rf"(?:\s+(?:{_OPPOSITE}|for\s+[A-Z]\w+(?:\s+[A-Z]\w+)*))?|"
    r"(?:(?:young|old|worthy|esteemed|clever|eloquent|able)\s+)*"
    rf"(?:friends?|colleagues?|opponents?|counterparts?|members?|gentlem[ae]n|lady|ladies|speakers?|mp|professor|"
    rf"doctor)"
    rf"\s+{_OPPOSITE})(?!\w)",
    re.IGNORECASE,
)
_CONSTITUENCY = re.compile(r"\b(?P<lead>[Tt]he)\s+(?:M|m)ember\s+for\s+(?:the\s+)?[A-Z]\w+(?:\s+[A-Z]\w+)*")

_TITLE_WORDS = {
    "dr": "doctor", "doctor": "doctor", "prof": "professor", "professor": "professor", "baroness": "baroness",
    "baron": "baron", "lord": "lord", "lady": "lady", "dame": "dame", "sir": "knight", "rev": "reverend",
    "reverend": "reverend", "rabbi": "rabbi", "imam": "imam", "councillor": "councillor", "cllr": "councillor",
    "senator": "senator", "minister": "minister", "judge": "judge", "justice": "judge", "ambassador": "ambassador",
    "general": "general", "colonel": "colonel", "captain": "captain", "mp": "mp", "msp": "msp", "mep": "mep",
    "kc": "barrister", "qc": "barrister", "bishop": "bishop", "governor": "governor", "councilor": "councilor",
    "congressman": "congressman", "congresswoman": "congresswoman", "mayor": "mayor", "president": "president",
    "commissioner": "commissioner", "alderman": "alderman", "secretary": "secretary", "monsignor": "monsignor",
}  # fmt: skip
"""A title in a name, or letters after it → the noun by which the speaker may be called."""

_PERSONAL = re.compile(r"\s+\w+\s+(?:me|my)\b")

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
    finders = [matches(_offices(side, governed), _Office(benches[side], governed, own)) for side in ("con", "pro")]
    finders.append(matches(_HONOURED, lambda match: _replace_honoured(match, own)))
    finders.append(matches(_CONSTITUENCY, lambda match: _replace_constituency(match, own)))
    if title := _titled(names):
        finders.append(matches(title, _replace_title))
    return finders


def _offices(side: Side, governed: bool) -> re.Pattern[str]:
    full = _PRO if side == "pro" else _CON
    if not governed:
        return re.compile(rf"\b(?:{full})\b", re.IGNORECASE)
    return re.compile(rf"\b(?:{full}|{_OFFICES_OF_BENCHES[side]})\b|(?-i:\b(?:{_LETTERS[side]})\b)", re.IGNORECASE)


class _Office:
    """Replaces an office of the format by its bench's label."""

    def __init__(self, label: str, governed: bool, own: frozenset[str]) -> None:
        self._label = label
        self._governed = governed
        self._own = own

    def __call__(self, match: re.Match[str]) -> str | None:
        text, words = match.string, match[0].lower()
        before = text[: match.start()]
        is_fellow = _FELLOW.search(before) is not None or self._is_held_here(match)
        if not is_fellow and _is_held_elsewhere(match):
            return match[0]  # as it is, so that no finder of sides takes "Opposition" out of it
        formal = self._governed or not words.endswith("prime minister")
        # elsewhere a prime minister who says something is mostly that of a country
        is_formats = self._governed and _OF_FORMAT.search(words) is not None
        base = int(is_formats or not match[0].islower()) if formal else -1
        base += 4 * is_fellow
        base += 2 * (_ADDRESSED.search(before) is not None and match[0][0].isupper())
        base += self._governed and speaks_up(text, match.end()) and not says_something(text, match.end())
        clause = _COORDINATE.search(text, match.end()) if self._governed else None
        text = text[: clause.start()] if clause else text
        return f"{self._label} speaker" if is_about_debate(text, match.start(), match.end(), base) else None

    def _is_held_here(self, match: re.Match[str]) -> bool:
        """Return whether a speaker's name stands beside the office: "Ann Lee, the Prime Minister", "the Whip, "
        "Ann Lee"."""
        apposed = _APPOSED.search(match.string[: match.start()])
        if apposed and apposed["last"].lower() in self._own:
            return True
        followed = _FOLLOWED.match(match.string[match.end() :])
        if followed is None or followed["first"].lower() not in self._own:
            return False
        return not match[0].lower().endswith("minister") or "," in followed[0]


def _is_held_elsewhere(match: re.Match[str]) -> bool:
    """Return whether the words around an office say that it is one of a country, or whose it is."""
    before, after = match.string[: match.start()], match.string[match.end() :]
    if _SOMEWHERE.search(before) or _NAMED.match(after) or _APPOSED.search(before) or _is_set_abroad(match):
        return True
    is_country = _BEARER.match(after) or _INSTITUTION.match(after)
    return is_country is not None and not speaks_to_house(match.string, match.end())


def _is_set_abroad(match: re.Match[str]) -> bool:
    """Return whether the sentence began in a country: "In Canada the Leader of the Opposition swears an oath"."""
    sentence = sentence_around(match.string, *match.span())
    if _IN_COUNTRY.match(sentence) is None:
        return False
    is_debater = says_something(match.string, match.end()) or speaks_to_house(match.string, match.end())
    return not is_debater and not speaks_of_debate(sentence)


def _is_said_here(match: re.Match[str], base: int) -> bool:
    return is_about_debate(match.string, match.start(), match.end(), base)


_SEVERAL = re.compile(
    r"\b(?:friends|members|ladies|gentlemen|colleagues|opponents|counterparts|speakers)\b", re.IGNORECASE
)


def _speaker(match: re.Match[str]) -> str:
    noun = "speakers" if _SEVERAL.search(match[0]) else "speaker"
    return f"The {noun}" if match["lead"][0].isupper() else f"the {noun}"


_SEAT = re.compile(r"\bfor\s+[A-Z]")
_ONCE = re.compile(
    r"\b(?:(?:he|she|who|they|(?P<name>[A-Z][a-zà-ÿ]+))\s+(?:\w+ly\s+|then\s+|still\s+)?(?:was|were|became|had\s+been|"
    r"used\s+to\s+be)|(?:elected|returned|sat|served)(?:\s+as)?)\s+$"
)
"""What comes before the seat that somebody held once: "when he was the honourable member for Chesterfield"."""


def _holds_seat_elsewhere(match: re.Match[str], own: frozenset[str]) -> bool:
    """Return whether somebody who is no speaker held a seat: "Tony Benn, the honourable member for Chesterfield"."""
    before = match.string[: match.start()]
    if _SEAT.search(match[0]) is None:
        return False
    once, apposed = _ONCE.search(before), _APPOSED.search(before)
    if apposed is not None:
        return apposed["last"].lower() not in own
    return once is not None and (once["name"] or "").lower() not in own


def _replace_honoured(match: re.Match[str], own: frozenset[str]) -> str | None:
    return None if _holds_seat_elsewhere(match, own) else _speaker(match)


def _replace_constituency(match: re.Match[str], own: frozenset[str]) -> str | None:
    if _holds_seat_elsewhere(match, own):
        return None
    return _speaker(match) if _is_said_here(match, int("Member" in match[0])) else None


def _titled(names: Iterable[str]) -> re.Pattern[str] | None:
    """Return the pattern of "the professor" and the like, for titles that speakers have."""
    words = {word.strip(".").lower() for name in names for word in re.split(r"[\s,]+", name)}
    nouns = sorted({_TITLE_WORDS[word] for word in words if word in _TITLE_WORDS})
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
    if base < 0 and (not says_something(text, match.end()) or _PERSONAL.match(text[match.end() :])):
        return None
    return _speaker(match) if _is_said_here(match, base) else None
