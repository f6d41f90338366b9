"""A corpus: motions, each with arguments for (+1) and against (−1) it, and seeded draws from them."""

import difflib
import re
from collections.abc import Collection
from dataclasses import dataclass, field
from random import Random
from typing import Literal

from doxa.errors import CorpusError
from doxa.records.base import canonical, digest

Side = Literal[1, -1]

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")

_NEAREST = 3

OTHER_WAYS = (
    "For a motion of your own, write your arguments into the scenario, each a table [[seeds.arguments]] with text and "
    'side; or doxa init "MOTION" writes a scenario and a file for your arguments, which run at once. Or let a model '
    "argue without arguments to start from: --model PROVIDER:MODEL --set seeds.per_side=0 --set prior.mode=seeds"
)
"""What to do about a motion that a corpus lacks."""


def normalised(text: str) -> str:
    """Return a text's words in lower case, separated by single spaces, for comparing texts."""
    return " ".join(_WORD.findall(text.lower().replace("’", "'")))


@dataclass(frozen=True, kw_only=True)
class Argument:
    """One labelled argument. ``strength`` in [0, 1] where the corpus rates it; ``part`` is train, dev or test.

    ``topic`` is what an evaluation keeps together; the motion where it is empty.
    """

    id: str
    text: str
    polarity: Side
    motion: str
    strength: float | None = None
    part: str = ""
    topic: str = ""


@dataclass(frozen=True, kw_only=True)
class Corpus:
    """Arguments by motion, in file order. ``hash`` is that of the content, independent of the file's format."""

    name: str
    motions: dict[str, tuple[Argument, ...]]
    hash: str = ""
    _by_words: dict[str, str] = field(default_factory=dict, repr=False, compare=False)

    def __post_init__(self) -> None:
        self._by_words.update({normalised(motion): motion for motion in self.motions})
        if not self.hash:
            object.__setattr__(self, "hash", _content_hash(self.motions))

    def has(self, text: str) -> bool:
        """Return whether the corpus has a motion of these words, ignoring case and punctuation."""
        return normalised(text) in self._by_words

    def motion(self, text: str) -> tuple[Argument, ...]:
        """Return the arguments of the motion of these words, ignoring case and punctuation.

        Raises:
            CorpusError: there is no such motion; the error lists the nearest.
        """
        motion = self._by_words.get(normalised(text))
        if motion is not None:
            return self.motions[motion]
        raise CorpusError(f"the corpus {self.name!r} has no motion {text!r}", hint=f"{self._near(text)} {OTHER_WAYS}")

    def _near(self, text: str) -> str:
        near = self.nearest(text)
        label = "Nearest motions" if near else "Its motions"
        return f"{label}: {'; '.join(near or tuple(self.motions)[: 2 * _NEAREST])}."

    def nearest(self, text: str) -> tuple[str, ...]:
        """Return up to three motions with words similar to a text's, nearest first."""
        nearest_words = difflib.get_close_matches(normalised(text), list(self._by_words), n=_NEAREST, cutoff=0.5)
        return tuple(self._by_words[words] for words in nearest_words)


def draw(
    corpus: Corpus, motion: str, polarity: Side, n: int, random: Random, without: Collection[str] = frozenset()
) -> tuple[Argument, ...]:
    """Return n different random arguments of one side, in the order drawn, without those whose ids are in ``without``.

    Raises:
        CorpusError: the corpus lacks the motion, or has too few arguments left on that side.
    """
    pool = [
        argument for argument in corpus.motion(motion) if argument.polarity == polarity and argument.id not in without
    ]
    if n > len(pool):
        side = "for" if polarity > 0 else "against"
        raise CorpusError(
            f"{n} arguments {side} {motion!r} are asked for and the corpus {corpus.name!r} has {len(pool)}"
            + (" left" if without else ""),
            hint="Ask for fewer (seeds.per_side), or give more arguments on this side of the motion.",
        )
    return tuple(random.sample(pool, n))


def _content_hash(motions: dict[str, tuple[Argument, ...]]) -> str:
    rows = [
        [motion, argument.id, argument.text, argument.polarity, argument.strength]
        for motion, arguments in motions.items()
        for argument in arguments
    ]
    return digest(canonical(rows))
