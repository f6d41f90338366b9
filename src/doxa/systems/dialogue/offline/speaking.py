"""The task ``respond``: a turn made of arguments of the corpus, chosen to fit stance, memory and dialogue.

The level of the stance (policies/stance.py) decides how many reasons of each side a turn brings and how they are
framed. Reasons come from the speaker's retrieved memory first, then from the corpus, starting with those related
to what the last speaker said. A reason that anybody has given is repeated only when no other is left.
"""

from dataclasses import dataclass
from itertools import cycle
from random import Random

import numpy as np
from numpy.typing import NDArray

from doxa.corpora import normalised
from doxa.models.hearing.claims import claims_of
from doxa.models.hearing.sentences import content_words
from doxa.models.offline.answers import inputs_of, words
from doxa.models.offline.saying import SIDES, looks, tidied, unknown_motion
from doxa.models.offline.shelf import Library, Shelf
from doxa.models.port import Request, Response
from doxa.policies.stance import BINS, stance_bin
from doxa.records.base import stream
from doxa.records.steps import Message
from doxa.systems.dialogue.offline.opening import STEM, begin_answer, begin_debate, retell, says_more
from doxa.systems.dialogue.offline.phrases import MANNERS, Manner
from doxa.systems.dialogue.tasks import RespondInputs
from doxa.tasks.base import Scene

REASONS = ((1, 1), (2, 1), (3, 1), (3, 0), (3, 0))
"""By distance from the middle: how many reasons for its own side and for the other side a turn gives."""

LONGEST = 35
"""The most words of a reason; longer reasons are used only when there are no others."""

FEWEST, MOST = 40, 90
"""Words of all reasons of a turn: below FEWEST a reason is added, above MOST one is left out."""

ALIKE = 0.75
"""Similarity from which two reasons count as one point within a turn."""

RELEVANCE, QUALITY, CHANCE = 0.5, 0.3, 0.25
"""Weights of relevance to the last speaker's words, of estimated quality, and of chance."""


@dataclass(frozen=True)
class TurnMaterial:
    """What a turn is composed from: the speaker's scene, level, corpus and random stream, and what was said."""

    scene: Scene
    shelf: Shelf
    level: int
    random: Random
    said: str
    """All that was said, normalised."""
    last: Message | None
    """The last message of somebody else."""

    @property
    def side(self) -> int:
        return 1 if self.level >= BINS // 2 else -1

    @property
    def distance(self) -> int:
        """0 in the middle … 4 at the extremes."""
        return self.level - BINS // 2 if self.side > 0 else BINS // 2 - 1 - self.level

    @property
    def manner(self) -> Manner:
        return MANNERS[self.distance]


def respond(request: Request, library: Library) -> Response:
    """Return one spoken turn."""
    inputs_of(request, RespondInputs)
    stance = request.scene.stance.stance if request.scene.stance is not None else None
    return speak(request, library, stance_bin(SIDES[request.scene.actor.side] if stance is None else stance))


def speak(request: Request, library: Library, level: int) -> Response:
    """Return a turn that expresses a level of stance, put together from the corpus's arguments on the proposition.

    Raises:
        ModelSetupError: the corpus has none.
    """
    scene = request.scene
    shelf = library.shelf(request.settings.corpus, scene.proposition.text)
    if shelf is None:
        raise unknown_motion(request, library, scene.proposition.text)
    others = [message for message in scene.transcript if message.speaker != scene.actor.id]
    speech = TurnMaterial(
        scene=scene,
        shelf=shelf,
        level=level,
        random=stream(request.seed, request.step.key, "speak"),
        said=normalised(" . ".join(message.text for message in scene.transcript)),
        last=others[-1] if others else None,
    )
    return words(compose_turn(speech, *choose_reasons(speech, library)))


def choose_reasons(speech: TurnMaterial, library: Library) -> tuple[list[str], list[str]]:
    """Return the reasons of a turn: of the speaker's own side, and of the other."""
    own_count, other_count = REASONS[speech.distance]
    ranked = _rank_arguments(speech, library)
    mine = _pick_reasons(speech, ranked, speech.side, own_count + 1)
    theirs = _pick_reasons(speech, ranked, -speech.side, other_count)
    while len(mine) > own_count and _length(mine[:own_count] + theirs) >= FEWEST:
        mine.pop()
    while len(mine) > 1 and _length(mine + theirs) > MOST:
        mine.pop()
    return mine, theirs


def compose_turn(speech: TurnMaterial, mine: list[str], theirs: list[str]) -> str:
    """Return a turn of opening, reasons and closing; the last reason is for the speaker's own side."""
    manner, random = speech.manner, speech.random
    # near the middle the other side comes first; further out it comes just before the last reason of the own side
    first = 0 if speech.distance <= 1 else max(0, len(mine) - 1)
    order = (
        [(1, reason) for reason in mine[:first]]
        + [(-1, reason) for reason in theirs]
        + [(1, reason) for reason in mine[first:]]
    )
    adding = cycle(random.sample(manner.adding, len(manner.adding)))
    parts, before = [_opening(speech, order[0][1] if order else "")], 0
    for side, reason in order:
        if side < 0:
            parts.append(_prepend_lead(random.choice(manner.granting), reason))
        elif before < 0:
            parts.append(_prepend_lead(random.choice(manner.returning), reason))
        else:
            parts.append(_prepend_lead(next(adding), reason) if before else reason)
        before = side
    parts.append(random.choice(manner.closing[speech.side]))
    return " ".join(parts)


def _rank_arguments(speech: TurnMaterial, library: Library) -> list[int]:
    """Return the indices of all arguments on the shelf, best fit first, those already said last."""
    shelf = speech.shelf
    spent = shelf.said_in(speech.said)
    fit = np.array([QUALITY * looks(argument.text) for argument in shelf.arguments])
    fit += CHANCE * np.array([speech.random.random() for _ in shelf.arguments])
    heard = _embed_last_message(speech, library)
    if heard is not None:
        fit += RELEVANCE * shelf.near(heard)
    lengths = np.array([argument.text.count(" ") + 1 for argument in shelf.arguments])
    empty = np.array([not says_more(argument.text, speech.scene.proposition.text) for argument in shelf.arguments])
    fit -= 1.0 * (lengths > LONGEST) + 1.0 * empty + 10.0 * spent
    return [int(place) for place in np.argsort(-np.round(fit, 6), kind="stable")]


def _embed_last_message(speech: TurnMaterial, library: Library) -> NDArray[np.float64] | None:
    """Return a vector of the last message of somebody else: the mean of the arguments that it quotes, else its own."""
    if speech.last is None:
        return None
    quoted = speech.shelf.said_in(normalised(speech.last.text))
    if quoted.any():
        total: NDArray[np.float64] = speech.shelf.rows[quoted].sum(axis=0)
        return total
    return library.vectors([speech.last.text])[0]


def _pick_reasons(speech: TurnMaterial, ranked: list[int], side: int, count: int) -> list[str]:
    """Return reasons for one side: one from memory that has not been said, then the best fitting of the corpus."""
    picked = _recall_reason(speech, side)[:count]
    recalled = {normalised(text) for text in picked}
    rows = [row for row, text in zip(speech.shelf.rows, speech.shelf.words, strict=True) if text in recalled]
    for place in ranked:
        if len(picked) >= count:
            break
        argument, row = speech.shelf.arguments[place], speech.shelf.rows[place]
        text = tidied(argument.text)
        if argument.polarity != side or text in picked or any(_alike(row, other) for other in rows):
            continue
        picked.append(text)
        rows.append(row)
    return picked


def _recall_reason(speech: TurnMaterial, side: int) -> list[str]:
    """Return the text of at most one retrieved record of a side that nobody has said yet."""
    inside = f" {speech.said} "
    for record in speech.scene.evidence:
        text = tidied(record.claim.text)
        if record.claim.polarity == side and text and f" {normalised(text)} " not in inside:
            return [text]
    return []


def _alike(row: NDArray[np.float64], other_row: NDArray[np.float64]) -> bool:
    return float(row @ other_row) >= ALIKE * float(np.sqrt((row @ row) * (other_row @ other_row)))


def _opening(speech: TurnMaterial, first_reason: str) -> str:
    """Return the opening of a turn: it takes up what was said last, or names the subject of the first reason."""
    if speech.last is None:
        return begin_debate(_topic_of(speech, first_reason), speech.manner, speech.random)
    return begin_answer(
        speech.manner,
        speech.random,
        name=speech.scene.names.get(speech.last.speaker, speech.last.speaker),
        claims=_answerable(speech, speech.last),
        word=_topic_of(speech, speech.last.text),
        said=speech.said,
    )


def _answerable(speech: TurnMaterial, last: Message) -> list[str]:
    """Return what the last speaker argued, told again in other words: against this speaker's side first."""
    motion, said = speech.scene.proposition.text, normalised(last.text)
    quoted = [
        argument for argument, inside in zip(speech.shelf.arguments, speech.shelf.said_in(said), strict=True) if inside
    ]
    opposed = [argument.text for argument in quoted if argument.polarity != speech.side]
    texts = opposed if quoted else [extracted.claim for extracted in claims_of(last.text, motion)]
    retold = [words for text in texts if (words := retell(text, motion))]
    return [words for words in retold if f" {normalised(words)} " not in f" {speech.said} "]


def _topic_of(speech: TurnMaterial, text: str) -> str:
    """Return the word of a text that the motion's arguments are most often about; empty when there is none."""
    motion = tuple(word[:STEM] for word in normalised(speech.scene.proposition.text).split() if len(word) >= STEM)
    topics = speech.shelf.topics
    candidates = [word for word in content_words(text) if word in topics and not word.startswith(motion)]
    return max(candidates, key=lambda word: (topics[word], word), default="")


def _prepend_lead(lead: str, reason: str) -> str:
    """Return a sentence with a connective in front."""
    first = reason.split(" ", 1)[0]
    keeps_capital = first == "I" or first.startswith(("I'", "I’")) or not first[1:].islower()
    if lead.endswith((":", ".")) or keeps_capital:
        return f"{lead} {reason}"
    return f"{lead} {reason[0].lower()}{reason[1:]}"


def _length(reasons: list[str]) -> int:
    return sum(reason.count(" ") + 1 for reason in reasons)
