"""The task ``act_on_feed`` in plain code: a poster that acts by its position, its confidence and what it was shown.

SIMULATED. Its words are arguments of the corpus on the side that its position leans to; it likes what is near its
position, dislikes and answers what is far from it, and does more of each the more confident it is. How often it does
each is set below and fitted to nothing, so an effect of engagement on what people do is assumed, never measured.
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
from doxa.records.base import stream
from doxa.records.claims import Readout
from doxa.systems.feed.tasks.act_on_feed import Action, FeedItem, Inputs, Reply

ATTENTION = 8
"""How many posts of its feed it looks at, from the top."""

WRITES, WRITES_MORE = 0.15, 0.5
"""How often it posts without any confidence, and what full confidence in an extreme position adds."""

LIKES, DISLIKES, ANSWERS, REPOSTS, FOLLOWS, MUTES = 0.45, 0.25, 0.3, 0.15, 0.1, 0.03
"""How often a fully confident poster does each to a post with which it fully agrees, or fully disagrees."""

LONGEST = 35
"""The most words of an argument that it posts."""

CONFIDENCE = 0.5
"""The confidence of a poster whose belief rule has none."""


@dataclass(frozen=True, kw_only=True)
class Stock:
    """The arguments on a topic: the indices of each side's arguments on the shelf, and their tidied words."""

    shelf: Shelf
    sides: dict[int, tuple[list[int], list[str]]]
    places: dict[str, int]
    """Normalised words → index on the shelf."""

    def order(self, side: int, about: str, random: Random) -> list[int]:
        """Return the order of a side's arguments: by nearness to a text of the corpus, else random."""
        places, _ = self.sides[side]
        place = self.places.get(normalised(about))
        if place is None:
            return random.sample(range(len(places)), len(places))
        similarities = self.shelf.near(self.shelf.rows[place])[places]
        return [int(place) for place in np.argsort(-similarities, kind="stable")]


@dataclass(frozen=True, kw_only=True)
class Poster:
    """An acting agent, with its request, corpus and random stream."""

    request: Request
    inputs: Inputs
    library: Library
    random: Random

    @property
    def topics(self) -> tuple[str, ...]:
        return self.inputs.topics or (self.request.scene.proposition.text,)

    @property
    def shown_belief(self) -> Readout:
        """Its belief's readout; a poster without a belief acts by its side."""
        scene = self.request.scene
        if scene.stance is not None and scene.stance.stance is not None:
            return scene.stance
        return Readout(stance=SIDES[scene.actor.side])

    def position(self, topic: int) -> float:
        """Its position on a topic, by number; 0 where it has none."""
        if topic == 1:
            return self.shown_belief.stance or 0.0
        readout = self.shown_belief.topics.get(self.topics[topic - 1])
        return readout.stance if readout else 0.0

    @property
    def confidence(self) -> float:
        return CONFIDENCE if self.shown_belief.confidence is None else self.shown_belief.confidence

    def agreement(self, post: FeedItem) -> float:
        """Return how near a post is to its position: 1 at the same position, 0 at the other end of the scale."""
        stance = _read_stance(post.text, self.topics[post.topic - 1], self.library)
        return 1.0 - abs(stance - self.position(post.topic)) / 2

    def stock(self, topic: int) -> Stock:
        """Return the arguments on a topic.

        Raises:
            ModelSetupError: the corpus has none.
        """
        motion = self.topics[topic - 1]
        stock = _stock(self.library, self.request.settings.corpus, motion)
        if stock is None:
            raise unknown_motion(self.request, self.library, motion)
        return stock

    def does(self, kind: str, chance: float) -> bool:
        """Return whether it takes an action, drawn with this chance; it draws also where the action is not allowed."""
        return self.random.random() < chance and kind in self.inputs.allowed


def act_on_feed(request: Request, library: Library) -> Response:
    """Return the actions of a poster in one round."""
    inputs = inputs_of(request, Inputs)
    poster = Poster(
        request=request, inputs=inputs, library=library, random=stream(request.seed, request.step.key, "act")
    )
    noticed = [post for root in inputs.items[:ATTENTION] for post in (root, *root.replies)]
    agreements = {post.id: poster.agreement(post) for post in noticed}
    actions = [
        *_write_post(poster),
        *_answer_post(poster, noticed, agreements),
        *_vote_on_posts(poster, noticed, agreements),
        *_share_and_follow(poster, noticed, agreements),
    ]
    return reply(Reply(actions=tuple(actions[: inputs.most])))


def _write_post(poster: Poster) -> Iterable[Action]:
    """Yield a post for its position, on a drawn topic where there are several; more often on an empty feed."""
    topic = 1 + poster.random.randrange(len(poster.topics))
    firm = poster.confidence * (1 + abs(poster.position(topic))) / 2
    chance = WRITES + WRITES_MORE * firm
    if poster.does("create_post", chance if poster.inputs.items else 2 * chance):
        text = _argument(poster, topic, _side(poster, topic), "")
        if text:
            yield Action(action="create_post", text=text, topic=topic)


def _answer_post(poster: Poster, noticed: list[FeedItem], agreements: dict[str, float]) -> Iterable[Action]:
    """Yield a reply to the post that it agrees with least, with an argument near to that post."""
    farthest = min(noticed, key=lambda post: agreements[post.id], default=None)
    if farthest is not None and poster.does("reply", ANSWERS * _away(agreements[farthest.id]) * poster.confidence):
        text = _argument(poster, farthest.topic, _side(poster, farthest.topic), farthest.text)
        if text:
            yield Action(action="reply", post=farthest.id, text=text)


def _vote_on_posts(poster: Poster, noticed: list[FeedItem], agreements: dict[str, float]) -> Iterable[Action]:
    ease = (1 + poster.confidence) / 2
    for post in noticed:
        if post.id in poster.inputs.voted:
            continue
        if poster.does("vote", LIKES * _near(agreements[post.id]) * ease):
            yield Action(action="vote", post=post.id, vote="like")
        elif poster.does("vote", DISLIKES * _away(agreements[post.id]) * poster.confidence):
            yield Action(action="vote", post=post.id, vote="dislike")


def _share_and_follow(poster: Poster, noticed: list[FeedItem], agreements: dict[str, float]) -> Iterable[Action]:
    """Yield a repost and a follow of what it agrees with most, and a mute of what it agrees with least."""
    if not noticed:
        return
    nearest = max(noticed, key=lambda post: agreements[post.id])
    farthest = min(noticed, key=lambda post: agreements[post.id])
    if poster.does("repost", REPOSTS * _near(agreements[nearest.id])):
        yield Action(action="repost", post=nearest.id)
    if poster.does("follow", FOLLOWS * _near(agreements[nearest.id])):
        yield Action(action="follow", author=nearest.author)
    if poster.does("mute", MUTES * _away(agreements[farthest.id]) * poster.confidence):
        yield Action(action="mute", author=farthest.author)


def _near(agreement: float) -> float:
    """Return how far agreement is above the middle, from 0 to 1."""
    return max(0.0, 2 * agreement - 1)


def _away(agreement: float) -> float:
    """Return how far agreement is below the middle, from 0 to 1."""
    return max(0.0, 1 - 2 * agreement)


def _side(poster: Poster, topic: int) -> int:
    """Return the side that it speaks for, drawn: its own more often the further out, and always from ±0.5 on."""
    position = poster.position(topic)
    is_own_side = poster.random.random() < 0.5 + abs(position)
    return 1 if (position >= 0) == is_own_side else -1


def _argument(poster: Poster, topic: int, side: int, about: str) -> str:
    """Return an argument of one side that is not among its latest posts; '' where none is left."""
    stock = poster.stock(topic)
    own_texts = {post.text for post in poster.inputs.own}
    texts = stock.sides[side][1]
    return next((texts[at] for at in stock.order(side, about, poster.random) if texts[at] not in own_texts), "")


@lru_cache(maxsize=64)
def _stock(library: Library, corpus: str | None, motion: str) -> Stock | None:
    shelf = library.shelf(corpus, motion)
    if shelf is None:
        return None
    usable = [(at, argument) for at, argument in enumerate(shelf.arguments) if argument.text.count(" ") < LONGEST]
    sides = {side: [(at, argument.text) for at, argument in usable if argument.polarity == side] for side in (1, -1)}
    return Stock(
        shelf=shelf,
        sides={side: ([at for at, _ in pairs], [tidied(text) for _, text in pairs]) for side, pairs in sides.items()},
        places={words: place for place, words in enumerate(shelf.words)},
    )


_read_stance = lru_cache(maxsize=65536)(stance_of)
"""The stance of a text; each text is read once."""

SKILLS = {"act_on_feed": act_on_feed}
