"""What a platform does in one round: which posts it labels, downranks and withholds, and which acts it refuses.

Chance is keyed by the run's seed and by whom or what it is about, never by a place in a list, so that two runs that
differ in an event share every other draw.
"""

import math
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from doxa.beliefs.base import kernel_class
from doxa.errors import ScenarioError
from doxa.records.base import JsonValue, Record, stream
from doxa.records.spec import RunSpec
from doxa.systems.feed.protocol.events import HANDLE, TAKES, Does, TimedEvent, is_meant
from doxa.systems.feed.protocol.wall import Act, Post
from doxa.systems.feed.tasks.act_on_feed import Action, Kind


class RefusedAct(Record):
    """An act that an event refused: it never happened on the feed."""

    agent: str
    round: int
    action: Kind
    post: str = ""
    """The post that it was about."""
    text: str = ""
    by: Literal["ban", "friction"]


@dataclass(frozen=True, kw_only=True)
class Interventions:
    """The events that hold in a round."""

    events: tuple[TimedEvent, ...] = ()
    seed: int = 0

    def withholds(self, posts: Iterable[Post]) -> bool:
        """Return whether the rank of one of these posts can be below 1."""
        return any(event.do == "downrank" for event in self.events) or any(post.scripted for post in posts)

    def events_on(self, do: Does, post: Post, reader: str, drawn: float | None = None) -> list[TimedEvent]:
        """Return the events of a kind that hold for a post and a reader.

        Args:
            drawn: the reader's number; drawn from the seed when None.
        """
        return [
            event
            for event in self.events
            if event.do == do
            and event.covers(post.author, post.topic, post.stance)
            and event.treats(reader, draw_treatment(self.seed, reader) if drawn is None else drawn)
        ]

    def weigh(self, post: Post, reader: str, drawn: float | None = None) -> float:
        """Return what multiplies the influence of a post on a reader, in [0, 1]."""
        return math.prod(event.factor for event in self.events_on("label", post, reader, drawn))

    def rank(self, post: Post, reader: str, drawn: float | None = None) -> float:
        """Return what multiplies the score of a post for a reader, in [0, 1]; 0 where it is not shown."""
        number = draw_treatment(self.seed, reader) if drawn is None else drawn
        if post.scripted is not None and not post.scripted.treats(reader, number):
            return 0.0
        return math.prod(event.factor for event in self.events_on("downrank", post, reader, number))

    def bans(self, author: str, kind: Kind) -> bool:
        """Return whether a ban refuses acts of a kind to an author."""
        return any(kind in event.refuses for event in self._binding("ban", author))

    def refuse(self, act: Act) -> RefusedAct | None:
        """Return an act as refused; None where it is let through."""
        agent, action = act.agent, act.action
        chances = [event.chance for event in self._binding("friction", agent) if action.action in event.refuses]
        key = f"r{act.round:02d}/{agent}/{action.action}/{action.post or act.place}"
        is_banned = self.bans(agent, action.action)
        if not is_banned and (not chances or stream(self.seed, key, "friction").random() < min(chances)):
            return None
        return RefusedAct(
            agent=agent,
            round=act.round,
            action=action.action,
            post=action.post,
            text=action.text,
            by="ban" if is_banned else "friction",
        )

    def sift_posts(self, posts: Iterable[Post]) -> tuple[list[Post], list[RefusedAct]]:
        """Return the posts that are let through, and those that are refused."""
        refusals = {
            post: self.refuse(
                Act(
                    agent=post.author,
                    round=post.round,
                    place=place,
                    action=Action(action="create_post", text=post.text),
                )
            )
            for place, post in enumerate(posts, 1)
        }
        return [post for post, refused in refusals.items() if not refused], [*filter(None, refusals.values())]

    def _binding(self, do: Does, author: str) -> list[TimedEvent]:
        """Return the events of a kind that hold for an author."""
        drawn = draw_treatment(self.seed, author)
        return [
            event
            for event in self.events
            if event.do == do and is_meant(author, event.authors) and event.bounds[0] <= drawn < event.bounds[1]
        ]


def find_interventions(events: Iterable[TimedEvent], round: int, seed: int) -> Interventions:
    """Return what the platform does in a round of a run of this seed."""
    return Interventions(events=tuple(event for event in events if event.holds(round)), seed=seed)


def scripted_posts(events: Iterable[TimedEvent], round: int, key: str) -> list[Post]:
    """Return the posts of events in a round, whose ids begin with its key."""
    due = [event for event in events if event.do == "inject" and event.holds(round)]
    return [
        Post(
            id=f"{key}/{event.author}/event{place}",
            author=event.author,
            round=round,
            text=event.text,
            topic=event.topic,
            stance=event.stance,
            by="event",
            scripted=event if event.is_partial else None,
        )
        for place, event in enumerate(due, 1)
    ]


def cut_listeners(events: Iterable[TimedEvent], round: int) -> list[float]:
    """Return the numbers, ascending, at which what listeners are shown can differ in a round."""
    of_listeners = [event for event in events if "readers" in TAKES[event.do] and is_meant(HANDLE, event.readers)]
    bounds = {bound for event in of_listeners if event.round <= round for bound in event.bounds}
    return sorted(bounds - {0.0, 1.0})


def describe_groups(
    interventions: Interventions, posts: Sequence[Post], groups: Sequence[int], cuts: Sequence[float]
) -> dict[str, JsonValue]:
    """Return the weights of posts for groups of listeners, and the groups, as ``Posts`` has them; nothing where all
    listeners are alike and no weight is below 1."""
    weights = [
        interventions.weigh(post, HANDLE, [0.0, *cuts][group]) for post, group in zip(posts, groups, strict=True)
    ]
    weighed: dict[str, JsonValue] = {} if all(weight == 1.0 for weight in weights) else {"weights": [*weights]}
    return {**weighed, "cuts": [*cuts], "groups": [*groups]} if cuts else weighed


Fault = tuple[str, str]
"""A key of an event, and what is wrong with it."""


def check_events(
    spec: RunSpec,
    events: Sequence[TimedEvent],
    others: Iterable[str],
    find_faults: Callable[[TimedEvent], Iterable[Fault]],
) -> None:
    """Check that the events of a spec mean somebody, and that labels weigh only for rules that weigh posts.

    Args:
        others: who can post beside agents and events.
        find_faults: what the protocol finds wrong with an event.

    Raises:
        ScenarioError: an event has a fault.
    """
    readers = [HANDLE, *(participant.id for participant in spec.participants)]
    authors = [*readers, *others, *(event.author for event in events if event.do == "inject")]
    rules = sorted({participant.kernel for participant in spec.participants if participant.kernel})
    unweighed = [rule for rule in rules if not getattr(kernel_class(rule), "heeds_weights", False)]
    for place, event in enumerate(events):
        faults = [
            *find_faults(event),
            *_find_unknown("authors", event.authors, authors),
            *_find_unknown("readers", event.readers, readers),
            *(("factor", f"the rule {rule} does not weigh posts") for rule in unweighed if event.factor < 1.0),
        ]
        for key, fault in faults[:1]:
            path = f"script.events.{place}.{key}"
            raise ScenarioError(f"{path}: {fault}", hint="What each event takes: doxa docs feeds", key=path)


def _find_unknown(key: str, patterns: Iterable[str], handles: Sequence[str]) -> Iterator[Fault]:
    """Yield the patterns that match no handle, as faults."""
    for pattern in patterns:
        if not any(is_meant(handle, [pattern]) for handle in handles):
            yield key, f"nobody here matches {pattern!r}, neither an agent nor a bot nor an author of events"


@lru_cache(maxsize=65536)
def draw_treatment(seed: int, reader: str) -> float:
    """Return the number that a reader draws from [0, 1) for a whole run; events hold for those between two numbers."""
    return stream(seed, reader, "treatment").random()
