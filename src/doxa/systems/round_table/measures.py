"""The five behaviour metrics of a discussion, turn by turn, by definitions that a scenario can set.

Policy-parameterised prompts, section 3.3. Responsiveness and rebuttal are a judge's decisions, 0 where no utterance
came before (hence 0.90 at most over ten rounds of simultaneous turns); stance is the cosine with the persona. A metric
that a turn cannot have is None, never 0, and is left out of means. Two metrics are doxa's reading of an open text:

    non-repetition  m = 1 − max{over(o, o′), cos(o, o′)} − penalty, clipped to [0, 1]; o′ is the speaker's turn before
    evidence usage  1 where a key phrase of a retrieved passage appears in the turn, else 0

over() is the share of characters that both have in common in blocks, 2·matched / total (difflib's ratio), or of common
words or pairs of words (Jaccard). The penalty, by default 0.1, is for each sentence that opens with the same three
words as one of the turn before. A key phrase is a run of words of a passage, by default 3; function words, case and
punctuation are ignored. The text does not say whether a speaker's first turn, which repeats nothing, counts.
"""

import math
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from functools import lru_cache, partial
from itertools import pairwise
from typing import Literal

from pydantic import Field

from doxa.records.base import JsonValue, Record, Settings, Unit, tidy

Overlap = Literal["characters", "words", "word_pairs"]
FirstTurn = Literal["counted", "left_out"]

PENALTY = 0.1
"""Subtracted for each repeated opening of a sentence."""

OPENING_WORDS = 3
PHRASE_WORDS = 3
"""Words of a sentence's opening, and of a key phrase."""


class MetricDefinitions(Settings):
    """Definitions of non-repetition and evidence usage."""

    overlap: Overlap = "characters"
    """Overlap of a turn with the speaker's turn before: the share of characters in common blocks, of common words, or
    of common pairs of words (``word_pairs``)."""
    opening_penalty: float = Field(default=PENALTY, ge=0, le=1)
    """What each repeated opening of a sentence takes from non-repetition."""
    phrase_words: int = Field(default=PHRASE_WORDS, ge=1, le=20)
    """Content words in a row that make a key phrase of a passage. The correction of w_D follows it, too."""
    first_turn: FirstTurn = "counted"
    """Whether a speaker's first turn has the non-repetition 1 or none (``left_out``)."""

    def changed(self, changes: Mapping[str, JsonValue]) -> "MetricDefinitions":
        """Return these definitions with changes, validated."""
        return MetricDefinitions.model_validate({**self.model_dump(), **changes})


def describe_definitions(definitions: MetricDefinitions) -> str:
    """Return a sentence that says which definitions are not doxa's defaults; '' where all are."""
    words = {
        "overlap": f"overlap of {definitions.overlap.replace('_', ' ')}",
        "opening_penalty": f"opening penalty {definitions.opening_penalty:g}",
        "first_turn": "first turns left out of non-repetition",
        "phrase_words": f"key phrases of {definitions.phrase_words} words",
    }
    default = MetricDefinitions()
    changed = [phrase for name, phrase in words.items() if getattr(definitions, name) != getattr(default, name)]
    return f"Metrics by other definitions than the default: {', '.join(changed)}." if changed else ""


class MeasuredTurn(Record):
    """One utterance with its metrics; a metric is None where it could not be measured."""

    round: int
    agent: str
    text: str
    passages: tuple[str, ...] = ()
    """Ids of the passages that its prompt showed."""
    no_evidence: bool = False
    no_response: bool = False
    """Whether the agent's turn of the round before gave no evidence, or no response, though its prompt showed passages,
    or the dialogue: weights may correct for both."""
    previous: str = ""
    """Step key of the most recent utterance before it; empty where there was none."""
    responds: bool | None = None
    opposes: bool | None = None
    evidence: bool | None = None
    non_repetition: Unit | None = None
    stance: float | None = None
    """Cosine with the persona's embedding."""


Metric = Callable[[MeasuredTurn], float | None]


METRICS: dict[str, Metric] = {
    "responsiveness": lambda turn: _score_judgement(turn, turn.responds),
    "rebuttal": lambda turn: _score_judgement(turn, turn.opposes),
    "non-repetition": lambda turn: turn.non_repetition,
    "evidence usage": lambda turn: None if turn.evidence is None else float(turn.evidence),
    "stance": lambda turn: turn.stance,
}
"""Metric → its value of a turn: whether it takes up, or opposes, the utterance before (0 where there is none), how new
it is, whether it uses a passage (None where none was retrieved), and its cosine with the persona."""


def mean_known(scores: Iterable[float | None]) -> float | None:
    """Return the mean of the scores that are known; None where none is."""
    known_scores = [score for score in scores if score is not None]
    return math.fsum(known_scores) / len(known_scores) if known_scores else None


def _score_judgement(turn: MeasuredTurn, judgement: bool | None) -> float | None:
    if not turn.previous:
        return 0.0
    return None if judgement is None else float(judgement)


@dataclass(frozen=True, kw_only=True)
class ComparedTurn:
    """A turn, the words of the speaker's turn before it, and the passages that were retrieved for it."""

    turn: MeasuredTurn
    before: str | None
    """None in the speaker's first turn."""
    cosine: float | None
    """Of the embeddings of both turns; None where there is no turn before, or an embedding is missing."""
    passages: tuple[str, ...]

    def non_repetition(self, definitions: MetricDefinitions) -> float | None:
        """Return how new the turn is, in [0, 1]; None in a first turn that is left out, or without an embedding."""
        if definitions.first_turn == "left_out" if self.before is None else self.cosine is None:
            return None
        score = non_repetition(
            self.turn.text,
            self.before,
            self.cosine,
            overlap=definitions.overlap,
            penalty=definitions.opening_penalty,
        )
        return None if score is None else tidy(score)  # as a log holds it

    def measured(self, definitions: MetricDefinitions) -> MeasuredTurn:
        """Return the turn with non-repetition and evidence usage by other definitions."""
        scores = {
            "non_repetition": self.non_repetition(definitions),
            "evidence": uses_evidence(self.turn.text, self.passages, definitions.phrase_words),
        }
        return self.turn.model_copy(update=scores)


def non_repetition(
    text: str, previous: str | None, cosine: float | None, *, overlap: Overlap = "characters", penalty: float = PENALTY
) -> float | None:
    """Return how new an utterance is, in [0, 1]; 1 for a first one, None where it has no words.

    Args:
        previous: the speaker's utterance before; None for its first.
        cosine: of the two embeddings; None where they were not embedded; then only the overlap counts.
        penalty: subtracted for each repeated opening of a sentence.
    """
    if not text.strip():
        return None
    if previous is None or not previous.strip():
        return 1.0
    alike = max(OVERLAPS[overlap](text, previous), cosine if cosine is not None else 0.0)
    return min(1.0, max(0.0, 1.0 - alike - penalty * repeated_openings(text, previous)))


def repeated_openings(text: str, previous: str) -> int:
    """Return how many sentences open with the same words as a sentence of the previous utterance."""
    openings = {_opening(sentence) for sentence in _SENTENCE.split(previous)} - {()}
    return sum(_opening(sentence) in openings for sentence in _SENTENCE.split(text))


def _opening(sentence: str) -> tuple[str, ...]:
    return tuple(list_words(sentence)[:OPENING_WORDS])


@lru_cache(maxsize=64)  # the slowest part of a metric: definitions that share it are measured turn by turn
def _share_characters(text: str, other: str) -> float:
    # sorted, since difflib's ratio depends on the order of its arguments
    first, second = sorted((text.lower(), other.lower()))
    return SequenceMatcher(None, first, second, autojunk=False).ratio()


def _share_common(gather: Callable[[list[str]], Iterable[object]], text: str, other: str) -> float:
    first, second = (set(gather(list_words(each))) for each in (text, other))
    return len(first & second) / len(first | second) if first | second else 0.0


OVERLAPS: dict[Overlap, Callable[[str, str], float]] = {
    "characters": _share_characters,
    "words": partial(_share_common, set),
    "word_pairs": partial(_share_common, pairwise),
}


def uses_evidence(text: str, passages: Sequence[str], words: int = PHRASE_WORDS) -> bool | None:
    """Return whether an utterance uses one of the retrieved passages; None where none was retrieved.

    Args:
        words: length of a key phrase in words, 1 or more.
    """
    if not passages:
        return None
    said_phrases = set(_phrases(text, words))
    return any(phrase in said_phrases for passage in passages for phrase in _phrases(passage, words))


def _phrases(text: str, words: int) -> Iterator[tuple[str, ...]]:
    content_words = [word for word in list_words(text) if word not in FUNCTION_WORDS]
    return (tuple(content_words[start : start + words]) for start in range(len(content_words) - words + 1))


_LISTED = (
    "a about all also an and any are as at be because been being but by can could did do does for from had has have "
    "he her his i if in into is it its may me might more most my no not of on one only or other our out over she "
    "should so some such than that the their them then there these they this those to us was we were what when where "
    "which who whom whose why will with would you your"
)

FUNCTION_WORDS = frozenset(_LISTED.split())
"""Words that carry no content of their own."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")
_SENTENCE = re.compile(r"(?<=[.!?…])\s+")


def list_words(text: str) -> list[str]:
    """Return the words of a text in small letters."""
    return _WORD.findall(text.lower().replace("’", "'"))
