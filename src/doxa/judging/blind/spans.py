"""Spans of a text that are to be replaced, what surrounds a span, and the words and forms by which it is known.

Finders look at the text as it was said, so that no finder mistakes a label for a word of the speaker. Where two spans
overlap, the finder that comes first prevails. What surrounds a span is looked for within ``REACH`` characters of it.

A word of debating, such as "the opposition", is said of this debate or of the world outside. A sentence about
elections, countries and years is about the world; one that tells "us" or "you" something, or speaks of tonight's
motion, is about the debate. The words that follow decide first: "the opposition in Hungary" is in Hungary.

``words.toml`` has lists of words, ``patterns.toml`` regular expressions, of which one may be part of another. A short
first name is a form that the table lists, or follows a rule that holds for names of any language: a beginning of the
name, with or without an ending of endearment ("Sam", "Sammy"), or a long enough end of the name ("Hanna" for Johanna).
"""

import re
import tomllib
from bisect import bisect_left
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from doxa.records.transcripts import Definitions, Term

_PART = re.compile(r"\{(_\w+)\}")
_ENDEARING = re.compile(r"(?:ie|ey|[yios]|es)$")
_PLURALS = (("ies", "y"), ("men", "man"), ("es", ""), ("s", ""))

REACH = 1_000
"""The most characters on either side of a span that say what the span is."""

LONG_END = 4
"""How many letters the end of a name has that can stand for the name."""

LONG_STEM = 3
"""How many letters of the beginning are kept where an ending of endearment follows."""


@cache
def _read_tables(file: str) -> dict[str, Any]:
    return tomllib.loads((files("doxa.judging.blind") / file).read_text(encoding="utf-8"))


def read_patterns(table: str) -> dict[str, re.Pattern[str]]:
    """Return the patterns of a table of ``patterns.toml`` by name, without those that are only parts of others."""
    return {name: read_pattern(table, name) for name in _read_tables("patterns.toml")[table] if name[0] != "_"}


def read_pattern(table: str, name: str, **words: str) -> re.Pattern[str]:
    """Return one pattern of a table, with the caller's words in the places of some of its parts."""
    tables = _read_tables("patterns.toml")
    return re.compile(_fill_parts(tables[table][name], tables | tables[table] | words))


def read_forms(table: str) -> dict[str, tuple[re.Pattern[str], ...]]:
    """Return what a sentence does, in a few words → the patterns of sentences that do it."""
    tables = _read_tables("patterns.toml")
    parts = tables | tables[table]
    return {
        reason: tuple(re.compile(_fill_parts(text, parts)) for text in texts)
        for reason, texts in tables[f"{table} forms"].items()
    }


def _fill_parts(text: str, parts: Mapping[str, Any]) -> str:
    """Return a pattern in one line, with the parts that it names in braces."""
    return _PART.sub(
        lambda match: _fill_parts(parts[match[1]], parts), "".join(line.lstrip(" ") for line in text.split("\n"))
    )


@cache
def read_words(name: str) -> frozenset[str]:
    """Return the words of a list, or its phrases where it has commas."""
    text = _read_tables("words.toml")[name]
    return frozenset(" ".join(phrase.split()) for phrase in (text.split(",") if "," in text else text.split()))


FUNCTION_WORDS = read_words("function_words")
NAMES_BEFORE_ALL = read_words("names_before_all")
VERBS, FAMOUS = read_words("verbs"), read_words("famous")
TITLES, OFFICES, LETTERS = read_words("titles"), read_words("offices"), read_words("letters")

BEFORE_NAMES = tuple(sorted(TITLES | OFFICES, key=lambda title: (-len(title), title)))
"""Titles and offices, the longest first, so that "Prime Minister" is found before "Minister"."""

_SHORT_FORMS = {name: frozenset(forms.split()) for name, forms in (row.split(":") for row in read_words("short_forms"))}


def is_ordinary(name: str) -> bool:
    """Return whether a name is also a word of everyday English, or its plural: "grace", "summers"."""
    word, ordinary = name.lower(), read_words("ordinary")
    singulars = (word.removesuffix(plural) + ending for plural, ending in _PLURALS if word.endswith(plural))
    is_common = any(word in words for words in (FUNCTION_WORDS, VERBS, read_words("short_words"), ordinary))
    return is_common or any(singular in ordinary for singular in singulars)


def short_forms(name: str) -> frozenset[str]:
    """Return the short forms of a first name that the table holds, in small letters."""
    return _SHORT_FORMS.get(name.lower(), frozenset())


def is_short_for(short: str, name: str) -> bool:
    """Return whether one word can be the short form of a first name: "Sam", "Sammy" for Samuel, "Hanna" for Johanna."""
    short, name = short.lower(), name.lower()
    if short == name or len(short) < 2:
        return False
    if short in short_forms(name) or name.startswith(short):
        return True
    stem = _ENDEARING.sub("", short)
    single = re.sub(r"(.)\1$", r"\1", stem)  # Sammy, Sam
    is_kept = any(len(beginning) >= LONG_STEM and name.startswith(beginning) for beginning in (stem, single))
    if is_kept and stem != short:
        return len(short) <= len(name)
    return len(short) >= LONG_END and name.endswith(short)


def are_forms_of_one(first: str, second: str) -> bool:
    """Return whether one of two first names can be short for the other, or both are short for a third."""
    pair = {first.lower(), second.lower()}
    is_short = is_short_for(first, second) or is_short_for(second, first)
    return is_short or any(pair <= forms for forms in _SHORT_FORMS.values())


_ENDS = re.compile(r"[.!?\n]")
_OPENING = re.compile(
    r"(?:(?:^|[.!?:…])[\s”\"’)*_“(\[]*+|(?<![\s”\"’)*_“(\[])(?:[^\S\n]|[”’)*_])*+[\n\"“(\[][\s”\"’)*_“(\[]*+)$"
)


@dataclass(frozen=True)
class Span:
    """A part of a text, and the words that replace it."""

    start: int
    end: int
    text: str


Finder = Callable[[str], Iterable[Span]]


def find_spans(text: str, finders: Sequence[Finder]) -> list[Span]:
    """Return the spans of all finders that do not overlap, in the order of the text; earlier finders prevail."""
    kept: list[Span] = []
    for find in finders:
        for span in find(text):
            at = bisect_left(kept, span.end, key=lambda other: other.start)
            if not at or kept[at - 1].end <= span.start:
                kept.insert(at, span)
    return kept


def replace_spans(text: str, finders: Sequence[Finder]) -> str:
    """Return a text with the spans of all finders replaced; every other character stays as it is."""
    return put_in(text, find_spans(text, finders))


def put_in(text: str, spans: Iterable[Span]) -> str:
    """Return a text with some spans replaced, none of which overlap."""
    pieces: list[str] = []
    end = 0
    for span in sorted(spans, key=lambda span: span.start):
        pieces += (text[end : span.start], span.text)
        end = span.end
    return "".join((*pieces, text[end:]))


def words_before(text: str, start: int) -> str:
    """Return the characters before a place that say what stands there."""
    return text[max(0, start - REACH) : start]


def words_after(text: str, end: int) -> str:
    """Return the characters after a place that say what stands there."""
    return text[end : end + REACH]


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
    return _join_sentence(words_before(text, start), text[start:end], words_after(text, end))


def _join_sentence(before: str, words: str, after: str) -> str:
    return f"{_ENDS.split(before)[-1]}{words}{_ENDS.split(after, maxsplit=1)[0]}"


def begins_sentence(text: str, start: int) -> bool:
    """Return whether a place is the beginning of a sentence, or of a quotation."""
    return _OPENING.search(words_before(text, start)) is not None


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
    before, words, after = words_before(text, start), text[start:end], words_after(text, end)
    sentence = _join_sentence(before, words, after)
    around = _join_sentence(before, words, after[: _end_of_report(after)])
    score = base
    score += 2 * speaks_of_debate(sentence)
    score += _REFERENCE["says"].match(after) is not None
    score += 3 * (_REFERENCE["self"].search(before[-40:]) is not None)
    score -= 2 * (_REFERENCE["world"].search(around) is not None)
    return score > 0


def _end_of_report(after: str) -> int:
    """Return where what somebody says begins: of " claimed that Norway pays", the words after "claimed".

    What is said tells nothing of who says it. When and where it is said does: "he told Parliament in 1956 that …".
    """
    saying = _REFERENCE["says"].match(after)
    if saying is None:
        return len(after)
    end = saying.end()
    is_dated = _REFERENCE["adverbial"].match(after[end:]) is not None
    if not is_dated and not saying[0].lower().endswith(("tell", "tells", "told", "asked")):
        return end
    clause = _REFERENCE["clause"].search(after, end)
    return clause.start() if clause else len(after)


def speaks_of_debate(sentence: str) -> bool:
    """Return whether a sentence has words of a debate: those who listen, the motion, a speech."""
    return _REFERENCE["debate"].search(sentence) is not None


def says_something(text: str, end: int) -> bool:
    """Return whether the words after a place report what somebody says in a debate."""
    return _REFERENCE["says"].match(words_after(text, end)) is not None


def speaks_up(text: str, end: int) -> bool:
    """Return whether the words after a name report what its bearer says, with verbs that a thing can hardly have."""
    return says_something(text, end) or _REFERENCE["speech"].match(words_after(text, end)) is not None


def speaks_to_house(text: str, end: int) -> bool:
    """Return whether the words after a name report what its bearer says to those in the room: "told us"."""
    return _REFERENCE["to_house"].match(words_after(text, end)) is not None
