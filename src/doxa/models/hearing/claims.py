"""From a message to its claims: its sentences, by what a trained reader says that each does.

    states, neutral, nothing ─▶ no claim        concedes, reports ─▶ granted
    reports                  ─▶ another's       elaborates        ─▶ one claim with the argument before

A few openings ("Granted, …", "You say that …", "Firstly, …") say the same where the reader is not sure. Nothing is
rewritten: a claim is its sentence without marks of Markdown and without words that only lead to it, and its snippet is
the same words as they stand in the text.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from doxa.corpora.corpus import normalised
from doxa.models.embedded.embedder import Embedder, embedder
from doxa.models.embedded.phrasing import sentence as as_sentence
from doxa.models.hearing.markup import Plain
from doxa.models.hearing.roles import SentenceRole, read_roles
from doxa.models.hearing.sentences import LONGEST, Sentence, break_sentence, content_words
from doxa.records.base import clean
from doxa.tasks.extract import ExtractedClaim

MOST_JOINED = 3
"""The most sentences of a claim."""

GRANTED = 0.6
"""The probability from which on a claim is granted or quoted rather than argued."""

GOES_ON = 0.6
"""The probability from which on a sentence goes on with the argument before it."""

ANOTHERS_AS_SAID = 0.25
"""The probability of reporting from which on a sentence is another's that begins with who says it."""

_SAYING = (
    r"(?:says?|said|thinks?|thought|believes?|holds|held|insists?|insisted|claims?|claimed|argues?|argued|maintain|"
    r"assume|adds|warns?|worry|worries|fears?|complains?|replied|objects?|suggests?|tells?|told|points? out|"
    r"keeps? saying)"
)
LEAD = re.compile(
    r"\A(?>(?:and|but|so|also|besides|still|yet|well|moreover|furthermore|finally|(?:first|second|third|last)(?:ly)?|"
    r"of course|what is more|beyond that|all the same|even so|then again|against that|overall|ultimately|however|"
    r"on the (?:one|other) (?:hand|side)|on the whole|in (?:conclusion|short|summary|fact|addition)|though),\s+|"
    r"(?:and|but|so) |"
    r"(?=[^:]{0,60}\b(?:I|this|more|reasons?|points?|arguments?|thing|hearing|rest|all|there|side|answer)\b)"
    r"[^:;.!?\"“]{0,60}:\s+)+(?=\S+ \S+ \S)",
    re.IGNORECASE,
)
"""Words before a statement that only lead to it."""
GRANTING = re.compile(
    r"\A(?:(?:and|but|so|now|yes|sure|well|still),? )*(?:granted|admittedly|true|fair enough|of course|to be fair|"
    r"in fairness|I (?:can |do |will |fully |also )*(?:see|hear|know|grant|admit|concede|accept|agree|understand|"
    r"appreciate)|it(?:['’]s| is| may be) true that|there(?:['’]s| is) no (?:doubt|denying)|you(?:['’]re| are) right|"
    r"[^:,;]{0,20}\b(?:the other side|I concede)\b|"
    rf"(?:you|they|critics|opponents|supporters|some|others|people|my opponents?) {_SAYING})\b",
    re.IGNORECASE,
)
"""How a sentence begins that gives something away, or gives it as somebody else's."""
TURNING = re.compile(r"(?:[,;]|\s[—–-])\s?(?:but|yet|however)\b", re.IGNORECASE)
"""Where a sentence goes on with what its speaker argues."""
ADDRESSED = re.compile(rf"you (?:(?:just|often|also|would|may|have) )?{_SAYING} that\b", re.IGNORECASE)
"""The words of the person who is addressed."""
SAID = re.compile(
    r"\A(?!(?:I|we|it|this|that|these|which|there|nobody|our|my(?! \w+ \w+s))\b)(?:(?!\bthat\b)[^;:.!?\"“”]){2,60}?\s"
    rf"{_SAYING}\b",
    re.IGNORECASE,
)
"""Somebody else with what they say: "Commuters say …"."""
WITNESS = re.compile(
    r"\b(?:stud(?:y|ies)|research\w*|scientists?|experts?|doctors?|economists?|reports?|surveys?|data|evidence|"
    r"courts?)\b|\b[A-Z]{2,6}\b|[\"“”]",
)
"""Whose words are evidence rather than the other side's: of its kind, an office by its letters, or a quotation."""
_ORDINAL = r"(?:first|second|third|fourth|fifth)(?:ly)?"
ENUMERATED = re.compile(
    r"(?:^|(?:[,;:.—–]|(?<!\s))\s++)(?:and\s+)?\(?(?:[a-e]|[1-9]|i{1,3})\)\s+|"
    rf"(?:^|[,;:.—–]\s++)(?:and\s+)?{_ORDINAL},?\s+|(?<!\s)\s++(?:and\s+)?{_ORDINAL},\s+|;\s+(?:and\s+)?",
    re.IGNORECASE,
)
"""What stands between the arguments that one sentence counts: "(a)", a semicolon, and "second" after a stop or before a
comma ("the second draft" counts nothing)."""
FIRST_PERSON = re.compile(r"\b(?:I|I['’]\w+|me|my)\b")
LEAST, LEAST_OF_ONESELF = 1, 4
"""Content words, beside the proposition's, of a sentence that says something; more of one about its speaker, which may
only be about the discussion."""
STEM = 5
"""Letters by which two words count as one."""
SHORTEST = 3
"""Words of an argument that a sentence counts, at least; what is shorter leaves the sentence whole."""


@dataclass(frozen=True)
class ClaimDraft:
    """A claim before it is finished: a run of sentences in a text without marks."""

    parts: tuple[Sentence, ...]
    granted: bool

    @property
    def place(self) -> tuple[int, int]:
        return self.parts[0].start, self.parts[-1].end


def claims_of(text: str, proposition: str, model: Embedder | None = None) -> tuple[ExtractedClaim, ...]:
    """Return the claims of a text in order; every snippet is a literal part of the text, and no claim occurs twice.

    Args:
        text: anything, of any length.
        proposition: what the claims may be about.
        model: the embedder that reads the sentences; the shipped one when None.
    """
    text = clean(text)
    view, text_sentences, roles = read_roles(proposition, text, model or embedder())
    claims: dict[str, ExtractedClaim] = {}
    known = {word[:STEM] for word in content_words(proposition)}
    for draft in _drafts(view, text_sentences, roles, known):
        start, end = draft.place
        words = view.text[start:end]
        first, last = view.place(start, end)
        claim = ExtractedClaim(claim=as_sentence(words), snippet=text[first:last], conceded=draft.granted)
        claims.setdefault(normalised(words) or words, claim)
    return tuple(claims.values())


def _drafts(
    view: Plain, text_sentences: Sequence[Sentence], roles: Sequence[SentenceRole], known: set[str]
) -> Iterator[ClaimDraft]:
    """Yield the claims of a message in order; ``known`` are the stems of the proposition's words."""
    draft: ClaimDraft | None = None
    for sentence, role in zip(text_sentences, roles, strict=True):
        is_own = not role.makes_no_claim and not _is_anothers(sentence.text, role)
        if not is_own or not _says_something(sentence.text, known):
            draft, finished = None, draft
        else:
            granted = _is_granted(sentence.text, role)
            goes_on = role.elaborates >= GOES_ON and draft is not None and draft.granted == granted
            if draft and goes_on and _continues(view.text, draft, sentence):
                draft = ClaimDraft((*draft.parts, sentence), granted)
                continue
            *whole, rest = _counted_parts(sentence) or break_sentence(_without_lead(sentence))
            draft, finished = ClaimDraft((rest,), granted), draft
        if finished:
            yield finished
        if draft:
            yield from (ClaimDraft((part,), draft.granted) for part in whole)
    if draft:
        yield draft


def _without_lead(sentence: Sentence) -> Sentence:
    lead = LEAD.match(sentence.text)
    cut = lead.end() if lead else 0
    return Sentence(sentence.start + cut, sentence.end, sentence.text[cut:], sentence.listed)


def _counted_parts(sentence: Sentence) -> list[Sentence]:
    """Return the arguments that a sentence counts, two marks or more between them; none where it counts none."""
    marks = list(ENUMERATED.finditer(sentence.text))
    if len(marks) < 2:
        return []
    starts = [mark.end() for mark in marks]
    ends = [*(mark.start() for mark in marks[1:]), len(sentence.text)]
    if marks[0].start() and not marks[0][0].startswith(":"):  # what announces them is no argument
        starts, ends = [0, *starts], [marks[0].start(), *ends]
    parts = [
        Sentence(sentence.start + start, sentence.start + end, sentence.text[start:end], sentence.listed)
        for start, end in zip(starts, ends, strict=True)
    ]
    return parts if all(len(part.text.split()) >= SHORTEST for part in parts) else []


def _continues(text: str, draft: ClaimDraft, sentence: Sentence) -> bool:
    """Return whether a sentence may be of one claim with those before it: near, and not one more of several."""
    start, end = draft.place
    return (
        len(draft.parts) < MOST_JOINED
        and sentence.end - start <= LONGEST
        and not sentence.listed
        and not LEAD.match(sentence.text)
        and text.count("\n", end, sentence.start) < 2
    )


def _is_anothers(sentence: str, role: SentenceRole) -> bool:
    if TURNING.search(sentence):
        return False
    if ADDRESSED.match(sentence):
        return True
    return role.reports >= ANOTHERS_AS_SAID and SAID.match(sentence) is not None and not WITNESS.search(sentence)


def _says_something(sentence: str, known: set[str]) -> bool:
    words = {word for word in content_words(sentence) if word[:STEM] not in known}
    return len(words) >= (LEAST_OF_ONESELF if FIRST_PERSON.search(sentence) else LEAST)


def _is_granted(sentence: str, role: SentenceRole) -> bool:
    if role.granted >= GRANTED:
        return True
    return GRANTING.match(sentence) is not None and not TURNING.search(sentence)
