"""The task ``act_on_feed``: a poster without language that acts by its position, its confidence and what it was shown.

SIMULATED. Its words are real arguments of the corpus on the side that its position leans to; it likes what is near its
position, dislikes and answers what is far from it, and does more of each the more confident it is. How often it does
what is written below and fitted to nothing, so an effect of engagement on what people do is assumed, never found.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np

from doxa.corpora import normalised
from doxa.models.offline.answers import inputs_of, reply
from doxa.models.offline.judging import stance_of
from doxa.models.offline.saying import SIDES, tidied, unknown_motion
from doxa.models.offline.shelf import Library, Shelf
from doxa.models.port import Request, Response
from doxa.records.readout import Readout
from doxa.records.streams import stream
from doxa.systems.feed.tasks.act_on_feed import Action, Inputs, Item, Reply

ATTENTION = 8
"""Posts of a feed that it looks at, from the top."""

WRITES, WRITES_MORE = 0.15, 0.5
"""How often it posts when it has no confidence at all, and what full confidence in an extreme position adds."""

LIKES, DISLIKES, ANSWERS, REPOSTS, FOLLOWS, MUTES = 0.45, 0.25, 0.3, 0.15, 0.1, 0.03
"""How often it does each to a post that it could not agree with more, or less, when it is fully confident."""

LONGEST = 35
"""Words of an argument that it posts; longer ones are passed over."""

CONFIDENCE = 0.5
"""How confident somebody acts whose belief rule keeps no confidence."""

SHARED = 1.0
"""Agreement with somebody at the same place; 0 at the other end of the scale."""


@dataclass(frozen=True, kw_only=True)
class Stock:
    """What can be said on a topic: the places of each side's arguments on the shelf, and their tidied words."""

    shelf: Shelf
    sides: dict[int, tuple[list[int], list[str]]]
    places: dict[str, int]
    """Normalised words → place."""

    def order(self, side: int, about: str, random: Random) -> list[int]:
        """Return the numbers of a side's arguments: the nearest to a known text first, else as drawn."""
        places, _ = self.sides[side]
        known = self.places.get(normalised(about))
        if known is None:
            return random.sample(range(len(places)), len(places))
        near = self.shelf.near(self.shelf.rows[known])[places]
        return [int(at) for at in np.argsort(-near, kind="stable")]


@dataclass(frozen=True, kw_only=True)
class Poster:
    """Who acts, and with what."""

    request: Request
    inputs: Inputs
    library: Library
    random: Random

    @property
    def topics(self) -> tuple[str, ...]:
        return self.inputs.topics or (self.request.scene.proposition.text,)

    @property
    def shown(self) -> Readout:
        """What its belief shows; somebody without one acts from its side."""
        scene = self.request.scene
        if scene.stance is not None and scene.stance.stance is not None:
            return scene.stance
        return Readout(stance=SIDES[scene.actor.side])

    def position(self, topic: int) -> float:
        """Where it stands on a topic, by number; 0 on one that it has no position on."""
        if topic == 1:
            return self.shown.stance or 0.0
        found = self.shown.topics.get(self.topics[topic - 1])
        return found.stance if found else 0.0

    @property
    def confidence(self) -> float:
        return CONFIDENCE if self.shown.confidence is None else self.shown.confidence

    def agreement(self, item: Item) -> float:
        """Return how near a post is to its position, from 0 to 1."""
        read = _read(item.text, self.topics[item.topic - 1], self.library)
        return SHARED - abs(read - self.position(item.topic)) / 2

    def stock(self, topic: int) -> Stock:
        """Return what can be said on a topic.

        Raises:
            ModelSetupError: the corpus has nothing on it.
        """
        motion = self.topics[topic - 1]
        found = _stock(self.library, self.request.settings.corpus, motion)
        if found is None:
            raise unknown_motion(self.request, self.library, motion)
        return found

    def does(self, kind: str, chance: float) -> bool:
        """Say whether it does what is open to it, this often. It draws either way."""
        return self.random.random() < chance and kind in self.inputs.allowed


def act_on_feed(request: Request, library: Library) -> Response:
    """Act in one round."""
    inputs = inputs_of(request, Inputs)
    poster = Poster(
        request=request, inputs=inputs, library=library, random=stream(request.seed, request.step.key, "act")
    )
    noticed = [place for item in inputs.items[:ATTENTION] for place in (item, *item.replies)]
    agreed = {item.id: poster.agreement(item) for item in noticed}
    actions = [*_wrote(poster), *_answered(poster, noticed, agreed), *_voted(poster, noticed, agreed)]
    actions += _moved_on(poster, noticed, agreed)
    return reply(Reply(actions=tuple(actions[: inputs.most])))


def _wrote(poster: Poster) -> Iterable[Action]:
    """Post an argument for its position, on a topic drawn where there are several; more often on an empty feed."""
    topic = 1 + poster.random.randrange(len(poster.topics))
    firm = poster.confidence * (1 + abs(poster.position(topic))) / 2
    chance = WRITES + WRITES_MORE * firm
    if poster.does("create_post", chance if poster.inputs.items else 2 * chance):
        text = _argument(poster, topic, _side(poster, topic), "")
        if text:
            yield Action(action="create_post", text=text, topic=topic)


def _answered(poster: Poster, noticed: list[Item], agreed: dict[str, float]) -> Iterable[Action]:
    """Answer the post that it agrees with least, with an argument near to it."""
    far = min(noticed, key=lambda one: agreed[one.id], default=None)
    if far is not None and poster.does("reply", ANSWERS * _away(agreed[far.id]) * poster.confidence):
        text = _argument(poster, far.topic, _side(poster, far.topic), far.text)
        if text:
            yield Action(action="reply", post=far.id, text=text)


def _voted(poster: Poster, noticed: list[Item], agreed: dict[str, float]) -> Iterable[Action]:
    ease = (1 + poster.confidence) / 2
    for one in noticed:
        if one.id in poster.inputs.voted:
            continue
        if poster.does("vote", LIKES * _near(agreed[one.id]) * ease):
            yield Action(action="vote", post=one.id, vote="like")
        elif poster.does("vote", DISLIKES * _away(agreed[one.id]) * poster.confidence):
            yield Action(action="vote", post=one.id, vote="dislike")


def _moved_on(poster: Poster, noticed: list[Item], agreed: dict[str, float]) -> Iterable[Action]:
    """Repost and follow what it agrees with most, mute what it agrees with least."""
    if not noticed:
        return
    near = max(noticed, key=lambda one: agreed[one.id])
    far = min(noticed, key=lambda one: agreed[one.id])
    if poster.does("repost", REPOSTS * _near(agreed[near.id])):
        yield Action(action="repost", post=near.id)
    if poster.does("follow", FOLLOWS * _near(agreed[near.id])):
        yield Action(action="follow", author=near.author)
    if poster.does("mute", MUTES * _away(agreed[far.id]) * poster.confidence):
        yield Action(action="mute", author=far.author)


def _near(agreement: float) -> float:
    """Return how far agreement is above the middle, from 0 to 1."""
    return max(0.0, 2 * agreement - 1)


def _away(agreement: float) -> float:
    """Return how far agreement is below the middle, from 0 to 1."""
    return max(0.0, 1 - 2 * agreement)


def _side(poster: Poster, topic: int) -> int:
    """Draw the side that it speaks for: its own the surer the further out, always from a half on."""
    position = poster.position(topic)
    own = poster.random.random() < 0.5 + abs(position)
    return 1 if (position >= 0) == own else -1


def _argument(poster: Poster, topic: int, side: int, about: str) -> str:
    """Return an argument of one side that is not among its latest posts; '' where there is none left."""
    stock = poster.stock(topic)
    said = {one.text for one in poster.inputs.own}
    texts = stock.sides[side][1]
    return next((texts[at] for at in stock.order(side, about, poster.random) if texts[at] not in said), "")


@lru_cache(maxsize=64)
def _stock(library: Library, corpus: str | None, motion: str) -> Stock | None:
    shelf = library.shelf(corpus, motion)
    return None if shelf is None else Stock(shelf=shelf, sides=_sides(shelf), places=_places(shelf))


def _sides(shelf: Shelf) -> dict[int, tuple[list[int], list[str]]]:
    usable = [(at, one) for at, one in enumerate(shelf.arguments) if one.text.count(" ") < LONGEST]
    sides = {side: [(at, tidied(one.text)) for at, one in usable if one.polarity == side] for side in (1, -1)}
    return {side: ([at for at, _ in found], [text for _, text in found]) for side, found in sides.items()}


def _places(shelf: Shelf) -> dict[str, int]:
    return {words: place for place, words in enumerate(shelf.words)}


@lru_cache(maxsize=65536)
def _read(text: str, proposition: str, library: Library) -> float:
    """Read the stance of a text, each text once."""
    return stance_of(text, proposition, library)
