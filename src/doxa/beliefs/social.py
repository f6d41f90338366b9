"""The social rule of SimSwarm: a mind is pulled toward the posts that it sees (its page "Belief formulation").

    resistance = 0.3 + 0.7·confidence
    influence  = trust·(0.3 + 0.07·likes)·novelty / resistance        novelty 1.5 when new, 0.5 when seen before
    position  ← position + Σ 0.1·(stance − position)·influence        into [−1, 1]
    trust     ← trust + 0.05·((1 − |stance − position| / 2) − 0.5)    into [0, 1], once a post, after the position
    confidence ← confidence + 0.005·own likes − 0.008·own dislikes    into [0, 1]

A batch is one update: every gap uses the position before it, trust is read before any trust moves and then moves post
by post with the new position. Novelty counts within a batch: of two posts with the same content the first is new. With
several topics each has its own position and confidence; trust and the history of contents are shared.
"""

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Literal

from pydantic import Field

from doxa.beliefs.base import Items, Met, Need
from doxa.errors import BeliefError
from doxa.records.base import JsonValue, Settings, Stance, Unit, digest, tidy
from doxa.records.claims import Evidence, Exposure, Item, OnTopic, Readout, Trace
from doxa.records.spec import Prior

SCALE = 2.0
"""The length of the scale [−1, 1]: a post at this distance from the position has alignment 0."""

MAIN = ""
"""The topic of posts that name none: the proposition itself, whose position is the stance."""


class SocialSettings(Settings):
    """The source's constants under its own names; those that it writes as bare numbers have names of ours."""

    default_trust: Unit = 0.5
    """Trust in an author who was never met."""
    novelty_new: float = Field(default=1.5, ge=0)
    """Novelty of a content that is met for the first time."""
    novelty_repeat: float = Field(default=0.5, ge=0)
    """Novelty of a content that the history holds."""
    social_proof_floor: float = Field(default=0.3, ge=0)
    """Social proof of a post that nobody liked."""
    social_proof_per_like: float = Field(default=0.07, ge=0)
    """Social proof that each like adds; there is no upper bound."""
    resistance_floor: float = Field(default=0.3, gt=0)
    """Resistance without any confidence (a bare number in the source)."""
    resistance_per_confidence: float = Field(default=0.7, ge=0)
    """Resistance that full confidence adds (a bare number in the source)."""
    step: float = Field(default=0.1, ge=0)
    """Share of gap times influence by which a post moves the position (a bare number in the source)."""
    trust_learning_rate: float = Field(default=0.05, ge=0)
    """How fast trust follows alignment."""
    alignment_midpoint: Unit = 0.5
    """Alignment at which trust stays as it is (a bare number in the source)."""
    confidence_boost_per_like: float = Field(default=0.005, ge=0)
    """Confidence that each like on one's own posts adds."""
    confidence_decay_per_dislike: float = Field(default=0.008, ge=0)
    """Confidence that each dislike on one's own posts takes."""
    default_position: Stance = 0.0
    """Position on a topic where neither the prior nor ``positions`` gives one (a bare number in the source)."""
    default_confidence: Unit = 0.5
    """Confidence on a topic where ``confidences`` gives none (a bare number in the source)."""
    exposure_cap: int = Field(default=2000, ge=0)
    """How many contents the history holds after a batch."""
    fidelity: Literal["doxa", "original"] = "doxa"
    """What a full history forgets: ``doxa`` the oldest contents, ``original`` any contents, whatever their age."""
    positions: dict[str, Stance] = Field(default_factory=dict)
    """Initial position by other topics; the prior gives that on the proposition."""
    confidences: dict[str, Unit] = Field(default_factory=dict)
    """Initial confidence by topic; the empty name is the proposition."""
    trust: dict[str, Unit] = Field(default_factory=dict)
    """Initial trust by author."""


@dataclass(frozen=True, kw_only=True)
class SocialState:
    """Position and confidence by topic, trust by author, and the contents met, in the order of first meeting."""

    positions: Mapping[str, float] = field(default_factory=dict)
    confidence: Mapping[str, float] = field(default_factory=dict)
    trust: Mapping[str, float] = field(default_factory=dict)
    history: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True)
class Pull:
    """The effect of one post on a position, factor by factor."""

    post: Exposure
    stance: float
    trust: float
    social_proof: float
    novelty: float
    resistance: float
    gap: float
    step: float
    seen: bool

    @property
    def influence(self) -> float:
        return self.trust * self.social_proof * self.novelty / self.resistance * self.post.weight

    @property
    def contribution(self) -> float:
        return self.gap * self.influence * self.step


def social_proof(likes: int, rule: SocialSettings) -> float:
    """Return the social proof of a post with so many likes.

    Raises:
        BeliefError: the number is negative.
    """
    if likes < 0:
        raise BeliefError(f"a post cannot have {likes} likes", hint="Count likes from 0.")
    return rule.social_proof_floor + likes * rule.social_proof_per_like


def resistance(confidence: float, rule: SocialSettings) -> float:
    """Return the resistance, by which influence is divided, for a confidence in [0, 1]."""
    return rule.resistance_floor + confidence * rule.resistance_per_confidence


def moved_trust(trust: float, stance: float, position: float, rule: SocialSettings) -> float:
    """Return trust in [0, 1] after one post of this stance, compared with the position after the batch."""
    alignment = 1.0 - abs(stance - position) / SCALE
    return _within(trust + (alignment - rule.alignment_midpoint) * rule.trust_learning_rate, 0.0, 1.0)


class Social:
    """Kernel ``social``: a mind is pulled toward the posts that it sees (SimSwarm).

    Own posts never pull; the likes and dislikes that they gained since the last batch count.
    """

    Settings: ClassVar[type[SocialSettings]] = SocialSettings
    needs: ClassVar[frozenset[Need]] = frozenset({"posts"})
    items: ClassVar[Items] = Items(unit="S", weighed=True)
    heeds_weights: ClassVar[bool] = True

    def __init__(self, settings: SocialSettings) -> None:
        self.settings = settings

    def init(self, prior: Prior, seeds: tuple[Evidence, ...]) -> tuple[SocialState, Trace]:
        """Return the state at the prior's stance, or at the default position when the scenario gives none."""
        rule = self.settings
        state = SocialState(
            positions={**rule.positions, MAIN: rule.default_position if prior.stance is None else prior.stance},
            confidence={MAIN: rule.default_confidence, **rule.confidences},
            trust=dict(rule.trust),
        )
        return state, Trace(before=self.readout(SocialState()), after=self.readout(state))

    def step(self, state: SocialState, met: Met) -> tuple[SocialState, Trace]:
        """Return the state after one batch of posts.

        Raises:
            BeliefError: likes or dislikes are negative.
        """
        posts = [exposure for exposure in met.exposures if exposure.origin != "self" and exposure.stance is not None]
        own_posts = [exposure for exposure in met.exposures if exposure.origin == "self"]
        pulls, seen = self._pulls(state, posts)
        positions = dict(state.positions)
        for topic in dict.fromkeys(pull.post.topic for pull in pulls):
            moves = [pull.contribution for pull in pulls if pull.post.topic == topic]
            positions[topic] = _within(math.fsum([self.position(state, topic), *moves]), -1.0, 1.0)
        now = SocialState(
            positions=positions,
            confidence=self._confidence(state, own_posts),
            trust=self._trust(state, positions, pulls),
            history=self._cap_history(seen),
        )
        silent: list[JsonValue] = [
            exposure.message for exposure in met.exposures if exposure.origin != "self" and exposure.stance is None
        ]
        notes = self._changes(state, now) | {"forgotten": len(seen) - len(now.history), "without_stance": silent}
        notes = {name: note for name, note in notes.items() if note}
        items = tuple(_item(pull) for pull in pulls)
        return now, Trace(
            items=items,
            before=self.readout(state),
            after=self.readout(now),
            notes={name: note for name, note in notes.items() if note},
        )

    def readout(self, state: SocialState) -> Readout:
        others = {topic: self.readout_of(state, topic) for topic in sorted(state.positions) if topic != MAIN}
        topics = {
            topic: OnTopic(stance=readout.stance, confidence=readout.confidence)
            for topic, readout in others.items()
            if readout.stance is not None
        }
        return self.readout_of(state, MAIN).model_copy(update={"topics": topics})

    def readout_of(self, state: SocialState, topic: str) -> Readout:
        """Return position and confidence on one topic."""
        confidence = state.confidence.get(topic, self.settings.default_confidence)
        return Readout(stance=tidy(self.position(state, topic)), confidence=tidy(confidence))

    def position(self, state: SocialState, topic: str) -> float:
        """Return the position on a topic, the default where there is none yet."""
        return state.positions.get(topic, self.settings.default_position)

    def _pulls(self, state: SocialState, posts: Iterable[Exposure]) -> tuple[list[Pull], tuple[str, ...]]:
        """Return the pull of each post, computed from the state before the batch, and the history with these posts."""
        rule, pulls = self.settings, []
        seen = dict.fromkeys(state.history)
        for post in posts:
            content, stance = post.content or post.message, post.stance or 0.0
            pulls.append(
                Pull(
                    post=post,
                    stance=stance,
                    trust=state.trust.get(post.speaker, rule.default_trust),
                    social_proof=social_proof(post.likes, rule),
                    novelty=rule.novelty_repeat if content in seen else rule.novelty_new,
                    resistance=resistance(state.confidence.get(post.topic, rule.default_confidence), rule),
                    gap=stance - self.position(state, post.topic),
                    step=rule.step,
                    seen=content in seen,
                )
            )
            seen[content] = None
        return pulls, tuple(seen)

    def _trust(self, state: SocialState, positions: Mapping[str, float], pulls: Iterable[Pull]) -> dict[str, float]:
        trust = dict(state.trust)
        for pull in pulls:
            trusted = trust.get(pull.post.speaker, self.settings.default_trust)
            trust[pull.post.speaker] = moved_trust(trusted, pull.stance, positions[pull.post.topic], self.settings)
        return trust

    def _confidence(self, state: SocialState, own_posts: Iterable[Exposure]) -> dict[str, float]:
        rule, gained = self.settings, dict[str, tuple[int, int]]()
        for post in own_posts:
            if post.likes < 0 or post.dislikes < 0:
                raise BeliefError(f"{post.message}: likes and dislikes cannot be negative", hint="Count from 0.")
            likes, dislikes = gained.get(post.topic, (0, 0))
            gained[post.topic] = (likes + post.likes, dislikes + post.dislikes)
        confidence = dict(state.confidence)
        for topic, (likes, dislikes) in gained.items():
            change = likes * rule.confidence_boost_per_like - dislikes * rule.confidence_decay_per_dislike
            confidence[topic] = _within(confidence.get(topic, rule.default_confidence) + change, 0.0, 1.0)
        return confidence

    def _cap_history(self, seen: tuple[str, ...]) -> tuple[str, ...]:
        """Return the history within its cap."""
        cap = self.settings.exposure_cap
        if len(seen) <= cap:
            return seen
        if self.settings.fidelity == "doxa":
            return seen[len(seen) - cap :]
        # the original iterates over a set whose order differs in each process; this order repeats, regardless of age
        kept = set(sorted(seen, key=digest)[len(seen) - cap :])
        return tuple(post_id for post_id in seen if post_id in kept)

    def _changes(self, before: SocialState, after: SocialState) -> dict[str, JsonValue]:
        """Return every number that changed as [before, after]: positions, confidence, trust."""
        rule = self.settings
        return {
            "positions": _changed_trust(before.positions, after.positions, rule.default_position),
            "confidence": _changed_trust(before.confidence, after.confidence, rule.default_confidence),
            "trust": _changed_trust(before.trust, after.trust, rule.default_trust),
        }


def _item(pull: Pull) -> Item:
    """Return a post's item; a post on another topic contributes nothing to the stance, and ``why`` names its topic."""
    contribution = tidy(pull.contribution)
    state = "seen before" if pull.seen else "new"
    return Item(
        source=pull.post.message,
        origin=pull.post.origin,
        polarity=(pull.stance > 0) - (pull.stance < 0),
        weight=tidy(pull.influence * pull.step),
        after=contribution if pull.post.topic == MAIN else 0.0,
        why=state if pull.post.topic == MAIN else f"{state}, {pull.post.topic}",
        factors={
            "trust": tidy(pull.trust),
            "social_proof": tidy(pull.social_proof),
            "novelty": tidy(pull.novelty),
            "resistance": tidy(pull.resistance),
            "gap": tidy(pull.gap),
            "contribution": contribution,
            **({"label": pull.post.weight} if pull.post.weight != 1.0 else {}),
        },
    )


def _changed_trust(before: Mapping[str, float], after: Mapping[str, float], default: float) -> dict[str, JsonValue]:
    pairs = {name: (tidy(before.get(name, default)), tidy(trusted)) for name, trusted in after.items()}
    return {name: [old, new] for name, (old, new) in pairs.items() if old != new}


def _within(number: float, low: float, high: float) -> float:
    return max(low, min(high, number))
