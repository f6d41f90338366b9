"""One round of an audience: every listener meets the posts of those whom it follows. Its performer is an array kernel.

The inputs hold all that determines the answer: who listens, under which rule, the posts of this round, and the hash of
all earlier ones. Each round's posts lie in a shard that names that of the round before, so that an audience can be made
anew from the last. The reply is what a report needs; positions lie in shards as well.
"""

from functools import cached_property
from typing import Literal

from pydantic import Field

from doxa.records.base import JsonValue, Record, Settings, Stance, Unit, canonical, digest
from doxa.records.outside import parse_json
from doxa.tasks.base import Task


class Posts(Record):
    """What can be met in one round: one post a voice, in their order; or, with ``roots``, a feed in its order."""

    stances: tuple[Stance, ...]
    contents: tuple[int, ...]
    """Numbers of what each says; the same number is the same content."""
    ids: tuple[str, ...] = ()
    authors: tuple[int, ...] = ()
    """Places of the authors among the audience's ``authors``."""
    likes: tuple[int, ...] = ()
    """What each has gathered; nothing when empty."""
    roots: tuple[int, ...] = ()
    """For each post the place of the one that it stands below as a reply; its own where it stands for itself."""
    reach: dict[int, tuple[int, ...] | None] = Field(default_factory=dict)
    """Voices that have passed a post on, by its place, so that their followers are shown it too; None: everybody is."""
    news: int = 0
    """How many of the first that stand for themselves everybody is shown, beside ``most``."""
    weights: tuple[Unit, ...] = ()
    """What multiplies the influence of each; 1 when empty."""
    cuts: tuple[Unit, ...] = ()
    """Numbers, ascending, that part listeners into groups by what each drew for the run; one group when empty."""
    groups: tuple[int, ...] = ()
    """The group that each can reach; all where there is one group."""

    @property
    def is_of_all_voices(self) -> bool:
        """Whether every voice posts once, in their order."""
        return bool(self.stances) and not self.roots


class ListenerNetwork(Settings):
    """Whom listeners hear beside voices: one another, along the edges of a file or of a generator."""

    file: str = ""
    """An edge list: a text with one ``follower followed`` a line, separated by spaces, a tab or a comma, also as .gz,
    or the first two columns of a .parquet. Lines that begin with # are left out. A follower hears whom it follows. An
    edge from a listener to itself, and one that stands there twice, changes nothing. The spec has the file's name."""
    generator: str = ""
    """A generator of networkx in place of a file, such as ``watts_strogatz_graph``, drawn from the run's seed."""
    parameters: dict[str, JsonValue] = Field(default_factory=dict)
    """The generator's parameters but for the number of nodes and the seed, such as ``{ k = 20, p = 0.1 }``."""
    mutual: bool = True
    """Whether both ends of an edge hear each other, where the generator gives it no direction."""
    order: Literal["together", "random", "encounters"] = "together"
    """Who moves when in a round: all at once (``together``); one after the other, each once, in an order that is drawn
    anew (``random``); or in as many encounters as there are listeners (``encounters``), one after the other, each of a
    drawn listener and a drawn one whom it hears, in which under ``deffuant_weisbuch`` both move."""
    sha256: str = ""
    """The SHA-256 of the file; planning writes it. Where a scenario names it, another file is refused."""
    shard: str = ""
    """The hash of the edges as the run stores them in ``shards/``; planning writes it."""


class Audience(Record):
    """Who listens."""

    size: int
    seed: int
    voices: tuple[Stance, ...]
    """Where the voices began."""
    follows: int
    """How many voices each listener follows."""
    alike: float
    """How much more likely near voices are followed: weights exp(−alike·distance)."""
    start: Literal["even", "camps"]
    spread: float
    contents: int
    """How many different contents there can be."""
    kernel: str
    belief: dict[str, JsonValue]
    engine: Literal["numba", "numpy"]
    precision: Literal["float64", "float32"]
    authors: tuple[str, ...] = ()
    """Handles of all that can post, the voices first; the voices, unnamed, when empty."""
    most: int | None = Field(default=None, ge=0)
    """How many posts one listener is shown in a round, replies not counted; all of whom it follows when None."""
    meets: int | None = None
    """How many different contents one listener can meet in the whole run; ``contents`` when None."""
    network: ListenerNetwork | None = Field(default=None, exclude_if=lambda network: network is None)
    """Whom listeners hear among themselves; nobody when None."""
    grain: float = 1.0
    """In a network, the steps to which a listener's position is a content."""

    @property
    def in_turn(self) -> bool:
        """Whether listeners move one after the other."""
        return self.network is not None and self.network.order != "together"


class Inputs(Record):
    audience: Audience
    round: int
    """The number of this round, from 1."""
    posts: Posts
    """What is met in this round."""
    before: str = ""
    """The lineage of the round before; empty in the first."""

    @cached_property
    def history(self) -> bytes:
        """The content of the shard of this round's posts."""
        audience, posts = (part.model_dump(exclude_defaults=True) for part in (self.audience, self.posts))
        link = {"audience": digest(canonical(audience)), "before": self.before, "posts": posts, "round": self.round}
        return canonical(link).encode()

    @cached_property
    def lineage(self) -> str:
        """The hash of the audience and of all its rounds up to this one, which names the shard of this round."""
        return digest(self.history)

    def inputs_before(self, history: bytes) -> "Inputs":
        """Return the inputs of an earlier round of the same audience, from the content of its shard."""
        link = parse_json(history)
        return Inputs(
            audience=self.audience,
            round=link["round"],
            posts=Posts.model_validate(link["posts"]),
            before=link["before"],
        )


class Reply(Record):
    positions: tuple[str, ...]
    """The shards that hold where listeners stand now, by content hash."""
    history: str
    """The shard that holds the posts of this round, and names that of the round before."""
    counts: tuple[int, ...]
    """Listeners in cells of equal width over [−1, 1]."""
    mean: Stance
    variance: float
    bimodality: float | None
    polarisation: float
    """After Esteban and Ray, over ten cells."""
    moved: float
    """The mean distance that listeners moved."""
    exposures: int
    """How many posts were met."""
    reached: tuple[int, ...] = ()
    """How many listeners met each post of a feed; empty where every voice posts once."""
    contributed: tuple[float, ...] = ()
    """What each post of a feed added to positions, summed over listeners; under the social rule alone."""
    pulls: tuple[float, ...] = ()
    """The same, each listener's by its size."""
    network: str = Field(default="", exclude_if=lambda shard: not shard)
    """The shard that holds who hears whom among listeners; empty without a network."""


POPULATION_ROUND = Task(
    name="population_round",
    arrays=lambda reply: (*reply["positions"], reply["history"], *filter(None, [reply.get("network")])),
    role="listeners",
    Inputs=Inputs,
    Reply=Reply,
    stable="Move every listener by the posts of those whom it follows.",
    request="Round {{ inputs.round }} for {{ inputs.audience.size }} listeners under the rule "
    "{{ inputs.audience.kernel }}. Everything so far: {{ inputs.lineage }}",
)
