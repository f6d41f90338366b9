"""What each sentence of a message does: argue, go on, cite a witness, report others, concede, or make no argument.

    p(role | sentence) = softmax(x W + b)
    x = [mean h₃, mean h₄ of the sentence; mean h₄ of the one before and of the one after;
         cosines to the motion and to both neighbours; surface]

h are the trunk's token states. W has 1,566 × 8 numbers, learned from messages that a language model wrote for doxa,
each sentence with its role (``doxa train roles``; ``MODEL_CARD.md`` beside the weights says how often it is right).
Every message is read alone.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from doxa.corpora.packed import models_folder
from doxa.models.embedded.embedder import Embedder, Recall
from doxa.models.embedded.exact import dot, exponential, logarithm, sum_halves
from doxa.models.embedded.network import HIDDEN
from doxa.models.embedded.phrasing import canonical, sentence
from doxa.models.embedded.trunk import TextReading
from doxa.models.embedded.weights import TensorFile, one_at_a_time
from doxa.models.hearing.markup import Plain, plain
from doxa.models.hearing.sentences import Sentence, sentences
from doxa.records.base import clean

DECIMALS = 4
REMEMBERED = 4_096
"""The most messages whose roles a process caches."""
MOST = 400
"""Sentences of a message that are read; those behind them count as arguing, so that the rules alone decide."""
FEW_WORDS = 4

SILENT = 0.65
"""The probability of being silent or another's from which on a sentence makes no claim of its speaker's."""
ANOTHERS = 0.6
"""The probability of reporting from which on a sentence is another's words, whatever else it may be."""

Doubles = NDArray[np.float64]

CUES = tuple(
    re.compile(cue, re.IGNORECASE)
    for cue in (
        r"\?$",
        r":$",
        r"!$",
        r"[\"“”]",
        r"^>",
        r"\b(?:I|my|me|I'm|I've)\b",
        r"\byou(?:r|'re)?\b",
        r"\b(?:they|critics|opponents|some people|others|she|he)\b",
        r"\b(?:says?|said|argues?|claims?|insists?|point|told)\b",
        r"\d",
        r"^(?:and|so|that|this|it|they|because|for example|for instance)\b",
        r"^(?:but|yet|still|however|even so)\b",
        r"^(?:first|second|third|also|another|finally|then|plus|moreover)\b",
        r"\b(?:but|although|though|while)\b",
        r"\b(?:may|might|could|perhaps|maybe|depends)\b",
        r"\b(?:not|no|never)\b|n't\b",
        r"\b(?:because|since|therefore|so)\b",
        r"[{}<>`#*_=\[\]]",
        r"\b(?:thanks|thank|sorry|hello|hi|please)\b",
        r"\b(?:should|must|ought)\b",
    )
)
"""Words and marks that tell roles apart; the training weighs them."""


@dataclass(frozen=True)
class SentenceRole:
    """How probably a sentence does what; each in [0, 1], all together 1."""

    argues: float
    """Gives a reason for the speaker's side, and begins an argument."""
    elaborates: float
    """Goes on with the argument before."""
    cites: float
    """Argues through a witness that the speaker relies on."""
    reports: float
    """Tells what somebody else argues."""
    concedes: float
    """Grants a point to the other side."""
    states: float
    """Says the speaker's position without a reason."""
    neutral: float
    """Is about the topic, for no side."""
    nothing: float
    """Is not about the topic's merits: thanks, refusals, announcements, code."""

    @property
    def granted(self) -> float:
        return self.concedes + self.reports

    @property
    def makes_no_claim(self) -> bool:
        """Whether the sentence is surely no argument of its speaker's; what is only granted is a claim still."""
        silent = self.states + self.neutral + self.nothing
        return self.reports >= ANOTHERS or silent + self.reports >= SILENT


ROLES = tuple(SentenceRole.__dataclass_fields__)
ARGUING = SentenceRole(1.0, *[0.0] * (len(ROLES) - 1))


@dataclass(frozen=True)
class MessageSentence:
    """A sentence as its role is read: its words, and whether it begins a line."""

    text: str
    breaks: bool = False


@dataclass(frozen=True)
class RoleReader:
    """The weights of the formula above."""

    weights: Doubles
    """Shape (features, roles)."""
    bias: Doubles
    known: Recall[tuple[str, str], tuple[SentenceRole, ...]] = field(
        default_factory=lambda: Recall(REMEMBERED), compare=False
    )

    def roles(self, motion: str, of_message: Sequence[MessageSentence], embedder: Embedder) -> tuple[SentenceRole, ...]:
        """Return the role of each sentence of one message."""
        if not of_message:
            return ()
        features = role_features(motion, of_message[:MOST], embedder)
        scores = np.stack([dot(features, weights) for weights in self.weights.T], axis=1) + self.bias
        shares = exponential(scores - scores.max(axis=1, keepdims=True))
        shares /= sum_halves(shares)[:, None]
        read = [SentenceRole(*(round(share, DECIMALS) for share in row)) for row in shares.tolist()]
        return (*read, *[ARGUING] * (len(of_message) - MOST))


def read_roles(
    motion: str, message: str, embedder: Embedder, reader: RoleReader | None = None
) -> tuple[Plain, tuple[Sentence, ...], tuple[SentenceRole, ...]]:
    """Return a message without marks of Markdown, its sentences, and the role of each, to four decimals."""
    reader = reader or role_reader()
    view = plain(clean(message))
    parts = sentences(view.text)
    (roles,) = reader.known.through(
        [(motion, view.text)],
        lambda asked: [reader.roles(motion, with_breaks(view.text, parts), embedder) for _ in asked],
    )
    return view, parts, roles


def with_breaks(view: str, text_sentences: Sequence[Sentence]) -> list[MessageSentence]:
    """Return sentences with whether a line break stands before each."""
    ends = [0, *(one.end for one in text_sentences)]
    return [
        MessageSentence(one.text, breaks="\n" in view[end : one.start])
        for end, one in zip(ends, text_sentences, strict=False)
    ]


def role_features(motion: str, of_message: Sequence[MessageSentence], embedder: Embedder) -> Doubles:
    """Return the features of a message's sentences; shape (sentences, 1566)."""
    about, *readings = embedder.read_texts([canonical(motion), *(sentence(one.text) for one in of_message)])
    return np.stack([_features(about, readings, of_message, place) for place in range(len(of_message))])


def _features(
    about: TextReading, readings: Sequence[TextReading], of_message: Sequence[MessageSentence], place: int
) -> Doubles:
    own = readings[place]
    beside = [readings[at] if 0 <= at < len(readings) else None for at in (place - 1, place + 1)]
    nothing = np.zeros(HIDDEN)
    likeness = [float(dot(own.vector, other.vector)) if other else 0.0 for other in (about, *beside)]
    return np.concatenate(
        [
            own.means.ravel(),
            *(other.means[-1] if other else nothing for other in beside),
            likeness,
            _surface(of_message, place),
        ]
    ).astype(np.float64)


def _surface(of_message: Sequence[MessageSentence], place: int) -> tuple[float, ...]:
    """Return length, place in the message, and cues of a sentence."""
    text, last = of_message[place].text, len(of_message) - 1
    words = len(text.split())
    return (
        logarithm(1 + words),
        float(words < FEW_WORDS),
        place / max(1, last),
        logarithm(last + 2),
        float(place == 0),
        float(place == last),
        float(of_message[place].breaks),
        *(float(cue.search(text) is not None) for cue in CUES),
    )


@one_at_a_time
@cache
def role_reader(folder: Path | None = None) -> RoleReader:
    """Return the shipped reader, or that of a folder; loaded once per process."""
    stored = TensorFile.load((folder or models_folder("role_weights")) / "weights.safetensors")
    return RoleReader(stored.vector("weights").astype(np.float64), stored.vector("bias").astype(np.float64))
