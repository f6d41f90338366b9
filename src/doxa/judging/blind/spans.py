"""Spans of a text that are to be replaced, and what surrounds a span: its sentence, a quotation, debate or world.

Finders look at the text as it was said, so that no finder mistakes a label for a word of the speaker. Where two spans
overlap, the finder that comes first prevails.

A word of debating, such as "the opposition", is said of this debate or of the world outside. A sentence about
elections, countries and years is about the world; one that tells "us" or "you" something, or speaks of tonight's
motion, is about the debate. The words that follow decide first: "the opposition in Hungary" is in Hungary.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from doxa.judging.blind.words import read_patterns
from doxa.records.transcripts import Definitions, Term

_ENDS = re.compile(r"[.!?\n]")
_OPENING = re.compile(r"(?:^|[.!?:…\n]|[“\"(\[])[\s”\"’)*_“(\[]*$")


@dataclass(frozen=True)
class Span:
    """A part of a text, and the words that replace it."""

    start: int
    end: int
    text: str


Finder = Callable[[str], Iterable[Span]]


def find_spans(text: str, finders: Sequence[Finder]) -> list[Span]:
    """Return the spans of all finders that do not overlap, those of earlier finders first."""
    kept: list[Span] = []
    for find in finders:
        for span in find(text):
            if all(span.end <= other.start or span.start >= other.end for other in kept):
                kept.append(span)
    return kept


def replace_spans(text: str, finders: Sequence[Finder]) -> str:
    """Return a text with the spans of all finders replaced; every other character stays as it is."""
    return put_in(text, find_spans(text, finders))


def put_in(text: str, spans: Iterable[Span]) -> str:
    """Return a text with some spans replaced."""
    for span in sorted(spans, key=lambda span: -span.start):
        text = text[: span.start] + span.text + text[span.end :]
    return text


def matches(pattern: re.Pattern[str], replacement: Callable[[re.Match[str]], str | None]) -> Finder:
    """Return the finder of a pattern; a match whose replacement is None is left alone."""

    def find(text: str) -> Iterator[Span]:
        for match in pattern.finditer(text):
            words = replacement(match)
            if words is not None:
                yield Span(match.start(), match.end(), words)

    return find


def reword_definitions(definitions: Definitions | None, reword: Callable[[str], str]) -> Definitions | None:
    """Return definitions in which each text is reworded."""
    if definitions is None:
        return None
    return Definitions(
        terms=tuple(Term(term=reword(term.term), meaning=reword(term.meaning)) for term in definitions.terms),
        scope=reword(definitions.scope),
        exclusions=tuple(map(reword, definitions.exclusions)),
        framing=reword(definitions.framing),
        accepted=tuple(map(reword, definitions.accepted)),
        contested=tuple(map(reword, definitions.contested)),
        counter_framing=reword(definitions.counter_framing),
    )


def sentence_around(text: str, start: int, end: int) -> str:
    """Return the sentence in which a span lies."""
    before = max((match.end() for match in _ENDS.finditer(text, 0, start)), default=0)
    after = _ENDS.search(text, end)
    return text[before : after.start() if after else len(text)]


def begins_sentence(text: str, start: int) -> bool:
    """Return whether a place is the beginning of a sentence, or of a quotation."""
    return _OPENING.search(text, max(0, start - 40), start) is not None or not text[:start].strip()


def is_quoted(text: str, start: int) -> bool:
    """Return whether a place lies within quotation marks."""
    line = text[text.rfind("\n", 0, start) + 1 : start]
    return line.count("“") > line.count("”") or line.count('"') % 2 == 1


_REFERENCE = read_patterns("reference")


def is_about_debate(text: str, start: int, end: int, base: int = 1) -> bool:
    """Return whether a word at a place of a text is said of this debate.

    Args:
        base: how much speaks for the debate before the sentence is read; from 1 on, nothing else need do so.
    """
    sentence = sentence_around(text, start, end)
    around = sentence_around(text[: _end_of_report(text, end)], start, end)
    score = base
    score += 2 * speaks_of_debate(sentence)
    score += _REFERENCE["says"].match(text[end:]) is not None
    score += 3 * (_REFERENCE["self"].search(text[max(0, start - 40) : start]) is not None)
    score -= 2 * (_REFERENCE["world"].search(around) is not None)
    return score > 0


def _end_of_report(text: str, end: int) -> int:
    """Return where what somebody says begins: of "she claimed that Norway pays", the words after "claimed".

    What is said tells nothing of who says it. When and where it is said does: "he told Parliament in 1956 that …".
    """
    saying = _REFERENCE["says"].match(text[end:])
    if saying is None:
        return len(text)
    behind = end + saying.end()
    if _REFERENCE["adverbial"].match(text[behind:]) is None and not saying[0].lower().endswith(
        ("tell", "tells", "told", "asked")
    ):
        return behind
    clause = _REFERENCE["clause"].search(text, behind)
    return clause.start() if clause else len(text)


def speaks_of_debate(sentence: str) -> bool:
    """Return whether a sentence has words of a debate: those who listen, the motion, a speech."""
    return _REFERENCE["debate"].search(sentence) is not None


def says_something(text: str, end: int) -> bool:
    """Return whether the words after a place report what somebody says in a debate."""
    return _REFERENCE["says"].match(text[end:]) is not None


def speaks_up(text: str, end: int) -> bool:
    """Return whether the words after a name report what its bearer says, with verbs that a thing can hardly have."""
    return says_something(text, end) or _REFERENCE["speech"].match(text[end:]) is not None


def speaks_to_house(text: str, end: int) -> bool:
    """Return whether the words after a name report what its bearer says to those in the room: "told us"."""
    return _REFERENCE["to_house"].match(text[end:]) is not None
