"""Comparisons among propositions, with the two things compared in each other's place.

    "Trains are safer than planes"                "Planes are safer than trains"
    "We should fund buses rather than trams"      "We should fund trams rather than buses"
    "I prefer tea to coffee"                      "I prefer coffee to tea"

A small model that hears the words of both things cannot be trusted with their order. Who speaks for a comparison
speaks against the swapped one, so that a reading that stays the same under the swap says nothing. A comparison whose
two things cannot be told apart by these patterns is treated like any other proposition.
"""

import re
from collections.abc import Callable, Iterator

from doxa.models.embedded.extraction.words import VERBS, is_finite, plain_forms, word_set

_AUXILIARY = (
    r"(?:is|are|was|were|will|would|should|can|could|may|might|must|shall|ought|has|have|had|does|do|did|"
    r"isn['’]t|aren['’]t)"
)
_BE = r"(?:(?:is|are|was|were|be|been|being)|['’]s)"
_PREPOSITIONS = "because of|due to|on|in|to|for|from|by|with|at|through|about|into|under|as|against|of"
_TAILS = r"(?:for|at|in|on|when|if|as|because|during|while|with|where|by|after|to|among|within)"
"""Words with which something begins that holds for both things."""
_DEGREE = r"(?:more|less|fewer|better|worse|further|\w{2,}er)"
_INSTEAD = r",?\s+(?:rather than|instead of|as opposed to|in place of|and not)\s+"

WE = re.compile(r"(?:we|I|you|one|people|everyone|everybody|he|she|they)\b", re.IGNORECASE)
"""A subject that no proposition compares with anything."""

NO_THING = re.compile(
    r"(?:\d|one\b|two\b|three\b|four\b|five\b|six\b|seven\b|eight\b|nine\b|ten\b|half\b|an? (?:few|dozen|hundred|"
    r"thousand|million|third|quarter|decade|century|year|month|week|day|hour|minute|couple)\b|ever\b|before\b|now\b|"
    r"usual\b|normal\b|necessary\b|needed\b|required\b|enough\b|expected\b|is\b|it\b|they\b|we\b|I\b|you\b|he\b|she\b|"
    r"this\b|that\b|today\b|in the past\b|at (?:present|any)\b|just\b|merely\b|only\b|most\b|average\b|what\b|the "
    r"(?:average|rest|past)\b|other\b|never\b|not\b)",
    re.IGNORECASE,
)
"""What follows "than" where a thing is compared with a number, a time or a measure."""

CLEFT = re.compile(
    rf"it\s*(?:['’]s|is|was|would be|will be|may be|can be)\s[^,]*?\b{_DEGREE}\b[^,]*?\bto\s+(?P<first>.+?)"
    r"\s+(?:than|rather than)\s+(?:to\s+)?(?P<second>.+)",
    re.IGNORECASE,
)
PREFERRED = re.compile(r".*?\b(?:prefer(?:s|red)?|favou?r)\s+(?P<first>.+?)\s+to\s+(?P<second>.+)", re.IGNORECASE)
PUT_OVER = re.compile(
    r".*?\b(?:choos(?:e|es|ing)|chose|favou?r(?:s|ing)?|prefer(?:s|ring)?|prioriti[sz](?:e|es|ing)|valu(?:e|es|ing)|"
    r"priz(?:e|es|ing)|pick(?:s|ing)?|put(?:s|ting)?|rank(?:s|ing)?|plac(?:e|es|ing))\s+(?P<first>.+?)\s+"
    r"(?:over|above|before|ahead of)\s+(?P<second>.+)",
    re.IGNORECASE,
)
OUTDOES = re.compile(
    r"(?P<first>.+?)\s+(?:"
    r"(?:(?:far|clearly|generally|often|easily)\s+)?(?:outweigh|outperform|outnumber|beat|trump|surpass|exceed|outlast)"
    rf"(?:s|es)?|{_AUXILIARY}\s+(?:\w+ly\s+|far\s+|always\s+|much\s+)?(?:be\s+)?(?:superior to|inferior to|"
    r"preferable to|outweigh|outperform|outnumber|beat|surpass|exceed|preferred (?:to|over)|"
    r"prioriti[sz]ed (?:over|above)|(?:put|placed|valued|ranked) (?:before|over|above|ahead of))|"
    rf"(?:{_AUXILIARY}\s+)?(?:comes?|go(?:es)?|ranks?) (?:before|above|ahead of)|"
    rf"(?:{_AUXILIARY}\s+)?(?:takes?|have|has) (?:priority|precedence) over)\s+(?P<second>.+)",
    re.IGNORECASE,
)
MORE_BY = re.compile(
    rf".*?\b{_DEGREE}\b.*?\b(?P<by>{_PREPOSITIONS})\s+(?P<first>.+?)\s+than\s+(?P=by)\s+(?P<second>.+)", re.IGNORECASE
)
"""The same preposition in front of both things: "spend more on buses than on trams"."""
MORE_OF_A = re.compile(
    r".*?\b(?:more|less)\s+(?:of\s+)?(?P<first>(?:an?|the)\s.+?)\s+than\s+(?P<second>(?:an?|the)\s.+)", re.IGNORECASE
)
"""Two names of one thing: "more a burden than a blessing"."""
HARM = re.compile(r".*?\bmore\s+(?P<first>harm|good|damage)\s+than\s+(?P<second>good|harm|damage)\b.*", re.IGNORECASE)
_QUALITY = r"\w{2,}(?:ful|less|ous|al|ive|[ai]ble|ant|ent|ic|ical|ed)"
MORE_SO = re.compile(rf".*?\bmore\s+(?P<first>{_QUALITY})\s+than\s+(?P<second>{_QUALITY})\b.*", re.IGNORECASE)
VALUED = re.compile(
    r"\w+\s+(?:should|must|ought to|would|can|do)\s+\w+\s+(?P<first>.+?)\s+(?:much\s+|far\s+)?(?:more|less)\s+"
    r"(?:\w+ly\s+)?than\s+(?P<second>.+)",
    re.IGNORECASE,
)
"""Two objects of what "we" do: "We should value freedom more than comfort"."""
MORE_DOING = re.compile(
    r".*?\b(?:more|less)\s+(?:about\s+)?(?P<first>\w{2,}ing\b.*?)\s+than\s+(?P<second>\w{2,}ing\b.*)", re.IGNORECASE
)
NOT_THAT = re.compile(r"(?P<first>[^,]+),\s+(?:and\s+)?not\s+(?P<second>[^,]+),\s+.+", re.IGNORECASE)
THAN = re.compile(r"(?<!rather)(?<!other)(?<!no sooner)\s+than\s+", re.IGNORECASE)
DEGREE = re.compile(rf"\b{_DEGREE}\b", re.IGNORECASE)
NO_DEGREE = word_set("whether other rather water never over under after however either neither together per")
COMPARED = word_set(
    "absorb attract catch clean cool cure describe drive educate entertain explain fit fly grow heal heat last "
    "motivate predict reflect resolve run sleep smell sound store suit taste travel warm"
)
"""Further verbs of what things do better than others."""
AUXILIARY = re.compile(rf"(?<!\bwho )(?<!\bthat )(?<!\bwhich )\b{_AUXILIARY}\b", re.IGNORECASE)
SUBJECTS = re.compile(rf"(?P<first>[^,]+?){_INSTEAD}(?P<second>[^,]+?),?\s+(?={_AUXILIARY}\b)", re.IGNORECASE)
INSTEAD = re.compile(rf"(?P<head>.+?)(?P<joint>{_INSTEAD})(?P<second>.+)", re.IGNORECASE)
PREPOSITION = re.compile(rf"(?:{_PREPOSITIONS})\b", re.IGNORECASE)
MODAL = re.compile(
    r"\b(?:should|must|ought to|will|would|can|could|may|might|needs? to|ha(?:ve|s) to)\s+(?:\w+ly\s+)?", re.IGNORECASE
)
BE = re.compile(rf"{_BE}\s+(?:\w+ly\s+)?", re.IGNORECASE)
FRONTED = re.compile(r"(?:in|for|at|on|during|among|between|when|if)\s[^,]+,\s+", re.IGNORECASE)
"""What stands in front of the subject."""
WORD = re.compile(r"[\w'’-]+")

CONDITION = re.compile(
    r"\b(?:if|when|unless|until|only|except|but|while|although|though|not|never|no)\b|[?\"“”]|n['’]t\b", re.IGNORECASE
)
"""Words by which a claim says less than the comparison that it begins with, or something else."""
DEGREE_ADVERBS = word_set("far much clearly generally simply always often definitely certainly so plainly")
OPPOSITE_DEGREES = {"better": "worse", "worse": "better", "more": "less", "less": "more"}

Span = tuple[int, int]


def swap_comparison(proposition: str) -> str | None:
    """Return a proposition with the things that it compares in each other's place; None where it compares none."""
    statement = " ".join(proposition.split()).rstrip(".! ")
    for find in RULES:
        if spans := find(statement):
            return _swapped(statement, *spans)
    return None


def stated_side(claim: str, motion: str) -> int:
    """Return 1 where a claim states a comparison in its motion's words, −1 where it states the opposite; else 0.

    "Planes are worse than trains for the climate" states the opposite of "Planes are better than trains".
    """
    swapped = swap_comparison(motion)
    if swapped is None or CONDITION.search(claim):
        return 0
    said = _bare_words(claim)
    for stated, side in ((motion, 1), (swapped, -1)):
        words = _bare_words(stated)
        if said[: len(words)] == words:
            return side
        if said[: len(words)] == [OPPOSITE_DEGREES.get(word, word) for word in words] != words:
            return -side
    return 0


def _bare_words(statement: str) -> list[str]:
    return [word for word in WORD.findall(statement.lower()) if word not in DEGREE_ADVERBS]


def _swapped(statement: str, first: Span, second: Span) -> str:
    one, other = statement[slice(*first)], statement[slice(*second)]
    if first[0] == 0:
        one, other = _lowered(one), other[:1].upper() + other[1:]
    return f"{statement[: first[0]]}{other}{statement[first[1] : second[0]]}{one}{statement[second[1] :]}"


def _lowered(name: str) -> str:
    """Return a name with a small first letter, unless its first word is written in capitals."""
    return name if name[1:2].isupper() or name.startswith("I ") else name[:1].lower() + name[1:]


def _by_pattern(pattern: re.Pattern[str]) -> Callable[[str], tuple[Span, Span] | None]:
    """Return a rule: the groups ``first`` and ``second`` of a pattern that the whole statement fits."""

    def find(statement: str) -> tuple[Span, Span] | None:
        fit = pattern.match(statement)
        return _things(statement, fit.span("first"), fit.start("second"), fit.end("second")) if fit else None

    return find


def _things(statement: str, first: Span, start: int, end: int) -> tuple[Span, Span] | None:
    """Return the places of two things, the second without what holds for both; None where it is no thing."""
    if NO_THING.match(statement, start) or first[0] >= first[1]:
        return None
    thing = statement[slice(*first)].lower()
    own = frozenset(thing.split())
    for tail in re.finditer(rf",?\s+({_TAILS})\s|,\s", statement[start:end]):
        # "working from home … working in an office": what is before the tail is no thing by itself
        is_half = tail[1] is not None and thing.startswith(f"{statement[start : start + tail.start()].lower()} ")
        if tail.start() and (tail[1] or "").lower() not in own and not is_half:
            end = start + tail.start()
            break
    return first, (start, end)


def _of_subjects(statement: str) -> tuple[Span, Span] | None:
    """Find the subject of "X … more … than Y" and the thing behind "than"."""
    than = next((joint for joint in THAN.finditer(statement)), None)
    if than is None or WE.match(statement):
        return None
    degrees = (word for word in DEGREE.finditer(statement, 0, than.start()) if word[0].lower() not in NO_DEGREE)
    end = next(filter(None, (_subject_end(statement, degree.start()) for degree in degrees)), 0)
    fronted = FRONTED.match(statement)
    start = fronted.end() if fronted else 0
    return _things(statement, (start, end), than.end(), len(statement)) if end > start else None


def _subject_end(statement: str, degree: int) -> int:
    """Return where the subject in front of a verb and a degree ends; 0 where no verb is found."""
    if auxiliary := AUXILIARY.search(statement, 1, degree):
        return len(statement[: auxiliary.start()].rstrip())
    verbs = [word for word in WORD.finditer(statement, 0, degree) if word.start() and _is_verb(word[0].lower())]
    return len(statement[: verbs[-1].start()].rstrip()) if verbs else 0


def _is_verb(word: str) -> bool:
    return is_finite(word) or not COMPARED.isdisjoint(plain_forms(word))


def _of_instead(statement: str) -> tuple[Span, Span] | None:
    """Find what stands in front of "rather than" and is of the same form as what stands behind."""
    joint = INSTEAD.fullmatch(statement)
    if not joint:
        return None
    head, second = joint["head"], joint["second"]
    start = next((place for place in _starts(head, second) if place is not None), None)
    if start is None or start >= len(head):
        return None
    return _things(statement, (start, len(head)), joint.start("second"), len(statement))


def _starts(head: str, second: str) -> Iterator[int | None]:
    """Yield where the first thing may begin, the surest rule first."""
    if preposition := PREPOSITION.match(second):
        yield _last(rf"\b{re.escape(preposition[0])}\s", head, inside=True)
        return
    word = (WORD.findall(second.lower()) or [""])[0]
    if word.endswith("ing") and len(word) > 4:
        yield _last(r"\b\w{2,}ing\b", head, inside=True)
    modal = MODAL.search(head)
    if word in VERBS and modal:
        yield modal.end()
        return
    verb = _behind_verb(head, modal) or 0
    yield _last(rf"\b(?:{_PREPOSITIONS})\s+", head[verb:], skip=verb)
    yield verb or None


def _behind_verb(head: str, modal: re.Match[str] | None) -> int | None:
    """Return where what follows the verb of a statement begins."""
    being = list(BE.finditer(head))
    if being:
        return being[-1].end()
    if modal:
        verb = WORD.match(head, modal.end())
        return verb.end() + 1 if verb else None
    verbs = [word for word in WORD.finditer(head) if word.start() and is_finite(word[0].lower())]
    return verbs[0].end() + 1 if verbs else None


def _last(pattern: str, head: str, *, inside: bool = False, skip: int = 0) -> int | None:
    """Return where the last fit of a pattern begins (``inside``) or ends; None where it does not fit."""
    fits = list(re.finditer(pattern, head, re.IGNORECASE))
    return skip + (fits[-1].start() if inside else fits[-1].end()) if fits else None


RULES: tuple[Callable[[str], tuple[Span, Span] | None], ...] = (
    _by_pattern(CLEFT),
    _by_pattern(HARM),
    _by_pattern(MORE_SO),
    _by_pattern(MORE_BY),
    _by_pattern(MORE_OF_A),
    _by_pattern(MORE_DOING),
    _by_pattern(VALUED),
    _by_pattern(SUBJECTS),
    _by_pattern(NOT_THAT),
    _by_pattern(PUT_OVER),
    _by_pattern(OUTDOES),
    _of_instead,
    _of_subjects,
    _by_pattern(PREFERRED),
)
"""Rules in the order in which they are tried; each returns the places of the two things, or None."""
