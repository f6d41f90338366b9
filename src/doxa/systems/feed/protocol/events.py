"""Timed events of a feed and of a population: posts by script, and a platform's interventions.

    label      influence of a post ← factor · influence, and the reader is shown the label's words
    downrank   score of a post ← score − (1 − factor)·|score|; with factor 0 the post is not shown
    ban        the platform refuses an author's acts
    friction   an act is let through where a number drawn evenly from [0, 1) is below ``chance``

SimSwarm has posts by script and none of these; they are doxa's own.
"""

from collections.abc import Iterable
from fnmatch import fnmatchcase
from typing import Literal

from pydantic import Field, model_validator

from doxa.records.base import Settings, Stance, Unit
from doxa.systems.feed.tasks.act_on_feed import Kind

HANDLE = "listeners"
"""The handle by which events and bots reach an audience."""

Does = Literal["inject", "label", "downrank", "ban", "friction"]

OF_POSTS = frozenset({"authors", "topic", "stances", "readers", "share", "factor"})
"""The keys of an intervention that changes what becomes of posts for their readers."""

TAKES: dict[Does, frozenset[str]] = {
    "inject": frozenset({"text", "author", "stance", "topic", "readers", "share"}),
    "label": OF_POSTS | {"text"},
    "downrank": OF_POSTS,
    "ban": frozenset({"authors", "share", "acts"}),
    "friction": frozenset({"authors", "share", "acts", "chance"}),
}
"""What an event does → the keys that it takes beside ``round``, ``until`` and ``do``."""

PUBLIC: tuple[Kind, ...] = ("create_post", "reply", "vote", "repost")
"""The acts that others can see."""


class TimedEvent(Settings):
    """One event: a post by script, or an intervention in what agents post and are shown."""

    round: int = Field(ge=0)
    """The first round in which it holds. A post is first on every feed in this round; later it is ranked like any post.
    0: it is there from the start, ranked. In a run with fewer rounds it does not happen, and the end of the run says
    so."""
    do: Does = Field(default="inject", exclude_if=lambda do: do == "inject")
    """``inject`` a post; ``label`` or ``downrank`` posts for their readers; ``ban`` authors; put ``friction`` on acts
    (feeds only)."""
    text: str = ""
    """The words of the post, or of the label."""
    author: str = "news"
    """``inject``: the post's author, with whom the trust in it is kept."""
    stance: Stance | None = None
    """``inject``: the post's stance; when absent, read from its words like that of any post."""
    topic: str = ""
    """One of ``topics``. ``inject``: what the post is about, the proposition when empty. ``label``, ``downrank``: posts
    about this alone, or about anything when empty."""
    until: int | None = Field(default=None, ge=0, exclude_if=lambda until: until is None)
    """The last round in which it holds. When absent an intervention holds for good, and a post is posted once; else a
    post is posted again in every round up to this one."""
    authors: tuple[str, ...] = Field(default=("*",), exclude_if=lambda authors: authors == ("*",))
    """Whose posts are labelled or downranked, who is banned or has the friction: by handle, or many by a pattern such
    as ``against-*``; also bots, and authors of events."""
    stances: tuple[Stance, Stance] | None = Field(default=None, exclude_if=lambda stances: stances is None)
    """``label``, ``downrank``: only posts whose stance lies between these two, such as ``[-1, 0]``."""
    readers: tuple[str, ...] = Field(default=("*",), exclude_if=lambda readers: readers == ("*",))
    """``inject``, ``label``, ``downrank``: for which readers, by handle or pattern; listeners where one of these is or
    matches ``listeners``."""
    share: Unit | tuple[Unit, Unit] = Field(default=1.0, exclude_if=lambda share: share == 1.0)
    """The share of these readers (``ban``, ``friction``: of authors) for whom it holds. Everybody draws one number from
    [0, 1) a run: 0.5 means those below 0.5, ``[0.25, 0.75]`` those from 0.25 on and below 0.75, and 0 nobody."""
    factor: Unit = Field(default=1.0, exclude_if=lambda factor: factor == 1.0)
    """``label``: what multiplies the influence of the post (1: only its words are shown); ``downrank``: what multiplies
    its score (0: it is not shown; 1: nothing changes)."""
    acts: tuple[Kind, ...] | None = Field(default=None, exclude_if=lambda acts: acts is None)
    """``ban``, ``friction``: which acts. When absent, of a ban all that others can see (``create_post``, ``reply``,
    ``vote``, ``repost``), of friction ``repost``."""
    chance: Unit = Field(default=1.0, exclude_if=lambda chance: chance == 1.0)
    """``friction``: how likely each of these acts is let through (1: nothing changes)."""

    @model_validator(mode="after")
    def _consistent(self) -> "TimedEvent":
        set_keys = self.model_dump(exclude_defaults=True).keys() - {"round", "until", "do"}
        if stray := sorted(set_keys - TAKES[self.do]):
            raise ValueError(f"{self.do} takes no {stray[0]}; it takes {', '.join(sorted(TAKES[self.do]))}")
        if self.until is not None and self.until < self.round:
            raise ValueError(f"until {self.until} lies before round {self.round}")
        if self.bounds[0] > self.bounds[1] or (self.stances and self.stances[0] > self.stances[1]):
            raise ValueError("a range goes from the smaller number to the larger")
        if self.do == "label" and not self.text:
            raise ValueError("a label needs text, the words that are shown")
        return self

    @property
    def bounds(self) -> tuple[float, float]:
        """The numbers between which readers draw for whom it holds."""
        return self.share if isinstance(self.share, tuple) else (0.0, self.share)

    @property
    def refuses(self) -> tuple[Kind, ...]:
        """The acts that a ban or friction is about."""
        return self.acts or (PUBLIC if self.do == "ban" else ("repost",))

    @property
    def is_partial(self) -> bool:
        """Whether it holds for some readers alone."""
        return self.readers != ("*",) or self.bounds != (0.0, 1.0)

    def holds(self, round: int) -> bool:
        """Return whether it holds in a round; a post is posted then."""
        last = self.round if self.until is None and self.do == "inject" else self.until
        return self.round <= round and (last is None or round <= last)

    def covers(self, author: str, topic: str, stance: float | None) -> bool:
        """Return whether a post is among those that it labels or downranks."""
        within = self.stances is None or (stance is not None and self.stances[0] <= stance <= self.stances[1])
        return within and is_meant(author, self.authors) and self.topic in ("", topic)

    def treats(self, reader: str, drawn: float) -> bool:
        """Return whether it holds for a reader who drew this number."""
        return is_meant(reader, self.readers) and self.bounds[0] <= drawn < self.bounds[1]


def is_meant(name: str, patterns: Iterable[str]) -> bool:
    """Return whether a handle is among handles or matches one of the patterns."""
    return any(fnmatchcase(name, pattern) for pattern in patterns)
