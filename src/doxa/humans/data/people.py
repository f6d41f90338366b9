"""The form of every human data set: rounds, each of one person on one proposition.

    messages (in order)     m1      m2      m3      m4
    stances          initial    s1      s2             final      all in [−1, 1], +1 for the proposition

A stated stance has a place after a number of messages: ``after=2``: it was stated after m1 and m2. Messages that the
person wrote are in the list too, marked ``own``; replay ignores them unless they are requested.
"""

import hashlib
from collections.abc import Mapping
from dataclasses import dataclass, field, replace

from doxa.errors import UsageError
from doxa.records.base import Brief, canonical, stream


@dataclass(frozen=True, kw_only=True)
class MetMessage:
    """One message of a conversation, as one person saw it."""

    key: str
    """The message's name in its data set, which is the same for all people who saw the message."""
    speaker: str
    text: str
    own: bool = False
    """Whether this person wrote it."""


@dataclass(frozen=True, kw_only=True)
class StatedStance:
    """A stance that a person stated on the way, after so many messages of the round (own ones counted too)."""

    after: int
    stance: float


@dataclass(frozen=True, kw_only=True)
class PersonRound(Brief):
    """One person on one proposition: the initial stance, the messages, and the final stance."""

    id: str
    """The name of the round, unique in its set."""
    person: str
    proposition: str
    group: str
    """The name of the group of people in contact; folds by person do not divide a group or a person's rounds."""
    initial: float
    final: float
    messages: tuple[MetMessage, ...]
    stated: tuple[StatedStance, ...] = ()
    control: bool = False
    """Whether the conversation was about something else: a placebo, never fitted."""
    argued: int = 0
    """The side that others argued to this person, where the set knows it: 1 for, −1 against; 0 unknown. It
    checks the judge, which never sees it."""
    of_own_choice: bool = False
    """Whether the person chose the proposition."""
    traits: Mapping[str, str] = field(default_factory=dict)
    """Further columns of the data set: known beforehand of this person or conversation (a country, a model's name)."""
    stance_error: float | None = None
    """Standard error of the measured stances, where several answers measured each."""

    @property
    def stances(self) -> list[tuple[int, float]]:
        """(after how many messages, stance) of the initial, every stated, and the final stance."""
        on_the_way = [(stated.after, stated.stance) for stated in self.stated]
        return [(0, self.initial), *on_the_way, (len(self.messages), self.final)]


@dataclass(frozen=True, kw_only=True)
class Remark:
    """A row of a data set that was dropped, or kept with an exception, and why."""

    where: str
    """File and line, or the row's own name."""
    why: str
    dropped: bool = True


@dataclass(frozen=True, kw_only=True)
class People(Brief):
    """A human data set: its rounds, and remarks on rows that were dropped or kept with an exception."""

    name: str
    about: str
    """One sentence: who these people are and what they did."""
    rounds: tuple[PersonRound, ...]
    remarks: tuple[Remark, ...] = ()
    belief_follows: str = ""
    """Which message each stated stance follows, in words; empty where the set has none."""
    published: bool = False
    """Whether the published figures of the Belief Engine paper are about these people."""

    @property
    def dropped_remarks(self) -> tuple[Remark, ...]:
        """The remarks on dropped rows."""
        return tuple(remark for remark in self.remarks if remark.dropped)

    @property
    def fitted_rounds(self) -> tuple[PersonRound, ...]:
        """The rounds that are fitted: all but the controls."""
        return tuple(round for round in self.rounds if not round.control)

    @property
    def controls(self) -> tuple[PersonRound, ...]:
        """The placebo rounds."""
        return tuple(round for round in self.rounds if round.control)


def sample_people(people: People, count: int | None, seed: int) -> People:
    """Return a sample of persons, drawn with a seed, each with all of their rounds; everybody when ``count`` is None.

    Raises:
        UsageError: the sample is larger than the set, or below 1.
    """
    if count is None:
        return people
    persons = sorted({round.person for round in people.rounds})
    if not 0 < count <= len(persons):
        raise UsageError(
            f"a sample of {count} is requested and {people.name} has {len(persons)} people",
            hint=f"Give 1 to {len(persons)}, or leave --sample out for all.",
        )
    drawn = set(stream(seed, people.name, "people").sample(persons, count))
    about = f"{people.about} A sample of {count} of {len(persons)} people (seed {seed})."
    return replace(people, about=about, rounds=tuple(round for round in people.rounds if round.person in drawn))


def evidence_key(round: PersonRound, message: MetMessage) -> str:
    """Return the key of a message's judged evidence: a hash of the message and its proposition."""
    return hashlib.sha256(canonical([round.proposition, message.key, message.text]).encode()).hexdigest()[:16]
