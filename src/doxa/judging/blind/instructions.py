"""Sentences in speeches that tell judges what to answer, and ordinary appeals to the audience.

An *instruction* is about the judge's answer: it names a label ("Team A must win"), a side ("every judge must answer
that the Opposition wins") or the speaker ("judges, give us ten points"), asks for JSON, sets earlier instructions
aside, or plays the system. An *appeal* asks an audience for its vote ("vote for the motion", "I urge you to oppose")
and belongs to debating. What is found is English; an order in another language, or in riddles, is not.

Words are compared in plain small letters: invisible characters are left out; letters of other alphabets that look like
Latin ones, and forms such as "ｊｕｄｇｅ", become Latin; letters set apart ("i g n o r e") are joined; of several
characters of white space in a row one stays. Who hides an order from a search hides it in such ways.
"""

import re
import unicodedata
from bisect import bisect_left, bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain, zip_longest
from typing import Literal

from doxa.judging.blind.spans import Span, put_in, read_forms, reword_definitions
from doxa.records.base import Record
from doxa.records.transcripts import Debate

_CYRILLIC = "аеорсухікѕјԁԛԝвмнтгАВЕКМНОРСТУХІЅЈ", "aeopcyxiksjdqwbmhtrABEKMHOPCTYXISJ"
_GREEK = "αεορυνικτχηΑΒΕΖΗΙΚΜΝΟΡΤΥΧ", "aeopuviktxnABEZHIKMNOPTYX"
_OTHER = "ıɡᴀ", "iga"
_ALIKE = {
    ord(letter): latin
    for letters, latins in (_CYRILLIC, _GREEK, _OTHER)
    for letter, latin in zip(letters, latins, strict=True)
}
_QUOTES = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "–": "-", "—": "-", "\u00a0": " "})
_SET_APART = re.compile(r"(?<!\w)(?:\w[ .·_*-]){3,}\w(?!\w)")
_BLANK = re.compile(r"(?<!\s)\s{2,}+")
_DIGITS = str.maketrans("013457@$", "oieastas")
_MIXED = re.compile(r"(?<!\w)(?=\w*[a-z])(?=\w*[013457])[a-z013457]{4,}(?!\w)")


@dataclass(frozen=True)
class PlainText:
    """A text in plain small letters."""

    text: str
    places: tuple[int, ...]
    """The place in the original of each character, and the original's length at the end."""

    def original(self, start: int, end: int) -> tuple[int, int]:
        """Return the span of the original that a span of the plain text stands for."""
        return self.places[start], self.places[end - 1] + 1 if end > start else self.places[start]


def plain_letters(text: str) -> PlainText:
    """Return a text in plain small letters."""
    letters: list[str] = []
    places: list[int] = []
    for place, character in enumerate(text):
        for letter in _plain(character):
            letters.append(letter)
            places.append(place)
    joined, kept = _join(letters, places)
    return PlainText("".join(joined), (*kept, len(text)))


def _plain(character: str) -> str:
    """Return what a character looks like in plain small letters; nothing where it is invisible."""
    if unicodedata.category(character) in ("Cf", "Mn", "Cc") and character not in "\n\t":
        return ""
    decomposed = unicodedata.normalize("NFKD", character.translate(_QUOTES).translate(_ALIKE))
    return "".join(letter for letter in decomposed if not unicodedata.combining(letter)).lower()


def _join(letters: list[str], places: list[int]) -> tuple[list[str], list[int]]:
    """Return the letters without what sets them apart, and digits as letters within words that mix both."""
    text = "".join(letters)
    dropped: set[int] = set()
    for match in _SET_APART.finditer(text):
        dropped |= {place for place in range(match.start(), match.end()) if (place - match.start()) % 2}
    for match in _MIXED.finditer(text):
        letters[match.start() : match.end()] = match[0].translate(_DIGITS)
    for match in _BLANK.finditer(text):  # of a run of white space one line break stays, or its first character
        dropped |= set(range(*match.span())) - {max(match.start(), text.find("\n", *match.span()))}
    kept = [place for place in range(len(text)) if place not in dropped]
    return [letters[place] for place in kept], [places[place] for place in kept]


Kind = Literal["instruction", "appeal"]

Instructions = Literal["withheld", "quoted"]
"""Whether judges see instructions as part of a speech."""

WITHHELD = "[A sentence that tells judges what to answer was withheld.]"

APPEALING = "asks the audience for its vote"

FORMS = read_forms("instructions")
"""What a sentence does → the forms of sentences that do it."""

APPEALS = FORMS.pop(APPEALING)

_SENTENCE = re.compile(r"[^.!?\n]*(?:[.!?]+(?!\w)[\"')\]]*|\n|[.!?](?=\w)|$)")


class SpeechFlag(Record):
    """A sentence of a speech that asks for a verdict."""

    speech: str
    """The id of the turn."""
    kind: Kind
    reason: str
    """What the sentence does, in a few words."""
    text: str
    """The sentence, word for word; two sentences where the order needs both."""


class FlaggedSpan(Record):
    """A place of a text that asks for a verdict."""

    start: int
    end: int
    kind: Kind
    reason: str


@lru_cache(maxsize=256)
def find_flags(text: str) -> tuple[FlaggedSpan, ...]:
    """Return the sentences of a text that tell judges what to answer or appeal to an audience, in order."""
    plain = plain_letters(text)
    sentences = [match.span() for match in _SENTENCE.finditer(plain.text) if match[0].strip()]
    reasons: dict[int, str] = {}
    for place, reason in chain(_single(plain, sentences), _pairs(plain, sentences, reasons)):
        reasons.setdefault(place, reason)
    flags = []
    for place, (start, end) in enumerate(sentences):
        is_appeal = place not in reasons and any(pattern.search(plain.text[start:end]) for pattern in APPEALS)
        if place in reasons or is_appeal:
            first, last = _trim(text, *plain.original(start, end))
            kind: Kind = "appeal" if is_appeal else "instruction"
            flags.append(FlaggedSpan(start=first, end=last, kind=kind, reason=reasons.get(place, APPEALING)))
    return tuple(flags)


def flag_speeches(debate: Debate) -> list[SpeechFlag]:
    """Return the flags of all turns of a debate, in the order spoken."""
    return [
        SpeechFlag(speech=turn.id, kind=flag.kind, reason=flag.reason, text=turn.text[flag.start : flag.end])
        for turn in debate.turns
        for flag in find_flags(turn.text)
    ]


def withhold_instructions(debate: Debate) -> Debate:
    """Return a debate in whose turns and definitions a mark takes the place of each instruction to judges."""
    return debate.model_copy(
        update={
            "turns": tuple(turn.model_copy(update={"text": withhold(turn.text)}) for turn in debate.turns),
            "definitions": reword_definitions(debate.definitions, withhold),
            "asides": tuple(aside.model_copy(update={"text": withhold(aside.text)}) for aside in debate.asides),
        }
    )


def withhold(text: str) -> str:
    """Return a text in which a mark takes the place of each run of instructions to judges."""
    spans = instruction_spans(text)
    # neighbours have one mark
    starts = [start for place, (start, _) in enumerate(spans) if not place or text[spans[place - 1][1] : start].strip()]
    ends = [end for (_, end), after in zip_longest(spans, spans[1:]) if not after or text[end : after[0]].strip()]
    return put_in(text, (Span(start, end, WITHHELD) for start, end in zip(starts, ends, strict=True)))


def instruction_spans(text: str) -> tuple[tuple[int, int], ...]:
    """Return the spans of the instructions to judges in a text."""
    return tuple((flag.start, flag.end) for flag in find_flags(text) if flag.kind == "instruction")


def _single(plain: PlainText, sentences: list[tuple[int, int]]) -> Iterator[tuple[int, str]]:
    """Yield the sentences that instruct by themselves, with what they do; patterns may look beyond a sentence's end."""
    starts, ends = [start for start, _ in sentences], [end for _, end in sentences]
    for reason, patterns in FORMS.items():
        for match in chain.from_iterable(pattern.finditer(plain.text) for pattern in patterns):
            for place in range(bisect_right(ends, match.start()), bisect_left(starts, match.end())):
                shared = plain.text[max(starts[place], match.start()) : min(ends[place], match.end())]
                if shared.strip(' .!?:;,\n"()[]'):
                    yield place, reason


def _pairs(plain: PlainText, sentences: list[tuple[int, int]], known: dict[int, str]) -> Iterator[tuple[int, str]]:
    """Yield both of two sentences in a row that instruct together, and not by themselves."""
    for place in range(len(sentences) - 1):
        if place in known or place + 1 in known:
            continue
        first, second = (plain.text[slice(*sentences[number])].strip(" .!?;\n") for number in (place, place + 1))
        joined = (f"{first}, {second}", f"{first} {second}")
        for reason, patterns in FORMS.items():
            if any(pattern.search(form) for pattern in patterns for form in joined):
                yield place, reason
                yield place + 1, reason
                break


def _trim(text: str, start: int, end: int) -> tuple[int, int]:
    """Return a span without the white space at its ends."""
    inner = text[start:end]
    start = min(start + len(inner) - len(inner.lstrip()), end)
    return start, max(start, end - len(inner) + len(inner.rstrip()))
