"""Clauses: the places of the parts of a sentence that makes several independent points.

Four forms are recognised, all with a finite verb and a subject in every part: an enumeration ("first …; second …"),
a semicolon, an addition ("and it also …", "and it …" after the same subject), and one conclusion with two reasons
("X because A and because B"). Nothing is split in a condition, a quotation, a bracket or a "both … and".
"""

import re
from dataclasses import dataclass, replace
from itertools import pairwise

from doxa.models.embedded.extraction.anaphora import IMPERSONAL
from doxa.models.embedded.extraction.words import WORD, has_verb, is_elliptical

LONGEST = 600
"""The most characters of a claim; a longer sentence is cut."""

SINGULAR = {
    "it",
    "he",
    "she",
    "nobody",
    "everybody",
    "somebody",
    "anybody",
    "everyone",
    "someone",
    "anyone",
    "this",
    "that",
}
"""Subjects after which a word in -s is a verb."""

SHORTEST = 2
"""The fewest words of an independent part."""

REACH = 12
"""The number of first words of a part among which its verb must be."""

SUBJECT = (
    r"(?:it|they|this|that|these|those|there|we|you|he|she|the|a|an|our|their|its|his|her|my|your|some|many|"
    r"most|people|every\w*|no\s\w+)"
)

GUARD = re.compile(
    r"(?:if|unless|when|whenever|once|as long as|provided|whether|while|both|not only|either|neither)\b", re.IGNORECASE
)
"""Beginnings of sentences that are not split."""

BOTH = re.compile(r"\b(?:both|either|neither|not only|between|if|unless|whether)\b", re.IGNORECASE)

HIDDEN = re.compile(r"\"[^\"]*\"|“[^”]*”|\([^)]{4,}\)|\[[^\]]*\]")
"""Quotations and brackets, in which nothing is split."""

ENUMERATED = re.compile(
    r"[,;:.]?\s+(?:and\s+)?(?:(?:second|third|fourth|fifth)(?:ly)?,?|finally,|lastly,|\(?[2-9][.)]|"
    r"\(?(?:[b-e]|ii|iii|iv|v)\))\s+",
    re.IGNORECASE,
)
MARKED = re.compile(
    r"[,;:.]?\s+(?:and\s+)?(?:(?:second|third|fourth|fifth)(?:ly,?|,)|\(?[2-9][.)]|"
    r"\(?(?:[b-e]|ii|iii|iv|v)\))\s+(?!(?:and|or)\b)",
    re.IGNORECASE,
)
"""Marks that show by themselves that a statement ends and another begins."""

SECONDLY = re.compile(r"\bsecond(?:ly\b|,)", re.IGNORECASE)
"""A mark that shows where the first item ends though its own mark is gone."""

ITEM = 3
"""The fewest words of an item behind such a mark, where its verb is not known."""

OPEN = re.compile(r"(?:\A|[:—–]\s*)\Z")
"""The end of what stands before the first mark, where no item goes on with it."""

BRACKETED = re.compile(r"\s*\(?(?:[a1]|i)\)")
"""A first mark behind which the items may share what stands before it."""

HEAD = 10
"""The most words that items share."""

BEGUN = re.compile(r"(?:.{0,60}?(?<!\w))?(first(?:ly)?,|firstly\b|\(?1[.)]|\(?(?:a|i)\))\s*", re.IGNORECASE)

ANNOUNCED = re.compile(
    r".{0,80}?\b(?:two|three|four|five|several|\d) (?:\w+ ){0,3}?(?:reasons|arguments|points|problems|advantages|"
    r"benefits|drawbacks|things)\b[^:]{0,80}:\s+",
    re.IGNORECASE,
)
"""The announcement of statements that follow in the same sentence: "There are three reasons: …"."""
COMMA = re.compile(r"[,;]\s+(?:and\s+)?")

SEMICOLON = re.compile(r";\s+(?:and\s+|also,?\s+|moreover,?\s+|furthermore,?\s+|in addition,?\s+)?")

ADDED = re.compile(
    rf"(?:,|;)?\s+(?:and|plus)\s+(?=(?:also|additionally|moreover|furthermore|besides|in addition),?\s+{SUBJECT}\b)"
    rf"|(?:,|;)?\s+(?:and|plus)\s+(?={SUBJECT}\s+(?:\w+\s+){{0,4}}?also\b)",
    re.IGNORECASE,
)

AGAIN = re.compile(r",?\s+and\s+(?=(it|they)\b)", re.IGNORECASE)

CONCLUDING = re.compile(
    r"\b(?:should|must|therefore|thus|hence|so|simply|just|in fact|ought|needs? to)\b", re.IGNORECASE
)
"""Words that show that the second half concludes from the first."""

REASONS = re.compile(r",?\s+and\s+(?=because\b)", re.IGNORECASE)
BECAUSE = re.compile(r",?\s+because\s+", re.IGNORECASE)

DEPENDENT = re.compile(
    r"(?:otherwise|nevertheless|nonetheless|however|still|therefore|thus|hence|so|then|which|who|instead|rather|"
    r"for (?:example|instance)|that|this|"
    r"these|those|"
    r"(?:it|they)(?:['’]\w+)?\b(?!\s+(?:\w+\s+)?also\b)|"
    r"such|in other words|yet|but|or|as|\(?\w[.)]\s+)\b",
    re.IGNORECASE,
)
"""Beginnings of parts that depend on the part before."""

ADVERB = re.compile(r"(?:also|additionally|moreover|furthermore|besides|in addition|and|because),?\s+", re.IGNORECASE)


@dataclass(frozen=True)
class Clause:
    """One part of a sentence: ``sentence[start:end]``; ``before`` is the head that it shares, if any."""

    start: int
    end: int
    before: str = ""
    marked: bool = False
    """Whether a mark such as "(b)" precedes it or the part after it."""


def clauses(sentence: str, *, listed: bool = False) -> tuple[Clause, ...]:
    """Return the independent parts of a sentence: the whole sentence where a split is not sure.

    ``listed``: a list mark was removed in front of it, which may have been the first of an enumeration.
    """
    whole = (Clause(0, len(sentence)),)
    if len(sentence) > LONGEST or GUARD.match(sentence):
        return whole
    masked = HIDDEN.sub(lambda match: "·" * len(match.group()), sentence)
    enumerated = _split_list if listed else _split_enumeration
    for rule in (enumerated, _split_announced, _split_reasons, _split_addition, _split_at_semicolons):
        parts = rule(masked)
        if len(parts) > 1 and all(stands(masked[part.start : part.end]) for part in parts):
            return _with_marks(masked, parts)
    return _split_marked(masked, listed=listed) or whole


def stands(part: str) -> bool:
    """Return whether a part has a finite verb with words before it, and enough words to be a statement."""
    bare = ADVERB.sub("", part, count=1)
    words = WORD.findall(bare.lower())
    if len(words) < SHORTEST or is_elliptical(bare):
        return False
    contracted = words[0].partition("'")[2] or words[0].partition("’")[2]
    if words[0] in SINGULAR and any(re.fullmatch(r"\w{2,}[^\Ws]s", word) for word in words[1:3]):
        return True
    return bool(contracted) or has_verb(bare, 1, REACH)


def _split_enumeration(text: str) -> tuple[Clause, ...]:
    begun = BEGUN.match(text)
    if not begun or not ENUMERATED.search(text, begun.end()):
        return ()
    return _between(text, list(ENUMERATED.finditer(text, begun.end())), begun.end())


def _split_announced(text: str) -> tuple[Clause, ...]:
    begun = ANNOUNCED.match(text)
    borders = list(COMMA.finditer(text, begun.end())) if begun else []
    return _between(text, borders, begun.end()) if begun and borders else ()


def _split_list(text: str) -> tuple[Clause, ...]:
    """Return the parts of "1) A 2) B 3) C", whose first mark was removed."""
    borders = list(ENUMERATED.finditer(text))
    return _between(text, borders, 0) if borders else ()


def _split_marked(text: str, *, listed: bool) -> tuple[Clause, ...]:
    """Return the items of "(a) …; (b) …" though the verb of one is not known: enough words, and a verb in another."""
    begun = None if listed else BEGUN.match(text)
    start, head = (begun.end(), text[: begun.start(1)]) if begun else (0, "")
    borders = list(MARKED.finditer(text, start))
    if begun and borders and not OPEN.search(head):
        return _share_head(text, _between(text, borders, start), head.rstrip())
    if not borders or not (begun or listed or SECONDLY.search(borders[0][0])):
        return ()
    items = _between(text, borders, start)
    words = [text[item.start : item.end] for item in items]
    if any(len(WORD.findall(item)) < ITEM for item in words) or not any(stands(item) for item in words):
        return ()
    return _with_marks(text, items)


def _share_head(text: str, items: tuple[Clause, ...], head: str) -> tuple[Clause, ...]:
    """Return the items of "X (a) does this and (b) does that", each with X before it; none where one says nothing."""
    if not BRACKETED.match(text, len(head)) or len(head.split()) > HEAD:
        return ()
    if not all(stands(f"{head} {text[item.start : item.end]}") for item in items):
        return ()
    return tuple(replace(item, before=head, marked=True) for item in items)


def _with_marks(text: str, parts: tuple[Clause, ...]) -> tuple[Clause, ...]:
    """Return parts with whether marks stand between them."""
    are_marked = all(MARKED.fullmatch(text[one.end : other.start]) for one, other in pairwise(parts))
    return tuple(replace(part, marked=True) for part in parts) if are_marked else parts


def _split_reasons(text: str) -> tuple[Clause, ...]:
    """Return the parts of "X because A and because B": X with each reason."""
    first, second = BECAUSE.search(text), REASONS.search(text)
    if not first or not second or first.start() >= second.start() or first.start() == 0 or BOTH.search(text):
        return ()
    if not stands(text[: first.start()]) or not stands(text[first.end() : second.start()]):
        return ()
    return (Clause(0, second.start()), Clause(second.end(), len(text), before=text[: first.start()]))


def _split_addition(text: str) -> tuple[Clause, ...]:
    addition = ADDED.search(text) or _same_subject(text)
    if (
        not addition
        or BOTH.search(text, 0, addition.end())
        or re.search(r"\bbecause\b|\bthat\b", text[: addition.start()])
    ):
        return ()
    return _between(text, [addition], 0)


def _same_subject(text: str) -> re.Match[str] | None:
    """Return the match of "it …, and it …": two points on one subject, where the second is not a conclusion."""
    repetition = AGAIN.search(text)
    same = repetition and text.lower().startswith(repetition[1].lower()) and not IMPERSONAL.match(text)
    if not same or not repetition or CONCLUDING.search(text, repetition.end()):
        return None
    return repetition


def _split_at_semicolons(text: str) -> tuple[Clause, ...]:
    borders = list(SEMICOLON.finditer(text))
    if not borders or BOTH.search(text) or any(DEPENDENT.match(text, border.end()) for border in borders):
        return ()
    return _between(text, borders, 0)


def _between(text: str, borders: list[re.Match[str]], start: int) -> tuple[Clause, ...]:
    starts = [start, *(border.end() for border in borders)]
    ends = [*(border.start() for border in borders), len(text)]
    return tuple(Clause(start, end) for start, end in zip(starts, ends, strict=True))
