"""Sentences in which speakers take a side on the motion: "I beg to propose", "vote against the motion".

The verb or the preposition alone is replaced by one that takes no side. "We propose a charge on parking" is about a
charge, and "the Commons passed the motion" is about the Commons: both stay.
"""

import re
from collections.abc import Iterator

from doxa.judging.blind.spans import Span, is_quoted, sentence_around

_MOTION = (
    r"(?:(?i:this|the|tonight['’]s|today['’]s|our|that)\s+(?i:motion|resolution)"
    r"(?!\s+(?:of\b(?!\s+(?:tonight|this House))|sensors?|pictures?|sickness|detectors?|capture|graphics))|"
    r"(?i:this) House(?:['’]s\s+motion)?|tonight['’]s House)"
)

_STANDS = re.compile(
    rf"\b(?P<word>(?i:(?:in\s+)?(?:favou?r|support|defence|defense|opposition)\s+(?:of|to)|for|against|supporting|opposing))(?=\s+{_MOTION})"
)
_VERBS = (
    "support|back|propose|oppose|reject|defeat|carry|pass|endorse|defend|resist|uphold|commend|adopt|second|negate|"
    "affirm"
)
_PAST = (
    "supported|backed|proposed|opposed|rejected|defeated|carried|passed|endorsed|defended|resisted|upheld|commended|"
    "adopted|seconded|negated|affirmed"
)
_PRESENT = (
    "supports|backs|proposes|opposes|rejects|defeats|carries|passes|endorses|defends|resists|upholds|commends|adopts|"
    "seconds|negates|affirms"
)
_GOING_ON = (
    "supporting|backing|proposing|opposing|rejecting|defeating|carrying|passing|endorsing|defending|resisting|upholding|"
    "commending|adopting|seconding|negating|affirming"
)
_TAKES = re.compile(
    rf"\b(?P<word>(?i:(?P<ing>{_GOING_ON})|(?P<past>{_PAST})|(?P<s>{_PRESENT})|(?P<base>{_VERBS})))(?=\s+{_MOTION})"
)
_SUBJECT = re.compile(
    r"\b(?:i|we|you|they|he|she|who|have|has|had|ve|be|is|been|being|was|were|are)\W+(?:\w+ly\s+)?$", re.I
)

_BARE = re.compile(
    r"\b(?:beg|begs|rise|rises|rising|rose|stand|stands|standing|stood|here|proud|prouder|pleased|happy|honou?red|honou?r|"
    r"delighted|glad|privileged?|pleasure|duty|urge (?:you|you all|all of you|this house|the house|everyone)|"
    r"ask (?:you|you all)|"
    r"invite you|beg you|call on you|please|have come|am)\s+(?:to\s+)?"
    r"(?P<word>(?P<base>propose|oppose|second|affirm|negate))"
    r"(?=\s*(?:[.!?;:,—–)]|$)|\s+(?:because|and|tonight|today|with|here|as)\b)",
    re.IGNORECASE,
)
_PLAIN = re.compile(
    r"\b(?:i|we)\s+(?:(?:\w+ly|must|do|still|will|shall|can only)\s+)*"
    r"(?P<word>(?P<base>propose|oppose|affirm|negate))(?=\s*(?:[.!?;]|$)|\s*,\s*(?:because|and|since|for)\b|\s+because\b)",
    re.IGNORECASE,
)
_FALLS = re.compile(
    r"\b(?i:this|the|tonight['’]s|that)\s+(?i:motion|resolution)\s+(?i:must|should|ought to|has to|deserves to)\s+"
    r"(?:now\s+)?"
    r"(?P<word>(?i:fall|fail|stand|pass|be (?:rejected|defeated|carried|passed|adopted|supported|upheld|opposed|"
    r"negated|affirmed)))\b"
)
_BALLOT = re.compile(
    r"\b(?:vote|votes|voting|ballot|ballots|decision)\s+(?P<after>affirmative|negative|aff|neg|pro|con|aye|nay)\b(?!\w)|"
    r"\b(?P<word>an? (?:affirmative|negative|aff|neg|pro|con))(?=\s+(?:ballot|vote|decision)\b)",
    re.IGNORECASE,
)
_ANSWERS = re.compile(
    r"\bvote(?P<word>\s+[“\"‘']?(?:yes|no)[”\"’']?)(?=\s*(?:[.!?;]|$)|"
    r"\s+(?:tonight|today|with (?:me|us)|on this|to this)\b)",
    re.I,
)
_IMPERATIVE = re.compile(
    r"(?:^|[,:;]\s+|[.!?]\s+)(?:so\s+|please\s+)?(?P<word>(?P<base>oppose|propose|affirm|negate))(?=\s*[.!])",
    re.IGNORECASE,
)
_DOWN = re.compile(r"\bvote\s+(?:this motion|the motion|it)(?P<word>\s+down)\b", re.IGNORECASE)
_IN_OPPOSITION = re.compile(
    r"\b(?:speak\w*|stand\w*|argu\w*|rise|rising|we|us|i|am|are|here)\s*,?\s+in\s+"
    r"(?P<how>(?!(?:the|a|an|his|her|its|their|my|our|this|that|some|many|every)\b)(?:[\w’'-]+\s+(?:and\s+)?){1,2})?"
    r"(?P<word>opposition|proposition)\b(?!\s+(?:to|for|part(?:y|ies)|strongholds?)\b)",
    re.IGNORECASE,
)
_LONG_AGO = re.compile(
    r"\b(?:1[5-9]|20)\d\d\b|\b(?:years?|decades?|centur(?:y|ies)) (?:ago|later)\b|"
    r"\bfor (?:a|two|three|\w+) (?:years?|decades?)\b",
    re.I,
)

_FORMS = {"base": "argue", "s": "argues", "past": "argued", "ing": "arguing"}


def find_avowals(text: str) -> Iterator[Span]:
    """Yield the spans in which a speaker takes a side on the motion."""
    for match in _STANDS.finditer(text):
        yield from _span(match, "on", text)
    for match in _TAKES.finditer(text):
        is_others = match["past"] is not None and _SUBJECT.search(text[: match.start()]) is None
        if not is_others:
            yield from _span(match, _reword(match), text)
    for pattern in (_BARE, _PLAIN, _IMPERATIVE):
        for match in pattern.finditer(text):
            yield from _span(match, _reword(match), text)
    for match in _FALLS.finditer(text):
        yield from _span(match, "be decided", text)
    for match in (*_ANSWERS.finditer(text), *_DOWN.finditer(text)):
        yield from _span(match, "", text)
    for match in _IN_OPPOSITION.finditer(text):
        yield from _span(match, "debate" if match["how"] else "this debate", text)
    for match in _BALLOT.finditer(text):
        yield from _ballot(match, text)


def _ballot(match: re.Match[str], text: str) -> Iterator[Span]:
    if match["word"]:
        yield from _span(match, "a", text)
    elif not is_quoted(text, match.start()):
        yield Span(match.start("after") - 1, match.end("after"), "")


def _reword(match: re.Match[str]) -> str:
    form = next(name for name, found in match.groupdict().items() if found is not None and name in _FORMS)
    return _FORMS[form]


def _span(match: re.Match[str], words: str, text: str) -> Iterator[Span]:
    """Yield the span of the word that takes a side, unless the sentence is a quotation or about times gone by."""
    start, end = match.span("word")
    if is_quoted(text, start) or _LONG_AGO.search(sentence_around(text, start, end)):
        return
    said = match["word"]
    if said.isupper() and len(said) > 1:
        words = words.upper()
    elif said[0].isupper():
        words = words[:1].upper() + words[1:]
    yield Span(start, end, words)
