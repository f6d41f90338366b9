"""Words for the sides of a debate: Proposition and Opposition, Government, affirmative and negative, pro and con.

Most of these are also ordinary words, so that each is replaced in the forms in which debaters speak of a side:
"the Opposition", "first prop", "the negative team", "Opening Government". "The Danish opposition", "a negative side
effect" and "a proposition" are left alone. What a side is said to have stays beside its label: "the first Opposition
speaker" is "the first Team B speaker", and "the Prop case" is "the Team A case".
"""

import re
from collections.abc import Callable, Iterator

from doxa.judging.blind.reference import is_about_debate, says_something
from doxa.judging.blind.spans import Finder, Span, begins_sentence, matches
from doxa.records.transcripts import Side

_ORDINAL = r"(?:(?:opening|closing|first|second|third|fourth|whole|entire|esteemed|worthy|honou?rable|1st|2nd|3rd)\s+)"
_NOUN = r"(?:\s+(?:sides?|bench(?:es)?|teams?|cases?|speakers?|debaters?|members?)\b(?!\s+effects?\b))"
_KEPT_BEFORE = re.compile(
    r"(?P<the>the\s+)?(?P<order>(?:first|second|third|fourth|whole|entire|esteemed|worthy|honou?rable|1st|2nd|3rd)\s+)?",
    re.IGNORECASE,
)
_KEPT_AFTER = re.compile(
    r"\s+(?:cases?|speakers?|debaters?|members?|constructive|rebuttal|block|burden|contention)$", re.IGNORECASE
)
"""What is said of a side, and is no name of it: opening and closing, bench, team and side are."""

_AFTER = re.compile(
    r"\s+(?:to(?!\s+(?:this|the|tonight['’]s)\s+(?:motion|resolution|debate))|in\s+(?:(?:the\s+)?(?-i:[A-Z])\w*|"
    r"exile|prison|parliament|power|office)|at\s+(?:the\s+)?(?-i:[A-Z])\w*|within|from|of|among|across|against|between|"
    r"part(?:y|ies)|leaders?(?!ship)|mps?|politicians?|newspapers?|papers?|press|figures?|activists?|movements?|"
    r"groups?|"
    r"candidates?|voices?|supporters|rally|rallies|research|forces|lawmakers|media|coalition|alliance|vote|votes|"
    r"seats)\b",
    re.IGNORECASE,
)
_STATED = re.compile(
    r"\s*(?:that\b|of\b|to\b|,? namely\b|:|[0-9])|\s+(?:is|was) (?:that|simple|false|true|absurd|sound|plain|this)\b",
    re.IGNORECASE,
)
_BEFORE = re.compile(
    r"(?:^|[.!?;:,—–(“\"\n]|\b(?:on|from|by|for|with|of|to|and|or|but|that|than|what|as|if|while|when|because|"
    r"side|against|"
    r"does|did|has|is|do|why|how|so|yet|now|then|both|unlike|like|between|dear|thanks?|where|which|asked|ask|"
    r"asking|tells?|tell|rebut|answer|join|thanking|hear|heard|believe|meet|met|follow|followed))\s*$",
    re.IGNORECASE,
)

_DEBATERS_IN = re.compile(
    r"\b(?:my|our|those|these|the)\s+(?:(?:good|dear|worthy|esteemed|learned|honou?rable|two|three)\s+)*"
    r"(?:friends?|opponents?|colleagues?|counterparts?|partners?|team-?mates?|speakers?|debaters?|members?)\s+"
    r"(?:in|on|from|of|at)\s+$",
    re.IGNORECASE,
)
"""Who belongs to a side of the debate: "our opponents in Government"."""

_PARLIAMENTARY: dict[Side, re.Pattern[str]] = {
    "pro": re.compile(
        rf"\b(?P<the>the\s+)?(?P<order>{_ORDINAL})?(?P<side>(?:side|"
        rf"team)\s+)?(?P<word>proposition)(?P<noun>{_NOUN})?\b",
        re.I,
    ),
    "con": re.compile(
        rf"\b(?P<the>the\s+)?(?P<order>{_ORDINAL})?(?P<side>(?:side|"
        rf"team)\s+)?(?P<word>opposition)(?P<noun>{_NOUN})?\b",
        re.I,
    ),
}
_GOVERNMENT = re.compile(
    rf"\b(?P<the>the\s+)?(?P<order>{_ORDINAL})?(?P<side>(?:side|team)\s+)?(?P<word>government)(?P<noun>{_NOUN})?\b",
    re.I,
)
_GOV = re.compile(rf"\b(?:the\s+)?{_ORDINAL}?(?:side\s+)?gov\b(?!\.){_NOUN}?", re.I)

_SHORT: dict[Side, re.Pattern[str]] = {
    "pro": re.compile(
        rf"\b(?:(?:the\s+)?{_ORDINAL}|side\s+|the\s+)prop\b(?!\s+(?:up|open|shop|forward|money))(?:{_NOUN})?|"
        rf"(?<![\w-])\bprop(?:{_NOUN})|(?:(?<=from )|(?<=on )|(?<=by ))prop\b(?!\s+(?:up|open))|"
        rf"\bProp\b(?=['’]s\b|\s+(?:says?|said|told|tells?|argues?|argued|claims?|wants?|must|has|have|never)\b)",
        re.IGNORECASE,
    ),
    "con": re.compile(rf"\b(?:the\s+)?{_ORDINAL}?(?:side\s+)?opp\b(?!\.)(?:{_NOUN})?", re.IGNORECASE),
}

_SAYING = (
    r"says?|said|told|tells?|argues?|argued|claims?|claimed|wants?|never|fails?|failed|asks?|drops?|dropped|"
    r"concedes?|"
    r"conceded|wins?|would have"
)
_DOING = rf"(?=['’]s\b|['’]\s|\s+(?:{_SAYING}|must|has|have|is|needs?|counts|gives?|gave|offers?)\b)"
_OF_A_LIST = r"\s+of\s+(?:the|this|that|a|my|our)\s+(?:ledger|balance|scales?|sheet|list|table|equation|account)\b"
"""What has a pro side that nobody speaks for."""

_POLICY_NOUN = (
    r"\s+(?:sides?|bench(?:es)?|teams?|cases?|speakers?|debaters?|constructive|rebuttal|block|burden)\b"
    rf"(?!\s+effects?\b)(?!{_OF_A_LIST})"
)


def _policy(adjective: str, short: str, letters: str) -> re.Pattern[str]:
    """Return the pattern of the words for a side in policy debating; the letters are words of their own, too."""
    words = f"{adjective}|{short}|{letters}"
    speeches = r"1AC|[12]AR|2AC" if letters == "pro" else r"[12]NC|[12]NR"
    return re.compile(
        rf"\b(?:the\s+)?(?-i:{speeches})\b|"
        rf"\b(?:the\s+)?(?:{_ORDINAL}|(?:side|team)\s+)(?:{words})\b(?:{_POLICY_NOUN})?(?!\s+action)|"
        rf"\bthe\s+(?:(?:{words}){_POLICY_NOUN}|(?:{adjective}|{short}){_DOING}|{letters}(?=\s+(?:{_SAYING})\b))|"
        rf"\b(?:{short}|{letters})\s+(?:side|team|case|speaker|constructive|rebuttal|contention|bench)\b(?!{_OF_A_LIST})|"
        rf"\b{letters}(?=['’]s\s+(?:case|plan|model|(?:first|second|third|last|only)\s)|\s+(?:on|has) (?:no|"
        rf"the) case)|"
        rf"(?<=\bon )(?-i:{letters.title()}|{letters.upper()})\b|"
        rf"(?<![\w-])(?-i:{'|'.join(form for word in words.split('|') for form in (word.title(), word.upper()))})"
        rf"(?=\s+(?:{_SAYING})\b)|"
        rf"(?:(?<=on the )|(?<=for the )|(?<=from the )|(?<=as the ))(?:{adjective}|{letters})\b(?=\s*[.,;:!?]|$)",
        re.IGNORECASE,
    )


_POLICY: dict[Side, re.Pattern[str]] = {
    "pro": _policy("affirmative", "aff", "pro"),
    "con": _policy("negative", "neg", "con"),
}

_VOTING: dict[Side, re.Pattern[str]] = {
    "pro": re.compile(
        r"\b(?:ayes?\s+lobby|ayes(?=\s+(?:have|had|to the)\b)|proposers?\b(?!\s+of\b(?!\s+(?:this|"
        r"the) motion)))",
        re.I,
    ),
    "con": re.compile(
        r"\b(?:noe?s?\s+lobby|noes(?=\s+(?:have|had|to the)\b)|opposers?\b(?!\s+of\b(?!\s+(?:this|"
        r"the) motion)))",
        re.I,
    ),
}


_BENCHES = ("opening government", "opening opposition", "closing government", "closing opposition")
"""The teams of British Parliamentary, which are also called by their first letters."""


_PART = r"(?:(?:this|the|our|my|tonight['’]s|today['’]s)\s+(?:\w+\s+){1,2})?"
_I_SAY = re.compile(r"\s*,\s+(?:I|we|let|my)\b")
_ON_BEHALF = re.compile(
    r"(?P<self>\b(?:i|we|let me|my (?:partner|colleague|team-?mate))\b(?:['’]\w+)?(?:\s+\w+){0,4}?\s+)?"
    r"\b(?:clos(?:e|es|ed|ing)|open(?:s|ed|ing)?|summ?(?:s|ed|ing)?(?:\s+(?:it\s+)?(?:all\s+)?up)|wind(?:s|"
    r"ing)?\s+up|wound up|"
    r"wrap(?:s|ped|ping)?\s+up|repl(?:y|ies|ied|ying)|lead(?:s|ing)?(?:\s+off)?|led|whip(?:s|ped|ping)?|"
    r"extend(?:s|ed|ing)?|"
    r"conclud(?:e|es|ed|ing)|speak(?:s|ing)?|spoke|debat(?:e|es|ed|ing)|argu(?:e|es|ed|ing)|answer(?:s|ed|ing)?|"
    r"stand(?:s|ing)?(?:\s+here)?|rebutt?(?:s|ed|ing)?|last word|last speech|(?:last|final|first|second|third|"
    r"fourth) speaker)\s+"
    rf"{_PART}(?:tonight\s+|today\s+|first\s+|last\s+|here\s+)?(?:for|on behalf of)\s+"
    r"(?P<side>(?:the\s+)?(?:side\s+)?"
    r"(?:(?P<pro>(?P<government>government|gov)|proposition|prop|affirmative|aff|pro)|"
    r"(?P<con>opposition|opp|negative|neg|con))(?:\s+(?:side|bench|team))?)"
    r"(?=\s*(?:[.,;:!?)–—]|$)|\s+(?:with|and|but|so|because|tonight|today|by|now|here|I|we|is|has|must|will|on|"
    r"in this|who|after)\b)",
    re.IGNORECASE,
)
"""What a debater does for a side: "I am closing for the opposition"; what polls and lawyers do is left alone."""


def _on_behalf_finder(benches: dict[Side, str], *, governed: bool) -> Finder:
    """Return the finder of a side for which somebody speaks in this debate."""

    def find(text: str) -> Iterator[Span]:
        for match in _ON_BEHALF.finditer(text):
            if match["government"] and not governed:
                continue
            side: Side = "pro" if match["pro"] else "con"
            is_self = match["self"] or _I_SAY.match(text[match.end() :]) or begins_sentence(text, match.start())
            if is_self or is_about_debate(text, *match.span("side"), base=0 if match["government"] else 1):
                yield Span(*match.span("side"), benches[side])

    return find


def side_finders(benches: dict[Side, str], *, governed: bool) -> list[Finder]:
    """Return the finders of words for the sides.

    Args:
        governed: whether the Proposition is called Government in this debate.
    """
    finders: list[Finder] = [_on_behalf_finder(benches, governed=governed)]
    for side in ("pro", "con"):
        label = benches[side]
        finders.append(matches(_PARLIAMENTARY[side], _replacement(label, _is_side)))
        finders.append(matches(_SHORT[side], _replacement(label)))
        finders.append(matches(_POLICY[side], _replacement(label)))
        finders.append(matches(_VOTING[side], lambda match, label=label: _voting(match, label)))  # type: ignore[misc]
    if governed:
        finders.append(matches(_GOV, _replacement(benches["pro"])))
    finders.append(matches(_GOVERNMENT, _replacement(benches["pro"], _is_bench if governed else _is_titled)))
    return finders


def team_finders(teams: dict[str, str]) -> list[Finder]:
    """Return the finders of the names of teams, as the debate lists them."""
    return [_team_finder(name, label) for name, label in sorted(teams.items(), key=lambda pair: -len(pair[0])) if name]


def _team_finder(name: str, label: str) -> Finder:
    several = len(name.split()) > 1
    short = "".join(word[0] for word in name.split()) if several and name.lower() in _BENCHES else ""
    words = r"\s+".join(map(re.escape, name.split()))
    letters = rf"|(?-i:(?<![\w-]){short}(?![\w-]))" if short else ""
    pattern = re.compile(
        rf"(?<![\w-])(?:the\s+)?(?P<team>team\s+)?(?:{words})(?:\s+(?:team|bench|side))?(?![\w-]){letters}",
        re.IGNORECASE,
    )

    def replace(match: re.Match[str]) -> str | None:
        text = match.string
        is_called = bool(match["team"]) or match[0].lower().endswith(("team", "bench", "side"))
        if several or is_called or (match[0][0].isupper() and says_something(text, match.end())):
            return label
        return None

    return matches(pattern, replace)


Test = Callable[[re.Match[str]], bool]


def _replacement(label: str, is_reference: Test | None = None) -> Callable[[re.Match[str]], str | None]:
    return lambda match: _put_label(match[0], label) if is_reference is None or is_reference(match) else None


def _put_label(words: str, label: str) -> str:
    """Return words that name a side with the label in place of the name: "the first Opposition speaker"."""
    before, noun = _KEPT_BEFORE.match(words), _KEPT_AFTER.search(words)
    assert before is not None, "both parts are optional"
    after = noun[0] if noun else ""
    if not label.startswith("Team "):
        return f"{label}{after}"  # where a side has several teams, "first" would name one of them
    order = before["order"] or ""
    article = before["the"] or "" if order or after else ""
    return f"{article}{order}{label}{after}"


def _voting(match: re.Match[str], label: str) -> str:
    words = match[0].lower()
    if "lobby" in words:
        return f"{label} lobby"
    return f"{label} speakers" if words.endswith("s") else f"{label} speaker"


def _is_side(match: re.Match[str]) -> bool:
    """Return whether Proposition or Opposition names a side of this debate."""
    text, word = match.string, match["word"]
    if match["order"] or match["side"]:
        return True
    is_of_debaters = _DEBATERS_IN.search(text[: match.start()]) is not None
    if re.search(r"\bin\s+$", text[: match.start()]) and not match["the"] and not is_of_debaters:
        return False  # "in opposition" is a position, and a matter of avowals
    rest = text[match.end() :]
    if _AFTER.match(rest) if word.lower() == "opposition" else _is_stated(word, rest):
        return False
    if not match["the"] and not is_of_debaters and not _stands_alone(match):
        return False
    capital = 1 if word[0].isupper() and not word.isupper() else 0
    return is_about_debate(text, match.start(), match.end(), base=1 + capital + bool(match["noun"]))


def _is_stated(word: str, rest: str) -> bool:
    """Return whether "proposition" is what somebody asserts: "the proposition that", or a numbered one."""
    found = _STATED.match(rest)
    return found is not None and (word[0].islower() or found[0].strip().isdigit())


def _stands_alone(match: re.Match[str]) -> bool:
    """Return whether a word without an article can name a side: with a capital, or with a noun such as bench."""
    text = match.string
    if match["word"][0].islower():
        return bool(match["noun"]) and _BEFORE.search(text[: match.start()]) is not None
    if text[match.end() :][:2] in ("'s", "’s"):
        return True
    if _BEFORE.search(text[: match.start()]) is None:
        return False
    if begins_sentence(text, match.start()):
        return bool(match["noun"]) or says_something(text, match.end())
    return True


def _is_titled(match: re.Match[str]) -> bool:
    """Return whether "government" is a side where it has a title only: "Side Government", "the government bench"."""
    noun = (match["noun"] or "").strip().lower()
    order = (match["order"] or "").strip().lower()
    if match["side"] or order in ("opening", "closing"):
        return True
    titled = noun.startswith(("side", "bench", "team", "case", "speaker", "debater"))
    return titled and is_about_debate(match.string, match.start(), match.end())


def _is_bench(match: re.Match[str]) -> bool:
    """Return whether "Government" is a side in a debate whose teams have that name."""
    if _is_titled(match):
        return True
    text = match.string
    if not match["word"][0].isupper() or match["order"] or re.match(r"\s+(?:of\b|[A-Z])", text[match.end() :]):
        return False
    is_of_debaters = _DEBATERS_IN.search(text[: match.start()]) is not None
    if not match["the"] and not is_of_debaters and not _stands_alone(match):
        return False
    return is_about_debate(text, match.start(), match.end())
