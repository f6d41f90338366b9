"""Labels: sentences that a corpus gives a direction, found in a message where they are spoken word for word.

Case, punctuation, kinds of quotes and dashes, accents in either form and invisible characters do not count. A sentence
is spoken where it ends as a sentence and nothing in front of it, up to the stop before, turns it: "Let me add this: X"
and "There is no doubt about it: X" speak X; "It is false that X", "“X” is a myth" and "Some say X. They are wrong." do
not.
"""

import re
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

from doxa.minds.places import Place, fold_characters
from doxa.records.spec import Label

WORD = re.compile(r"[^\W_]+(?:'[^\W_]+)*")

STOP = re.compile(r"[.!?…;\n\r。！？]")

CLOSERS = " \t\"'”’»)]*_"
"""What may stand between the last word of a sentence and its stop."""

NOTE = re.compile(r"^(?:[ \t]*(?:\[\d{1,3}\]|\((?:see |source|cf\.? )?[^()\n]{0,40}\b[12]\d{3}[a-z]?[^()\n]{0,20}\)))+")
"""The number of a note, or a source with its year, behind a sentence."""

QUOTES = {'"': '"', "“": "”", "„": "“", "«": "»", "‘": "’"}


def _word_set(text: str) -> frozenset[str]:
    return frozenset(text.split())


NEGATING = _word_set(
    """
    not no never none nobody nothing neither cannot without hardly barely wrong false untrue myth myths nonsense lie
    lies mistaken disagree deny denies reject rejects doubt doubts oppose opposes refuse
    """
)
"""Words that turn a sentence, beside those in n't."""

SUPPOSING = _word_set("if unless whether suppose imagine pretend although though while used")
"""Words in front of a sentence by which its speaker does not say it."""

REJECTING = re.compile(
    r"\b(?:ridiculous|absurd|laughable|preposterous|ludicrous|fairy tale|fable|legend|fiction|delusion|illusion|"
    r"fallacy|(?:stopped|stop) \w+ing|(?:few|fewer) (?:\w+ )?(?:believe|think|accept|say|hold))\b"
)
"""More words that turn a sentence."""

AFFIRMING = re.compile(
    r"\b(?:if (?:i may|you ask me|you like|you will|i'm honest|anything)|(?:no|little) (?:doubt|question|denying)|"
    r"(?:nobody|no one|none) (?:can|could|will|would) deny|(?:can't|cannot) (?:be denied|deny)|"
    r"(?:without|beyond) (?:a )?doubt|no mistake|not only (?:that|this)|none the less|nonetheless|not least|"
    r"(?:do not|don't|never) forget)\b"
)
"""Phrases with such words that turn nothing."""

DENYING = re.compile(
    r"\b(?:wrong|false|untrue|myths?|nonsense|lies?|mistaken|disagree|den(?:y|ies)|rejects?|doubts?|opposes?|refuse|"
    r"hardly|barely|(?:not|cannot|\w+n't|nobody|never) (?:\w+ ){0,3}?(?:true|so|right|the case|agree|believe|accept|"
    r"think|buy|see (?:how|why|that)|convince|follow))\b"
)
"""What turns a sentence in a frame of its own, before a colon: "It does not outweigh the rest: X" says X."""

REPORTING = _word_set(
    "say says said claim claims claimed argue argues argued think thinks thought believe believes told tell"
)
"""Words in front of a sentence by which it is another's; it is rejected where the next sentence turns it."""

DENIAL = re.compile(
    r"(?:(?:but|yet|however|well|no|in fact|actually) )*(?:(?:that|this|it|these|those|they)(?:'s|'re)?|such \w+) "
    r"(?:\w+ ){0,2}?(?:wrong|false|untrue|nonsense|mistaken|myths?|lies?|not (?:true|so(?! \w)|right|the case))\b"
)
"""How a sentence begins that rejects the one before."""

SOON = 6
"""Words of the next sentence among which its denial stands."""

LONGEST_FRAME = 15
"""Words that a frame in front of a sentence has at most; one that ends with a colon twice as many."""

LEAST_REST = 4
"""Words that a claim has at least that is left over beside a labelled sentence."""


@dataclass(frozen=True, slots=True)
class Word:
    """A word as it is compared, and where it stands."""

    text: str
    start: int
    end: int


@dataclass(frozen=True)
class SpokenLabel:
    """A label whose words stand in a message, and where."""

    label: Label
    place: Place


@dataclass(frozen=True)
class LabelBook:
    """The labels of a run, ready to be looked for."""

    labels: tuple[Label, ...] = ()

    def find(self, text: str) -> tuple[SpokenLabel, ...]:
        """Return the labels that a text speaks, in order and without overlap: of two at one place the longer."""
        words = words_of(text) if self.labels else ()
        spoken: list[SpokenLabel] = []
        at = 0
        while at < len(words):
            found = self._longest(words, at)
            if found and _is_spoken(text, words, at, at + len(found[1]), found[0]):
                label, parts = found
                spoken.append(SpokenLabel(label, (words[at].start, words[at + len(parts) - 1].end)))
                at += len(parts)
            else:
                at += 1
        return tuple(spoken)

    def _longest(self, words: Sequence[Word], at: int) -> tuple[Label, tuple[str, ...]] | None:
        for parts, label in self._by_first_word.get(words[at].text, ()):
            if len(parts) <= len(words) - at and all(
                word.text == part for word, part in zip(words[at : at + len(parts)], parts, strict=True)
            ):
                return label, parts
        return None

    @cached_property
    def _by_first_word(self) -> dict[str, list[tuple[tuple[str, ...], Label]]]:
        """First word → labels that begin with it, longest first."""
        index: dict[str, list[tuple[tuple[str, ...], Label]]] = defaultdict(list)
        for label in self.labels:
            if parts := tuple(word.text for word in words_of(label.text)):
                index[parts[0]].append((parts, label))
        return {first: sorted(labels, key=lambda pair: -len(pair[0])) for first, labels in index.items()}


@lru_cache(maxsize=2_000)
def words_of(text: str) -> tuple[Word, ...]:
    """Return the words of a text as they are compared."""
    folded: list[str] = []
    origins: list[int] = []
    for character, place in fold_characters(text):
        if unicodedata.category(character) not in ("Mn", "Cf"):
            folded.append(character)
            origins.append(place)
    return tuple(
        Word(match.group(), origins[match.start()], origins[match.end() - 1] + 1)
        for match in WORD.finditer("".join(folded))
    )


def says_as_it_stands(claim: str, words: str) -> bool:
    """Say whether a claim says what some words say: neither negates what the other does not.

    A question's negation ("Isn't it obvious that …?") is none.
    """
    return words.rstrip(CLOSERS).endswith("?") or _count_negations(words_of(claim)) == _count_negations(words_of(words))


PLAIN_FORMS = {"cannot": "can", "can't": "can", "won't": "will"}
"""Negated words that are more than their plain form and an ending."""


def says_only(text: str, motion: str) -> bool:
    """Return whether a text says or denies a motion and says nothing else: it has the same words, negations aside."""
    return _without_negations(text) == _without_negations(motion)


def _without_negations(text: str) -> list[str]:
    words = (PLAIN_FORMS.get(word.text, word.text.removesuffix("n't")) for word in words_of(text))
    return [word for word in words if word not in NEGATING]


def rest_of(place: Place, labels: Iterable[SpokenLabel], text: str) -> list[Place]:
    """Return what is left of a claim's words beside the labels in them: whole sentences that could be claims."""
    left: list[Place] = []
    start = place[0]
    for spoken in sorted(labels, key=lambda label: label.place):
        last_stop = max((stop.end() for stop in STOP.finditer(text, start, spoken.place[0])), default=start)
        left.append((start, last_stop))
        start = spoken.place[1]
    left.append((start, place[1]))
    parts = [_strip_place(part, text) for part in left]
    return [(start, end) for start, end in parts if len(words_of(text[start:end])) >= LEAST_REST]


def _strip_place(place: Place, text: str) -> Place:
    """Return a place without the stops and white space in front and the white space behind."""
    start, end = place
    while start < end and (text[start] in CLOSERS or STOP.match(text[start])):
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _is_spoken(text: str, words: Sequence[Word], first: int, last: int, label: Label) -> bool:
    """Say whether the words from ``first`` up to ``last`` are a sentence that the speaker says."""
    start, end = words[first].start, words[last - 1].end
    after = NOTE.sub("", text[end:].lstrip(CLOSERS), count=1).lstrip(CLOSERS)
    if after and not STOP.match(after) and any(character.isalnum() for character in STOP.split(after, maxsplit=1)[0]):
        return False
    if after.startswith("?") and not label.text.rstrip(CLOSERS).endswith("?"):
        return False
    begun = max((match.end() for match in STOP.finditer(text, 0, start)), default=0)
    lead = [word for word in words[:first] if word.start >= begun]
    following = words[last : last + SOON]
    return not (_is_quoted(text, start, end) or _turns(text[begun:start], lead) or _is_denied(lead, following))


def _turns(front: str, lead: Sequence[Word]) -> bool:
    """Say whether what stands in front of a sentence keeps its speaker from saying it."""
    if front.lstrip(" \t\"'“‘([*_").startswith(">"):
        return True
    frame = AFFIRMING.sub("", " ".join(word.text for word in lead))
    if REJECTING.search(frame):
        return True
    if front.rstrip(" \t\"'“‘([*_-–—").endswith(":"):
        return len(lead) > 2 * LONGEST_FRAME or DENYING.search(frame) is not None
    parts = frame.split()
    adverbial = front.rstrip().endswith(",") and parts[-1:] == ["though"]
    supposing = not SUPPOSING.isdisjoint(parts[:-1] if adverbial else parts)
    return len(lead) > LONGEST_FRAME or supposing or any(map(_negation, parts))


def _is_denied(lead: Sequence[Word], following: Sequence[Word]) -> bool:
    """Say whether what follows a sentence rejects it, more easily where it was introduced as another's."""
    said = {word.text for word in lead}
    if REPORTING & said and "i" not in said and any(_negation(word.text) for word in following):
        return True
    return DENIAL.match(" ".join(word.text for word in following)) is not None


def _is_quoted(text: str, start: int, end: int) -> bool:
    """Say whether some words stand in quotation marks that are not their own."""
    closing = QUOTES.get(text[start - 1 : start])
    return closing is not None and closing in text[end : end + 2]


def _count_negations(words: Sequence[Word]) -> Counter[tuple[str, str]]:
    """Count the negations among some words, each with the word behind it; "can't", "cannot" and "not" are one."""
    following = [*(word.text for word in words[1:]), ""]
    pairs = zip((_negation(word.text) for word in words), following, strict=True)
    return Counter((negation, after) for negation, after in pairs if negation)


def _negation(word: str) -> str:
    if word == "cannot" or word.endswith("n't"):
        return "not"
    return word if word in NEGATING else ""
